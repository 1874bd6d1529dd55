"""Sliding pieces laid by chance: the first cell that is still open gets a piece, or stays free.

What cannot be completed is taken back (S. Golomb, L. Baumert, Backtrack programming, 1965).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain

from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.goals import Stock

PLACEMENT_TRIES = 500
"""Ways to go on that are tried before giving up."""


def placement(chance: random.Random, cells: int, stocks: Sequence[Stock]) -> State | None:
    """Lay all pieces, each in its region, on a board of these ``cells``; None where that is hard.

    >>> alike = Stock(kind=0, pieces=2, places=(1, 2, 4))
    >>> sorted({placement(random.Random(seed), 7, [alike]) for seed in range(9)})
    [(1, 2), (1, 4), (2, 4)]
    """
    laying = _Laying(chance, stocks)
    pieces = sum(stock.pieces * stock.places[0].bit_count() for stock in stocks)
    if not laying.go_on(cells, cells.bit_count() - pieces):
        return None
    return tuple(chain.from_iterable(laying.laid))


class _Laying:
    """Pieces laid so far, and those left."""

    def __init__(self, chance: random.Random, stocks: Sequence[Stock]) -> None:
        self.laid: list[list[int]] = [[] for _ in range(1 + max(stock.kind for stock in stocks))]
        self._chance, self._stocks, self._tries = chance, stocks, PLACEMENT_TRIES
        self._left = [stock.pieces for stock in stocks]

    def go_on(self, open_cells: int, free: int) -> bool:
        """Whether the rest could be laid so that so many of the open cells stay free."""
        if not open_cells:
            return True
        self._tries -= 1
        if self._tries < 0:
            return False
        first = open_cells & -open_cells
        if free and self._chance.random() * open_cells.bit_count() < free:
            return self.go_on(open_cells ^ first, free - 1) or self._laid(open_cells, free)
        return self._laid(open_cells, free) or (
            free > 0 and self.go_on(open_cells ^ first, free - 1)
        )

    def _laid(self, open_cells: int, free: int) -> bool:
        """Whether a piece could be laid on the first open cell, and then the rest."""
        first = open_cells & -open_cells
        ways = [
            (number, mask)
            for number, stock in enumerate(self._stocks)
            for mask in stock.places
            if self._left[number] and mask & -mask == first and mask & open_cells == mask
        ]
        for number, mask in self._chance.sample(ways, len(ways)):
            self._left[number] -= 1
            self.laid[self._stocks[number].kind].append(mask)
            if self.go_on(open_cells ^ mask, free):
                return True
            self.laid[self._stocks[number].kind].pop()
            self._left[number] += 1
        return False
