"""Breadth-first search that leaves out what lower bounds show to be too far: a table, or the end.

What the search leaves out is what the checker will accept as left out, as both ask the same graph
and the same bounds (`puzzleproof.verify.bounds`).  For a claim of L moves either the search ends
without the end, and its layers are the labels of a certificate; or it meets the end, after fewer
moves than L.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzleproof.verify.bounds import LowerBound
from puzzleproof.verify.bounds.graphs import LabelGraph

SEARCH = "search with lower bounds"
OnLayer = Callable[[int], None]
"""Called with the number of states after each layer; may raise to stop."""


@dataclass(frozen=True, slots=True)
class Searched:
    """The layers of a search for a claim of ``at_least`` moves."""

    at_least: int
    layers: Sequence[Any]
    """The states labelled 0, 1, 2, …: lists, or arrays."""
    met: int | None = None
    """A state of the end, one move from the last layer; None where the end was not met."""
    cut_short: bool = False
    """Whether there were too many states; then the layers are no table."""

    @property
    def states(self) -> int:
        """How many states the layers have."""
        return sum(map(len, self.layers))


def search(
    graph: LabelGraph,
    bounds: Sequence[LowerBound],
    at_least: int,
    most: int,
    on_layer: OnLayer = lambda _states: None,
) -> Searched:
    """Label the states that no bound cuts off from a plan of fewer than ``at_least`` moves.

    No more than ``most`` states, or the search is cut short.
    """
    here = list(graph.origins)
    known, layers = set(here), [here]
    for left in range(at_least - 1, 0, -1):
        near: Sequence[int] = list(graph.beyond(here) - known)
        for end in filter(graph.is_end, near):
            return Searched(at_least, layers, met=end)
        for bound in bounds if left > 1 else ():
            near = bound.near(near, left)
        if left == 1 or not near:
            break
        here = list(near)
        known.update(here)
        layers.append(here)
        on_layer(len(known))
        if len(known) > most:
            return Searched(at_least, layers, cut_short=True)
    return Searched(at_least, layers)


def path_to(graph: LabelGraph, found: Searched) -> list[int]:
    """The classes from the origin to the end that was met, where moves can be taken back."""
    assert found.met is not None, "the end was met"
    path = [found.met]
    for layer in reversed(found.layers):
        around = graph.beyond(path[-1:])
        path.append(next(number for number in around if number in layer))
    return path[::-1]


def least_bound(bounds: Sequence[LowerBound], number: int) -> int:
    """How many moves the bounds show to be ahead of a state."""
    moves = 0
    while any(not bound.near([number], moves + 1) for bound in bounds):
        moves += 1
    return moves
