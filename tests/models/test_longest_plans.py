"""`Puzzle.longest_plan`: by a search of all games no plan is longer; one that is, is noticed."""

from functools import cache

import pytest
from hypothesis import assume, given

from puzzleproof.models.errors import InternalError
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.replay import replay_to_goal
from tests.support import cube_sets, frog_boards, peg_boards
from tests.support.certificate_files import shortest_plan
from tests.support.frog_boards import frogs
from tests.support.peg_boards import METRICS, game

ONE_WAY = {name: one for name, one in frog_boards.SMALL.items() if not one.backward}
PEGS = {
    f"{name}, {metric}": puzzle
    for metric in METRICS
    for name, puzzle in {
        "apex": game("triangle4", metric, vacate=[2, 1], finish="any"),
        "strip": game("strip6", metric, start="xxoxoo", finish="any"),
        "two goals": game("strip6", metric, start="xxoxoo", goal=["ooxxoo", "ooooxo"]),
        "no jump": game("strip6", metric, start="xoooox", finish="any"),
    }.items()
}
BOUNDED: dict[str, AnyPuzzle] = {**ONE_WAY, **PEGS, **cube_sets.SMALL}
MANY = 20_000
"""More states than this are not searched."""


def longest_of(puzzle: AnyPuzzle) -> int:
    """The moves of the longest plan, by all games; -1 for no plan, or for too many states.

    No game comes to a state twice.  States are searched from the last to be met.
    """
    start = puzzle.canonical(puzzle.start)
    after: dict[State, set[State]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state not in after:
            after[state] = set(puzzle.successors(state))
            waiting += after[state]
            if len(after) == MANY:
                return -1

    @cache
    def moves_from(state: State) -> int:
        here = 0 if puzzle.is_goal(state) else -1
        return max([here, *(1 + moves for s in after[state] if (moves := moves_from(s)) >= 0)])

    return moves_from(start)


@pytest.mark.parametrize("name", BOUNDED)
def test_no_plan_is_longer(name: str) -> None:
    puzzle = BOUNDED[name]
    assert puzzle.longest_plan is not None
    assert longest_of(puzzle) <= puzzle.longest_plan


@given(frog_boards.puzzles())
def test_no_plan_of_random_frogs_is_longer(puzzle: FrogsPuzzle) -> None:
    assume(not puzzle.backward)
    assert longest_of(puzzle) <= (puzzle.longest_plan or 0)


@given(peg_boards.puzzles())
def test_no_plan_of_random_pegs_is_longer(puzzle: PegPuzzle) -> None:
    assert longest_of(puzzle) <= puzzle.longest_plan


@pytest.mark.parametrize(
    ("puzzle", "longest"),
    [
        (PEGS["apex, jump"], 8),
        (PEGS["two goals, move"], 2),
        (frogs("F..", goal="..F"), 2),
        (frogs("FFF/F.T/TTT"), 16),
        (cube_sets.example(), 4),
        (frogs("TT.FF"), 0),
    ],
    ids=str,
)
def test_the_number_is_as_counted_by_hand(puzzle: AnyPuzzle, longest: int) -> None:
    """In 3 x 3 the rows and columns of the four frogs add up to 4, and at the goal to 12."""
    assert (puzzle.longest_plan, puzzle.too_many) == (longest, longest + 1)
    assert [puzzle.bound_by(moves) for moves in (longest, longest + 1)] == [longest, float("inf")]


@pytest.mark.parametrize("name", library_names())
def test_only_families_whose_games_end_have_one(name: str) -> None:
    puzzle = load(name)
    ends = puzzle.family in ("pegs", "cubes") or (
        isinstance(puzzle, FrogsPuzzle) and not puzzle.backward
    )
    assert (puzzle.longest_plan is not None) == ends
    if not ends:
        assert puzzle.bound_by(10**9) == 10**9


def test_a_number_that_is_too_small_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = PEGS["strip, jump"]
    plan = shortest_plan(puzzle) or []
    assert replay_to_goal(puzzle, plan) == puzzle.longest_plan == 2
    monkeypatch.setattr(PegPuzzle, "longest_plan", 1)
    assert longest_of(puzzle) > 1
    with pytest.raises(InternalError, match="a plan of 2 moves, expected 1 at most"):
        replay_to_goal(puzzle, plan)
