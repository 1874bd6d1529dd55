"""Distances in a state graph: breadth-first search from one state or from many (Moore, 1959).

The *distance* is the number of moves.  A *path* is a sequence of states: two moves between the same
two states count as one.  The *hardest start* is the state from which the nearest goal is farthest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from puzzleproof.explore.graph.whole import Graph, Rows

Distances: TypeAlias = list[int | None]
"""For each vertex its distance, None where there is no path."""


class _Depths(Protocol):
    """Distances by vertex: a list or an array."""

    def __getitem__(self, vertex: int, /) -> Any: ...


def distances(rows: Rows, sources: Iterable[int]) -> Distances:
    """The distance of every vertex from the nearest of ``sources``."""
    found: Distances = [None] * len(rows)
    layer = list(dict.fromkeys(sources))
    for vertex in layer:
        found[vertex] = 0
    depth = 0
    while layer:
        depth += 1
        following: list[int] = []
        for vertex in layer:
            for after in rows[vertex]:
                if found[after] is None:
                    found[after] = depth
                    following.append(after)
        layer = following
    return found


def from_start(graph: Graph) -> Distances:
    """The distance of every vertex from the start."""
    return distances(graph.rows, (0,))


def to_goals(graph: Graph) -> Distances:
    """From every vertex the distance to the nearest goal."""
    return distances(graph.before, graph.goals())


def layer_sizes(found: Distances) -> list[int]:
    """How many vertices there are at each distance, from 0 on."""
    counts = Counter(depth for depth in found if depth is not None)
    return [counts[depth] for depth in range(len(counts))]


def shortest_paths(graph: Graph, depth_of: Distances, source: int = 0) -> tuple[int, int] | None:
    """(length, number) of the shortest paths from a vertex; None where there is no path.

    ``depth_of`` are the distances to the targets.  From the start to the goals these paths are the
    optimal plans, distinguished by their states.
    """
    length = depth_of[source]
    if length is None:
        return None
    return length, number_of_paths(graph.rows.__getitem__, depth_of, source, length)


def number_of_paths(
    row: Callable[[int], Iterable[int]], depth_of: _Depths, source: int, length: int
) -> int:
    """How many shortest paths lead from a vertex, so far from the targets, to one of these."""
    counts = {source: 1}
    for nearer in range(length - 1, -1, -1):
        following: dict[int, int] = {}
        for vertex, number in counts.items():
            for after in row(vertex):
                if depth_of[after] == nearer:
                    following[after] = following.get(after, 0) + number
        counts = following
    return sum(counts.values())


@dataclass(frozen=True, slots=True)
class HardestStart:
    """Where the goal is farthest, among the vertices that were asked about."""

    distance: int
    """From the hardest start to the nearest goal."""
    number: int
    """How many states are as far."""
    state: int
    """The least of them as an integer."""
    unreachable: int
    """How many states cannot reach a goal."""


def hardest_start(graph: Graph, depth_of: Distances, vertices: range) -> HardestStart | None:
    """The hardest start among ``vertices``; None where none of them can reach a goal.

    ``depth_of`` are the distances to the goals.
    """
    depths = [depth for depth in depth_of[vertices.start : vertices.stop] if depth is not None]
    if not depths:
        return None
    most = max(depths)
    states = (graph.states[vertex] for vertex in vertices if depth_of[vertex] == most)
    return HardestStart(most, depths.count(most), min(states), len(vertices) - len(depths))
