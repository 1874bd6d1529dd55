"""Tables of tiles in numpy: moves and patterns for a whole layer of packed states.

They need no trust; the tables of the patterns are the checker's.  States of up to 16 cells are
words, larger ones rows of bytes, one a cell.  For the sums, the cells of the patterns' tiles are
looked up.

A layer needs only the one before it. Let x and y be neighbours in the table, labelled g and k. As y
was labelled k, x was tested after k + 1 moves. If it was left out then, its bound is at least L -
(k + 1); as it was kept with the label g, its bound is less than L - g; so g is at most k + 1.
Likewise k is at most g + 1. As each move changes the colour of the blank's cell, k is g - 1 or g +
1: labelled neighbours are in the layer before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.sorted_words import ascending
from puzzleproof.provers.bounded.layers import Numbers, rows_of
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import TableField, TilePatternsBound

AT_ONCE = 1 << 16
DIGITS = 4


class TileSteps:
    """Moves and patterns of one board."""

    def __init__(self, graph: TileGraph, bound: TilePatternsBound) -> None:
        self.graph = graph
        self._sums = [_summing(graph, bound.adds, group) for group in bound.groups]
        self._slides = [
            [(np.uint64(shift), np.uint64(unit % (1 << 64))) for shift, unit in slides]
            for slides in (graph.slides if graph.digits == DIGITS else ())
        ]
        """Of a board of words: cell of the blank -> the moves."""

    def ends(self) -> Iterable[int]:
        """The only end state."""
        return (self.graph.end_number,)

    def earlier(self, layers: Sequence[Numbers]) -> Sequence[Numbers]:
        """The layer before the last, by the argument above."""
        return layers[-2:-1]

    def beyond(self, numbers: Numbers) -> Numbers:
        """The states one move away."""
        found = [numbers[:0]]
        for cell, content in enumerate(self._contents(numbers)):
            mine = numbers[content == 0]
            if self._slides:
                low = np.uint64(15)
                found += [
                    mine + (mine >> height & low) * unit for height, unit in self._slides[cell]
                ]
                continue
            rows = rows_of(mine)
            for other in self.graph.neighbours[cell]:
                after = rows.copy()
                after[:, cell], after[:, other] = rows[:, other], 0
                found.append(after.view(numbers.dtype).ravel())
        return ascending(found)

    def near(self, numbers: Numbers, moves: int) -> Numbers:
        """The states for which no partition adds up to ``moves`` moves."""
        found = [numbers[:0]]
        for first in range(0, len(numbers), AT_ONCE):
            some = numbers[first : first + AT_ONCE]
            cells, here = np.empty((self.graph.cells, len(some)), np.uint8), np.arange(len(some))
            for cell, content in enumerate(self._contents(some)):
                cells[content, here] = cell
            for sums in self._sums:
                kept = sums(cells) < moves
                some, cells = some[kept], cells[:, kept]
            found.append(some)
        return np.concatenate(found)

    def _contents(self, numbers: Numbers) -> Iterable[npt.NDArray[Any]]:
        """For each cell the labels on it."""
        if not self._slides:
            return rows_of(numbers).T
        shifts = (np.uint64(DIGITS * k) for k in reversed(range(self.graph.cells)))
        return ((numbers >> shift & np.uint64(15)).astype(np.intp) for shift in shifts)


def _summing(
    graph: TileGraph, adds: Sequence[Sequence[int]], group: Sequence[TableField]
) -> Callable[[npt.NDArray[np.uint8]], npt.NDArray[Any]]:
    """Return a function: the cell of each label in some states -> the sums of one partition."""
    tables = list[tuple[npt.NDArray[np.uint8], list[tuple[int, npt.NDArray[np.int32]]]]]()
    for height, low, table in group:
        columns = ([row[label] >> height & low for row in adds] for label in range(graph.cells))
        tiles = [(k, np.array(added, np.int32)) for k, added in enumerate(columns) if any(added)]
        tables.append((np.frombuffer(table, np.uint8), tiles))

    def sums(cells: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
        total = np.zeros(cells.shape[1], np.int16)
        for moves, tiles in tables:
            places = np.zeros(cells.shape[1], np.int32)
            for label, added in tiles:
                places += added[cells[label]]
            total += moves[places]
        return total

    return sums
