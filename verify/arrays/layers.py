"""The states of a label in sorted arrays, and their moves looked up by binary search.

The method, and why marked handles need no look, is that of `puzzleproof.verify.layers`; the answers
and the faults named are the same.  A chunk of states at a time: its moves are sorted, so that equal
states are beside one another, and looked up in the layers; bits for the handles are joined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from puzzleproof.models.puzzle import AnyPuzzle, HasAnchors, State
from puzzleproof.verify.arrays.boards import WordBoards, fits
from puzzleproof.verify.arrays.records import Sets, Truths, Words

CHUNK = 1 << 15
"""States whose moves are looked up together."""


class ArrayLayer(NamedTuple):
    """Keys in ascending order, and the marks of each."""

    keys: Words
    marks: Words


class ArrayLayers:
    """Layers of words; only for puzzles whose moves can be taken back."""

    def __init__(self, boards: WordBoards) -> None:
        self._boards = boards

    def layer(self, parts: Iterable[Sets]) -> ArrayLayer:
        """The states, without marks."""
        found = [np.empty(0, np.int64), *map(self._boards.keys, parts)]
        keys = np.concatenate(found)
        return ArrayLayer(keys, np.zeros(len(keys), np.int64))

    def size(self, layer: ArrayLayer) -> int:
        """How many states."""
        return len(layer.keys)

    def kept(self, _below: ArrayLayer, here: ArrayLayer, /) -> ArrayLayer:
        """The layer before."""
        return here

    def missing(self, layer: ArrayLayer, states: Sequence[State]) -> State | None:
        """The first of these states that is not among them."""
        found = found_in(layer.keys, self._boards.keys_of(states))[1]
        return None if found.all() else states[int(found.argmin())]

    def goal(self, layer: ArrayLayer) -> State | None:
        """The first goal state."""
        at = self._boards.goal(layer.keys)
        return None if at is None else self._boards.state(int(layer.keys[at]))

    def shared(self, layer: ArrayLayer, other: ArrayLayer) -> State | None:
        """The first state that the other layer has as well."""
        both = found_in(other.keys, layer.keys)[1]
        return self._boards.state(int(layer.keys[both.argmax()])) if both.any() else None

    def fault(
        self, below: ArrayLayer, here: ArrayLayer, above: ArrayLayer
    ) -> tuple[State, State] | None:
        """The first state with a move that leads out, and the first state that it leads to."""
        for begin in range(0, len(here.keys), CHUNK):
            keys = here.keys[begin : begin + CHUNK]
            marks = here.marks[begin : begin + CHUNK].copy()
            missing = self._missing(self._boards.moves(keys, marks), below, here, above)
            if len(missing):
                one, other = self._first(keys, marks, missing)
                return self._boards.state(one), self._boards.state(other)
        return None

    def sampled(self, layer: ArrayLayer, some: int) -> tuple[list[State], set[State]]:
        """States spread over the layer, by their numbers."""
        boards = self._boards
        keys = layer.keys[:: len(layer.keys) // some + 1]
        after = np.unique(boards.moves(keys, np.zeros(len(keys), np.int64)) >> boards.handle_bits)
        return list(map(boards.state, keys.tolist())), set(map(boards.state, after.tolist()))

    def _missing(
        self, words: Words, below: ArrayLayer, here: ArrayLayer, above: ArrayLayer
    ) -> Words:
        """The keys of moves that are in no layer, ascending; the others' handles are marked."""
        words.sort()
        keys = words >> self._boards.handle_bits
        new = np.flatnonzero(np.diff(keys, prepend=-1))
        if self._boards.cliques and len(new):
            handles = np.int64(1) << (words & (1 << self._boards.handle_bits) - 1)
            marks = np.bitwise_or.reduceat(handles, new)
        else:
            marks = np.zeros(len(new), np.int64)
        keys = keys[new]
        for layer in (above, here, below):
            at, found = found_in(layer.keys, keys)
            layer.marks[at[found]] |= marks[found]
            keys, marks = keys[~found], marks[~found]
            if not len(keys):
                break
        return keys

    def _first(self, keys: Words, marks: Words, missing: Words) -> tuple[int, int]:
        """The first state of a chunk with a move to a missing one, by bisection."""
        low, high = 0, len(keys)
        while high - low > 1:
            half = (low + high) // 2
            if len(self._among(keys[low:half], marks[low:half], missing)):
                high = half
            else:
                low = half
        found = self._among(keys[low:high], marks[low:high], missing)
        return int(keys[low]), int(found.min())

    def _among(self, keys: Words, marks: Words, missing: Words) -> Words:
        """The missing states that moves of some lead to."""
        after = self._boards.moves(keys, marks) >> self._boards.handle_bits
        return after[found_in(missing, after)[1]]


def array_layers(puzzle: AnyPuzzle) -> ArrayLayers | None:
    """Layers of a puzzle's states; None where the rules flood no anchors or words are too short."""
    layout = puzzle.anchors if isinstance(puzzle, HasAnchors) else None
    return ArrayLayers(WordBoards(puzzle, layout)) if layout and fits(layout) else None


def found_in(keys: Words, wanted: Words) -> tuple[Words, Truths]:
    """(where each would stand in ascending keys, whether it does)."""
    if not len(keys):
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), np.bool_)
    at = np.searchsorted(keys, wanted)
    at[at == len(keys)] = 0
    return at, keys[at] == wanted
