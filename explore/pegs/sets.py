"""Sets of words in numpy: a hash table whose probes are arrays.

`WordSet` finds out which of the words offered are new.  It is an open addressing table (Peterson
1957): all words of an array look at their places at once; one that finds a free place writes there,
and one that is overwritten by another looks again.  A table was chosen rather than a sort of all
words because numpy's sort, fast as it is on some processors, is slow on others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from puzzleproof.explore.engines.arrays.sorted_words import ascending
from puzzleproof.explore.pegs.classes import Indices, PegWords
from puzzleproof.models.errors import LimitReached

FACTORS = {32: 0x9E3779B1, 64: 0x9E3779B97F4A7C15}
"""Multiplicative hashing: odd, near the golden ratio times a power of two (Knuth 1973)."""
SMALLEST = 12
"""Places of a new table, as a power of two."""
BATCH = 1 << 17
"""Words that look at their places together."""


class Budget:
    """A bound on the bytes of arrays that are held at the same time."""

    def __init__(self, memory: int | None) -> None:
        self.memory = memory
        self.kept = 0

    def keep(self, number: int) -> None:
        """Count these bytes (negative: given back); raise LimitReached where they are too many."""
        self.ask(number)
        self.kept += number

    def ask(self, number: int) -> None:
        """Raise LimitReached where this many bytes more are too many."""
        if self.memory is not None and number > 0 and self.kept + number > self.memory:
            raise LimitReached("memory limit reached")


class WordSet:
    """A set of words; ``blank`` is a word that none of them is."""

    def __init__(self, bits: int, blank: int, budget: Budget) -> None:
        self._dtype: Any = np.uint32 if bits == 32 else np.uint64
        self._bits, self._blank, self._budget = bits, self._dtype(blank & (1 << bits) - 1), budget
        self._size = 0
        self._new: list[PegWords] = []
        self._waiting: list[PegWords] = []
        self._number = 0
        """How many words wait."""
        self._table = self._make(SMALLEST)

    def _make(self, power: int) -> PegWords:
        """An empty table."""
        self._budget.keep(self._bits // 8 << power)
        self._power = power
        return np.full(1 << power, self._blank, self._dtype)

    def add(self, words: PegWords) -> None:
        """Take some words; they wait until there are enough to be looked up together."""
        if not len(words):
            return
        self._waiting.append(words)
        self._number += len(words)
        if self._number >= BATCH:
            self._look()

    def _look(self) -> None:
        """Find out which of the waiting words are new."""
        if not self._waiting:
            return
        words = np.concatenate(self._waiting)
        self._waiting.clear()
        self._number = 0
        while 2 * self._size + len(words) > 1 << self._power:
            self._grow()
        fresh = self._insert(words)
        self._budget.keep(fresh.nbytes)
        self._new.append(fresh)
        self._size += len(fresh)

    def new(self) -> PegWords:
        """The words that are new since the last time, ascending."""
        self._look()
        number = sum(words.nbytes for words in self._new)
        self._budget.ask(2 * number)
        none: PegWords = np.empty(0, self._dtype)
        found = ascending([none, *self._new])
        self._new.clear()
        self._budget.keep(-number)
        return found

    def close(self) -> PegWords:
        """The words that are new, as `new` returns them; the table's memory is given back."""
        found = self.new()
        self._budget.keep(-self._table.nbytes)
        self._table = self._table[:0]
        return found

    def _places(self, words: PegWords) -> Indices:
        """Where a word is looked for first."""
        mixed = words * self._dtype(FACTORS[self._bits])
        mixed >>= self._dtype(self._bits - self._power)
        found: Indices = mixed.astype(np.intp)
        return found

    def _insert(self, words: PegWords) -> PegWords:
        """Put words in the table; return those that were not there, some of them twice.

        A word that is not at its place after a look goes on, the k-th time by k places.
        """
        table, last, fresh = self._table, len(self._table) - 1, list[PegWords]()
        places: Indices = self._places(words)
        step = 0
        while len(words):
            there = table.take(places)
            others: Indices = (there != words).nonzero()[0]
            words, places = words.take(others), places.take(others)
            first: Indices = (there.take(others) == self._blank).nonzero()[0]
            if len(first):
                mine, here = words.take(first), places.take(first)
                table[here] = mine
                fresh.append(mine[table.take(here) == mine])
                others = (table.take(places) != words).nonzero()[0]
                words, places = words.take(others), places.take(others)
            step += 1
            places += step
            places &= last
        return np.concatenate(fresh) if fresh else words

    def _grow(self) -> None:
        """Double the table."""
        old = self._table
        self._table = self._make(self._power + 1)
        self._insert(old[old != self._blank])
        self._budget.keep(-old.nbytes)
