"""Cliques of moves: what one state has enumerated the others need not enumerate again.

Where a move may be any path of a piece through free cells, all the places that it reaches are one
move from each other: a *clique*.  Where it goes straight, each straight run is one.  A clique is
enumerated by the first of its members that is expanded; every member gets a *mark* for this piece,
and does not move it again.  So a member without the mark has none of its clique in an earlier
layer, and what it enumerates lies in its own layer or the next: the layer before need not be
looked up.  Moves of bounded length have no cliques.

Successors are *words*: keys whose lowest bits hold the number of the class of moves that led there
(the piece, and of straight moves whether across or down).  In keys these bits are 0.
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
    """The classes of moves of a task; ``each`` a piece, 0 where none are marked."""

    each: int
    bits: int
    """Of a class in a word."""

    @classmethod
    def of(cls, layout: Layout) -> Classes:
        """None where moves have no cliques, or where marks have no room for them."""
        each = 0 if layout.longest is not None else 1 if layout.corners else 2
        if not 0 < layout.pieces * each <= WORD:
            return cls(0, 0)
        return cls(each, max(1, (layout.pieces * each - 1).bit_length()))

    def words(self, keys: Words, piece: Ranks | int, which: int) -> Words:
        """Keys with the class of the move that led to each."""
        if not self.each:
            return keys
        number = np.asarray(piece * self.each + which, np.uint64)
        return keys + number

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
        if not self.each or not len(first):
            return keys[first], np.zeros(len(first), np.uint64)
        return keys[first], np.bitwise_or.reduceat(self.bit(words), first)
