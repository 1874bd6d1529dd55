"""The hardest start: over all components, and as an instance that is read back."""

from __future__ import annotations

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import dumps, load, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.survey.survey import SurveyRequest, explore
from puzzleproof.verify.bfs import layers
from tests.support.boards import sliding
from tests.support.frog_boards import frogs
from tests.support.tile_boards import tiles

HARDEST = SurveyRequest(hardest=True)
WALLED = sliding("A#.B/.#../.#.C", goal="..../..../...B", labelled="B")
"""A board in two parts."""


def distance(puzzle: AnyPuzzle) -> int | None:
    """By breadth-first search from the rules alone."""
    depths = (d for d, layer in enumerate(layers(puzzle)) if any(map(puzzle.is_goal, layer)))
    return next(depths, None)


@pytest.mark.parametrize(
    ("puzzle", "metric"),
    [
        (load("simplicity"), "piece"),
        (load("simplicity"), "unit"),
        (load("hughes"), "piece"),
        (WALLED, "piece"),
        (tiles("1 2/3 0"), "single"),
        (frogs("FF.TT"), "move"),
        (frogs("FF.TT", backward=True), "move"),
        (load("triangle-4"), "jump"),
    ],
)
def test_the_instance_is_as_far_as_the_survey_says(puzzle: AnyPuzzle, metric: str) -> None:
    puzzle = puzzle.with_metric(metric)
    found = explore(puzzle, HARDEST).findings
    again = loads(found["hardest_instance"])
    assert dumps(again) == found["hardest_instance"]
    goal = found["goal"]
    value = goal.get("hardest_start_anywhere") or goal["hardest_start"]
    assert distance(again) == value["moves"] >= goal.get("hardest_start", value)["moves"]
    assert again.draw(again.start) == value["state"]
    assert not again.info.known
    assert "claimed by one search" in again.info.note
    assert f"{value['moves']} moves (metric {metric})" in again.info.note


def test_where_the_starts_own_component_has_no_goal() -> None:
    """The three labelled pieces stand in the wrong order in their corridor; others do not."""
    puzzle = sliding("ABC.", goal="CBA.", labelled="ABC")
    found = explore(puzzle, HARDEST).findings
    assert found["goal"]["optimum"] is None
    assert "hardest_start" not in found["goal"]
    assert found["goal"]["hardest_start_anywhere"]["moves"] == 3
    assert distance(loads(found["hardest_instance"])) == 3
    with pytest.raises(Unsupported, match="no state reaches a goal"):
        explore(puzzle, SurveyRequest(hardest=True, reachable=True))


def test_what_has_no_hardest_start() -> None:
    tour = sliding("A../...", tour=["..A/...", ".../A.."], labelled="A")
    with pytest.raises(Unsupported, match="a tour has no goal"):
        explore(tour, HARDEST)
    with pytest.raises(Unsupported, match="--write-hardest: graphs of more than 100 states"):
        explore(load("simplicity"), SurveyRequest(hardest=True, states=100))
