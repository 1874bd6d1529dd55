"""Walking distance: the rows of a table with the tiles of a row alike; and its columns.

Look at rows alone: how many tiles of each row's own stand in each row, and where the blank's row
is.  A move along a column takes the blank to another row and a tile of each row on its way one
row back; a move along a row changes nothing.  In this small graph the distance to the end is a
lower bound on the moves along columns (on a board of one column some states have no way at all):
a plan's moves along columns are a way in it, and the tiles of a row, taken as alike, only add
ways.  Columns alike; and as no move is along both, the two distances add up.

In ``single`` the blank goes one row on with a move, in ``multi`` any number of rows: a way of the
small graph takes any one tile out of each row passed.

K. Takahashi, Walking distance (2002), for 15 tiles; here for any rectangle whose small graphs
have no more than `NODES` nodes.  No parameters.
Holds of all states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import TypeAlias

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.bounds import Budget, Parameters, check_names
from puzzleproof.verify.bounds.cell_sums import SUMS, cell_sums
from puzzleproof.verify.bounds.graphs import NEVER, LabelGraph
from puzzleproof.verify.bounds.tile_graph import TileGraph, tile_graph_of

NODES = 300_000
"""Of a small graph, at most: 24,964 for 4 rows of 4."""
COUNT = 4
"""Bits of a number of tiles."""

Node: TypeAlias = int
"""The numbers of tiles, 4 bits each, by (row where they are, row where they belong); above them
the blank's row."""


def walking_distance(
    graph: LabelGraph, parameters: Parameters, budget: Budget
) -> Callable[[], WalkingDistanceBound]:
    """The bound; raises CertificateRejected for another family, parameters or a large board."""
    check_names(parameters)
    budget.take(SUMS)
    return partial(WalkingDistanceBound, tile_graph_of(graph))


class WalkingDistanceBound:
    """The nodes of a state in both small graphs, as fields of one number."""

    def __init__(self, graph: TileGraph) -> None:
        m, cells, far = graph.columns, range(graph.cells), graph.puzzle.metric == "multi"
        rows = [cell // m for cell in cells]
        columns = [cell % m for cell in cells]
        blank = graph.home[0]
        self._down = small_distances(graph.rows, m, blank // m, far=far)
        self._across = small_distances(m, graph.rows, blank % m, far=far)
        self._height = bits_of_node(graph.rows)
        adds = [
            [
                _node(rows, graph, cell, label, graph.rows)
                | _node(columns, graph, cell, label, m) << self._height
                for label in cells
            ]
            for cell in cells
        ]
        self._sums = cell_sums(graph.digits, adds)

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """The states with a smaller sum of both distances."""
        some, height = list(numbers), self._height
        down, across, low = self._down, self._across, (1 << self._height) - 1
        return [
            number
            for number, both in zip(some, self._sums(some), strict=True)
            if down.get(both & low, NEVER) + across.get(both >> height, NEVER) < moves
        ]


def bits_of_node(lines: int) -> int:
    """Bits of a node of so many lines."""
    return COUNT * lines * lines + COUNT


def _node(line_of: list[int], graph: TileGraph, cell: int, label: int, lines: int) -> Node:
    """What a label on a cell adds to the node."""
    if label == 0:
        return line_of[cell] << COUNT * lines * lines
    return 1 << COUNT * (line_of[cell] * lines + line_of[graph.home[label]])


@lru_cache(16)
def small_distances(lines: int, across: int, blank: int, *, far: bool) -> dict[Node, int]:
    """The distance of each node from the end, of so many lines of so many cells.

    ``blank`` is its line at the end; ``far``: a move may take it over several lines.

    >>> sorted(small_distances(2, 1, 0, far=False).values())
    [0, 1]
    """
    place = COUNT * lines * lines
    end = blank << place
    for line in range(lines):
        end |= across - (line == blank) << COUNT * (line * lines + line)
    found, here = {end: 0}, [end]
    for depth, node in ((found[node], node) for node in here):
        for after in _steps(node, lines, far=far):
            if after not in found:
                found[after] = depth + 1
                here.append(after)
        if len(found) > NODES:
            raise CertificateRejected(f"the lines of this board have over {NODES:,} arrangements")
    return found


def _steps(node: Node, lines: int, *, far: bool) -> Iterator[Node]:
    """The nodes one move away: forwards and backwards are alike."""
    place = COUNT * lines * lines
    for on in (-1, 1):
        some, line = [node], node >> place
        while some and 0 <= line + on < lines:
            some = [after for one in some for after in _tiles_back(one, line, line + on, lines)]
            yield from some
            line += on
            if not far:
                break


def _tiles_back(node: Node, blank: int, line: int, lines: int) -> Iterator[Node]:
    """A tile of the next line goes to the blank's, and the blank there."""
    moved = line - blank << COUNT * lines * lines
    for kind in range(lines):
        here, there = COUNT * (line * lines + kind), COUNT * (blank * lines + kind)
        if node >> here & 15:
            yield node + moved - (1 << here) + (1 << there)
