"""``puzzleproof compare``: the table, the limits of each strategy, the exit codes."""

import json
from pathlib import Path
from typing import Any

from puzzleproof.cli import Exit
from tests.support.command_line import Run

GOAL = 'family = "tiles"\nmetric = "single"\ngoal = """\n0 1 2\n3 4 5\n"""\n'
EASY = f'{GOAL}board = """\n3 1 2\n4 0 5\n"""\n'
ODD = f'{GOAL}board = """\n0 2 1\n3 4 5\n"""\n'


def rows(run: Run, *words: str | Path, cache: Path, code: int = 0) -> dict[str, dict[str, Any]]:
    result = run("compare", *words, "--json", env={"PUZZLEPROOF_CACHE": str(cache)})
    assert result.returncode == code, result.stderr
    return {row["strategy"]: row for row in json.loads(result.stdout)["strategies"]}


def test_every_strategy_has_a_row(run: Run, tmp_path: Path) -> None:
    (tmp_path / "easy.toml").write_text(EASY)
    found = rows(run, "easy.toml", cache=tmp_path, code=Exit.PLAN_ONLY)
    assert len(found) == 3
    for name, row in found.items():
        assert row["moves"] >= 2, name
        assert len(row["plan"]) == row["moves"]
        assert row["minimal"] == (row["moves"] == 2)
        assert row["seconds"] >= 0
        assert row["memory_mb"] > 1
        assert not row["stopped"]
    assert found["breadth-first"]["minimal"]


def test_the_table_names_metric_and_columns(run: Run, tmp_path: Path) -> None:
    (tmp_path / "easy.toml").write_text(EASY)
    result = run("compare", "easy.toml", "--only", "breadth")
    lines = result.stdout.splitlines()
    assert "metric single" in lines[0]
    assert lines[1].split() == ["strategy", "moves", "minimal", "nodes", "seconds", "MB", "remark"]
    assert lines[2].split()[:3] == ["breadth-first", "2", "yes"]
    assert not result.stderr


def test_a_strategy_that_is_stopped_says_how_far_it_came(run: Run, tmp_path: Path) -> None:
    options = ("taquin-t1", "--only", "breadth", "--time-limit", "1")
    found = rows(run, *options, cache=tmp_path, code=Exit.LIMIT)
    slow = found["breadth-first"]
    assert slow["stopped"]
    assert slow["moves"] is None
    assert 10 < slow["at_least"] <= 50
    assert slow["nodes"] > 1000
    assert f"time limit reached, every plan has at least {slow['at_least']} moves" in slow["remark"]


def test_a_memory_limit_stops_one_strategy(run_apart: Run, tmp_path: Path) -> None:
    limits = ("--memory-limit", "200M", "--time-limit", "600")
    options = ("taquin-t1", "--only", "breadth", *limits)
    found = rows(run_apart, *options, cache=tmp_path, code=Exit.LIMIT)
    assert "memory limit reached" in found["breadth-first"]["remark"]


def test_a_table_that_is_not_playable_is_not_tried(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text(ODD)
    text = run("compare", "odd.toml")
    assert text.returncode == Exit.UNSOLVABLE
    assert "unsolvable" in text.stdout
    assert len(text.stdout.splitlines()) == 1
    document = json.loads(run("compare", "odd.toml", "--json").stdout)
    assert document["status"] == "unsolvable"
    assert document["strategies"] == []


def test_a_stream_has_a_line_a_strategy(run: Run, tmp_path: Path) -> None:
    (tmp_path / "easy.toml").write_text(EASY)
    result = run("compare", "easy.toml", "--only", "breadth", "--only", "manh", "--json-stream")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line.get("strategy") for line in lines] == ["breadth-first", "IDA* manhattan", None]
    assert lines[-1]["minimum"] == 2


def test_other_questions_are_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "easy.toml").write_text(EASY)
    for words in (("hughes",), ("easy.toml", "--metric", "multi")):
        result = run("compare", *words)
        assert result.returncode == Exit.UNSUPPORTED
        assert not result.stdout
        assert len(result.stderr.splitlines()) == 1
    result = run("compare", "easy.toml", "--only", "magic")
    assert result.returncode == Exit.BAD_INPUT
    assert "--only 'magic'" in result.stderr


def test_what_no_certificate_rules_out_is_not_called_unsolvable(run: Run, tmp_path: Path) -> None:
    """In a single row the order of the tiles decides, of which the parity decides only half."""
    (tmp_path / "row.toml").write_text('family = "tiles"\nboard = "0 2 3 1"\ngoal = "0 1 2 3"\n')
    result = run("compare", "row.toml")
    assert result.returncode == Exit.LIMIT
    assert "no plan by the tiles' order (claimed)" in result.stdout
