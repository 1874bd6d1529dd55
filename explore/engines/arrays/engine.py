"""What engines of arrays share: layers of sorted keys, in bounded memory.

A layer is a sorted array; its successors are made for thousands of states at a time, sorted, and
merged, as in frontier search (R. E. Korf et al., "Frontier Search", Journal of the ACM 52, 2005).
Layers that are kept to find a path go to disk; where what must stay does not fit, the search says
so before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from puzzleproof.explore.engines.arrays.keys import Words
from puzzleproof.explore.engines.arrays.sorted_words import Waiting, among
from puzzleproof.explore.engines.arrays.spill import Spill
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached

CHUNK = 1 << 15
"""States whose successors are made at a time: their columns stay in the cache."""
USUAL = 1 << 30
"""Bytes taken as the budget for layers in memory where none is given."""
ROOM = 512
"""Bytes for each state of a chunk, with all that its moves make."""
MERGED = 2 << 20
"""Successors that wait, at least, before they are merged."""


class StateKeys(Protocol):
    """An encoding of states as words."""

    def unpack(self, keys: Words, /) -> Iterator[int]:
        """The states of keys, in their order."""
        ...

    def goal(self, keys: Words, /) -> int | None:
        """The first goal state among some keys."""
        ...


@dataclass(slots=True, eq=False)
class KeyLayer:
    """A layer: keys, ascending, and where the engine has marks those of the last layer."""

    keys: Words
    marks: Words | None = None
    """None where it is not known what was enumerated."""


class ArrayEngine:
    """The part of an engine that does not depend on how moves are made.

    ``memory`` bounds the bytes of all arrays that it holds or works with; those in files and what
    the process takes without them do not count.
    """

    def __init__(
        self, task: PackedTask, keys: StateKeys, memory: int | None, folder: Path | None
    ) -> None:
        self.task, self.memory = task, memory
        self._states = keys
        usual = USUAL if memory is None else memory
        self._store = Spill(usual // 4, folder)
        self._chunk = max(256, min(CHUNK, usual // (8 * ROOM)))
        self.most_waiting = 8 * min(MERGED, usual // 64)

    # --- layers -----------------------------------------------------------------------------

    def size(self, layer: KeyLayer) -> int:
        """How many states."""
        return len(layer.keys)

    def states(self, layer: KeyLayer) -> Iterator[int]:
        """Each state of a layer."""
        return self._states.unpack(layer.keys)

    def goal(self, layer: KeyLayer) -> int | None:
        """The goal state of a layer with the smallest key among those of one goal."""
        for first in range(0, len(layer.keys), CHUNK):
            found = self._states.goal(np.asarray(layer.keys[first : first + CHUNK]))
            if found is not None:
                return found
        return None

    def common(self, one: KeyLayer, other: KeyLayer) -> int | None:
        """Some state that is in both layers."""
        few, many = sorted((one.keys, other.keys), key=len)
        for first in range(0, len(few), CHUNK):
            words = np.asarray(few[first : first + CHUNK])
            found = np.flatnonzero(among(many, words))
            if len(found):
                return next(self._states.unpack(words[found[:1]]))
        return None

    # --- successors, memory -----------------------------------------------------------------

    def merged(
        self, number: int, made: Callable[[slice], Words], known: Sequence[Words] = ()
    ) -> Words:
        """What is ``made`` (ascending) of runs of so many states, not known, each word once."""
        waiting = Waiting(self.most_waiting, self.ask, known)
        for first in range(0, number, self._chunk):
            self.ask(waiting.nbytes + ROOM * self._chunk)
            waiting.add(made(slice(first, first + self._chunk)))
        return waiting.merged()

    @property
    def held(self) -> int:
        """Bytes of the layers that are still held in memory."""
        return self._store.in_memory

    def ask(self, size: int) -> None:
        """Raise LimitReached where this many bytes more are too many."""
        if self.memory is not None and self.held + size > self.memory:
            raise LimitReached("memory limit reached")

    def kept(self, keys: Words, marks: Words | None = None) -> KeyLayer:
        """A layer of these keys, in memory or on disk."""
        self._store.release()
        return KeyLayer(self._store.keep(keys), marks)
