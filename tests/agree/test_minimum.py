"""SAT, CP-SAT, labelling and the simple search give the same minimum, with plans that replay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings

from puzzleproof.encoders import ground
from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.task import Task
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import METRICS, SMALL, groundable, library, puzzles
from tests.support.minimum import Backend, by_horizons, by_labelling, by_search

SHORT = {
    "simplicity": 18,
    "moving-day": 17,
    "hughes": 21,
    "pennant-upper-right": 24,
    "layton-tenstep-solution": 10,
}
FOR_SOLVERS = [
    *("simplicity", "moving-day", "hughes"),
    *(pytest.param(name, marks=pytest.mark.slow) for name in list(SHORT)[3:]),
]
HAND_MADE = [
    (name, metric)
    for name, puzzle in SMALL.items()
    for metric in METRICS
    if (bfs(puzzle.with_metric(metric)).optimum or 99) <= 9
]


def sat(task: Task) -> Backend:
    return SatHorizons(task, solver="glucose4")


def assert_all_agree(puzzle: SlidingPuzzle, minimum: int) -> None:
    task = ground(puzzle).task
    assert bfs(puzzle).optimum == minimum
    assert by_horizons(puzzle, SatHorizons(task), minimum) == minimum
    assert by_horizons(puzzle, SatHorizons(task, solver="glucose4"), minimum) == minimum
    assert by_horizons(puzzle, CpsatHorizons(task), minimum) == minimum
    assert_labelling(puzzle, minimum)


def assert_labelling(puzzle: SlidingPuzzle, minimum: int) -> None:
    checked = by_labelling(puzzle)
    assert checked.optimum == minimum
    assert checked.plan is not None
    assert replay_to_goal(puzzle, checked.plan) == minimum


@pytest.mark.parametrize("name", SHORT)
def test_the_searches_agree_in_the_library(name: str) -> None:
    assert bfs(library(name)).optimum == SHORT[name]
    assert_labelling(library(name), SHORT[name])


@pytest.mark.parametrize("backend", [sat, CpsatHorizons])
@pytest.mark.parametrize("name", FOR_SOLVERS)
def test_solvers_agree_in_the_library(name: str, backend: Callable[[Task], Backend]) -> None:
    puzzle, minimum = library(name), SHORT[name]
    horizons = backend(ground(puzzle).task)
    assert horizons.ask(minimum - 1) is None
    assert by_horizons(puzzle, horizons, minimum, stride=minimum) == minimum


@pytest.mark.parametrize("backend", [sat, CpsatHorizons])
def test_a_solver_may_be_asked_in_any_order(backend: Callable[[Task], Backend]) -> None:
    horizons = backend(ground(SMALL["walls"]).task)
    for length in (9, 3, 8, 7, 12, 0, 8):
        assert (horizons.ask(length) is None) == (length < 8)


@pytest.mark.parametrize(("name", "metric"), HAND_MADE)
def test_all_agree_on_hand_made_boards(name: str, metric: str) -> None:
    puzzle = SMALL[name].with_metric(metric)
    minimum = bfs(puzzle).optimum
    assert minimum is not None
    assert_all_agree(puzzle, minimum)


@given(puzzles())
def test_all_agree_on_random_boards(puzzle: SlidingPuzzle) -> None:
    found = by_search(puzzle, 8, 3000)
    assume(found is not None and groundable(puzzle))
    assert found is not None
    assert found.optimum is not None
    assert_all_agree(puzzle, found.optimum)


@settings(max_examples=settings().max_examples * 2)
@given(puzzles(reachable=False))
def test_the_labelling_agrees_where_the_goal_may_be_out_of_reach(puzzle: SlidingPuzzle) -> None:
    found = by_search(puzzle, 99, 800)
    assume(found is not None)
    assert found is not None
    checked = by_labelling(puzzle)
    assert checked.at_least == checked.optimum == found.optimum
    assert (checked.plan is None) == (found.optimum is None)


@settings(max_examples=settings().max_examples // 2)
@given(puzzles(reachable=False))
def test_solvers_refute_every_horizon_of_unsolvable_boards(puzzle: SlidingPuzzle) -> None:
    found = by_search(puzzle, 99, 800)
    assume(found is not None and found.optimum is None and groundable(puzzle))
    task = ground(puzzle).task
    assert SatHorizons(task).refute(4) is None
    assert CpsatHorizons(task).refute(4) is None
