"""``compare``: the table, the limits of each strategy, the exit codes."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import Run
from tests.support.sessions import sessions

SESSIONS = {
    "a table": """
        $ compare easy.toml --only breadth => 10
        metric single
        strategy moves minimal nodes seconds MB remark
        ~ ^breadth-first +2  yes
        $ compare easy.toml --only breadth,manh --json-stream => 10
        ~ ^{.*"strategy": "breadth-first".*\\n{.*"strategy": "IDA. manhattan".*\\n{.*"minimum": 2
    """,
    "a table that is not playable is not tried": """
        $ compare odd.toml => 20
        ~ ^.*unsolvable.*\\n$
        $ compare odd.toml --json => 20
        {"status": "unsolvable", "strategies": []}
    """,
    "what no certificate rules out": """
        $ compare row.toml => 30
        no plan by the tiles' order (claimed)
    """,
    "other questions": """
        $ compare hughes => 41
        ! hughes
        $ compare easy.toml --metric multi => 41
        ! multi
        $ compare easy.toml --only magic => 40
        ! only 'magic'
    """,
}
"""In a single row the order of the tiles decides, of which the parity decides only half."""


test_session = sessions(SESSIONS)


def test_every_strategy_has_a_row(run: Run, tmp_path: Path) -> None:
    cache = {"PUZZLEPROOF_CACHE": str(tmp_path / "cache")}
    result = run("compare", "tiles-2x2", "--json", env=cache)
    rows = json.loads(result.stdout)["strategies"]
    assert (result.returncode, len(rows)) == (10, 3)
    for row in rows:
        assert len(row["plan"]) == row["moves"] >= 6
        assert row["minimal"] == (row["moves"] == 6)
        assert row["seconds"] >= 0
        assert row["memory_mb"] > 1
        assert not row["stopped"]


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ("--time-limit 1", "time limit reached"),
        ("--memory-limit 30M --time-limit 600", "memory limit reached"),
    ],
)
def test_a_strategy_that_is_stopped_says_how_far_it_came(
    run_apart: Run, limits: str, said: str
) -> None:
    words = f"compare taquin-t1 --only breadth {limits} --json"
    result = run_apart(*words.split())
    (row,) = json.loads(result.stdout)["strategies"]
    assert (result.returncode, row["moves"]) == (30, None)
    assert row["stopped"]
    assert 0 <= row["at_least"] <= 50
    assert said in row["remark"]
    assert f"every plan has at least {row['at_least']} moves" in row["remark"] or not row["nodes"]
