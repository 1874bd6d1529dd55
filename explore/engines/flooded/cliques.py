"""Cliques of moves: the moves among states one move apart are enumerated once for all of them.

If a move may be any path of a piece through free cells, all the places that it reaches are one move
from each other: a *clique*.  The first member of a clique that is expanded enumerates it.  Every
member gets a *mark* for this piece, and does not move it again.  So if a member has no mark, none
of its clique is in an earlier layer, and all of it lies in its own layer or the next: the layer
before need not be looked up.  (Straight runs are cliques too, but marks for these save nothing.)

Successors are *words*: keys whose lowest bits hold the number of the piece that moved.  In keys
these bits are 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.keys import Words
from puzzleproof.explore.engines.flooded.layout import WORD, Layout

Ranks: TypeAlias = npt.NDArray[np.int64]

ONE = np.uint64(1)


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes of moves of a task, one for each piece."""

    bits: int
    """Bits of a class in a word; 0 if moves are not marked."""

    @classmethod
    def of(cls, layout: Layout) -> Classes:
        """The classes of a task; None if moves make no cliques, or if marks have no room."""
        cliques = layout.corners and layout.longest is None and 0 < layout.pieces <= WORD
        return cls(max(1, (layout.pieces - 1).bit_length()) if cliques else 0)

    def words(self, keys: Words, piece: Ranks | int) -> Words:
        """Keys with the class of the move that led to each."""
        return keys + np.asarray(piece, np.uint64) if self.bits else keys

    def keys(self, words: Words) -> Words:
        """The keys of words."""
        if not self.bits:
            return words
        return words - self._classes(words)

    def _classes(self, words: Words) -> Words:
        return words & np.uint64((1 << self.bits) - 1)

    def bit(self, words: Words) -> Words:
        """The mark that stands for the class of each word."""
        return ONE << self._classes(words)

    def marked(self, words: Words) -> tuple[Words, Words]:
        """The keys of ascending words, each once, and the marks of each."""
        keys = self.keys(words)
        new = np.empty(len(keys), np.bool_)
        new[:1] = True
        np.not_equal(keys[1:], keys[:-1], out=new[1:])
        first = np.flatnonzero(new)
        if not self.bits or not len(first):
            return keys[first], np.zeros(len(first), np.uint64)
        return keys[first], np.bitwise_or.reduceat(self.bit(words), first)
