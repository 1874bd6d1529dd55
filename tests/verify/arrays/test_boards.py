"""States as words: conversions and moves are those of the rules, state by state.

A labelling may be accepted by `WordBoards` alone, so each of its answers is compared here with
`successors` and `is_goal`, which it does not use.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given

from puzzleproof.models.drawing import shape_of
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.arrays.boards import SPREAD, SPREADER, WordBoards, fits
from puzzleproof.verify.arrays.layers import array_layers
from puzzleproof.verify.bfs import layers
from tests.support.boards import METRICS, SMALL, library, puzzles, sliding
from tests.support.tile_boards import SMALL as TILES

_NAMES = "ane-rouge hifi mas-puzzle pennant simplicity2 soap super-dries traffic-cop"
NAMES = _NAMES.split()


def boards_of(puzzle: SlidingPuzzle) -> WordBoards:
    assert puzzle.anchors is not None
    assert fits(puzzle.anchors)
    return WordBoards(puzzle, puzzle.anchors)


def some_states(puzzle: SlidingPuzzle, limit: int) -> list[State]:
    found: list[State] = []
    for layer in layers(puzzle):
        found += sorted(layer, key=puzzle.pack)
        if len(found) > limit:
            break
    return found[:limit]


def assert_as_the_rules(puzzle: SlidingPuzzle, limit: int) -> None:
    boards, states = boards_of(puzzle), some_states(puzzle, limit)
    keys = boards.keys(np.array([puzzle.pack(state) for state in states], np.uint64))
    assert [boards.state(int(key)) for key in keys] == states
    order = sorted(range(len(states)), key=lambda k: puzzle.pack(states[k]))
    assert (np.diff(keys[order]) > 0).all(), "keys sort as packed numbers do"
    none, every = np.zeros(1, np.int64), set[State]()
    for k, state in enumerate(states):
        words = boards.moves(keys[k : k + 1], none)
        after = [boards.state(int(word) >> boards.handle_bits) for word in words]
        assert set(after) == set(puzzle.successors(state)), puzzle.draw(state)
        assert (boards.goal(keys[k : k + 1]) is not None) == puzzle.is_goal(state)
        every.update(after)
    together = boards.moves(keys, np.zeros(len(keys), np.int64)) >> boards.handle_bits
    assert {boards.state(int(key)) for key in set(together.tolist())} == every


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
    keys = boards.keys(np.array([puzzle.pack(state) for state in states], np.uint64))
    first = next(k for k, state in enumerate(states) if puzzle.is_goal(state))
    assert boards.goal(keys) == first
    assert boards.goal(keys[:first]) is None


def test_the_first_number_of_no_state_is_named() -> None:
    puzzle = library("ane-rouge", "piece")
    boards, start = boards_of(puzzle), puzzle.canonical(puzzle.start)
    assert puzzle.compact_states is not None
    of_lists: Callable[[list[int]], object] = puzzle.compact_states.of_numbers

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
            for form in (of_lists, of_arrays):
                with pytest.raises(ValueError, match=f"record {wrong}: ") as caught:
                    form(row)
                said.append(str(caught.value))
            assert said[0] == said[1]


def test_boards_too_large_for_words_have_no_arrays() -> None:
    assert array_layers(library("century")) is None
    assert array_layers(sliding("A" + "." * 63)) is not None
    assert array_layers(sliding("A" + "." * 64)) is None
    many = "ABCDEFGHIJ/KLMNOPQRST/UVWXYZ...."
    assert array_layers(sliding(many, labelled="*")) is None
    assert array_layers(library("rush-49")) is None
    assert array_layers(SMALL["tour in any order"]) is None
    assert array_layers(TILES["2 x 2"]) is None


def test_every_bit_of_a_word_has_a_number_of_its_own() -> None:
    bits = np.uint64(1) << np.arange(64, dtype=np.uint64)
    assert len(set(((bits * SPREADER) >> SPREAD).tolist())) == 64
