"""Tables of tiles in numpy: moves and patterns for a whole layer of packed states.

It is for boards of up to 16 cells and patterns alone.  Nobody trusts it; the tables of the patterns
are the checker's.

A layer needs only the one before it.  Let x and y be neighbours in the table, labelled g and k.
As y was labelled k, x was judged when k + 1 moves were made.  Had it been left out then, L - (k +
1) moves or more would be ahead of it; as it was kept with the label g, fewer than L - g are; so g
is at most k + 1.  Likewise k is at most g + 1, and as each move changes the colour of the blank's
cell, k is g - 1 or g + 1: neighbours that are labelled already are in the layer before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.sorted_words import ascending
from puzzleproof.provers.bounded.layers import Numbers
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import TableField, TilePatternsBound

CHUNK = 4
"""Cells that are looked up together."""
WORD_BITS = 63
"""Bits of the fields of a partition, at most."""
AT_ONCE = 1 << 18
"""States that are judged together."""


def fits(graph: TileGraph) -> bool:
    """Whether states are words."""
    return graph.digits == 4


class TileSteps:
    """Moves and patterns of one board."""

    def __init__(self, graph: TileGraph, bound: TilePatternsBound) -> None:
        self.graph = graph
        self._moves = [
            [(np.uint64(shift), np.uint64(unit % (1 << 64))) for shift, unit in slides]
            for slides in graph.slides
        ]
        self._groups = [_GroupArrays(graph, bound.adds, group) for group in bound.groups]

    def ends(self) -> Iterable[int]:
        """The end alone."""
        return (self.graph.end_number,)

    def earlier(self, layers: Sequence[Numbers]) -> Sequence[Numbers]:
        """The layer before the last, as said above."""
        return layers[-2:-1]

    def beyond(self, numbers: Numbers) -> Numbers:
        """The states one move away."""
        found = [numbers[:0]]
        low = np.uint64(15)
        for cell, moves in enumerate(self._moves):
            shift = np.uint64(4 * (self.graph.cells - 1 - cell))
            mine = numbers[numbers >> shift & low == 0]
            found += [mine + (mine >> height & low) * unit for height, unit in moves]
        return ascending(found)

    def near(self, numbers: Numbers, moves: int) -> Numbers:
        """The states of which no partition sums up to so many moves."""
        cuts = [*range(0, len(numbers), AT_ONCE), len(numbers)]
        found = [numbers[:0]]
        for one, other in pairwise(cuts):
            some = numbers[one:other]
            for group in self._groups:
                some = some[group.sums(some) < moves]
            found.append(some)
        return np.concatenate(found)


class _GroupArrays:
    """The tables of one partition, and the fields of four cells at a time."""

    def __init__(
        self, graph: TileGraph, adds: Sequence[Sequence[int]], group: Sequence[TableField]
    ) -> None:
        first, last = group[0][0], group[-1]
        bits = last[0] + last[1].bit_length() - first
        assert bits <= WORD_BITS, "patterns of 16 cells or fewer have 60 bits at most"
        mine = [[added >> first & (1 << bits) - 1 for added in row] for row in adds]
        self._chunks = list[tuple[np.uint64, npt.NDArray[np.int64]]]()
        for cell in range(0, graph.cells, CHUNK):
            cells = mine[cell : cell + CHUNK]
            shift = 4 * (graph.cells - cell - len(cells))
            self._chunks.append((np.uint64(shift), _sums(cells)))
        self._tables = [
            (height - first, low, np.frombuffer(table, np.uint8)) for height, low, table in group
        ]

    def sums(self, numbers: Numbers) -> npt.NDArray[Any]:
        """The sums of the partition."""
        fields = np.zeros(len(numbers), np.int64)
        for shift, table in self._chunks:
            fields += table[(numbers >> shift & np.uint64(len(table) - 1)).astype(np.intp)]
        total = np.zeros(len(numbers), np.int16)
        for height, low, moves in self._tables:
            total += moves[fields >> height & low]
        return total


def _sums(cells: Sequence[Sequence[int]]) -> npt.NDArray[np.int64]:
    """What some cells add, for each of their contents; a digit is a label."""
    found = np.zeros(1, np.int64)
    for row in cells:
        digits = np.zeros(16, np.int64)
        digits[: len(row)] = row
        found = (found[:, None] + digits[None, :]).ravel()
    return found
