"""Breadth-first search of any task: one word of 64 bits a state, moves by exclusive or."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from puzzleproof.explore.engines.arrays.engine import ArrayEngine, KeyLayer
from puzzleproof.explore.engines.arrays.keys import Keys, Words
from puzzleproof.explore.engines.arrays.sorted_words import ascending
from puzzleproof.explore.engines.arrays.step_fans import StepFans
from puzzleproof.explore.packed_task import PackedTask


class FrontierEngine(ArrayEngine):
    """An engine of arrays; see `puzzleproof.explore.engines`."""

    by_piece = False

    def __init__(self, task: PackedTask, *, memory: int | None = None) -> None:
        """Raise Unsupported if a state needs more than 64 bits."""
        self.keys = Keys.of(task)
        super().__init__(task, self.keys, memory)
        self._moves = StepFans(task, self.keys)

    def layer(self, states: Iterable[int]) -> KeyLayer:
        """The layer of these states; on a tour, the stops that they stand on are visited."""
        every = list(states)

        def made(some: slice) -> Words:
            return self.visited([self.keys.pack(every[some])])

        return self.kept(self.merged(len(every), made))

    def after(self, layer: KeyLayer, earlier: Sequence[KeyLayer]) -> KeyLayer:
        """The states one move away from ``layer`` that are in no earlier layer."""

        def made(some: slice) -> Words:
            return self.visited(self._moves.after(np.asarray(layer.keys[some])))

        return self.kept(self.merged(len(layer.keys), made, [known.keys for known in earlier]))

    def visited(self, arrays: Sequence[Words]) -> Words:
        """The keys of all arrays, in ascending order; stops of a tour reached here are added."""
        words, before = ascending(arrays), 0
        for k, stop in enumerate(self.task.stops):
            here = self.keys.satisfying(words, (*stop, before) if before else stop)
            bit = 1 << self.task.width + k
            words[here] |= np.uint64(self.keys.change(bit))
            before = bit if self.task.in_sequence else 0
        return ascending([words]) if self.task.stops else words
