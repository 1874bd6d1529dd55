"""States as words: conversions and moves are those of the rules, state by state.

A labelling may be accepted by `WordBoards` alone, so each of its answers is compared here with
`successors` and `is_goal`, which it does not use.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzleproof.models.drawing import shape_of
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.instances import loads
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.arrays.boards import WordBoards, array_boards
from puzzleproof.verify.arrays.layers import array_layers
from puzzleproof.verify.arrays.records import Words
from puzzleproof.verify.arrays.sets import bit_numbers, nonempty, sets_of, shifted
from puzzleproof.verify.arrays.words import Keys, OneWord, TwoFloats, form_for
from puzzleproof.verify.bfs import layers
from puzzleproof.verify.labelling import Block
from puzzleproof.verify.reference import unpacked
from tests.support.boards import METRICS, SMALL, library, puzzles, sliding
from tests.support.tile_boards import SMALL as TILES

_NAMES = "ane-rouge hifi mas-puzzle pennant simplicity2 soap super-dries traffic-cop"
NAMES = _NAMES.split()


def two_words() -> SlidingPuzzle:
    path = Path(__file__).parents[3] / "benchmarks/boards/two-words.toml"
    found = loads(path.read_text(encoding="utf-8"))
    assert isinstance(found, SlidingPuzzle)
    return found


DOTS = "." * 40
LARGE = {
    "80 cells": library("century"),
    "66 bits": library("rush-49"),
    "69 bits": two_words(),
    "numbers of nine bytes": library("gnome-18-steps"),
    "three words of cells": sliding(f"AB{DOTS}CD/A{DOTS}.DD/BB{DOTS}CC/B{DOTS}E.."),
    "both": sliding(f"ABCDE{DOTS}/FGHIJ{DOTS}", labelled="*"),
}
"""Cells or keys in more than a word."""


def boards_of(puzzle: SlidingPuzzle) -> WordBoards:
    assert puzzle.anchors is not None
    boards = array_boards(puzzle, puzzle.anchors)
    assert boards is not None
    return boards


def after(boards: WordBoards, keys: Keys, marks: Words) -> Keys:
    return boards.emitted(boards.moves(keys, marks))[0]


def some_states(puzzle: SlidingPuzzle, limit: int) -> list[State]:
    found: list[State] = []
    for layer in layers(puzzle):
        found += sorted(layer, key=puzzle.pack)
        if len(found) > limit:
            break
    return found[:limit]


def assert_as_the_rules(puzzle: SlidingPuzzle, limit: int) -> None:
    boards, states = boards_of(puzzle), some_states(puzzle, limit)
    keys = boards.keys_of(states)
    assert boards.states(keys) == states
    order = sorted(range(len(states)), key=lambda k: puzzle.pack(states[k]))
    assert (np.sort(keys) == keys[order]).all(), "keys sort as packed numbers do"
    assert len(set(keys.tolist())) == len(states)
    none, every = np.zeros(1, np.int64), set[State]()
    for k, state in enumerate(states):
        reached = boards.states(after(boards, keys[k : k + 1], none))
        assert set(reached) == set(puzzle.successors(state)), puzzle.draw(state)
        assert (boards.goal(keys[k : k + 1]) is not None) == puzzle.is_goal(state)
        every.update(reached)
    together = after(boards, keys, np.zeros(len(keys), np.int64))
    assert set(boards.states(together)) == every


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", NAMES)
def test_the_library(name: str, metric: str) -> None:
    assert_as_the_rules(library(name, metric), 120)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", [name for name, puzzle in SMALL.items() if not puzzle.tour])
def test_hand_made_boards(name: str, metric: str) -> None:
    assert_as_the_rules(SMALL[name].with_metric(metric), 2000)


@given(puzzles(tours=False, reachable=False))
def test_random_boards(puzzle: SlidingPuzzle) -> None:
    assert_as_the_rules(puzzle, 40)


@pytest.mark.parametrize("metric", METRICS)
def test_marked_handles_have_no_moves_and_the_others_have_theirs(metric: str) -> None:
    """Each handle's moves are what all the others' marks leave."""
    puzzle = SMALL["two labelled"].with_metric(metric)
    boards = boards_of(puzzle)
    count = len(boards.pieces) * len(boards.pieces[0].classes)
    for state in some_states(puzzle, 30):
        key = boards.keys_of([state])
        all_words = sorted(boards.moves(key, np.zeros(1, np.int64)).tolist())
        every = (1 << count) - 1
        if not boards.cliques:
            assert sorted(boards.moves(key, np.array([every])).tolist()) == all_words
            continue
        apart = [boards.moves(key, np.array([every ^ 1 << k])).tolist() for k in range(count)]
        assert sorted(word for words in apart for word in words) == all_words
        assert not len(boards.moves(key, np.array([every])))


def test_the_goal_that_is_named_is_the_first() -> None:
    puzzle = sliding("AB./...", "unit", goal="..B/...", labelled="B")
    boards = boards_of(puzzle)
    states = sorted((s for layer in layers(puzzle) for s in layer), key=puzzle.pack)
    keys = boards.keys_of(states)
    first = next(k for k, state in enumerate(states) if puzzle.is_goal(state))
    assert boards.goal(keys) == first
    assert boards.goal(keys[:first]) is None


def test_the_first_number_of_no_state_is_named() -> None:
    puzzle = library("ane-rouge", "piece")
    boards, start = boards_of(puzzle), puzzle.canonical(puzzle.start)

    def by_rules(some: list[int]) -> object:
        block = Block(False, 0, iter(()))
        return list(unpacked(block, some, puzzle.unpack))

    def of_arrays(some: list[int]) -> object:
        return boards.keys(np.array(some, np.uint64))

    swapped = list(start)
    kind = next(kind for kind in puzzle.kinds if kind.stop - kind.start > 1)
    swapped[kind] = reversed(swapped[kind])
    good, unordered = puzzle.pack(start), puzzle.pack(tuple(swapped))
    large = 256**puzzle.pack_width - 1
    alone = next(puzzle.names.index(group[0]) for group in puzzle.groups if len(group) == 1)
    others = sum(start) - start[alone]
    places = puzzle.grid.translations(shape_of(puzzle.drawn[puzzle.names[alone]]))
    over = next(place for place in places if place & others)
    overlapping = good - puzzle.part(alone, start[alone]) + puzzle.part(alone, over)
    for wrong in (unordered, large, overlapping):
        for row in ([good, wrong], [wrong, unordered, large], [good, good, wrong, overlapping]):
            said = list[str]()
            for form in (by_rules, of_arrays):
                fault = (ValueError, CertificateRejected)
                with pytest.raises(fault, match=f"record {wrong}: ") as caught:
                    form(row)
                said.append(str(caught.value).removeprefix("label 0: "))
            assert said[0] == said[1]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", LARGE)
def test_boards_of_more_cells_or_bits_than_a_word_has(name: str, metric: str) -> None:
    assert_as_the_rules(LARGE[name].with_metric(metric), 60)


def test_large_boards_are_large_in_each_way() -> None:
    words = [len(boards_of(puzzle).pieces[0].cells) for puzzle in LARGE.values()]
    long = [boards_of(puzzle).dtype is np.complex128 for puzzle in LARGE.values()]
    assert list(zip(words, long, strict=True)) == [
        (2, False),
        (1, True),
        (1, True),
        (1, True),
        (3, False),
        (2, True),
    ]
    assert LARGE["numbers of nine bytes"].pack_width == 9


def test_boards_too_large_for_two_floats_have_no_arrays() -> None:
    many = "ABCDEFGHIJ/KLMNOPQRST/UVWXYZ...."
    assert array_layers(sliding(many, labelled="*")) is None
    assert array_layers(sliding("A" * 62 + "/" + "." * 62)) is not None
    handles = "".join(map(chr, range(0x100, 0x100 + 32)))
    assert array_layers(sliding(handles + ".", "line")) is None
    assert array_layers(SMALL["tour in any order"]) is None
    assert array_layers(TILES["2 x 2"]) is None


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


@given(st.lists(st.tuples(st.integers(0, 2**53 - 1), st.integers(0, 2**53 - 1)), min_size=1))
def test_two_floats_are_ordered_as_pairs(pairs: list[tuple[int, int]]) -> None:
    form = TwoFloats()
    keys = form.joined([np.array([low for _, low in pairs]), np.array([high for high, _ in pairs])])
    keys.sort()
    low, high = form.parts(keys)
    assert list(zip(high.tolist(), low.tolist(), strict=True)) == sorted(pairs)


def test_no_field_is_divided() -> None:
    assert form_for([31, 31], 1) is not None
    two = form_for([31, 31], 2)
    assert two is not None
    form, fields = two
    assert isinstance(form, TwoFloats)
    assert fields == [(1, 0, 31), (0, 2, 31)]
    assert form_for([40, 40], 14) is None
    assert form_for([54, 20], 0) is None
    assert form_for([30, 30, 30], 0) is None
    one = form_for([63], 0)
    assert one is not None
    assert isinstance(one[0], OneWord)
