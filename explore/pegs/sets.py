"""Sets of words in numpy: a hash table whose probes are arrays.

`Found` tells of words that are offered which of them are new.  It is an open addressing table
(Peterson 1957): all words of an array look at their places at once; who finds a free one writes
there, and who is overwritten by another looks again.  A table was taken rather than a sort of
everything because numpy's sort, fast as it is on some processors, is slow on others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from puzzleproof.explore.engines.arrays.sorted_words import ascending
from puzzleproof.explore.pegs.classes import Places, Words
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
        """Count so many bytes (fewer, where negative); raises LimitReached where too many."""
        self.ask(number)
        self.kept += number

    def ask(self, number: int) -> None:
        """Raise LimitReached where so many bytes more are too many."""
        if self.memory is not None and number > 0 and self.kept + number > self.memory:
            raise LimitReached("memory limit reached")


class Found:
    """A set of words; ``blank`` is a word that none of them is."""

    def __init__(self, bits: int, blank: int, budget: Budget) -> None:
        self._dtype: Any = np.uint32 if bits == 32 else np.uint64
        self._bits, self._blank, self._budget = bits, self._dtype(blank & (1 << bits) - 1), budget
        self._size = 0
        self._new: list[Words] = []
        self._waiting: list[Words] = []
        self._number = 0
        """How many words wait."""
        self._table = self._make(SMALLEST)

    def _make(self, power: int) -> Words:
        """An empty table."""
        self._budget.keep(self._bits // 8 << power)
        self._power = power
        return np.full(1 << power, self._blank, self._dtype)

    def add(self, words: Words) -> None:
        """Take some words; they wait until there are enough to be worth a look."""
        if not len(words):
            return
        self._waiting.append(words)
        self._number += len(words)
        if self._number >= BATCH:
            self._look()

    def _look(self) -> None:
        """See which of the words that wait are new."""
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

    def new(self) -> Words:
        """The words that are new since the last time, ascending."""
        self._look()
        number = sum(words.nbytes for words in self._new)
        self._budget.ask(2 * number)
        none: Words = np.empty(0, self._dtype)
        found = ascending([none, *self._new])
        self._new.clear()
        self._budget.keep(-number)
        return found

    def close(self) -> None:
        """Give back the table's memory."""
        self._budget.keep(-self._table.nbytes)
        self._table = self._table[:0]

    def _places(self, words: Words) -> Places:
        """Where a word is looked for first."""
        mixed = words * self._dtype(FACTORS[self._bits])
        mixed >>= self._dtype(self._bits - self._power)
        found: Places = mixed.astype(np.intp)
        return found

    def _insert(self, words: Words) -> Words:
        """Put words in the table; return those that were not there, some of them twice.

        Whoever has not found itself after its place was free or taken goes on, the k-th time by k.
        """
        table, last, fresh = self._table, len(self._table) - 1, list[Words]()
        places: Places = self._places(words)
        step = 0
        while len(words):
            there = table.take(places)
            others: Places = (there != words).nonzero()[0]
            words, places = words.take(others), places.take(others)
            first: Places = (there.take(others) == self._blank).nonzero()[0]
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
