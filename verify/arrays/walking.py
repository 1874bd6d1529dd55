"""Walking distance of sliding tiles: add up the fewest steps between rows and between columns.

*Claim.*  Name each tile by the row where the goal has it.  The *bag* of a row is the multiset of
the names of its tiles.  A *step* takes one tile from a row beside the blank's row into the blank's
row, and the blank into the tile's row.  Let V be the fewest steps from the state's bags to the
goal's, and H the same for columns.  Then a plan has at least V + H moves.

*Proof.*  In ``single`` a move takes one tile to the blank's cell, from a cell beside it.  A
vertical move is a step between rows.  A horizontal move changes neither a row's bag nor the blank's
row.  So a plan has at least V vertical moves, and likewise at least H horizontal ones.  No move is
both.  q.e.d.

(In ``multi`` a move takes several tiles.)  The lemma holds for all states.  A symmetry of the graph
takes lines (rows and columns) to lines, so the images of a state have the same sum as the state.

*Tables* are arrays, a layer of ascending *keys* each (bags and the blank's line as one integer).
Each step can be undone and changes the blank's line by one: it leads to a layer beside.

Takahashi Ken'ichiro, Walking distance (about 2002).  Parameters: none.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise, product
from math import comb
from typing import NamedTuple

import numpy as np

from puzzleproof.models.arrays.words import Words, found_in, united, without
from puzzleproof.models.budget import spend
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.bounds import NEVER, Parameters, check_names
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import cell_sums

TOP = 60
"""A key has the blank's line from this bit on, and the bags below."""
LARGE = 4_000_000_000
"""Limit on `ways`: 5 x 5 cells have 1,260,236,880 ways, of which a search meets 65,650,495."""


class Axis(NamedTuple):
    """The rows or the columns: each has ``size`` cells, and the goal has the blank on ``home``."""

    lines: int
    size: int
    home: int

    def tile(self, line: int, name: int) -> int:
        """Return what a tile on a line adds to a key, which counts all names but 0 in each line."""
        fields = line * (self.lines - 1) + name - 1
        return 1 << fields * self.size.bit_length() if name else 0


def walking_distance(
    graph: LabelGraph, parameters: Parameters
) -> tuple["partial[WalkingBound]", int]:
    """Prepare the bound; raises CertificateRejected.  `layers_of` counts the work of a table."""
    if not isinstance(graph, TileGraph):
        raise CertificateRejected("this lemma holds only for sliding tiles in the metric 'single'")
    check_names(parameters)
    if ways(graph) > LARGE:
        raise CertificateRejected(f"{graph.rows} x {graph.columns} cells have too many bags")
    return partial(WalkingBound, graph), 0


def ways(graph: TileGraph) -> int:
    """Bound the number of keys of all tables: all lines but the last may have any bags."""
    axes = {axis for axis, _ in axes_of(graph)}
    if any(axis.tile(axis.lines, 1) > 1 << TOP for axis in axes):
        return LARGE + 1  # a key would be too wide
    return sum(n * comb(n + size - 1, size) ** (n - 1) for n, size, _ in axes)


def axes_of(graph: TileGraph) -> list[tuple[Axis, tuple[int, ...]]]:
    """Return both axes and each cell's line, after the turn that puts the blank's home earliest."""
    turn = min(graph.turns, key=lambda turn: turn[graph.home[0]])
    rows, columns = zip(*(divmod(cell, graph.columns) for cell in turn), strict=True)
    return [
        (Axis(graph.rows, graph.columns, rows[graph.home[0]]), rows),
        (Axis(graph.columns, graph.rows, columns[graph.home[0]]), columns),
    ]


def layers_of(axis: Axis, held: int) -> list[Words]:
    """Return the keys at 0, 1, 2, … steps from the goal's; ``held`` bytes are in use before."""
    lines, size, home = axis
    tile, width = axis.tile, (lines - 1) * size.bit_length()
    low, fields = (1 << width) - 1, product(range(1 << size.bit_length()), repeat=lines - 1)
    holds = np.array([(size - sum(few), *few[::-1]) for few in fields]).T > 0
    """For each name: whether a line without the blank has such a tile, by the line's fields."""
    goal = sum((size - (line == home)) * tile(line, line) for line in range(lines))
    here, layers = np.array([goal + (home << TOP)]), list[Words]()
    while len(here):
        layers.append(here)
        spend(len(here) // 5, held + 12 * sum(map(len, layers)))
        ends = np.searchsorted(here >> TOP, range(lines + 1))
        blank_on = [here[first:end] for first, end in pairwise(ends)]
        found = list[Words]()
        for new in range(lines):
            parts = [
                some[has] + (tile(old, name) - tile(new, name) + (new - old << TOP))
                for old, some in enumerate(blank_on)
                if abs(new - old) == 1
                for name, has in enumerate(holds[:, some >> new * width & low])
            ]
            found.append(united(parts, np.int64))
        here = np.concatenate(found)
        if len(layers) > 1:
            here = without(here, layers[-2])
    return layers


def steps_home(layers: Sequence[Words], keys: Sequence[int]) -> list[int]:
    """Return for each key the number of its layer, or `NEVER` if it is in no layer."""
    spend((20 + len(keys)) * len(layers) // 4)
    steps, wanted = np.full(len(keys), NEVER), np.array(keys, np.int64)
    for k, layer in enumerate(layers):
        steps[found_in(layer, wanted)] = k
    return [*map(int, steps)]


class WalkingBound:
    """The tables of both axes; one table if they are alike.  A state's sum has its two keys."""

    def __init__(self, graph: TileGraph) -> None:
        self.in_arrays = True
        adds = [[0] * graph.cells for _ in range(graph.cells)]
        axes = axes_of(graph)
        for bit, (axis, line) in zip((0, 64), axes, strict=True):
            for cell, label in product(range(graph.cells), repeat=2):
                tile = axis.tile(line[cell], line[graph.home[label]])
                adds[cell][label] += (tile if label else line[cell] << TOP) << bit
        self._sums = cell_sums(graph.digits, adds)
        (rows, _), (columns, _) = axes
        self._rows = layers_of(rows, 0)
        self._columns = self._rows
        if rows != columns:
            self._columns = layers_of(columns, sum(layer.nbytes for layer in self._rows))

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """Return the states from which both axes together need fewer steps than ``moves``."""
        some = list(numbers)
        keys = list(self._sums(some))
        rows = steps_home(self._rows, [key & (1 << 64) - 1 for key in keys])
        columns = steps_home(self._columns, [key >> 64 for key in keys])
        return [n for n, v, h in zip(some, rows, columns, strict=True) if v + h < moves]
