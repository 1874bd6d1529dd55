"""Clauses that exactly so many of some facts hold: by subsets, or with a counter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

from puzzleproof.models.strips import bits
from puzzleproof.verify.formula.steps import Clause

COUNT_SUBSET_LIMIT = 1500
"""'Exactly k of n' is written by subsets up to this number of clauses, else with a counter."""


class FactCount:
    """The constraint that exactly ``number`` of some facts hold."""

    def __init__(self, facts: int, number: int) -> None:
        self._literals = [fact + 1 for fact in bits(facts)]
        self._number = number
        size = len(self._literals)
        subsets = comb(size, number + 1) + comb(size, size - number + 1)
        self._by_subsets = not number or subsets <= COUNT_SUBSET_LIMIT
        self.variables = 0 if self._by_subsets else size * number
        self.size = subsets if self._by_subsets else 6 * size * number
        """The number of clauses, at most."""

    def clauses(self, top: int) -> Iterator[Clause]:
        """The clauses; the counter's variables come after ``top``."""
        literals, number = self._literals, self._number
        if self._by_subsets:
            for some in combinations(literals, number + 1):
                yield tuple(-x for x in some)
            yield from combinations(literals, len(literals) - number + 1)
        else:
            yield from self._counter(top)

    def names(self) -> Iterator[str]:
        """What the counter's variables say."""
        for i in range(len(self._literals) if self.variables else 0):
            for j in range(self._number):
                yield f"over {j} of the first {i + 1} of {len(self._literals)} facts hold"

    def witness(self, facts: int, top: int) -> list[int]:
        """The counter's variables that are true of these facts."""
        if self._by_subsets:
            return []
        true, held = list[int](), 0
        for i, literal in enumerate(self._literals):
            held += facts >> literal - 1 & 1
            true += [self._more(top, i, j) for j in range(min(held, self._number))]
        return true

    def _more(self, top: int, i: int, j: int) -> int:
        return top + i * self._number + j + 1

    def _counter(self, top: int) -> Iterator[Clause]:
        """Variable (i, j): more than j of the first i + 1 hold (C. Sinz, 2005), both ways."""
        literals, number = self._literals, self._number

        def more(i: int, j: int) -> int:
            return self._more(top, i, j)

        for i, literal in enumerate(literals):
            for j in range(number):
                here = more(i, j)
                before = () if i == 0 else (more(i - 1, j),)
                fewer = () if i == 0 or j == 0 else (more(i - 1, j - 1),)
                if before:
                    yield (-before[0], here)
                if not j:
                    yield (-literal, here)
                elif fewer:
                    yield (-literal, -fewer[0], here)
                yield (-here, *before, literal)
                if j:
                    yield (-here, *before, *fewer)
            if i:
                yield (-literal, -more(i - 1, number - 1))
        yield (more(len(literals) - 1, number - 1),)
