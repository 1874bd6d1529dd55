"""The instance from another start: the same goal, and a file that reads back."""

from typing import Any, cast

import pytest

from puzzleproof.models.capabilities import with_start
from puzzleproof.models.documents import path_of
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.instances import dumps, load, loads
from puzzleproof.models.puzzle import AnyPuzzle, Info, State
from tests.support.boards import SMALL, states
from tests.support.frog_boards import frogs
from tests.support.peg_boards import pegs
from tests.support.tile_boards import tiles

STARTS: dict[str, AnyPuzzle] = {
    "sliding": load("simplicity"),
    "frogs": frogs("FF.TT"),
    "pegs": pegs(board="triangle4", vacate=[1, 0], finish="any"),
    "tiles": tiles("0 2 1/3 4 5"),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_board_after_a_move_is_an_instance(name: str) -> None:
    puzzle = STARTS[name]
    assert puzzle.begins_anywhere
    state = next(iter(puzzle.successors(puzzle.start)))
    other = with_start(puzzle, state, Info(name="after a move"))
    assert other.draw(other.start) == puzzle.draw(state)
    assert loads(dumps(other)) == other
    assert other.info.name == "after a move"


@pytest.mark.parametrize("name", ["tour in sequence", "tour in any order", "half-way tour"])
def test_a_tour_that_has_begun_has_the_stops_that_are_left(name: str) -> None:
    tour = SMALL[name]
    seen = 0
    for state in states(tour, 10**4):
        if tour.is_goal(state):
            with pytest.raises(Unsupported, match="every stop"):
                with_start(tour, state, Info())
            continue
        other = with_start(tour, state, Info())
        assert loads(dumps(other)) == other
        assert len(other.tour) == len(tour.tour) - state[-1].bit_count()
        assert shortest(other, other.start) == shortest(tour, state)
        seen += 1
    assert seen > 3


@pytest.mark.parametrize("name", ["half-way", "half-way goal", "half-way locked"])
def test_a_piece_may_rest_half_way_from_another_start_too(name: str) -> None:
    puzzle = SMALL[name]
    for state in states(puzzle, 10**4):
        other = with_start(puzzle, state, Info())
        assert loads(dumps(other)) == other
        assert other.drawn_halfway == puzzle.drawn_halfway
        assert shortest(other, other.start) == shortest(puzzle, state)
        again = with_start(other, puzzle.start, Info())
        assert again.drawn_halfway == puzzle.drawn_halfway


def shortest(puzzle: AnyPuzzle, start: State) -> int | None:
    """The number of moves from a state to a goal, by breadth-first search."""
    layer, seen, depth = {puzzle.canonical(start)}, set[State](), 0
    while layer:
        if any(map(puzzle.is_goal, layer)):
            return depth
        seen |= layer
        layer = {after for state in layer for after in puzzle.successors(state)} - seen
        depth += 1
    return None


def test_what_is_no_text_no_path_no_puzzle_and_no_start_is_told() -> None:
    fewer = loads('family = "pegs"\nboard = "oooo"\nstart = "xxox"\ngoal = "oxxo"\n')
    cubes = load("four-cubes")
    assert not cubes.begins_anywhere
    begun = next(iter(cubes.successors(cubes.start)))
    for said, ask in (
        ("expected the text of an instance file", lambda: loads(cast("Any", 42))),
        ("expected the path of a file", lambda: path_of(42)),
        ("expected a puzzle", lambda: dumps(cast("Any", 42))),
        ("the goal has 2 pegs, the start 1", lambda: with_start(fewer, (0b0001,), Info())),
        ("'cubes': no instance begins in the middle of", lambda: with_start(cubes, begun, Info())),
    ):
        with pytest.raises((InstanceError, Unsupported), match=said):
            ask()
    assert repr(load("ane-rouge")) == '<SlidingPuzzle "L\'Âne Rouge" (piece)>'
