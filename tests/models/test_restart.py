"""The instance from another start: the same goal, and a file that reads back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.instances import dumps, load, loads, path_of
from puzzleproof.models.puzzle import AnyPuzzle, Info, Restartable, State
from tests.support.boards import sliding
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
    assert isinstance(puzzle, Restartable)
    state = next(iter(puzzle.successors(puzzle.start)))
    other = puzzle.with_start(state, Info(name="after a move"))
    assert other.draw(other.start) == puzzle.draw(state)
    assert loads(dumps(other)) == other
    assert other.info.name == "after a move"


def test_tours_and_starts_half_way_have_no_other_start() -> None:
    tour = sliding("A./..", tour=["A./..", ".A/.."], labelled="A")
    with pytest.raises(Unsupported, match="a tour has no goal"):
        tour.with_start(tour.start, Info(name="tour"))
    century = load("century")
    assert isinstance(century, Restartable)
    refused = list[str]()
    for state in islice(walk(century), 400):
        try:
            century.with_start(state, Info(name="moved"))
        except Unsupported as error:
            refused.append(str(error))
    assert refused
    assert all("half-way between cells" in text for text in refused)


def walk(puzzle: AnyPuzzle) -> Iterator[State]:
    """The states in the order of a breadth-first search."""
    seen, queue = {puzzle.start}, [puzzle.start]
    for state in queue:
        yield state
        for after in puzzle.successors(state):
            if after not in seen:
                seen.add(after)
                queue.append(after)


def test_what_is_no_text_no_path_and_no_puzzle_is_told() -> None:
    with pytest.raises(InstanceError, match="expected the text of an instance file"):
        loads(42)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(InstanceError, match="expected the path of a file"):
        path_of(42)
    with pytest.raises(InstanceError, match="expected a puzzle"):
        dumps(42)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_a_puzzle_is_shown_in_a_line() -> None:
    assert repr(load("ane-rouge")) == '<SlidingPuzzle "L\'Âne Rouge" (piece)>'
