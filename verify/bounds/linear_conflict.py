"""Distances, and two moves more for each tile that must leave its line: metric ``single``.

Two tiles that stand in the row where both belong, in the wrong order, cannot pass in that row:
one of them leaves it by a move along a column and comes back by another, which is two moves that
the sum of distances does not count.  Those that never leave the row keep their order, so they are
in order now: at least (tiles of the row in it) - (most of them that are in order) leave it.  Rows
and columns add up: the extra moves for a row are along columns by tiles that belong in that row,
those for a column along rows by tiles that belong in that column; no move is both, and a tile
belongs in one row and one column.

*Proof that nothing is counted twice.*  Moves of a tile along columns are at least its row
distance, and if it stands in its row and leaves it, at least 2 where that distance is 0.
Likewise along rows.  So the moves of all tiles are at least the distances plus 2 for each tile
that leaves its row and 2 for each that leaves its column.  q.e.d.

O. Hansson, A. Mayer and M. Yung, Criticizing solutions to relaxed models yields powerful
admissible heuristics, Information Sciences 63 (1992).  No parameters.
Holds of all states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.bounds import Budget, Parameters, check_names
from puzzleproof.verify.bounds.cell_sums import SUMS, cell_sums
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.manhattan import FIELD, distances
from puzzleproof.verify.bounds.tile_graph import TileGraph, tile_graph_of

PLACE = 4
"""Bits of a cell of a line: 0, or one more than the place in the line where the tile belongs."""


def linear_conflict(
    graph: LabelGraph, parameters: Parameters, budget: Budget
) -> Callable[[], LinearConflictBound]:
    """The bound; raises CertificateRejected for another family or metric, or parameters."""
    check_names(parameters)
    budget.take(SUMS)
    tiles = tile_graph_of(graph)
    if tiles.puzzle.metric != "single":
        raise CertificateRejected("a lemma about the metric 'single'")
    return partial(LinearConflictBound, tiles)


class LinearConflictBound:
    """The distances, and what each line holds, as fields of one number."""

    def __init__(self, graph: TileGraph) -> None:
        adds, height = distances(graph), 2 * FIELD
        self._lines = list[tuple[int, int, _LineCosts]]()
        costs = _LineCosts()
        for cells in lines_of(graph):
            for place, cell in enumerate(cells):
                for label in range(1, graph.cells):
                    if graph.home[label] in cells:
                        belongs = cells.index(graph.home[label])
                        adds[cell][label] += belongs + 1 << height + PLACE * place
            self._lines.append((height, (1 << PLACE * len(cells)) - 1, costs))
            height += PLACE * len(cells)
        self._sums = cell_sums(graph.digits, adds)

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """The states with a smaller sum of both."""
        some, low = list(numbers), (1 << FIELD) - 1
        kept, lines = list[int](), self._lines
        for number, fields in zip(some, self._sums(some), strict=True):
            total = (fields & low) + (fields >> FIELD & low)
            for height, mask, costs in lines:
                total += costs[fields >> height & mask]
            if total < moves:
                kept.append(number)
        return kept


class _LineCosts(dict[int, int]):
    """What a line holds -> two moves for each tile that must leave it."""

    def __missing__(self, contents: int) -> int:
        places, rest = list[int](), contents
        while rest:
            if rest & 15:
                places.append(rest & 15)
            rest >>= PLACE
        self[contents] = cost = 2 * (len(places) - most_in_order(places))
        return cost


def most_in_order(places: Sequence[int]) -> int:
    """The length of a longest ascending subsequence.

    >>> most_in_order([3, 1, 2])
    2
    """
    ending = list[int]()
    for k, place in enumerate(places):
        before = (n for n, p in zip(ending, places[:k], strict=True) if p < place)
        ending.append(1 + max(before, default=0))
    return max(ending, default=0)


def lines_of(graph: TileGraph) -> Iterator[list[int]]:
    """The cells of each row, then of each column."""
    for row in range(graph.rows):
        yield list(range(row * graph.columns, (row + 1) * graph.columns))
    for column in range(graph.columns):
        yield list(range(column, graph.cells, graph.columns))
