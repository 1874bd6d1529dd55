"""A simple breadth-first search: the distance to the goal by the rules alone, layer by layer.

It is kept plain on purpose: the results of every other search are compared with it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from puzzleproof.models.budget import metered
from puzzleproof.models.puzzle import AnyPuzzle, State


@dataclass(frozen=True, slots=True)
class Distance:
    """The minimum in the metric (None: no goal is reached), and the number of states met."""

    optimum: int | None
    states: int


def bfs(puzzle: AnyPuzzle, on_layer: Callable[[int, int], None] | None = None) -> Distance:
    """Search from the start; returns the distance to the nearest goal.

    ``on_layer(depth, states so far)`` may raise to stop the search.

    If every move can be undone, a neighbour of layer d lies in layer d - 1, d or d + 1, so it
    is enough to remember two layers.  Otherwise all layers are remembered.
    """
    seen = 0
    for depth, layer in enumerate(layers(puzzle)):
        if any(map(puzzle.is_goal, layer)):
            return Distance(depth, seen + len(layer))
        seen += len(layer)
        if on_layer:
            on_layer(depth, seen)
    return Distance(None, seen)


def layers(puzzle: AnyPuzzle, origins: Iterable[State] | None = None) -> Iterator[set[State]]:
    """Yield the states at distance 0, 1, 2, … from the start, or from some ``origins``."""
    before = set[State]()
    layer = {puzzle.canonical(puzzle.start)} if origins is None else set(origins)
    while layer:
        yield layer
        found = chain.from_iterable(map(puzzle.successors, layer))
        after = set(metered(found, len(layer) + len(before)))
        after -= layer
        after -= before
        before = layer if puzzle.reversible else before.union(layer)
        layer = after
