"""Sliding pieces laid by chance: the first cell that is still open gets a piece, or stays free.

What cannot be completed is taken back (S. Golomb, L. Baumert, Backtrack programming, 1965).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.goals import Stock

DEAD_ENDS = 500
"""So many are met before giving up."""


class Way(NamedTuple):
    """What becomes of the first open cell: a piece of a stock is laid, or it stays free."""

    stock: int | None
    mask: int
    """The cells that the piece takes."""
    open_cells: int
    free: int
    """What is open then, and how many of these cells have to stay free."""


def placement(chance: random.Random, cells: int, stocks: Sequence[Stock]) -> State | None:
    """Lay all pieces, each in its region, on a board of these ``cells``; None where that is hard.

    >>> alike = Stock(kind=0, pieces=2, places=(1, 2, 4))
    >>> sorted({placement(random.Random(seed), 7, [alike]) for seed in range(20)})
    [(1, 2), (1, 4), (2, 4)]
    """
    pieces = sum(stock.pieces * stock.places[0].bit_count() for stock in stocks)
    ways = _Laying(chance, stocks).completed(cells, cells.bit_count() - pieces)
    if ways is None:
        return None
    laid: list[list[int]] = [[] for _ in range(1 + max(stock.kind for stock in stocks))]
    for way in ways:
        if way.stock is not None:
            laid[stocks[way.stock].kind].append(way.mask)
    return tuple(chain.from_iterable(laid))


class _Laying:
    """The pieces that are left, and the ways taken so far."""

    def __init__(self, chance: random.Random, stocks: Sequence[Stock]) -> None:
        self._chance, self._stocks = chance, stocks
        self._left = [stock.pieces for stock in stocks]
        self._taken = list[Way]()

    def completed(self, open_cells: int, free: int) -> list[Way] | None:
        """What becomes of each cell; None after too many dead ends."""
        choices, dead_ends = list[Iterator[Way]](), 0
        while open_cells:
            choices.append(iter(self._ways(open_cells, free)))
            while (way := next(choices[-1], None)) is None:
                choices.pop()
                dead_ends += 1
                if not choices or dead_ends > DEAD_ENDS:
                    return None
                self._count(self._taken.pop(), 1)
            self._taken.append(way)
            self._count(way, -1)
            open_cells, free = way.open_cells, way.free
        return self._taken

    def _count(self, way: Way, number: int) -> None:
        if way.stock is not None:
            self._left[way.stock] += number

    def _ways(self, open_cells: int, free: int) -> list[Way]:
        """What the first open cell may become, in a random order; free as often as is fair."""
        first = open_cells & -open_cells
        ways = [
            Way(number, mask, open_cells ^ mask, free)
            for number, stock in enumerate(self._stocks)
            for mask in stock.places
            if self._left[number] and mask & -mask == first and mask & open_cells == mask
        ]
        self._chance.shuffle(ways)
        if free:
            is_first = self._chance.random() * open_cells.bit_count() < free
            ways.insert(0 if is_first else len(ways), Way(None, 0, open_cells ^ first, free - 1))
        return ways
