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
from puzzleproof.explore.engines.arrays.sorted_words import among, ascending, in_order, without
from puzzleproof.explore.engines.flooded.keys import Images, SlidingKeys
from puzzleproof.explore.engines.flooded.moves import Classes, Moves
from puzzleproof.explore.packed_task import PackedTask, Symmetry

RUN = 1 << 14
"""Successors whose images are made at a time."""


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
        self.keys = SlidingKeys(task, marked=True)
        self.classes = Classes(self.keys.low)
        super().__init__(task, self.keys, memory)
        self._images = None if symmetry is None else Images(self.keys, symmetry)
        self._of_piece = [] if self._images is None else self._images.of_pieces()
        self._moves = Moves(self.keys)

    def layer(self, states: Iterable[int]) -> KeyLayer:
        """These states."""
        keys = ascending([self.keys.pack(states)])
        return self.kept(keys if self._images is None else self._images.least(keys), None)

    def without(self, layer: KeyLayer, earlier: Sequence[KeyLayer], /) -> KeyLayer:
        """The states of a layer that are in none of the earlier ones."""
        keys = layer.keys
        for known in earlier:
            keys = without(keys, known.keys)
        return self.kept(keys, None)

    def after(self, layer: KeyLayer, earlier: Sequence[KeyLayer]) -> KeyLayer:
        """The states one move away in no earlier layer; marks make some look-ups needless."""
        marks = np.zeros(len(layer.keys), np.uint64) if layer.marks is None else layer.marks

        def made(some: slice) -> Words:
            """The successors outside the layer, as words; those inside mark its states."""
            found = self._moves.after(np.asarray(layer.keys[some]), marks[some])
            if not found:
                return marks[:0]
            words = in_order(np.concatenate(found))  # each part is almost
            if self._images is not None:
                runs = (words[k : k + RUN] for k in range(0, len(words), RUN))
                words = ascending([part for run in runs for part in self._lesser(run)])
            return self._outside(words, layer.keys, marks)

        words = self.merged(len(layer.keys), made)
        keys, marked = self.classes.marked(words)
        for known in earlier:
            if known is not layer and (layer.marks is None or not self.classes.bits):
                new = ~among(known.keys, keys)
                keys, marked = keys[new], marked[new]
        layer.marks = None
        return self.kept(keys, marked)

    def _lesser(self, words: Words) -> list[Words]:
        """The lesser of each word and its image, and the other word of a state that is its own.

        The two pieces of such a state, each the image of the other, have the same places within
        reach: both are marked.
        """
        assert self._images is not None, "there is a symmetry"
        keys, index = self.classes.keys(words), np.zeros(len(words), np.int64)
        ranks, piece = self.keys.ranks(keys), (words - keys).view(np.int64)
        moved = [image.take(rank) for image, rank in zip(self._of_piece, ranks, strict=True)]
        for kind in self.keys.kinds if self.classes.bits else ():
            pieces = range(kind.first, kind.first + kind.number)
            for k in pieces:
                here = np.flatnonzero(piece == k)
                to = moved[k][here]
                index[here] = sum((moved[j][here] < to for j in pieces), np.int64(kind.first))
        images = self.keys.of_ranks(self._images.ranks(ranks))
        others, same = self.classes.words(images, index), np.flatnonzero(keys == images)
        return [np.minimum(words, others), np.maximum(words[same], others[same])]

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
