"""Packed states: a number for each canonical state, and back."""

from __future__ import annotations

import pytest
from hypothesis import given

from puzzleproof.models.drawing import shape_of
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import LIBRARY, METRICS, SMALL, library, puzzles, states


def assert_bijection(puzzle: SlidingPuzzle, limit: int) -> None:
    found = states(puzzle, limit)
    numbers = [puzzle.pack(state) for state in found]
    assert len(set(numbers)) == len(found)
    assert max(numbers) < 256**puzzle.pack_width
    assert [puzzle.unpack(number) for number in numbers] == found


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_packing_is_one_to_one_on_hand_made_boards(name: str, metric: str) -> None:
    assert_bijection(SMALL[name].with_metric(metric), 2000)


@pytest.mark.parametrize("name", [*LIBRARY, "century", "hifi", "rush-49"])
def test_packing_is_one_to_one_in_the_library(name: str) -> None:
    assert_bijection(library(name), 500)


@given(puzzles())
def test_packing_is_one_to_one_on_random_boards(puzzle: SlidingPuzzle) -> None:
    assert_bijection(puzzle, 60)


@given(puzzles())
def test_a_number_too_large_is_no_state(puzzle: SlidingPuzzle) -> None:
    with pytest.raises(ValueError, match="no state"):
        puzzle.unpack(256**puzzle.pack_width)


@given(puzzles())
def test_every_number_below_the_largest_unpacks_into_the_pieces(puzzle: SlidingPuzzle) -> None:
    top = max(puzzle.pack(state) for state in states(puzzle, 60))
    for number in range(0, top, 1 + top // 50):
        state = puzzle.unpack(number)
        assert puzzle.pack(state) == number
        for name, mask in zip(puzzle.names, state, strict=False):
            cells = frozenset(puzzle.grid.cells_of(mask))
            assert shape_of(cells) == shape_of(puzzle.drawn[name])


def test_the_stops_visited_are_packed_too() -> None:
    puzzle = SMALL["tour in sequence"]
    visited = {puzzle.unpack(puzzle.pack(state))[-1] for state in states(puzzle, 2000)}
    assert visited == {0, 1, 3, 7}
