"""The fewest moves by some tiles that bring them home, for all placements of the tiles at once.

A *pattern* is a set of tiles; a *placement* says on which cells they stand.  A placement is one
number with a digit for each tile, to the base 'number of cells', the first tile's the lowest.  All
other tiles are alike.  A node is (placement, cell of the blank).  The blank steps to a cell without
a tile of the pattern at no cost, or changes places with a tile of the pattern at the cost 1.

A set of placements is one integer with a bit for each number.  If a tile goes from one cell to
another, the number of the placement changes by a constant, so one operation moves the tile in a
whole set: ``(set & those with the tile there) << constant``.  The breadth-first search takes a
layer at a time in plain Python, and a second for five tiles of fifteen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from puzzleproof.verify.bounds.planes import CAP, NO_WAY, as_bytes, give, repeated

Neighbours: TypeAlias = tuple[tuple[int, ...], ...]
"""For each cell the cells beside it."""
Sets: TypeAlias = list[int]
"""For each cell of the blank a set of placements."""

KEPT = 64
"""Tables kept in memory; the lemma limits each to a million bytes."""


@lru_cache(KEPT)
def pattern_table(neighbours: Neighbours, blank: int, homes: tuple[int, ...]) -> bytes:
    """For each placement the fewest moves of the pattern's tiles that bring them home.

    ``homes`` are the cells where the tiles belong, ``blank`` is that of the blank.  Each placement
    has a byte, the least over all cells of the blank; 255 means that no moves bring them home.

    >>> row = ((1,), (0, 2), (1,))
    >>> list(pattern_table(row, 0, (1,)))
    [1, 0, 255]
    """
    search = _Search(neighbours, len(homes))
    start = [0] * len(neighbours)
    start[blank] = 1 << sum(home * len(neighbours) ** k for k, home in enumerate(homes))
    planes, known = [0] * 8, 0
    for depth, layer in enumerate(search.layers(start)):
        fresh = layer & ~known
        known |= fresh
        give(planes, min(depth, CAP), fresh)
    give(planes, NO_WAY, search.all ^ known)
    return as_bytes(planes, search.size)


class _Search:
    """The masks of a board, and the search with them."""

    def __init__(self, neighbours: Neighbours, tiles: int) -> None:
        cells = len(neighbours)
        self.size: int = cells**tiles
        self.all = (1 << self.size) - 1
        self._neighbours = neighbours
        self._places: list[int] = [cells**k for k in range(tiles)]
        self._on = [[self._with(cell, place) for place in self._places] for cell in range(cells)]
        self._clear = [self._without(cell) for cell in range(cells)]

    def _with(self, cell: int, place: int) -> int:
        """The placements in which the tile with this place value stands on a cell."""
        cells = len(self._neighbours)
        period, block = place * cells, (1 << place) - 1 << cell * place
        return repeated(block, period, self.size // period)

    def _without(self, cell: int) -> int:
        """The placements in which none of the tiles stands on a cell."""
        found: int = self.all
        for some in self._on[cell]:
            found &= ~some
        return found

    def layers(self, start: Sets) -> Iterator[int]:
        """Yield the placements of cost 0, 1, 2, … for any cell of the blank; some are repeated."""
        seen = [0] * len(start)
        here = start
        while any(here):
            here = self._roamed(here, seen)
            layer = 0
            for cell, some in enumerate(here):
                seen[cell] |= some
                layer |= some
            yield layer
            here = self._moved(here)

    def _roamed(self, here: Sets, seen: Sets) -> Sets:
        """The new nodes that the blank reaches from ``here`` past tiles outside the pattern."""
        found = [0] * len(here)
        fresh = [some & ~old for some, old in zip(here, seen, strict=True)]
        while any(fresh):
            further = [0] * len(here)
            for cell, some in enumerate(fresh):
                found[cell] |= some
            for cell, some in enumerate(fresh):
                if some:
                    for to in self._neighbours[cell]:
                        further[to] |= some & self._clear[to]
            fresh = [
                some & ~old & ~own for some, old, own in zip(further, seen, found, strict=True)
            ]
        return found

    def _moved(self, here: Sets) -> Sets:
        """The nodes after a tile of the pattern beside the blank has changed places with it."""
        found = [0] * len(here)
        for blank, some in enumerate(here):
            if some:
                for cell in self._neighbours[blank]:
                    for tile, place in enumerate(self._places):
                        taken = some & self._on[cell][tile]
                        if taken:
                            by = (blank - cell) * place
                            found[cell] |= taken << by if by > 0 else taken >> -by
        return found
