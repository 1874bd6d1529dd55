"""Breadth-first search of sliding pieces on sorted arrays of keys, a number a state.

Layers are sorted arrays, and successors are made for thousands of states at a time, as in frontier
search (R. E. Korf et al., "Frontier Search", Journal of the ACM 52, 2005).  What is new here are
the moves: a flood of each piece instead of operators, and marks that leave out moves that another
state of the same clique has made (`puzzleproof.explore.engines.flooded.cliques`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from puzzleproof.explore.engines.arrays.keys import Words
from puzzleproof.explore.engines.arrays.sorted_words import among, ascending, in_order
from puzzleproof.explore.engines.arrays.spill import Spill
from puzzleproof.explore.engines.arrays.waiting import Waiting
from puzzleproof.explore.engines.flooded.cliques import Classes
from puzzleproof.explore.engines.flooded.images import Images
from puzzleproof.explore.engines.flooded.keys import KeyLayout, PartOf, Tables
from puzzleproof.explore.engines.flooded.layout import Layout
from puzzleproof.explore.engines.flooded.moves import Moves
from puzzleproof.explore.engines.flooded.words import KeyArray
from puzzleproof.explore.packed_task import PackedTask, Symmetry
from puzzleproof.models.errors import LimitReached

CHUNK = 1 << 15
"""States whose successors are made at a time: their columns stay in the cache."""
USUAL = 1 << 30
"""Bytes taken as the budget for layers in memory where none is given."""
ROOM = 512
"""Bytes for each state of a chunk, with all that its moves make."""
MERGED = 2 << 20
"""Successors that wait, at least, before they are merged."""


@dataclass(slots=True)
class KeyLayer:
    """A layer: keys, ascending, and while it is the last one their marks."""

    keys: KeyArray
    marks: Words | None = None
    """None where it is not known what was enumerated."""


class FloodedEngine:
    """An engine for sliding pieces; see `puzzleproof.explore.engines`.

    ``memory`` bounds the bytes of all arrays that it holds or works with.  Raises Unsupported for a
    task that is not one of pieces on a board, or whose states need more than 106 bits.  With a
    ``symmetry``, which keeps goals, layers hold one state of each two that are images.
    """

    def __init__(
        self,
        task: PackedTask,
        *,
        memory: int | None = None,
        folder: Path | None = None,
        symmetry: Symmetry | None = None,
    ) -> None:
        self.task, self.memory = task, memory
        self.layout = Layout(task)
        self.classes = Classes.of(self.layout)
        self.keys = KeyLayout(self.layout, self.classes.bits)
        self._images = None if symmetry is None else Images(self.keys, symmetry)
        self._moves = Moves(self.layout, self.keys, self.classes, self._images)
        usual = USUAL if memory is None else memory
        self._store = Spill(usual // 4, folder)
        self._chunk = max(256, min(CHUNK, usual // (8 * ROOM)))
        self.most_waiting = np.dtype(self.keys.form.dtype).itemsize * min(MERGED, usual // 64)

    # --- the engine's protocol --------------------------------------------------------------

    def layer(self, states: Iterable[int]) -> KeyLayer:
        """These states."""
        keys = ascending([self.keys.pack(states)])
        return self._kept(keys if self._images is None else self._images.least(keys), None)

    def without(self, layer: KeyLayer, earlier: Sequence[KeyLayer], /) -> KeyLayer:
        """The states of a layer that are in none of the earlier ones."""
        keys = layer.keys
        for known in earlier:
            keys = keys[~among(known.keys, keys)]
        return self._kept(keys, None)

    def after(self, layer: KeyLayer, earlier: Sequence[KeyLayer]) -> KeyLayer:
        """Every state one move away from one of these that is in no earlier layer.

        States of the layer are marked on the way; where it came with marks, no other is looked up.
        """
        marks = np.zeros(len(layer.keys), np.uint64) if layer.marks is None else layer.marks
        waiting = Waiting(self.keys.form.dtype, self.most_waiting, self.ask)
        for first in range(0, len(layer.keys), self._chunk):
            some = slice(first, first + self._chunk)
            self.ask(ROOM * self._chunk + marks.nbytes)
            made = self._moves.after(np.asarray(layer.keys[some]), marks[some])
            if made:
                words = in_order(np.concatenate(made))  # each part is almost
                waiting.add(self._outside(words, layer.keys, marks))
        keys, marked = self.classes.marked(waiting.merged(), self.keys.form)
        for known in earlier:
            if known is not layer and (layer.marks is None or not self.classes.each):
                new = ~among(known.keys, keys)
                keys, marked = keys[new], marked[new]
        layer.marks = None
        self._store.release()
        return self._kept(keys, marked)

    def size(self, layer: KeyLayer) -> int:
        """How many states."""
        return len(layer.keys)

    def states(self, layer: KeyLayer) -> Iterator[int]:
        """Each state of a layer."""
        return self.keys.unpack(layer.keys)

    def goal(self, layer: KeyLayer) -> int | None:
        """The goal state of a layer with the smallest key."""
        for first in range(0, len(layer.keys), CHUNK):
            found = self.keys.goal(np.asarray(layer.keys[first : first + CHUNK]))
            if found is not None:
                return found
        return None

    def common(self, one: KeyLayer, other: KeyLayer) -> int | None:
        """Some state that is in both layers."""
        few, many = sorted((one.keys, other.keys), key=len)
        found = np.flatnonzero(among(many, few))
        return next(self.keys.unpack(few[found[:1]])) if len(found) else None

    # --- packed numbers -----------------------------------------------------------------------

    def tables(self, part: PartOf, limbs: int) -> Tables:
        """What the places add to packed numbers, for `numbered`."""
        return self.keys.tables(part, limbs)

    def numbered(self, layer: KeyLayer, tables: Tables) -> list[Words]:
        """The packed numbers of a layer, in limbs of `LIMB` bits, the lowest first."""
        return self.keys.numbered(layer.keys, tables)

    # --- memory -----------------------------------------------------------------------------

    def ask(self, size: int) -> None:
        """Raise LimitReached where this many bytes more are too many."""
        if self.memory is not None and self._store.in_memory + size > self.memory:
            raise LimitReached("memory limit reached")

    def _kept(self, keys: KeyArray, marks: Words | None) -> KeyLayer:
        return KeyLayer(self._store.keep(keys), marks)

    def _outside(self, words: KeyArray, keys: KeyArray, marks: Words) -> KeyArray:
        """The words whose keys are not in a layer; those that are mark its states."""
        found = self.classes.keys(words, self.keys.form)
        places = np.searchsorted(keys, found)
        np.minimum(places, len(keys) - 1, out=places)
        inside = keys.take(places) == found
        if self.classes.each:
            made = self.classes.bit(words[inside], self.keys.form)
            np.bitwise_or.at(marks, places[inside], made)
        outside: KeyArray = words[~inside]
        return outside
