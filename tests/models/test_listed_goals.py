"""Goal states that the rules list: all of them and nothing else, or none."""

from __future__ import annotations

import pytest

from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, listed_goals
from puzzleproof.models.sliding.goals import GOALS_LIMIT, arrangements
from puzzleproof.verify.bfs import layers
from tests.support.boards import sliding
from tests.support.frog_boards import frogs
from tests.support.tile_boards import tiles

WHOLE: dict[str, AnyPuzzle] = {
    "tiles": tiles("1 2 0/5 3 4"),
    "frogs": frogs("FF../.T.T", backward=True),
    "pieces alike": sliding("AB../C.DD", "unit", goal="DD.C/..BA", labelled="A"),
    "a labelled piece drawn by its shape": sliding("AB./C..", goal="..Y/.ZX", labelled="A"),
    "two drawings": sliding("AB../C...", "unit", goal=["..CB/...A", "...A/..BC"], labelled="*"),
}
FREE: dict[str, AnyPuzzle] = {
    "a piece is free": sliding("AB../C.DD", "unit", goal="DD../...A", labelled="A"),
    "free in one drawing": sliding("AB./...", goal=[".AB/...", "..A/..."], labelled="*"),
    "a tour": sliding("A..", tour=["A..", "..A"]),
    "nobody goes back": frogs("FF.TT"),
    "pegs": load("triangle-4"),
    "cubes": load("instant-insanity"),
}


@pytest.mark.parametrize("name", WHOLE)
def test_all_goal_states_are_listed(name: str) -> None:
    puzzle = WHOLE[name]
    goals = listed_goals(puzzle)
    assert goals is not None
    assert set(goals) >= {s for layer in layers(puzzle) for s in layer if puzzle.is_goal(s)}
    assert all(map(puzzle.is_goal, goals))
    assert all(puzzle.canonical(state) == state for state in goals)
    assert all(puzzle.unpack(puzzle.pack(state)) == state for state in goals)


def test_a_labelled_piece_may_stand_on_any_of_its_shapes() -> None:
    assert len(listed_goals(WHOLE["a labelled piece drawn by its shape"]) or ()) == 3


@pytest.mark.parametrize("name", FREE)
def test_goals_that_are_not_listed(name: str) -> None:
    assert listed_goals(FREE[name]) is None


def test_too_many_goal_states_are_not_listed() -> None:
    """Seven pieces told apart on seven places: 5,040 ways."""
    kinds, places = [slice(k, k + 1) for k in range(7)], [range(7)] * 7
    assert arrangements(kinds, places, {}, range(7)) is None
    few = arrangements(kinds[:6], places[:6], {}, range(6))
    assert few is not None
    assert len(few) == 720 < GOALS_LIMIT


def test_too_many_are_not_taken_for_none() -> None:
    puzzle = sliding("ABCD/EFG.", goal="ZYXW/.VUT", labelled="ABCDEFG")
    assert puzzle.goal_states() is None
