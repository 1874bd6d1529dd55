"""Surveys of small piece sets are what the rules say, placement by placement and move by move."""

from __future__ import annotations

from typing import Any

import pytest

from puzzleproof.explore.atlas.stock import PieceSet, stock_of
from puzzleproof.models.instances import dumps, loads
from puzzleproof.provers.atlas.survey import SetSurvey, start_puzzle, survey_set
from puzzleproof.provers.batch.codec import read, written
from puzzleproof.verify.bfs import bfs
from tests.support.atlas_by_rules import survey_by_rules

STOCKS: dict[str, dict[str, Any]] = {
    "3x3": {"size": (3, 3), "empty": (1, 2)},
    "3x3 corner": {"size": (3, 3), "goal": (1, 1), "empty": (2, 3)},
    "3x3 bar": {"size": (3, 3), "block": (2, 1), "shapes": ((1, 2), (1, 1)), "empty": (1, 2)},
    "2x4": {"size": (2, 4), "block": (1, 2), "goal": (0, 2), "empty": (1, 3)},
    "4x3": {"size": (4, 3), "empty": (2, 2)},
    "4x4 cars": {"locked": True, "size": (4, 4), "pieces": 4},
    "5x4 cars": {"locked": True, "size": (5, 4), "block": (2, 1), "pieces": 3},
}
LARGE = ("4x3", "4x4 cars", "5x4 cars")


def compare(piece_set: PieceSet, metric: str) -> None:
    found, rules = survey_set(piece_set, metric, 1000), survey_by_rules(piece_set, metric)
    assert (found.states, found.components) == (rules.states, rules.components)
    assert found.minima == rules.minima
    assert found.with_goal == rules.minima.total()
    classes = {piece_set.canonical(start) for start, (moves, *_) in rules.hardest.items() if moves}
    told = [piece_set.canonical(one.arrangement) for one in found.starts]
    assert {*told} <= classes
    assert len({*told}) == len(told), "components that are mirror images have one start"
    for one in found.starts:
        assert rules.hardest[one.arrangement] == (one.moves, one.component, one.farthest)
    moves = [one.moves for one in found.starts]
    assert moves == sorted(moves, reverse=True)
    assert set(moves) == {m for m in rules.minima if m}
    assert not found.classes_left_out


@pytest.mark.parametrize("metric", ["piece", "line", "unit"])
@pytest.mark.parametrize("name", STOCKS)
def test_a_small_atlas_is_what_the_rules_say(name: str, metric: str) -> None:
    sets = [one for one in stock_of(**STOCKS[name]).sets() if survey_set(one, metric, 1).states]
    assert len(sets) > 3
    for piece_set in sets[:: 3 if name in LARGE else 1]:
        compare(piece_set, metric)


def ane_rouge() -> PieceSet:
    (one,) = [s for s in stock_of().sets() if s.words == "4 of 2x1, 1 of 1x2, 4 of 1x1"]
    return one


@pytest.mark.parametrize(("metric", "hardest"), [("piece", 93), ("unit", 126)])
def test_the_set_of_ane_rouge(metric: str, hardest: int) -> None:
    # 65,880 configurations in 898 components, two of 25,955 states (docs/state-graphs.md).
    # 126 steps from the hardest start: boardgames.stackexchange.com, question 42467.
    found = survey_set(ane_rouge(), metric, 100)
    assert (found.states, found.components, found.hardest) == (65_880, 898, hardest)
    assert [one.component for one in found.starts[:2]] == [25_955, 25_955]


def test_few_starts_are_the_hardest_of_many() -> None:
    piece_set = [s for s in stock_of(locked=True, size=(5, 5), pieces=4).sets() if s.pieces == 4][5]
    many, few = survey_set(piece_set, "line", 5000), survey_set(piece_set, "line", 3)
    assert few.starts == many.starts[:3]
    assert few.minima == many.minima
    assert few.classes_left_out
    assert not many.classes_left_out


def test_a_set_that_cannot_be_packed_has_no_states() -> None:
    seven = stock_of().sets()[0]
    assert seven.words == "7 of 2x1"
    found = survey_set(seven, "piece", 10)
    assert (found.states, found.hardest, found.starts) == (0, None, [])


def test_a_survey_is_read_as_it_is_written() -> None:
    found = survey_set(stock_of(**STOCKS["3x3 bar"]).sets()[-1], "line", 7)
    assert found.starts
    assert read(SetSurvey, written(found)) == found
    assert read(SetSurvey, written(SetSurvey())) == SetSurvey()


@pytest.mark.parametrize("locked", [False, True])
def test_a_start_is_an_instance_with_that_minimum(locked: bool) -> None:
    wishes: dict[str, Any] = {"size": (3, 3), "empty": (1, 1)}
    if locked:
        wishes = {"locked": True, "size": (4, 4), "pieces": 3}
    for piece_set in stock_of(**wishes).sets():
        for start in survey_set(piece_set, "line", 2).starts:
            puzzle = start_puzzle(piece_set, start, "line", "a start")
            again = loads(dumps(puzzle))
            assert again.info.note.startswith(f"of the {start.component} state")
            assert "claimed by one search" in again.info.note
            assert bfs(again).optimum == start.moves
