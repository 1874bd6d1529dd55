"""What engines of arrays share: layers of sorted keys, in bounded memory.

A layer is a sorted array; its successors are made for thousands of states at a time, sorted, and
merged, as in frontier search (R. E. Korf et al., "Frontier Search", Journal of the ACM 52, 2005).
Layers that are kept to find a path go to disk; where what must stay does not fit, the search says
so before.
"""

from __future__ import annotations

import mmap
import tempfile
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from puzzleproof.explore.engines.arrays.keys import Words
from puzzleproof.explore.engines.arrays.sorted_words import Waiting, among
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
SMALLEST = 1 << 16
"""Arrays of fewer bytes stay in memory: each file costs a descriptor."""


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


class Spill:
    """Keeps arrays, on disk once those in memory take more than ``most`` bytes.

    A spilled array is a file without a name, mapped into memory: pages come back when they are
    read, and go again when `release` says so or memory is short.  As the file has no name it is
    gone with the last reader, also when the program is killed.
    """

    def __init__(self, most: int, folder: Path | None = None) -> None:
        """Take the system's temporary folder where none is given."""
        self.most = most
        self.folder = folder
        self.in_memory = 0
        """Bytes of the arrays that are still held in memory."""
        self.on_disk = 0
        """Bytes of those on disk."""
        self._maps: weakref.WeakSet[mmap.mmap] = weakref.WeakSet()

    def keep(self, words: Words) -> Words:
        """The same words, read-only; from disk where memory holds enough already."""
        if words.nbytes >= SMALLEST and self.in_memory + words.nbytes > self.most:
            try:
                return self._counted(self._mapped(words), "on_disk")
            except OSError:  # no room on disk or no more files: it counts as memory
                pass
        if words.base is not None:
            words = words.copy()
        words.setflags(write=False)
        return self._counted(words, "in_memory")

    def _mapped(self, words: Words) -> Words:
        with tempfile.TemporaryFile(prefix="puzzleproof-", dir=self.folder) as file:
            words.tofile(file)
            file.flush()
            pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._maps.add(pages)
        return np.frombuffer(pages, words.dtype)

    def release(self) -> None:
        """Let go of the pages of spilled arrays that were read; they can be read again."""
        if hasattr(mmap, "MADV_DONTNEED"):
            for pages in self._maps:
                pages.madvise(mmap.MADV_DONTNEED)

    def _counted(self, words: Words, where: str) -> Words:
        self._add(where, words.nbytes)
        weakref.finalize(words, self._add, where, -words.nbytes)
        return words

    def _add(self, where: str, size: int) -> None:
        setattr(self, where, getattr(self, where) + size)


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
