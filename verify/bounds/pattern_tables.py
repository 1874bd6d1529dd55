"""The fewest moves by some tiles that bring them home, for all placements of the tiles at once.

A *pattern* is a set of tiles, all others are alike.  A node is (placement of the pattern's tiles,
cell of the blank).  The blank steps to a cell without a tile of the pattern at no cost, or changes
places with a tile of the pattern at the cost 1.  The breadth-first search takes a layer of sets of
placements (`puzzleproof.verify.bounds.planes`) at a time, and a second for five tiles of fifteen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import TypeAlias

from puzzleproof.verify.bounds.planes import CAP, NO_WAY, Placements, as_bytes, give, union

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
    sets, cells = Placements(len(neighbours), len(homes)), range(len(neighbours))
    on = [[sets.within(tile, 1 << cell) for tile in range(len(homes))] for cell in cells]
    clear = [sets.all & ~union(tiles) for tiles in on]
    planes, known, depth, seen, here = [0] * 8, 0, 0, [0 for _ in cells], [0 for _ in cells]
    here[blank] = 1 << sum(map(mul, homes, sets.places))
    while any(here):
        here = _roamed(neighbours, clear, here, seen)
        seen = [old | new for old, new in zip(seen, here, strict=True)]
        fresh = union(here) & ~known
        known |= fresh
        give(planes, min(depth, CAP), fresh)
        here, depth = _moved(sets, neighbours, on, here), depth + 1
    give(planes, NO_WAY, sets.all ^ known)
    return as_bytes(planes, sets.size)


def _roamed(neighbours: Neighbours, clear: Sets, here: Sets, seen: Sets) -> Sets:
    """The new nodes that the blank reaches past tiles outside the pattern.

    ``clear`` has, for each cell, the placements without a tile of the pattern there.
    """
    found = [some & ~old for some, old in zip(here, seen, strict=True)]
    left = [some & ~old & ~new for some, old, new in zip(clear, seen, found, strict=True)]
    fresh = {cell: some for cell, some in enumerate(found) if some}
    while fresh:
        some = fresh.pop(cell := next(iter(fresh)))
        for to in neighbours[cell]:
            if new := some & left[to]:
                left[to] ^= new
                found[to] |= new
                fresh[to] = fresh.get(to, 0) | new
    return found


def _moved(sets: Placements, neighbours: Neighbours, on: Sequence[Sets], here: Sets) -> Sets:
    """The nodes after a tile of the pattern beside the blank has changed places with it."""
    found = [0] * len(here)
    for blank, some in enumerate(here):
        for cell in neighbours[blank] if some else ():
            for tile, there in enumerate(on[cell]):
                found[cell] |= sets.moved(some & there, tile, blank - cell)
    return found
