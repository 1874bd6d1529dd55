"""Some plan, then shorter ones: each a path by the rules, and none longer than the one before."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzleproof.explore.any_plan import (
    FAR,
    OBSTACLE,
    STOP,
    PlanSearch,
    Ways,
    without_needless,
)
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import Distance, bfs, layers
from puzzleproof.verify.replay import replay, replay_to_goal
from tests.support.boards import sliding
from tests.support.every_family import WITH_TOURS
from tests.support.roomy_boards import roomy

GUIDED = {name: puzzle for name, puzzle in WITH_TOURS.items() if isinstance(puzzle, SlidingPuzzle)}


def board_named(name: str) -> SlidingPuzzle:
    puzzle = load(name)
    assert isinstance(puzzle, SlidingPuzzle)
    return puzzle


def ignore(states: int) -> None:
    pass


def length(puzzle: AnyPuzzle, states: list[State]) -> int:
    """The moves of a plan through these states, which the rules replay."""
    moves = plan_through(puzzle, states)
    return replay_to_goal(puzzle, list(map(puzzle.format_move, moves)))


def plans_of(puzzle: SlidingPuzzle, most: int = 400_000) -> list[int]:
    """The lengths of the plans that are found, one after the other."""
    search = PlanSearch(puzzle, ignore, most)
    first = next(search.find(Ways(puzzle)), None)
    if first is None:
        return []
    return [length(puzzle, states) for states in (first, *search.shorten(first))]


@pytest.mark.parametrize("name", GUIDED)
def test_where_all_states_are_known_the_last_plan_is_a_shortest_one(name: str) -> None:
    found, minimum = plans_of(GUIDED[name]), bfs(GUIDED[name]).optimum
    assert found[-1:] == ([] if minimum is None else [minimum])
    assert all(longer > shorter for longer, shorter in pairwise(found))


@given(name=st.sampled_from(["hughes", "simplicity", "pennant"]), most=st.integers(2, 3_000))
@settings(max_examples=20, deadline=None)
def test_with_few_states_there_is_a_plan_or_none_and_shorter_ones_follow(
    name: str, most: int
) -> None:
    found = plans_of(board_named(name), most)
    assert all(longer > shorter for longer, shorter in pairwise(found))
    assert not found or found[-1] >= (bfs(load(name)).optimum or 0)


ENCLOSED = 19
"""The seed of a board on which pieces have hardly room: its 16 states have no goal among them."""


@pytest.mark.parametrize("seed", sorted({*range(21)} - {ENCLOSED}))
def test_roomy_boards_have_a_plan_among_few_states(seed: int) -> None:
    """No search of all states would end; the limit is a number, as seconds would not be the same
    everywhere: it stands for some two seconds."""
    puzzle = roomy(seed)
    plan = next(PlanSearch(puzzle, ignore, 30_000).find(Ways(puzzle)), None)
    assert plan is not None
    *_, last = (plan, *PlanSearch(puzzle, ignore, 3_000).shorten(plan))
    assert length(puzzle, last) <= length(puzzle, plan)


def test_an_enclosed_board_has_no_plan() -> None:
    assert bfs(roomy(ENCLOSED)) == Distance(None, 16)
    assert plans_of(roomy(ENCLOSED)) == []


def test_a_plan_that_goes_to_and_fro_is_shortened() -> None:
    puzzle = sliding("A...", "unit", goal="...A")
    one, two, three, four = sorted(state for layer in layers(puzzle) for state in layer)
    *_, last = PlanSearch(puzzle, ignore).shorten([one, two, one, two, three, two, three, four])
    assert last == [one, two, three, four]


def test_moves_that_a_plan_does_not_need_are_left_out() -> None:
    """C goes away and B comes after it, for nothing."""
    puzzle = sliding("A.../B.C.", "unit", goal="...A/....")
    moves = ["CE", "BE", "AE", "BE", "AE", "AE"]
    plan = [puzzle.canonical(state) for state in replay(puzzle, moves)]
    *_, last = without_needless(puzzle, plan)
    assert length(puzzle, last) == 3


@pytest.mark.parametrize("name", GUIDED)
def test_what_is_left_of_a_plan_needs_each_of_its_moves(name: str) -> None:
    puzzle = GUIDED[name]
    plan = next(PlanSearch(puzzle, ignore).find(Ways(puzzle)), None)
    if plan is None:
        return
    *_, last = (plan, *without_needless(puzzle, plan))
    assert length(puzzle, last) <= length(puzzle, plan)
    assert not [*without_needless(puzzle, last)]


def test_what_stays_along_a_plan_may_stay_in_the_search_around_it() -> None:
    """The way around B has three moves; if B goes away, A needs one."""
    puzzle = sliding("A.B./....", "line", goal="...A/....", labelled="A")
    plan = [puzzle.canonical(state) for state in replay(puzzle, ["AS", "AEEE", "AN"])]
    assert not [*PlanSearch(puzzle, ignore, near=plan).shorten(plan)]
    *_, last = PlanSearch(puzzle, ignore).shorten(plan)
    assert length(puzzle, last) == 2


def test_what_listens_may_stop_the_search() -> None:
    class Stopped(Exception):
        pass

    def stop(states: int) -> None:
        if states > 100:
            raise Stopped

    puzzle = board_named("ane-rouge")
    with pytest.raises(Stopped):
        next(PlanSearch(puzzle, stop).find(Ways(puzzle)))


@pytest.mark.parametrize(
    ("board", "keys", "expected"),
    [
        ("A...", {"goal": "...A"}, 3),
        ("A.B.", {"goal": "...A", "labelled": "A"}, 3 + OBSTACLE),
        ("A.B./....", {"goal": "...A/....", "labelled": "A"}, min(3 + OBSTACLE, 5)),
        ("A#.B", {"goal": ".#A.", "labelled": "A"}, FAR),
        ("A..B", {"goal": ["..A.", ".A.."], "labelled": "A"}, 1),
        ("A..B", {"goal": "..A."}, 1),
        ("A...", {"tour": ["..A.", "A..."]}, 2 + 2 * STOP),
        ("A.A.", {"goal": "A.A."}, 0),
    ],
    ids=["way", "obstacle", "around", "wall", "goals", "alike", "tour", "solved"],
)
def test_the_ways_of_pieces(board: str, keys: dict[str, str | list[str]], expected: int) -> None:
    puzzle = sliding(board, "unit", **keys)
    assert Ways(puzzle)(puzzle.start) == expected


@pytest.mark.parametrize("name", GUIDED)
def test_a_goal_looks_near(name: str) -> None:
    puzzle = GUIDED[name]
    estimate = Ways(puzzle)
    for layer in list(layers(puzzle))[:4]:
        for state in sorted(layer)[:20]:
            for after in puzzle.successors(state):
                assert estimate(after) == 0 or not puzzle.is_goal(after)
