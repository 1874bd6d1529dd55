"""Distances of the tiles from where they belong: a lower bound on the moves of a table.

In ``single`` a move takes one tile one cell on, so it brings the sum of all distances (rows plus
columns) down by 1 at most, and at the end the sum is 0.

In ``multi`` a move takes a run of tiles one cell along one line: at most R - 1 tiles in a column
of R cells, or C - 1 in a row of C.  So the sum of the row distances falls by R - 1 at most, and
only with a move along a column; that of the column distances by C - 1 at most, and only along a
row.  With the sums V and H, ceil(V / (R - 1)) + ceil(H / (C - 1)) moves at least are to come.

The sum of distances: J. Doran and D. Michie, Experiments with the Graph Traverser program, 1966;
as a bound: R. E. Korf, Depth-first iterative-deepening, 1985.  No parameters.
Holds of all states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from puzzleproof.verify.bounds import Budget, Parameters, check_names
from puzzleproof.verify.bounds.cell_sums import SUMS, cell_sums
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.tile_graph import TileGraph, tile_graph_of

FIELD = 16
"""Bits of one of the two sums."""


def manhattan(
    graph: LabelGraph, parameters: Parameters, budget: Budget
) -> Callable[[], ManhattanBound]:
    """The bound; raises CertificateRejected for another family, or parameters."""
    check_names(parameters)
    budget.take(SUMS)
    return partial(ManhattanBound, tile_graph_of(graph))


class ManhattanBound:
    """Both sums of a state in one number, and how much of them a move can take."""

    def __init__(self, graph: TileGraph) -> None:
        single = graph.puzzle.metric == "single"
        self._most = (1, 1) if single else (max(1, graph.rows - 1), max(1, graph.columns - 1))
        self._sums = cell_sums(graph.digits, distances(graph))

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """The states of which the sums do not say that so many moves are to come."""
        some = list(numbers)
        (down, across), low = self._most, (1 << FIELD) - 1
        return [
            number
            for number, both in zip(some, self._sums(some), strict=True)
            if -(-(both >> FIELD) // down) - (-(both & low) // across) < moves
        ]


def distances(graph: TileGraph) -> list[list[int]]:
    """What each label adds on each cell: the rows, in the upper field, and columns to its home."""

    def away(cell: int, label: int) -> int:
        home, m = graph.home[label], graph.columns
        if label == 0:
            return 0
        return abs(cell // m - home // m) << FIELD | abs(cell % m - home % m)

    return [[away(cell, label) for label in range(graph.cells)] for cell in range(graph.cells)]
