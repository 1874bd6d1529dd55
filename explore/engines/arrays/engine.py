"""The common part of engines on arrays: layers of sorted keys, in bounded memory.

A layer is a sorted array; its successors are made for thousands of states at a time, sorted, and
merged, as in frontier search (R. E. Korf et al., "Frontier Search", Journal of the ACM 52, 2005).
If they would not fit into memory, the search stops before.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from puzzleproof.explore.engines.arrays.keys import StateKeys, Words
from puzzleproof.explore.engines.arrays.sorted_words import Budget, merged
from puzzleproof.explore.packed_task import PackedTask

CHUNK = 1 << 15
"""States whose successors are made at a time: their columns stay in the cache."""
USUAL = 1 << 30
"""The budget for layers in memory, in bytes, if none is given."""
ROOM = 512
"""Bytes for each state of a chunk, including its successors."""
MERGED = 2 << 20
"""At least this many successors are collected before they are merged."""


@dataclass(slots=True, eq=False)
class KeyLayer:
    """A layer: its keys, ascending, and for engines with marks those of the last layer."""

    keys: Words
    marks: Words | None = None
    """None if it is not known which moves were made already."""


class ArrayEngine:
    """The part of an engine that does not depend on how moves are made, in ``memory`` bytes."""

    by_piece = True
    """Whether what a fact adds depends on which piece of its kind makes it true."""

    def __init__(self, task: PackedTask, keys: StateKeys, memory: int | None) -> None:
        self.task, self.encoding, self.budget = task, keys, Budget(memory)
        usual = USUAL if memory is None else memory
        self._chunk = max(256, min(CHUNK, usual // (8 * ROOM)))
        self.most_waiting = 8 * min(MERGED, usual // 64)

    # --- layers -----------------------------------------------------------------------------

    def size(self, layer: KeyLayer) -> int:
        """How many states."""
        return len(layer.keys)

    def states(self, layer: KeyLayer) -> Iterator[int]:
        """Each state of a layer."""
        return self.encoding.unpack(layer.keys)

    def goal(self, layer: KeyLayer) -> int | None:
        """The goal state of a layer with the smallest key among those of one goal."""
        for first in range(0, len(layer.keys), CHUNK):
            found = self.encoding.goal(np.asarray(layer.keys[first : first + CHUNK]))
            if found is not None:
                return found
        return None

    # --- successors, memory -----------------------------------------------------------------

    def merged(
        self, number: int, made: Callable[[slice], Words], known: Sequence[Words] = ()
    ) -> Words:
        """The words ``made`` from runs of states, without the known ones, each once."""
        parts = (made(slice(k, k + self._chunk)) for k in range(0, number, self._chunk))
        room = ROOM * self._chunk
        return merged(parts, self.most_waiting, self.budget.ask, room, known)

    def joined(self, layers: Sequence[KeyLayer]) -> list[KeyLayer]:
        """The same states in few layers to look up, each more than twice as large as the next."""
        found = list[KeyLayer]()
        for layer in layers:
            keys = layer.keys
            while found and len(found[-1].keys) <= 2 * len(keys):
                self.budget.ask(found[-1].keys.nbytes + 2 * keys.nbytes)
                keys = np.concatenate([found.pop().keys, keys])
                keys.sort(kind="stable")  # in place, and quick: two runs in order
            found.append(layer if keys is layer.keys else self.kept(keys))
        return found

    def kept(self, keys: Words, marks: Words | None = None) -> KeyLayer:
        """A layer of these keys, whose bytes count as long as it is in use."""
        if keys.base is not None:
            keys = keys.copy()
        self.budget.held += keys.nbytes
        weakref.finalize(keys, self.budget.keep, -keys.nbytes)
        return KeyLayer(keys, marks)
