"""Arrays on disk: a layer that is only needed to find a path need not stay in memory.

A spilled array is a file without a name, mapped into memory: pages come back when they are read,
and go again when `Spill.release` says so or memory is short.  As the file has no name it is gone
with the last reader, also when the program is killed.
"""

from __future__ import annotations

import mmap
import tempfile
import weakref
from pathlib import Path

import numpy as np

from puzzleproof.explore.engines.arrays.keys import Words

SMALLEST = 1 << 16
"""Arrays of fewer bytes stay in memory: each file costs a descriptor."""


class Spill:
    """Keeps arrays, on disk once those in memory take more than ``most`` bytes."""

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
