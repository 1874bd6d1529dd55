"""The tables in docs/atlas/ hold plans that the rules accept, of the length that they state."""

import csv
from pathlib import Path

import pytest

from puzzleproof.models.instances import loads
from puzzleproof.verify.replay import replay_to_goal

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "atlas"
GOALS = {
    "klotski-5x4-piece.csv": ["....", "....", "....", ".AA.", ".AA."],
    "rush-hour-6x6-line.csv": ["......", "......", "....AA", "......", "......", "......"],
}


@pytest.mark.parametrize("name", GOALS)
def test_every_plan_is_as_long_as_it_is_said(name: str) -> None:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) >= 100
    assert [int(row["moves"]) for row in rows] == sorted(int(r["moves"]) for r in rows)[::-1]
    for row in rows:
        board, goal = row["board"].replace("/", "\n"), "\n".join(GOALS[name])
        puzzle = loads(
            f'family = "sliding"\nmetric = "{row["metric"]}"\nlabelled = "A"\n'
            f"axis_locked = {str(name.startswith('rush')).lower()}\n"
            f'board = """\n{board}\n"""\ngoal = """\n{goal}\n"""\n'
        )
        plan = row["plan"].split()
        assert len(plan) == int(row["moves"])
        replay_to_goal(puzzle, plan)
        assert row["grade"] == "certified"
