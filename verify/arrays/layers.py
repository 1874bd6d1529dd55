"""The states of a label in sorted arrays, and their moves looked up by binary search.

A chunk of states at a time: its moves are sorted, so that equal states are beside one another, and
looked up in the layers; bits for the handles are joined.

Marks.  Let moves be such that the places of one piece within reach of one another, all else fixed,
are a *clique*: states one move from each other (`models/sliding/anchors.py`).  When a state
labelled g is the first of a clique that is met, all of the clique are looked for among the labels
g + 1, g and g - 1; where one is found, it gets the mark of that piece there.  A move by a marked
piece is not looked up.  Why it need not be: the mark was set when all of its clique, so the state
after the move as well, was found to be labelled g' + 1 at most, where g' was the label at hand and
g' <= g; so that state is labelled g + 1 at most.  The marks are made here, from empty, and are no
part of a file.  In the metric ``line`` a piece has two cliques and two marks; in ``unit`` none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.arrays.boards import WordBoards, array_boards
from puzzleproof.verify.arrays.pieces import HANDLES
from puzzleproof.verify.arrays.records import Sets, Truths, Words
from puzzleproof.verify.arrays.words import Keys

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror

CHUNK = 1 << 15
"""States whose moves are looked up together."""


class ArrayLayer(NamedTuple):
    """Keys in ascending order, and the marks of each."""

    keys: Keys
    marks: Words
    """In words as short as they may be."""


class ArrayLayers:
    """Layers of words; only for puzzles whose moves can be taken back."""

    def __init__(self, boards: WordBoards) -> None:
        self._boards = boards

    def layer(self, parts: Iterable[Sets | list[int]]) -> ArrayLayer:
        """The states, without marks."""
        found = [np.empty(0, self._boards.dtype), *map(self._boards.keys, parts)]
        keys = np.concatenate(found)
        return ArrayLayer(keys, np.zeros(len(keys), self._boards.marks))

    def missing(self, layer: ArrayLayer, states: Sequence[State]) -> State | None:
        """The first of these states that is not among them."""
        found = found_in(layer.keys, self._boards.keys_of(states))[1]
        return None if found.all() else states[int(found.argmin())]

    def goal(self, layer: ArrayLayer) -> State | None:
        """The first goal state."""
        at = self._boards.goal(layer.keys)
        return None if at is None else self._state(layer.keys[at : at + 1])

    def shared(self, layer: ArrayLayer, other: ArrayLayer) -> State | None:
        """The first state that the other layer has as well."""
        for begin in range(0, len(layer.keys), CHUNK):
            keys = layer.keys[begin : begin + CHUNK]
            both = np.flatnonzero(found_in(other.keys, keys)[1])
            if len(both):
                return self._state(keys[both[:1]])
        return None

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
                return self._state(one), self._state(other)
        return None

    def sampled(self, layer: ArrayLayer, some: int) -> tuple[list[State], set[State]]:
        """States spread over the layer, by their numbers."""
        boards = self._boards
        keys = layer.keys[:: len(layer.keys) // some + 1]
        after = np.sort(self._after(keys, np.zeros(len(keys), np.int64)))
        return boards.states(keys), set(boards.states(after[_new(after)]))

    def _state(self, key: Keys) -> State:
        """The state of one key, in an array."""
        (found,) = self._boards.states(key)
        return found

    def _after(self, keys: Keys, marks: Words) -> Keys:
        """The keys of the moves of some states."""
        return self._boards.emitted(self._boards.moves(keys, marks))[0]

    def _missing(self, words: Keys, below: ArrayLayer, here: ArrayLayer, above: ArrayLayer) -> Keys:
        """The keys of moves that are in no layer, ascending; the others' handles are marked."""
        words.sort(kind="stable")  # parts of them are in order
        keys, numbers = self._boards.emitted(words)
        new = np.flatnonzero(_new(keys))
        if self._boards.cliques and len(new):
            marks = np.bitwise_or.reduceat(np.int64(1) << numbers, new).astype(self._boards.marks)
        else:
            marks = np.zeros(len(new), self._boards.marks)
        keys = keys[new]
        for layer in (above, here, below):
            at, found = found_in(layer.keys, keys)
            layer.marks[at[found]] |= marks[found]
            keys, marks = keys[~found], marks[~found]
            if not len(keys):
                break
        return keys

    def _first(self, keys: Keys, marks: Words, missing: Keys) -> tuple[Keys, Keys]:
        """The first state of a chunk with a move to a missing one, by bisection."""
        low, high = 0, len(keys)
        while high - low > 1:
            half = (low + high) // 2
            if len(self._among(keys[low:half], marks[low:half], missing)):
                high = half
            else:
                low = half
        found = np.sort(self._among(keys[low:high], marks[low:high], missing))
        return keys[low:high], found[:1]

    def _among(self, keys: Keys, marks: Words, missing: Keys) -> Keys:
        """The missing states that moves of some lead to."""
        after = self._after(keys, marks)
        return after[found_in(missing, after)[1]]


def array_layers(puzzle: AnyPuzzle, mirror: Mirror | None = None) -> ArrayLayers | None:
    """Layers of a puzzle's states; None where the rules flood no anchors or keys are too long."""
    if len(puzzle.start) > HANDLES:
        return None
    layout = puzzle.anchors
    boards = array_boards(puzzle, layout, mirror) if layout else None
    return None if boards is None else ArrayLayers(boards)


def _new(keys: Keys) -> Truths:
    """Of ascending keys, whether each is another than the one before."""
    found = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=found[1:])
    return found


def found_in(keys: Keys, wanted: Keys) -> tuple[Words, Truths]:
    """(where each would stand in ascending keys, whether it does)."""
    if not len(keys):
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), np.bool_)
    at = np.searchsorted(keys, wanted)
    at[at == len(keys)] = 0
    return at, keys[at] == wanted
