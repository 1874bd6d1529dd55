"""Tables of tiles in numpy: moves and patterns for a whole layer of packed states.

They need no trust; the tables of the patterns are the checker's.  States of up to 16 cells are
words, and the sums of patterns are looked up for four cells at a time.  Larger ones are rows of
bytes, one a cell, for which the cells of the patterns' tiles are looked up.

A layer needs only the one before it. Let x and y be neighbours in the table, labelled g and k. As y
was labelled k, x was tested after k + 1 moves. If it was left out then, its bound is at least L -
(k + 1); as it was kept with the label g, its bound is less than L - g; so g is at most k + 1.
Likewise k is at most g + 1. As each move changes the colour of the blank's cell, k is g - 1 or g +
1: labelled neighbours are in the layer before.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.sorted_words import ascending
from puzzleproof.provers.bounded.layers import Numbers, rows_of
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import TableField, TilePatternsBound

CHUNK = 4
"""Cells that are looked up together."""
WORD_BITS = 63
"""The most bits of the fields of a partition."""
AT_ONCE = 1 << 18
"""States that are tested together."""
DIGITS = 4
"""Bits of a label in a word."""


def steps_of(graph: TileGraph, bound: TilePatternsBound) -> TileSteps:
    """The moves and the patterns of a board."""
    return (_WordSteps if graph.digits == DIGITS else _ByteSteps)(graph, bound)


class TileSteps(ABC):
    """Moves and patterns of one board."""

    groups: Sequence[_GroupArrays | _ByteGroup]

    def __init__(self, graph: TileGraph) -> None:
        self.graph = graph

    def ends(self) -> Iterable[int]:
        """The only end state."""
        return (self.graph.end_number,)

    def earlier(self, layers: Sequence[Numbers]) -> Sequence[Numbers]:
        """The layer before the last, by the argument above."""
        return layers[-2:-1]

    @abstractmethod
    def beyond(self, numbers: Numbers) -> Numbers:
        """The states one move away."""

    def near(self, numbers: Numbers, moves: int) -> Numbers:
        """The states for which no partition adds up to ``moves`` moves."""
        cuts = [*range(0, len(numbers), AT_ONCE), len(numbers)]
        found = [numbers[:0]]
        for one, other in pairwise(cuts):
            some = numbers[one:other]
            for group in self.groups:
                some = some[group.sums(some) < moves]
            found.append(some)
        return np.concatenate(found)


class _WordSteps(TileSteps):
    """Boards of 16 cells at most."""

    def __init__(self, graph: TileGraph, bound: TilePatternsBound) -> None:
        super().__init__(graph)
        self._moves = [
            [(np.uint64(shift), np.uint64(unit % (1 << 64))) for shift, unit in slides]
            for slides in graph.slides
        ]
        self.groups = [_GroupArrays(graph, bound.adds, group) for group in bound.groups]

    def beyond(self, numbers: Numbers) -> Numbers:
        """The states one move away."""
        found = [numbers[:0]]
        low = np.uint64(15)
        for cell, moves in enumerate(self._moves):
            shift = np.uint64(4 * (self.graph.cells - 1 - cell))
            mine = numbers[numbers >> shift & low == 0]
            found += [mine + (mine >> height & low) * unit for height, unit in moves]
        return ascending(found)


class _ByteSteps(TileSteps):
    """Larger boards."""

    def __init__(self, graph: TileGraph, bound: TilePatternsBound) -> None:
        super().__init__(graph)
        self.groups = [_ByteGroup(graph, bound.adds, group) for group in bound.groups]

    def beyond(self, numbers: Numbers) -> Numbers:
        """The states one move away."""
        found, rows = [numbers[:0]], rows_of(numbers)
        for blank, beside in enumerate(self.graph.neighbours()):
            mine = rows[rows[:, blank] == 0]
            for cell in beside:
                after = mine.copy()
                after[:, blank], after[:, cell] = mine[:, cell], 0
                found.append(after.view(numbers.dtype).ravel())
        return ascending(found)


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
    """What these cells add to the sum, for each content; a digit is a label."""
    found = np.zeros(1, np.int64)
    for row in cells:
        digits = np.zeros(16, np.int64)
        digits[: len(row)] = row
        found = (found[:, None] + digits[None, :]).ravel()
    return found


class _ByteGroup:
    """The tables of one partition, and for each of their tiles what it adds on each cell."""

    def __init__(
        self, graph: TileGraph, adds: Sequence[Sequence[int]], group: Sequence[TableField]
    ) -> None:
        self._tables = list[tuple[npt.NDArray[np.uint8], list[tuple[int, npt.NDArray[np.int32]]]]]()
        for height, low, table in group:
            tiles = [
                (label, np.array([row[label] >> height & low for row in adds], np.int32))
                for label in range(graph.cells)
            ]
            tiles = [(label, added) for label, added in tiles if added.any()]
            self._tables.append((np.frombuffer(table, np.uint8), tiles))

    def sums(self, numbers: Numbers) -> npt.NDArray[Any]:
        """The sums of the partition."""
        total = np.zeros(len(numbers), np.int16)
        rows = rows_of(numbers)
        cells, here = np.empty(rows.shape[::-1], np.uint8), np.arange(len(rows))
        for cell in range(len(cells)):
            cells[rows[:, cell], here] = cell
        for moves, tiles in self._tables:
            places = np.zeros(len(numbers), np.int32)
            for label, added in tiles:
                places += added[cells[label]]
            total += moves[places]
        return total
