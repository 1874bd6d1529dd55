"""The number of shortest plans: published ones, a count by hand, and each plan replayed."""

from __future__ import annotations

import pytest
from hypothesis import given

from puzzleproof.models.errors import LimitReached
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.count import PlanCount, count_shortest, shortest_plans
from puzzleproof.verify.replay import replay_to_goal
from tests.support.boards import SMALL, puzzles, sliding
from tests.support.frog_boards import frogs
from tests.support.frog_boards import puzzles as frog_puzzles

MANY = 2000


def by_walking(puzzle: AnyPuzzle, state: State, moves: int) -> int:
    """PlanCount the walks of so many moves that end in a goal, one by one."""
    if not moves:
        return puzzle.is_goal(state)
    return sum(by_walking(puzzle, s, moves - 1) for s in set(puzzle.successors(state)))


def assert_counted(puzzle: AnyPuzzle) -> PlanCount:
    count = count_shortest(puzzle)
    assert count.optimum == bfs(puzzle).optimum
    plans = list(shortest_plans(puzzle, MANY))
    assert len({tuple(plan) for plan in plans}) == len(plans) == min(count.plans, MANY)
    for plan in plans:
        assert replay_to_goal(puzzle, plan) == count.optimum
    return count


@pytest.mark.parametrize(("p", "q"), [(p, q) for p in range(2, 7) for q in range(2, 7)])
def test_a_row_of_frogs_and_toads_has_two_shortest_plans(p: int, q: int) -> None:
    assert count_shortest(frogs("F" * p + "." + "T" * q)) == (p * q + p + q, 2)


def test_the_square_of_frogs_and_toads_has_fifty() -> None:
    assert assert_counted(load("frogs-3x3")) == (12, 50)


def test_the_two_plans_of_a_row_are_mirror_images() -> None:
    one, other = shortest_plans(frogs("FFF.TTT"))
    mirrored = ["-".join(str(8 - int(n)) for n in move.split("-")) for move in one]
    assert mirrored == other


def test_the_constructed_plan_is_one_of_the_two() -> None:
    puzzle = frogs("FFF.TTTT")
    plan = puzzle.constructed_plan()
    assert plan is not None
    assert list(map(puzzle.format_move, plan)) in list(shortest_plans(puzzle))


@given(frog_puzzles())
def test_random_frogs_are_counted(puzzle: FrogsPuzzle) -> None:
    count = assert_counted(puzzle)
    if count.optimum is not None and count.optimum <= 6:
        assert by_walking(puzzle, puzzle.start, count.optimum) == count.plans


@pytest.mark.parametrize("name", SMALL)
def test_hand_made_sliding_blocks_are_counted(name: str) -> None:
    assert_counted(SMALL[name])


@given(puzzles())
def test_short_plans_of_random_sliding_blocks_are_counted(puzzle: SlidingPuzzle) -> None:
    def stop(depth: int, _: int) -> None:
        if depth == 4:
            raise LimitReached("far enough")

    try:
        count = count_shortest(puzzle, stop)
    except LimitReached:
        return
    if count.optimum is not None:
        start = puzzle.canonical(puzzle.start)
        assert by_walking(puzzle, start, count.optimum) == count.plans


def test_pieces_that_are_alike_count_once() -> None:
    assert count_shortest(sliding("AB./...", "unit", goal=".AB/...")) == (2, 1)


def test_where_the_start_is_a_goal_one_plan_has_no_move() -> None:
    puzzle = sliding("A.", goal="A.")
    assert count_shortest(puzzle) == (0, 1)
    assert list(shortest_plans(puzzle)) == [[]]


def test_what_cannot_be_solved_has_no_plan() -> None:
    puzzle = frogs("TT.FF")
    assert count_shortest(puzzle) == (None, 0)
    assert list(shortest_plans(puzzle)) == []


@pytest.mark.parametrize("limit", [0, 1, 7, 50, 99])
def test_plans_are_yielded_up_to_a_limit(limit: int) -> None:
    plans = list(shortest_plans(load("frogs-3x3"), limit))
    assert len(plans) == min(limit, 50)
    assert plans == list(shortest_plans(load("frogs-3x3")))[:limit]


def test_the_search_can_be_stopped() -> None:
    def stop(depth: int, seen: int) -> None:
        raise LimitReached(f"{depth}, {seen}")

    with pytest.raises(LimitReached, match="0, 1"):
        count_shortest(frogs("FF.TT"), stop)
    with pytest.raises(LimitReached, match="0, 1"):
        list(shortest_plans(frogs("FF.TT"), on_layer=stop))


def test_several_goals_at_the_least_distance_count_together() -> None:
    assert count_shortest(sliding(".A.", goal=["A..", "..A"])) == (1, 2)
