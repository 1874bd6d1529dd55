"""Breadth-first search that leaves out what a bound shows to be too far from the end.

For the claim 'at least L moves' the state after g moves is left out where L - g moves more are
shown.  If the end is met after d < L moves, d is the minimum: had a shorter plan been left out, a
state with too few moves to go would have been.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from puzzleproof.provers.bounded.peg_arrays import ArrayBound, PegArrays, Positions
from puzzleproof.provers.bounded.sorted_arrays import distinct, without
from puzzleproof.verify.peg_positions import moves_after, moves_before


class Layers(NamedTuple):
    """The labels that some bounds leave, as far as the search went."""

    at_least: int
    """The claim L."""
    layers: tuple[Positions, ...]
    met: bool
    """Whether the last layer has a state of the end: the minimum is its label."""
    whole: bool
    """Whether the search came to its end; else a layer was too large."""

    @property
    def states(self) -> int:
        """How many there are."""
        return sum(map(len, self.layers))


OnLabel = Callable[[int, int], None]
"""Called with each label and the number of its states."""


def search(
    arrays: PegArrays,
    bounds: Sequence[ArrayBound],
    at_least: int,
    most: int,
    on_label: OnLabel | None = None,
) -> Layers:
    """Label classes from the origins until the end is met or the labels reach ``at_least``.

    Stops where a layer has more than ``most`` states: that is the last one returned.
    """
    graph = arrays.graph
    ends = np.array(sorted(graph.classes(graph.ends)), np.uint64)
    known = here = np.array(sorted(graph.origins), np.uint64)
    layers = [here]
    met = bool(np.isin(here, ends).any())
    while not met and len(here) and len(layers) < at_least:
        here = without(arrays.beyond(here), known)
        met = bool(np.isin(here, ends).any())
        for bound in bounds if not met else ():
            here = bound.near(here, at_least - len(layers))
        layers.append(here)
        if len(here) > most and not met:
            return Layers(at_least, tuple(layers), met, whole=False)
        known = distinct([known, here])
        if on_label is not None:
            on_label(len(layers) - 1, len(here))
    return Layers(at_least, tuple(layers), met, whole=True)


def way_back(arrays: PegArrays, layers: Sequence[Positions]) -> list[int]:
    """Positions from an origin to the end, one of each layer: a plan, in the labels' direction.

    From the end back: the first state of each layer one of whose images leads on.
    """
    graph = arrays.graph
    state = next(
        one for one in graph.ends if next(iter(graph.classes((one,)))) in set(layers[-1].tolist())
    )
    path = [state]
    for layer in reversed(layers[:-1]):
        path.append(_before(arrays, layer, path[-1]))
    return path[::-1]


def _before(arrays: PegArrays, layer: Positions, after: int) -> int:
    """A position whose class is in the layer, and from which one move leads to ``after``."""
    graph = arrays.graph
    known = set(layer.tolist())
    back = moves_after(graph.puzzle.board) if graph.backward else moves_before(graph.puzzle.board)
    return next(one for one in back(after) if next(iter(graph.classes((one,)))) in known)
