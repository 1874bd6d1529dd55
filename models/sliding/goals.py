"""Sliding pieces laid on a board: all goal states, for a search from the goal, or some placement.

A goal may draw some of the pieces; its *completions* are the ways to lay the others beside them.
They are exact covers of the board: the first cell that nothing covers yet is the first cell of a
piece, or one of the cells that stay free.  So each completion is found once, and what cannot be
completed is noticed early (backtracking: S. Golomb, L. Baumert, 1965).

The *region* of a piece is made of the places that it gets to by single steps on a board without
other pieces.  No move leads out of it, so a completion with a piece in another region cannot be
reached and is not listed: a locked bar stays in its line, a piece in its part of a divided board.

A *placement* is found likewise, with the ways to go on in a random order.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

from puzzleproof.models.puzzle import State

TRIES = 64
"""So many ways to go on are tried for each state that may be listed, before there are too many."""

Steps: TypeAlias = Callable[[int], Mapping[str, int]]
"""The places one step away, by direction."""


class Stock(NamedTuple):
    """Pieces that are alike and have one region."""

    kind: int
    pieces: int
    places: tuple[int, ...]
    """The masks of the resting places in their region."""


def stocks_of(
    kinds: Sequence[slice], start: State, places: Sequence[Iterable[int]], steps: Steps
) -> list[Stock]:
    """The pieces of a start; ``places`` are the resting places of each kind (a slice of a state).

    >>> row = {1: {"E": 2}, 2: {"W": 1}, 8: {"E": 16}, 16: {"W": 8}}
    >>> stocks_of([slice(0, 3)], (1, 2, 8), [row], row.__getitem__)
    [Stock(kind=0, pieces=2, places=(1, 2)), Stock(kind=0, pieces=1, places=(8, 16))]
    """
    found = list[Stock]()
    for number, kind in enumerate(kinds):
        left = list(start[kind])
        while left:
            region = _region(left[0], steps)
            inside = len(left)
            left = [mask for mask in left if mask not in region]
            resting = tuple(mask for mask in places[number] if mask in region)
            found.append(Stock(number, inside - len(left), resting))
    return found


def _region(place: int, steps: Steps) -> set[int]:
    region, queue = {place}, [place]
    for here in queue:
        more = set(steps(here).values()) - region
        region |= more
        queue += more
    return region


def completions(
    cells: int, stocks: Sequence[Stock], fixed: Mapping[int, int], drawn: Iterable[int], most: int
) -> list[State] | None:
    """All ways to lay the pieces on a board of these ``cells``; None where they are too many.

    ``fixed`` holds the mask of each kind (of one piece) that has to be there; on each mask of
    ``drawn`` some piece has to be that has it as a place.  Too many are more than ``most``, and
    what takes more tries than these may.
    """
    search = _Completions(cells, stocks, fixed, frozenset(drawn), most)
    try:
        search.go_on(cells, search.free)
    except _TooMany:
        return None
    return search.found


class _TooMany(Exception):
    pass


class _Completions:
    """The search for completions: pieces laid so far, and those left."""

    def __init__(
        self,
        cells: int,
        stocks: Sequence[Stock],
        fixed: Mapping[int, int],
        drawn: frozenset[int],
        most: int,
    ) -> None:
        self.found = list[State]()
        self._most, self._tries = most, TRIES * most
        self._left = [stock.pieces for stock in stocks]
        self._laid: list[list[int]] = [[] for _ in range(1 + max(stock.kind for stock in stocks))]
        pieces = sum(stock.pieces * stock.places[0].bit_count() for stock in stocks)
        self.free = cells.bit_count() - pieces
        wanted = {*fixed.values(), *drawn}
        reserved = sum(wanted)
        self._wanted = sum(mask & -mask for mask in wanted)
        """First cells that do not stay free."""
        self._beginning: dict[int, list[tuple[int, int, int]]] = {}
        """First cell -> (stock, kind, mask) of each place there."""
        for number, (kind, _, places) in enumerate(stocks):
            for mask in places:
                if mask == fixed[kind] if kind in fixed else mask in drawn or not mask & reserved:
                    row = self._beginning.setdefault(mask & -mask, [])
                    row.append((number, kind, mask))

    def go_on(self, open_cells: int, free: int) -> None:
        """Cover what is still open, of which so many cells stay free."""
        while open_cells:
            self._tries -= 1
            if self._tries < 0:
                raise _TooMany
            first = open_cells & -open_cells
            for stock, kind, mask in self._beginning.get(first, ()):
                if self._left[stock] and mask & open_cells == mask:
                    self._left[stock] -= 1
                    self._laid[kind].append(mask)
                    self.go_on(open_cells ^ mask, free)
                    self._laid[kind].pop()
                    self._left[stock] += 1
            if not free or first & self._wanted:
                return
            free -= 1
            open_cells ^= first
        if len(self.found) == self._most:
            raise _TooMany
        self.found.append(tuple(chain.from_iterable(self._laid)))


# --- pieces laid by chance ------------------------------------------------------------------

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
