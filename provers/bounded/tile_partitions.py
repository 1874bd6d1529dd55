"""Which patterns of tiles bound the moves of a table: partitions of the tiles into neighbours.

Tiles that belong near each other get into each other's way, so a pattern's table says more about
them than about tiles far apart.  A walk through all cells is cut into pieces of equal length, from
either end; each cut is a partition.  Walks: row by row to and fro, a spiral, and along small
squares.  On a square board with the blank's home on the diagonal the lemma tries the reflection of
each itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import PLACEMENTS

Partition = list[list[int]]


def tiles_of_a_table(cells: int) -> int:
    """The tiles of the largest pattern that the lemma takes on so many cells."""
    size = 1
    while cells ** (size + 1) <= PLACEMENTS:
        size += 1
    return size


def partitions(graph: TileGraph, size: int, *, both_ends: bool) -> list[Partition]:
    """Cuts of the three walks into patterns of so many tiles, each partition once."""
    found: dict[tuple[tuple[int, ...], ...], Partition] = {}
    for walk in (to_and_fro(graph), spiral(graph), squares(graph)):
        for cells in (walk, walk[::-1]) if both_ends else (walk,):
            cut = _cut(graph, cells, size)
            found.setdefault(tuple(sorted(map(tuple, cut))), cut)
    return list(found.values())


def _cut(graph: TileGraph, walk: Sequence[int], size: int) -> Partition:
    labels = [graph.end[cell] for cell in walk if graph.end[cell]]
    return [sorted(labels[k : k + size]) for k in range(0, len(labels), size)]


def to_and_fro(graph: TileGraph) -> list[int]:
    """The cells row by row, every other row backwards."""
    m = graph.columns
    rows = (list(range(r * m, r * m + m)) for r in range(graph.rows))
    return [cell for r, row in enumerate(rows) for cell in (row[::-1] if r % 2 else row)]


def spiral(graph: TileGraph) -> list[int]:
    """The cells from the edge inwards."""
    rows = [list(range(r * graph.columns, (r + 1) * graph.columns)) for r in range(graph.rows)]
    found = list[int]()
    while rows:
        found += rows.pop(0)
        rows = [list(row) for row in zip(*rows, strict=True)][::-1]
    return found


def squares(graph: TileGraph) -> list[int]:
    """The cells by squares of 2 x 2 cells, these to and fro."""
    return list(_squares(graph))


def _squares(graph: TileGraph) -> Iterator[int]:
    for band in range(0, graph.rows, 2):
        columns = range(0, graph.columns, 2)
        for first in columns[::-1] if band % 4 else columns:
            for row in range(band, min(band + 2, graph.rows)):
                for column in range(first, min(first + 2, graph.columns)):
                    yield row * graph.columns + column
