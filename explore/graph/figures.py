"""What a survey asks about a graph in lists; it needs the standard library alone."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from puzzleproof.explore.graph.distances import (
    Distances,
    FarthestPair,
    HardestStart,
    farthest_of_few,
    from_start,
    hardest_start,
    layer_sizes,
    to_goals,
)
from puzzleproof.explore.graph.symmetric import fixed_states
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.explore.packed_task import Symmetry

LARGE = 3_000
"""From so many states on a diameter takes longer in lists than to import numpy and use arrays."""


class ListFigures:
    """The figures of one graph."""

    start = 0

    def __init__(self, graph: Graph) -> None:
        self.graph, self.task = graph, graph.task
        self.whole, self.directed = graph.whole, graph.directed

    def __len__(self) -> int:
        """How many states."""
        return len(self.graph.states)

    def state(self, vertex: int) -> int:
        """The state of a vertex."""
        return self.graph.states[vertex]

    def row(self, vertex: int) -> list[int]:
        """The states one move away."""
        return self.graph.rows[vertex]

    def degrees(self) -> dict[int, int]:
        """For each degree how many states have it."""
        return dict(sorted(Counter(map(len, self.graph.rows)).items()))

    def sizes(self) -> dict[int, int]:
        """For each size how many components have it."""
        ends = pairwise([*self.graph.firsts, len(self)])
        return dict(sorted(Counter(after - first for first, after in ends).items()))

    def size(self, vertex: int) -> int:
        """How many states the component of a vertex has."""
        return len(self.graph.component(self.graph.component_of(vertex)))

    def inside(self, vertices: list[int]) -> int:
        """How many of some vertices are in the start's component."""
        run = self.graph.component(0)
        return sum(vertex in run for vertex in vertices)

    def goals(self) -> list[int]:
        """The vertices of goal states."""
        return self.graph.goals()

    def from_start(self) -> tuple[list[int], int]:
        """How many states there are at each distance from the start, and one of the farthest."""
        found = from_start(self.graph)
        sizes = layer_sizes(found)
        return sizes, found.index(len(sizes) - 1)

    def to_goals(self) -> Distances:
        """From every vertex the distance to the nearest goal."""
        return to_goals(self.graph)

    def hardest(self, depths: Distances, *, anywhere: bool) -> HardestStart | None:
        """The hardest start in the start's component or in any; None where none has a goal."""
        run = range(len(self)) if anywhere else self.graph.component(0)
        return hardest_start(self.graph, depths, run)

    def fixed(self, symmetry: Symmetry) -> list[int]:
        """The vertices whose states are their own image."""
        return fixed_states(self.graph, symmetry)

    def diameter(self) -> FarthestPair:
        """The two states of the start's component that are farthest apart."""
        found = _in_arrays(self.graph) or farthest_of_few(self.graph.rows_of(0))
        assert found is not None, "without a bound of searches there is a pair"
        return found


def _in_arrays(graph: Graph) -> FarthestPair | None:
    """The same with fewer searches; None for few states, and in a browser, which has no numpy."""
    if len(graph.component(0)) < LARGE:
        return None
    try:
        from puzzleproof.explore.graph.eccentricity import diameter
    except ImportError:
        return None
    return diameter(graph)
