"""The verbs ``draw`` and ``animate``: what they write, what they say, what they refuse."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.support.command_line import Run, command, result_of
from tests.support.tree import ROOT

PLAN = "3-2 1-3 2-1"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("frogs-1-1",), "the instance"),
        (("frogs-1-1", "--state", "goal"), "the goal"),
        (("frogs-1-1", "--state", "0"), "the start"),
        (("frogs-1-1", "--plan", PLAN), "all positions of 3 moves (metric move)"),
        (("frogs-1-1", "--plan", PLAN, "--state", "2"), "position 2 of 3 moves (metric move)"),
        (("four-cubes",), "the instance"),
    ],
)
def test_what_is_drawn_is_said(run: Run, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    result = run("draw", *words, "--output", "a.svg")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"a.svg: {said}\n"
    assert (tmp_path / "a.svg").read_text("utf-8").startswith("<svg ")


def test_the_program_finds_a_plan_and_does_not_call_it_shortest(run: Run, tmp_path: Path) -> None:
    result = run("draw", "tiles-2x2", "--plan", "--output", "a.svg")
    assert result.returncode == 0
    assert "all positions of 6 moves (metric single)" in result.stdout
    assert "'prove' says whether it is shortest" in result.stdout
    proven = run("draw", "frogs-1-1", "--plan", "--output", "c.svg")
    assert "prove" not in proven.stdout, "a rule made the plan, and an invariant proves it shortest"
    given = run("draw", "frogs-1-1", "--plan", PLAN, "--output", "b.svg")
    assert "prove" not in given.stdout
    assert run("-q", "draw", "tiles-2x2", "--plan", "--output", "a.svg").stdout.count("\n") == 1


def test_a_plan_is_read_from_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "plan.txt").write_text("3-2  # a remark\n1-3\n2-1\n")
    assert run("animate", "frogs-1-1", "--plan", "plan.txt", "--output", "a.svg").returncode == 0
    assert "@keyframes" in (tmp_path / "a.svg").read_text("utf-8")


def test_several_puzzles_have_files_of_their_own(run: Run, tmp_path: Path) -> None:
    assert run("draw", "frogs-1-1", "hughes", "--output", "{puzzle}.svg").returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {"frogs-1-1.svg", "hughes.svg"}
    both = run("draw", "frogs-1-1", "hughes", "--output", "a.svg")
    assert both.returncode == 40
    assert "put {puzzle}" in both.stderr


def test_the_same_command_writes_the_same_bytes(run: Run, tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        assert run("draw", "instant-insanity", "--output", name).returncode == 0
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_json_says_what_was_written(run: Run, tmp_path: Path) -> None:
    words = ("--json", "draw", "frogs-1-1", "--plan", PLAN, "--output", "a.svg")
    document = json.loads(run(*words).stdout)
    assert document["moves"] == 3
    assert document["metric"] == "move"
    assert document["bytes"] == (tmp_path / "a.svg").stat().st_size


def test_pixels_without_their_libraries_are_one_line(tmp_path: Path) -> None:
    """With a finder that finds neither, before any work."""
    code = (
        "import importlib.util, sys\n"
        "from puzzleproof.cli.main import main\n"
        "real = importlib.util.find_spec\n"
        "gone = lambda name, *a: None if name in ('PIL', 'resvg_py') else real(name, *a)\n"
        "importlib.util.find_spec = gone\n"
        "sys.exit(main(['draw', 'frogs-1-1', '--output', 'a.png']))\n"
    )
    result = result_of([sys.executable, "-c", code], tmp_path)
    assert result.returncode == 41
    assert "Pillow and resvg-py, not installed" in result.stderr
    assert "puzzleproof[pictures]" in result.stderr


def test_pixels_are_written(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    pytest.importorskip("resvg_py")
    here = {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    for words in (
        ("draw", "frogs-1-1", "--theme", "dark", "--output", "a.png"),
        ("animate", "frogs-1-1", "--plan", PLAN, "--output", "a.gif"),
    ):
        result = result_of(command(*words), tmp_path, env=here)
        assert result.returncode == 0, result.stderr
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "a.gif").read_bytes().startswith(b"GIF8")


def test_an_svg_needs_no_library(run: Run, tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from puzzleproof.cli.main import main\n"
        "main(['draw', 'frogs-1-1', '--output', 'a.svg'])\n"
        "heavy = {'PIL', 'resvg_py', 'numpy', 'rich', 'ortools', 'networkx'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    assert result_of([sys.executable, "-c", code], tmp_path).returncode == 0


def test_the_moves_of_a_long_plan_are_no_name_of_a_file(run: Run, tmp_path: Path) -> None:
    plan = json.loads(run("solve", "ane-rouge", "--json").stdout)["plan"]
    assert len(" ".join(plan)) > 255
    drawn = run("draw", "ane-rouge", "--plan", " ".join(plan), "--output", "a.svg")
    assert drawn.returncode == 0, drawn.stderr


@pytest.mark.parametrize("seconds", ["1e9", "0.001", "1e300"])
def test_a_move_takes_a_time_that_can_be_seen(run: Run, seconds: str) -> None:
    for name in ("x.gif", "x.svg"):
        result = run("animate", "frogs-1-1", "--seconds", seconds, "--output", name)
        assert result.returncode == 40
        assert "expected 0.02 to 60" in result.stderr


def test_a_gif_of_too_many_positions_is_refused_at_once(run: Run) -> None:
    plan = " ".join(["HS", "HN"] * 600)
    result = run("animate", "ane-rouge", "--plan", plan, "--output", "x.gif")
    assert result.returncode == 41
    assert "a GIF of 1,201 positions: 1,000 at most" in result.stderr
