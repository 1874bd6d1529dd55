"""Lay sliding pieces on a board: list all goal states, or find a random placement.

A goal may draw some of the pieces; its *completions* are the ways to lay the others beside them.
They are exact covers of the board: the first cell not yet covered is the first cell of a piece, or
stays free.  So each completion is found once, and dead ends are noticed early (backtracking: S.
Golomb, L. Baumert, 1965).

The *region* of a piece is the set of places that single steps reach on a board without other
pieces.  No move leads out of it, so completions with a piece in another region cannot be reached
and are not listed.  For example, a locked bar stays in its line.

A random *placement* is found in the same way, with the choices in a random order.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from puzzleproof.models.drawing import Steps
from puzzleproof.models.puzzle import State

FREE = -1
TRIES = 64
"""The search gives up after this many choices for each state that may be listed."""
RANDOM_TRIES = 2_000
"""Choices, besides one for each cell, before the search for a random placement gives up."""


class Stock(NamedTuple):
    """Pieces that are alike and have one region."""

    kind: int
    pieces: int
    places: tuple[int, ...]
    """The masks of the resting places in their region."""


def stocks_of(
    kinds: Sequence[slice], start: State, places: Sequence[Iterable[int]], steps: Sequence[Steps]
) -> list[Stock]:
    """The pieces of a start, by ``kinds`` (slices of it) and regions.

    Each kind has its resting ``places`` and its single ``steps``.

    >>> row = {1: {"E": 2}, 2: {"W": 1}, 8: {"E": 16}, 16: {"W": 8}}
    >>> stocks_of([slice(0, 3)], (1, 2, 8), [row], [row.__getitem__])
    [Stock(kind=0, pieces=2, places=(1, 2)), Stock(kind=0, pieces=1, places=(8, 16))]
    """
    found = list[Stock]()
    for number, kind in enumerate(kinds):
        left = list(start[kind])
        while left:
            region = _region(left[0], steps[number])
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
    """All ways to lay the pieces on a board of these ``cells``; None if they are too many.

    ``fixed`` holds the mask of each kind (of one piece) that has to be there; each mask of
    ``drawn`` must be taken by a piece with that place.  Too many: more than ``most``, or
    a search of more than ``TRIES * most`` tries.
    """
    drawn = frozenset(drawn)
    wanted = {*fixed.values(), *drawn}
    reserved = sum(wanted)
    allowed = [
        [
            mask
            for mask in places
            if (mask == fixed[kind] if kind in fixed else mask in drawn or not mask & reserved)
        ]
        for kind, _, places in stocks
    ]
    search = _Laying(stocks, allowed, sum(mask & -mask for mask in wanted))
    found = list(islice(search.states(cells, TRIES * most), most + 1))
    return None if search.has_given_up or len(found) > most else found


def placement(
    chance: random.Random, cells: int, stocks: Sequence[Stock], tries: int = RANDOM_TRIES
) -> State | None:
    """Lay all pieces, each in its region, on a board of these ``cells``; None if this is hard.

    >>> alike = Stock(kind=0, pieces=2, places=(1, 2, 4))
    >>> sorted({placement(random.Random(seed), 7, [alike]) for seed in range(20)})
    [(1, 2), (1, 4), (2, 4)]
    """
    search = _Laying(stocks, [stock.places for stock in stocks], 0, chance)
    return next(search.states(cells, cells.bit_count() + tries), None)


class Way(NamedTuple):
    """A choice for the first open cell: a piece of a stock is laid there, or it stays free."""

    stock: int
    """The index of the stock, or `FREE` if the cell stays free."""
    mask: int
    """The cells that the piece takes."""
    open_cells: int
    free: int
    """The cells open afterwards, and how many of these have to stay free."""


class _Laying:
    """The search: the pieces left, and the choices for the open cells, in reading order."""

    def __init__(
        self,
        stocks: Sequence[Stock],
        allowed: Iterable[Iterable[int]],
        covered: int,
        chance: random.Random | None = None,
    ) -> None:
        """``allowed``: the places of each stock; no cell of ``covered`` may stay free."""
        self._stocks, self._covered, self._chance = stocks, covered, chance
        self._left = [stock.pieces for stock in stocks]
        self._laid: list[list[int]] = [[] for _ in range(1 + max(s.kind for s in stocks))]
        self.has_given_up = False
        self._beginning = defaultdict[int, list[tuple[int, int]]](list)
        """First cell -> (stock, mask) of each place there."""
        for number, places in enumerate(allowed):
            for mask in places:
                self._beginning[mask & -mask].append((number, mask))

    def states(self, cells: int, tries: int) -> Iterator[State]:
        """Yield every way to lay the pieces, each once; end after too many tries."""
        free = cells.bit_count() - sum(s.pieces * s.places[0].bit_count() for s in self._stocks)
        choices, taken = [iter(self._ways(cells, free))], list[Way]()
        while choices:
            way = next(choices[-1], None)
            if way is None:
                choices.pop()
                self._put_back(taken)
                continue
            taken.append(way)
            if way.stock != FREE:
                self._left[way.stock] -= 1
                self._laid[self._stocks[way.stock].kind].append(way.mask)
            if not way.open_cells:
                yield tuple(chain.from_iterable(self._laid))
                self._put_back(taken)
                continue
            tries -= 1
            if tries < 0:
                self.has_given_up = True
                return
            choices.append(iter(self._ways(way.open_cells, way.free)))

    def _put_back(self, taken: list[Way]) -> None:
        """Take back the last choice."""
        if taken and (way := taken.pop()).stock != FREE:
            self._left[way.stock] += 1
            self._laid[self._stocks[way.stock].kind].pop()

    def _ways(self, open_cells: int, free: int) -> list[Way]:
        """The choices for the first open cell; if random, 'free' is first with a fair chance."""
        first = open_cells & -open_cells
        ways = [
            Way(number, mask, open_cells ^ mask, free)
            for number, mask in self._beginning.get(first, ())
            if self._left[number] and mask & open_cells == mask
        ]
        stays = [Way(FREE, 0, open_cells ^ first, free - 1)] if free else []
        if self._chance is None:
            return ways if first & self._covered else ways + stays
        self._chance.shuffle(ways)
        is_first = self._chance.random() * open_cells.bit_count() < free
        return stays + ways if is_first else ways + stays
