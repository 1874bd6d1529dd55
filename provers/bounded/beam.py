"""A quick look for a plan: a beam from the start that meets what is a few moves from a goal.

Of each layer only the states that look nearest are kept (a beam search; B. Lowerre, 1976).  It need
not come to a goal itself: the classes from which a goal is a few moves away are listed first, all
of them, and any of these will do.  What it meets is a plan; what it does not meet says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from puzzleproof.explore.engines.arrays.sorted_words import ascending, without
from puzzleproof.provers.bounded.layers import one_of
from puzzleproof.provers.bounded.peg_arrays import ArrayBound, PegArrays, Positions
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.peg_positions import moves_after, moves_before

LISTED = 600_000
"""Classes near a goal, at most."""
FIRST_LAYERS = 2
"""So many of their layers are made, whatever they might have."""
OnLayer = Callable[[int, int], None]
"""Called with the moves made and the number of states kept."""


class Perimeter:
    """The classes from which a goal is a few moves away, by that number."""

    def __init__(self, graph: PegGraph) -> None:
        arrays = PegArrays(graph, backward=True)
        known = here = np.array(sorted(graph.classes(graph.goals)), np.uint64)
        self.layers = [here]
        while len(here) and self._next_is_small():
            here = without(arrays.beyond(here), known)
            known = ascending([known, here])
            self.layers.append(here)

    def _next_is_small(self) -> bool:
        """Whether another layer may be listed, should it be larger by as much as the last one."""
        if len(self.layers) < FIRST_LAYERS:
            return True
        last, one = map(len, self.layers[-2:])
        return one * one // last <= LISTED

    def met(self, here: Positions, most: int) -> tuple[int, int] | None:
        """One of these classes that is so many moves from a goal at most, with its moves."""
        for moves, layer in enumerate(self.layers[: most + 1]):
            common = np.intersect1d(here, layer, assume_unique=True)
            if len(common):
                return int(common[0]), moves
        return None


def find_plan(
    arrays: PegArrays,
    bounds: Sequence[ArrayBound],
    perimeter: Perimeter,
    moves: int,
    width: int,
    on_layer: OnLayer,
) -> list[int] | None:
    """Positions of a plan of so many moves at most, one of each class; None: none was met."""
    known = here = np.array([arrays.graph.start], np.uint64)
    layers = [here]
    while len(here) and len(layers) <= moves + 1:
        found = perimeter.met(here, moves - len(layers) + 1)
        if found is not None:
            return _path(arrays.graph, layers, perimeter.layers[: found[1]], found[0])
        here = without(arrays.beyond(here), known)
        for bound in bounds:
            here = bound.near(here, moves + 1 - len(layers))
        here = _nearest(here, bounds, width)
        known = ascending([known, here])
        layers.append(here)
        on_layer(len(layers) - 1, len(here))
    return None


def _nearest(positions: Positions, bounds: Sequence[ArrayBound], width: int) -> Positions:
    """So many of them, by the sum of what the bounds say."""
    if len(positions) <= width:
        return positions
    far = sum((bound.guess(positions) for bound in bounds), np.zeros(len(positions)))
    nearest = np.argpartition(far, width)
    return np.sort(positions[nearest[:width]])


def _path(
    graph: PegGraph, before: Sequence[Positions], after: Sequence[Positions], met: int
) -> list[int]:
    """From the start through the layers before to the class that was met, and on to a goal."""
    board = graph.board
    back, on = moves_before(board), moves_after(board)
    path = [met]
    for layer in reversed(before[:-1]):
        path.append(one_of(graph, layer, back(path[-1])))
    path.reverse()
    for layer in reversed(after):
        path.append(one_of(graph, layer, on(path[-1])))
    return path
