"""Goal states that the rules list: all of them and nothing else, or none."""

from itertools import product

import pytest
from hypothesis import given

from puzzleproof.models.capabilities import goal_states, listed_goals, placements
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import layers
from tests.support.boards import SMALL, puzzles, sliding
from tests.support.frog_boards import frogs
from tests.support.peg_boards import pegs
from tests.support.tile_boards import tiles

WHOLE: dict[str, AnyPuzzle] = {
    "tiles": tiles("1 2 0/5 3 4"),
    "frogs": frogs("FF../.T.T", backward=True),
    "pieces alike": sliding("AB../C.DD", "unit", goal="DD.C/..BA", labelled="A"),
    "two drawings": sliding("AB../C...", "unit", goal=["..CB/...A", "...A/..BC"], labelled="*"),
}
FREE: dict[str, SlidingPuzzle] = {
    "a piece is free": sliding("AB../C.DD", "unit", goal="DD../...A", labelled="A"),
    "free in one drawing": sliding("AB./...", goal=[".AB/...", "..A/..."], labelled="*"),
    "a shape is free": sliding("AB./C..", goal="..B/...", labelled="A"),
    "a labelled piece takes a place of its shape": sliding("AB./C..", goal="..B/..C", labelled="A"),
}
UNLISTED: dict[str, AnyPuzzle] = {
    "a tour": sliding("A..", tour=["A..", "..A"]),
    "nobody goes back": frogs("FF.TT"),
    "pegs": load("triangle-4"),
    "cubes": load("instant-insanity"),
}


@pytest.mark.parametrize("name", [*WHOLE, *FREE])
def test_all_goal_states_are_listed(name: str) -> None:
    puzzle = {**WHOLE, **FREE}[name]
    goals = listed_goals(puzzle)
    assert goals is not None
    assert puzzle.draws_whole_goals is (name in WHOLE)
    assert "takes a place" not in name or len(goals) == 12
    assert set(goals) >= {s for layer in layers(puzzle) for s in layer if puzzle.is_goal(s)}
    assert all(map(puzzle.is_goal, goals))
    assert all(puzzle.canonical(state) == state for state in goals)
    assert all(puzzle.unpack(puzzle.pack(state)) == state for state in goals)


@pytest.mark.parametrize("name", [name for name in SMALL if "tour" not in name])
def test_no_completion_is_forgotten(name: str) -> None:
    """All goal states of pieces in their regions, by trying all places."""
    puzzle = SMALL[name]
    regions = [(puzzle.start[i], *region_of(puzzle, i)) for i in range(len(puzzle.names))]
    boards = {puzzle.canonical(masks) for masks in product(*regions) if apart(masks)}
    expected = {state for state in boards if puzzle.is_goal(state)}
    assert set(listed_goals(puzzle) or ()) == expected
    assert expected >= {s for layer in layers(puzzle) for s in layer if puzzle.is_goal(s)}


def region_of(puzzle: SlidingPuzzle, piece: int) -> set[int]:
    """Where a piece alone on the board may rest."""
    alone = puzzle.start[piece]
    kind = next(k for k, entries in enumerate(puzzle.kinds) if piece < entries.stop)
    seen, queue = {alone}, [alone]
    while queue:
        near = set(puzzle.steps_of_kinds[kind](queue.pop()).values()) - seen
        seen |= near
        queue += near
    return {mask for mask in seen - {alone} if puzzle.rests(mask)}


def apart(masks: State) -> bool:
    return sum(masks).bit_count() == sum(map(int.bit_count, masks))


@given(puzzles())
def test_every_goal_that_is_reached_is_listed(puzzle: SlidingPuzzle) -> None:
    goals = listed_goals(puzzle)
    reached = {s for layer in layers(puzzle) for s in layer if puzzle.is_goal(s)}
    if goals is None:
        assert puzzle.tour or not reached
    else:
        assert reached <= set(goals)
        assert all(map(puzzle.is_goal, goals))


def test_pieces_stay_in_their_regions() -> None:
    """A bar in its column, a piece on its side of a wall."""
    bars = sliding("A.B/A.B/...", goal="A../A../...", labelled="A", axis_locked=True)
    assert len(listed_goals(bars) or ()) == 2, "B stays in its column"
    divided = sliding("A.#../..#.B", goal="A.#../..#..", labelled="A")
    assert len(listed_goals(divided) or ()) == 4
    assert listed_goals(sliding("A.#../..#.B", goal="..#.A/..#..", labelled="A")) is None


def test_too_many_goal_states_are_not_listed() -> None:
    """Six pieces told apart on seven places: 5,040 ways."""
    puzzle = sliding("ABCD/EFG.", goal="A.../....", labelled="*")
    assert len(listed_goals(puzzle, 5_040) or ()) == 5_040
    assert listed_goals(puzzle, 5_039) is None
    strip = pegs(board="strip4", vacate=[1, 0], finish="any")
    assert [len(strip.goal_states(most) or ()) for most in (3, 4)] == [0, 4]


def test_what_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than the checker accepts; what takes too many tries; too many placements."""
    for other in UNLISTED.values():
        assert listed_goals(other) is None
    for large in (load("korf-01"), load("ane-rouge"), frogs("FFF.TTT"), SMALL["tour in sequence"]):
        assert placements(large, 9) is None
    puzzle = FREE["a piece is free"]
    assert len(listed_goals(puzzle) or ()) == 10
    monkeypatch.setattr("puzzleproof.models.capabilities.GOALS_LISTED", 9)
    assert listed_goals(puzzle) is None
    assert listed_goals(puzzle, 10) is None
    monkeypatch.setattr("puzzleproof.models.sliding.goals.TRIES", 1)
    assert goal_states(puzzle, 10) is None


OUT_OF_REACH = sliding("AB#./...#", goal=["AB#./...#", "A.#B/...#"], labelled="*")
"""The second goal draws a piece on a cell that no piece can get to."""


@pytest.mark.parametrize("name", [*WHOLE, *FREE, *UNLISTED])
def test_all_goals_on_the_board_are_listed_where_they_draw_all_that_is_there(name: str) -> None:
    """Then a survey from the goals needs no list of placements."""
    puzzle = {**WHOLE, **FREE, **UNLISTED}[name]
    assert puzzle.lists_all_goals is (name in WHOLE or name == "nobody goes back")
    if puzzle.lists_all_goals:
        every = placements(puzzle, 100_000)
        assert set(goal_states(puzzle, 100) or ()) == set(filter(puzzle.is_goal, every or ()))


def test_a_goal_out_of_reach_is_not_listed() -> None:
    assert not OUT_OF_REACH.lists_all_goals
    assert len(goal_states(OUT_OF_REACH, 100) or ()) == 1


EXCHANGED = {
    "one goal": sliding("AB./...", goal=".A./B..", axes="A:EW"),
    "two goals": sliding("AB./...", goal=["AB./...", ".../AB."], axes="A:EW"),
}
"""A bar and a free piece of one shape: each may stand where the other is drawn."""


@pytest.mark.parametrize("name", EXCHANGED)
def test_a_goal_with_a_bar_out_of_its_line_is_not_listed(name: str) -> None:
    """As many states are listed as goals are drawn, yet not all goal states on the board."""
    puzzle = EXCHANGED[name]
    goals = set(filter(puzzle.is_goal, placements(puzzle, 100) or ()))
    listed = set(goal_states(puzzle, 100) or ())
    assert listed < goals
    assert len(listed) == len(puzzle.goals)
    assert not puzzle.lists_all_goals
