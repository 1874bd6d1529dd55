"""Tables of patterns with millions of placements, in arrays: numpy is loaded at first use.

The graph, the numbers and the values are those of `puzzleproof.verify.bounds.tile_patterns`, whose
sets of all nodes would take too much memory.  Here each placement of the pattern's tiles has a mask
of cells: those on which the search has already found the blank with this placement.  A layer is a
list of placements.  The search lets the blank roam in all placements of a layer, then exchanges the
blank with each tile beside it, for one tile and one difference of cells at a time: so no two
placements of a list become the same placement.  Known cells are looked at again if the blank also
comes to new cells; this changes nothing.  Colour the cells as on a chessboard: each move changes by
one how many tiles stand on one colour, so no placement of a layer gets a new cell of the blank
while that layer is searched.
"""

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.verify.bounds.planes import CAP, NO_WAY

Array: TypeAlias = npt.NDArray[Any]

AT_ONCE = 1 << 16
"""The number of placements expanded together, so that they stay in the processor's cache."""
KEPT = 4
"""The number of tables kept in memory; a table of six tiles on 25 cells has 244 MB."""


@lru_cache(KEPT)
def large_table(
    neighbours: tuple[tuple[int, ...], ...], blank: int, homes: tuple[int, ...]
) -> memoryview:
    """Return the table that `pattern_table` returns; for six tiles on 25 cells this takes 2 GB.

    >>> row = ((1,), (0, 2), (1,))
    >>> list(large_table(row, 0, (1,)))
    [1, 0, 255]
    """
    return _Search(neighbours, len(homes)).moves_from(blank, homes).data


class _Search:
    """A search among the nodes of a pattern, with the nodes that it knows."""

    def __init__(self, neighbours: tuple[tuple[int, ...], ...], tiles: int) -> None:
        cells = len(neighbours)
        assert cells <= 64, "a mask has a bit for each cell; boards have 8 x 8 cells at most"
        self._cells, self._places = cells, [cells**k for k in range(tiles)]
        self._mask: Any = np.uint32 if cells <= 32 else np.uint64
        self._bit = np.left_shift(self._mask(1), np.arange(cells, dtype=self._mask))
        self._beside: dict[int, Array] = {}
        """Difference of cells -> for each cell the bit of the neighbour there, or 0."""
        for cell, others in enumerate(neighbours):
            for other in others:
                bits = self._beside.setdefault(other - cell, np.zeros(cells, self._mask))
                bits[cell] = self._bit[other]
        self._known: Array = np.zeros(cells**tiles, self._mask)
        self._moves: Array = np.full(cells**tiles, NO_WAY, np.uint8)

    def moves_from(self, blank: int, homes: tuple[int, ...]) -> Array:
        """Return the least moves from the homes to each placement, `CAP` at most."""
        start = sum(home * place for home, place in zip(homes, self._places, strict=True))
        layer, depth = np.array([start], np.int32), 0
        self._known[layer], self._moves[layer] = self._bit[blank], 0
        while len(layer) and depth < CAP:
            depth += 1
            found = [layer[:0]]
            for first in range(0, len(layer), AT_ONCE):
                self._expand(layer[first : first + AT_ONCE], depth, found)
            layer = np.sort(np.concatenate(found))  # much quicker than numpy's unique
            layer = layer[np.flatnonzero(np.diff(layer, prepend=-1))]
        if len(layer):
            self._moves[self._moves == NO_WAY] = CAP
        return self._moves

    def _expand(self, layer: Array, depth: int, found: list[Array]) -> None:
        """Add to ``found`` the placements with new nodes one move after those of ``layer``.

        Placements that were not met before get the value ``depth``.
        """
        blanks = self._roamed(layer)
        for place in self._places:
            cells = (layer // place % self._cells).astype(np.intp)
            for by, beside in self._beside.items():
                can = np.flatnonzero(beside[cells] & blanks)
                after, came = layer[can] + np.int32(by * place), self._bit[cells[can]]
                known = self._known[after]
                new = np.flatnonzero(known & came == 0)
                after = after[new]
                self._known[after] = known[new] | came[new]
                moves = self._moves[after]
                found.append(after[moves != depth])
                self._moves[after[moves == NO_WAY]] = depth

    def _roamed(self, layer: Array) -> Array:
        """Return all cells that the blank reaches past tiles outside the pattern, by placement."""
        free = np.full(len(layer), self._bit.sum(dtype=self._mask))
        for place in self._places:
            free &= ~self._bit[layer // place % self._cells]
        steps = [
            (self._mask(abs(by)), by > 0, self._bit[bits > 0].sum(dtype=self._mask))
            for by, bits in self._beside.items()
        ]
        wider = self._known[layer]
        while True:
            blanks = wider.copy()
            for by, up, cells in steps:
                some = wider & cells
                wider |= some << by if up else some >> by
                wider &= free
            if np.array_equal(wider, blanks):
                self._known[layer] = blanks
                return blanks
