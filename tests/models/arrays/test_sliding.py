"""Sliding blocks on arrays where sets of cells or keys have several words, and faulty numbers.

Usual boards are compared in `tests/agree` and `tests/models/test_board.py`.
"""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzleproof.models.arrays.sliding import (
    SlidingBoard,
    bit_numbers,
    nonempty,
    sets_of,
    shifted,
    sliding_board,
)
from puzzleproof.models.board import RuleBoard
from puzzleproof.models.drawing import shape_of
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, SMALL, library, sliding, states
from tests.support.formulations import assert_on_arrays
from tests.support.tile_boards import SMALL as TILES

DOTS = "." * 40
LARGE = {
    "80 cells": library("century"),
    "three words of cells": sliding(f"AB{DOTS}CD/A{DOTS}.DD/BB{DOTS}CC/B{DOTS}E.."),
}
"""Cells in more than a word."""
WIDE = {
    "2 words, numbers of a word": library("rush-49"),
    "2 words": sliding("ABCDEFGHI/JKLMNOPQR/STU......", labelled="*"),
    "4 words": sliding("ABCDEFGHIJ/KLMNOPQRST/UVWXYZabcd/ef........", labelled="*"),
}
"""Keys and packed numbers that do not fit into a word."""


def boards_of(puzzle: SlidingPuzzle) -> SlidingBoard:
    boards = sliding_board(puzzle)
    assert boards is not None
    return boards


def assert_as_the_rules(puzzle: SlidingPuzzle, limit: int) -> None:
    first = states(puzzle, limit)[:limit]
    assert_on_arrays(puzzle, {state: set(puzzle.successors(state)) for state in first})


def test_the_first_number_of_no_state_is_named() -> None:
    puzzle = library("ane-rouge", "piece")
    boards, start = boards_of(puzzle), puzzle.canonical(puzzle.start)

    def by_rules(some: list[int]) -> object:
        return RuleBoard(puzzle).numbered([some])

    def of_arrays(some: list[int]) -> object:
        return boards.numbered([np.array(some, np.uint64)])

    swapped = list(start)
    kind = next(kind for kind in puzzle.kinds if kind.stop - kind.start > 1)
    swapped[kind] = reversed(swapped[kind])
    good, unordered = puzzle.pack(start), puzzle.pack(tuple(swapped))
    large = 256**puzzle.pack_width - 1
    alone = next(puzzle.names.index(group[0]) for group in puzzle.groups if len(group) == 1)
    others = sum(start) - start[alone]
    places = puzzle.grid.translations(shape_of(puzzle.drawn[puzzle.names[alone]]))
    over = next(place for place in places if place & others)
    overlapping = puzzle.pack((*start[:alone], over, *start[alone + 1 :]))
    for wrong in (unordered, large, overlapping):
        for row in ([good, wrong], [wrong, unordered, large], [good, good, wrong, overlapping]):
            said = list[str]()
            for form in (by_rules, of_arrays):
                with pytest.raises(ValueError, match=f"record {wrong}: ") as caught:
                    form(row)
                said.append(str(caught.value))
            assert said[0] == said[1]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", LARGE)
def test_boards_of_more_cells_than_a_word_has(name: str, metric: str) -> None:
    assert_as_the_rules(LARGE[name].with_metric(metric), 60)


def test_large_boards_are_large() -> None:
    words = [len(boards_of(puzzle).pieces[0].cells) for puzzle in LARGE.values()]
    assert words == [2, 3]


@pytest.mark.parametrize("name", WIDE)
def test_keys_of_several_words(name: str) -> None:
    board = boards_of(WIDE[name])
    assert board.dtype == f"S{8 * int(name[0])}"
    assert_as_the_rules(WIDE[name], 60)
    origins = [WIDE[name].canonical(WIDE[name].start)]
    here, layer = board.of(origins), RuleBoard(WIDE[name]).of(origins)
    for _ in range(3):
        assert board.read(board.block(here)).tolist() == here.tolist()
        assert board.block(here) == RuleBoard(WIDE[name]).block(layer)
        here, layer = board.after(here, ()), RuleBoard(WIDE[name]).after(layer, ())


def test_some_boards_have_no_arrays() -> None:
    assert sliding_board(sliding("A" * 62 + "/" + "." * 62)) is not None
    assert sliding_board(SMALL["tour in any order"]) is None
    assert sliding_board(TILES["2 x 2"]) is None


def test_every_bit_of_a_word_has_a_number_of_its_own() -> None:
    bits = np.uint64(1) << np.arange(64, dtype=np.uint64)
    assert len(set(bit_numbers(bits).tolist())) == 64


@given(st.lists(st.integers(0, 2**192 - 1), min_size=1, max_size=5), st.integers(-191, 191))
@example([1, 2**191], 64)
@example([1, 2**191], -64)
@example([1, 2**191], 65)
@example([1, 2**191], -65)
def test_sets_are_shifted_from_word_to_word(sets: list[int], by: int) -> None:
    found = shifted(sets_of(sets, 3), by or 1)
    whole = (1 << 192) - 1
    expected = [one << by & whole if by > 0 else one >> -by for one in sets]
    assert by == 0 or (found == sets_of(expected, 3)).all()
    assert nonempty(found).tolist() == [bool(found[:, k].any()) for k in range(len(sets))]
