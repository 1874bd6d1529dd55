"""The simple search, replays, the number of shortest plans, and of stacks of cubes."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given

from puzzleproof.models.capabilities import constructed_plan
from puzzleproof.models.cubes.rules import PLACEMENTS, CubesPuzzle
from puzzleproof.models.errors import IllegalMove, LimitReached, NotationError
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs, layers
from puzzleproof.verify.count import PlanCount, count_shortest, shortest_plans
from puzzleproof.verify.replay import replay, replay_to_goal
from puzzleproof.verify.stacks import FIRST, count_stacks, every_stack, shown_pairs
from tests.support.boards import SMALL, library, puzzles, sliding
from tests.support.cube_sets import cubes
from tests.support.frog_boards import frogs
from tests.support.frog_boards import puzzles as frog_puzzles

PUZZLE = sliding("A..B", "unit", goal=".A..", labelled="A")


def test_a_replay_returns_the_states_passed() -> None:
    states = replay(PUZZLE, ["AE", "AE", "AW"])
    assert [PUZZLE.draw(state) for state in states] == ["A..B", ".A.B", "..AB", ".A.B"]
    assert replay_to_goal(PUZZLE, ["AE", "AE", "AW"]) == 3


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ([], "the plan's 0 moves do not end in a goal state"),
        (["AE", "AE"], "do not end in a goal state"),  # it passes one
        (["AE", "AE", "AE", "AW"], r"move 3 of 4: 'AE', step 1 .*'B' is in the way"),
        (["AE", "A!"], "move 2 of 2: 'A!' is not a move"),
    ],
)
def test_a_plan_that_is_none_says_why(plan: list[str], said: str) -> None:
    with pytest.raises((IllegalMove, NotationError), match=said):
        replay_to_goal(PUZZLE, plan)


@pytest.mark.parametrize(("metric", "minimum"), [("piece", 18), ("line", 23), ("unit", 31)])
def test_the_simple_search_finds_the_published_minimum(metric: str, minimum: int) -> None:
    assert bfs(library("simplicity", metric)).optimum == minimum


def test_every_state_stands_in_one_layer() -> None:
    for name in ("mirror", "tour in sequence", "half-way"):
        found = list(layers(SMALL[name]))
        assert sum(map(len, found)) == len(set[tuple[int, ...]]().union(*found))


def test_a_listener_may_stop_the_search() -> None:
    seen: list[tuple[int, int]] = []

    def on_layer(depth: int, states: int) -> None:
        seen.append((depth, states))
        if depth == 2:
            raise LimitReached("enough")

    def plans(puzzle: AnyPuzzle, stop: Callable[[int, int], None]) -> list[list[str]]:
        return list(shortest_plans(puzzle, on_layer=stop))

    for search in (bfs, count_shortest, plans):
        seen.clear()
        with pytest.raises(LimitReached):
            search(library("simplicity"), on_layer)
    assert [depth for depth, _ in seen] == [0, 1, 2]
    assert [states for _, states in seen] == sorted(states for _, states in seen)


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


@pytest.mark.parametrize(
    ("puzzle", "count"),
    [
        (load("frogs-3x3"), (12, 50)),
        (sliding("AB./...", "unit", goal=".AB/..."), (2, 1)),  # pieces alike count once
        (sliding(".A.", goal=["A..", "..A"]), (1, 2)),
        (sliding("A.", goal="A."), (0, 1)),
        (sliding("A#.", goal=".#A", labelled="A"), (None, 0)),
    ],
)
def test_shortest_plans_are_counted(puzzle: AnyPuzzle, count: PlanCount) -> None:
    assert assert_counted(puzzle) == count


def test_the_constructed_plan_is_one_of_the_two() -> None:
    puzzle = frogs("FFF.TTTT")
    plan = constructed_plan(puzzle)
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


@pytest.mark.parametrize("limit", [0, 1, 7, 50, 99])
def test_plans_are_yielded_up_to_a_limit(limit: int) -> None:
    plans = list(shortest_plans(load("frogs-3x3"), limit))
    assert len(plans) == min(limit, 50)
    assert plans == list(shortest_plans(load("frogs-3x3")))[:limit]


PAIRS = [("RGBYRG", "YYGGBB"), ("RRGGBB", "GRRGBB"), ("RRRRRR", "RRRRRG"), ("RGBYOV", "VOYBGR")]


@pytest.mark.parametrize("pair", PAIRS)
def test_two_cubes_are_counted(pair: tuple[str, str]) -> None:
    """No column shows a colour twice: here that is looked at without the rules."""
    found = [
        placements
        for placements in product(range(24), repeat=2)
        if all(
            len({cube[PLACEMENTS[p][side]] for cube, p in zip(pair, placements, strict=True)}) == 2
            for side in range(4)
        )
    ]
    puzzle, counted = cubes(*pair), count_stacks(cubes(*pair))
    assert list(every_stack(puzzle)) == found
    assert counted.full == len(found) == 8 * counted.raw
    assert counted.raw == sum(placements[0] in FIRST for placements in found)
    assert counted.shown == {shown_pairs(placements) for placements in found}


def test_the_set_of_the_lecture_notes() -> None:
    puzzle = load("four-cubes")
    assert isinstance(puzzle, CubesPuzzle)
    counted = count_stacks(puzzle)
    assert (counted.raw, len(counted.shown)) == (28, 6)
