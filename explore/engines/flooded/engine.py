"""Breadth-first search of sliding pieces on sorted arrays of keys, one for each state.

Layers are those of `puzzleproof.explore.engines.arrays.engine`.  The moves are made by a flood for
each piece instead of operators, and marks leave out moves that another state of the same clique has
made (`puzzleproof.explore.engines.flooded.moves`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from puzzleproof.explore.engines.arrays.engine import ArrayEngine, KeyLayer
from puzzleproof.explore.engines.arrays.keys import Words
from puzzleproof.explore.engines.arrays.sorted_words import among, ascending, in_order
from puzzleproof.explore.engines.flooded.keys import Images, KeyLayout
from puzzleproof.explore.engines.flooded.layout import Layout
from puzzleproof.explore.engines.flooded.moves import Classes, Moves
from puzzleproof.explore.packed_task import PackedTask, Symmetry


class FloodedEngine(ArrayEngine):
    """An engine for sliding pieces; see `puzzleproof.explore.engines`.

    Raises Unsupported for a task without sliding pieces on a board, or whose states need more than
    64 bits.  With a ``symmetry``, which keeps goals, layers hold only one of two states that are
    images of each other.
    """

    def __init__(
        self,
        task: PackedTask,
        *,
        memory: int | None = None,
        symmetry: Symmetry | None = None,
    ) -> None:
        self.layout = Layout(task)
        self.classes = Classes.of(self.layout)
        self.keys = KeyLayout(self.layout, self.classes.bits)
        super().__init__(task, self.keys, memory)
        self._images = None if symmetry is None else Images(self.keys, symmetry)
        self._moves = Moves(self.layout, self.keys, self.classes, self._images)

    def layer(self, states: Iterable[int]) -> KeyLayer:
        """These states."""
        keys = ascending([self.keys.pack(states)])
        return self.kept(keys if self._images is None else self._images.least(keys), None)

    def without(self, layer: KeyLayer, earlier: Sequence[KeyLayer], /) -> KeyLayer:
        """The states of a layer that are in none of the earlier ones."""
        keys = layer.keys
        for known in earlier:
            keys = keys[~among(known.keys, keys)]
        return self.kept(keys, None)

    def after(self, layer: KeyLayer, earlier: Sequence[KeyLayer]) -> KeyLayer:
        """The states one move away from ``layer`` that are in no earlier layer.

        States of the layer are marked on the way; if it came with marks, no other is looked up.
        """
        marks = np.zeros(len(layer.keys), np.uint64) if layer.marks is None else layer.marks

        def made(some: slice) -> Words:
            """The successors outside the layer, as words; those inside mark its states."""
            found = self._moves.after(np.asarray(layer.keys[some]), marks[some])
            if not found:
                return marks[:0]
            words = in_order(np.concatenate(found))  # each part is almost
            return self._outside(words, layer.keys, marks)

        words = self.merged(len(layer.keys), made)
        keys, marked = self.classes.marked(words)
        for known in earlier:
            if known is not layer and (layer.marks is None or not self.classes.bits):
                new = ~among(known.keys, keys)
                keys, marked = keys[new], marked[new]
        layer.marks = None
        return self.kept(keys, marked)

    def _outside(self, words: Words, keys: Words, marks: Words) -> Words:
        """The words whose keys are not in a layer; the others mark its states."""
        found = self.classes.keys(words)
        places = np.searchsorted(keys, found)
        np.minimum(places, len(keys) - 1, out=places)
        inside = keys.take(places) == found
        if self.classes.bits:
            made = self.classes.bit(words[inside])
            np.bitwise_or.at(marks, places[inside], made)
        outside: Words = words[~inside]
        return outside
