"""The search for a table of tiles in numpy: of packed states, a layer at a time.

It is what `provers.bounded.plain_search` is, for boards of up to 16 cells and patterns alone:
moves are made and patterns looked up for a whole layer.  Nobody trusts it; the tables of the
patterns are the checker's.

A layer needs only the one before it.  Let x and y be neighbours in the table, labelled g and k.
As y was labelled k, x was judged when k + 1 moves were made.  Had it been left out then, L - (k +
1) moves or more would be ahead of it; as it was kept with the label g, fewer than L - g are; so g
is at most k + 1.  Likewise k is at most g + 1, and as each move changes the colour of the blank's
cell, k is g - 1 or g + 1: neighbours that are labelled already are in the layer before.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.provers.bounded.plain_search import OnLayer, Searched
from puzzleproof.provers.bounded.sorted_arrays import distinct, without
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import TableField, TilePatternsBound

Numbers: TypeAlias = npt.NDArray[np.uint64]
CHUNK = 4
"""Cells that are looked up together."""
WORD_BITS = 63
"""Bits of the fields of a partition, at most."""
AT_ONCE = 1 << 18
"""States that are judged together."""


def fits(graph: TileGraph, bound: TilePatternsBound) -> bool:
    """Whether states and fields are words, and no classes are to be found."""
    widths = (group[-1][0] + group[-1][1].bit_length() - group[0][0] for group in bound.groups)
    return graph.digits == 4 and not graph.merges and max(widths) <= WORD_BITS


class ArraySearch:
    """Moves and patterns of one board."""

    def __init__(self, graph: TileGraph, bound: TilePatternsBound) -> None:
        self._graph = graph
        self._end = np.uint64(graph.end_number)
        self._moves = [
            [(np.uint64(shift), np.uint64(unit % (1 << 64))) for ((shift, unit),) in runs]
            for runs in graph.runs
        ]
        self._groups = [_GroupArrays(graph, bound.adds, group) for group in bound.groups]

    def search(self, at_least: int, most: int, on_layer: OnLayer) -> Searched:
        """As `provers.bounded.plain_search.search`."""
        before, here = np.zeros(0, np.uint64), np.array(list(self._graph.origins), np.uint64)
        layers, states = [here], 1
        for left in range(at_least - 1, 0, -1):
            near = without(self._beyond(here), before)
            if self._end in near:
                return Searched(at_least, layers, met=int(self._end))
            if left == 1:
                break
            near = self._near(near, left)
            if not len(near):
                break
            before, here = here, near
            layers.append(here)
            states += len(here)
            on_layer(states)
            if states > most:
                return Searched(at_least, layers, cut_short=True)
        return Searched(at_least, layers)

    def _beyond(self, numbers: Numbers) -> Numbers:
        """The states one move away, ascending, each once."""
        found = [numbers[:0]]
        low = np.uint64(15)
        for cell, moves in enumerate(self._moves):
            shift = np.uint64(4 * (self._graph.cells - 1 - cell))
            mine = numbers[numbers >> shift & low == 0]
            found += [mine + (mine >> height & low) * unit for height, unit in moves]
        return distinct(found)

    def _near(self, numbers: Numbers, moves: int) -> Numbers:
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
        mask = (1 << last[0] + last[1].bit_length() - first) - 1
        mine = [[added >> first & mask for added in row] for row in adds]
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


def block_of(layer: Numbers, width: int) -> bytes:
    """A layer as packed states, ascending."""
    columns = np.sort(layer).astype(">u8").view(np.uint8).reshape(-1, 8)
    return columns[:, 8 - width :].tobytes()
