"""Distances in a state graph: breadth-first search from one state or from many (Moore, 1959).

The *distance* is the number of moves.  A *path* is told by its states: two moves between the same
two states are one.  The *hardest start* is the state from which the nearest goal is farthest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from puzzleproof.explore.graph.whole import Graph, Rows

Distances: TypeAlias = list[int | None]
"""For each vertex its distance, None where there is no way."""


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


def shortest_paths(graph: Graph, sources: Sequence[int], targets: Sequence[int]) -> tuple[int, int]:
    """(distance from the nearest source to the nearest target, how many paths have that length).

    Raises ValueError where there is no path.  From the start to the goals these are the optimal
    plans, each told by its states.
    """
    depth_of = distances(graph.rows, sources)
    depths = [depth for target in targets if (depth := depth_of[target]) is not None]
    if not depths:
        raise ValueError("no path leads from a source to a target")
    depth = min(depths)
    ways: dict[int, int] = dict.fromkeys(sources, 1)
    for here in range(1, depth + 1):
        following: dict[int, int] = {}
        for vertex, number in ways.items():
            for after in graph.rows[vertex]:
                if depth_of[after] == here:
                    following[after] = following.get(after, 0) + number
        ways = following
    return depth, sum(ways.get(target, 0) for target in dict.fromkeys(targets))


@dataclass(frozen=True, slots=True)
class HardestStart:
    """Where the goal is farthest, among the vertices that were asked about."""

    distance: int
    """From the hardest start to the nearest goal."""
    number: int
    """How many states are as far."""
    state: int
    """The least of them, as the model's integer."""
    unreachable: int
    """How many states have no way to a goal."""


def hardest_start(graph: Graph, vertices: Iterable[int] | None = None) -> HardestStart | None:
    """The hardest start among ``vertices`` (by default, all); None where no goal is in reach."""
    depth_of = to_goals(graph)
    chosen = range(len(graph.states)) if vertices is None else list(vertices)
    depths = [depth for vertex in chosen if (depth := depth_of[vertex]) is not None]
    if not depths:
        return None
    most = max(depths)
    states = list(_states_at(graph, depth_of, chosen, most))
    return HardestStart(most, len(states), min(states), len(chosen) - len(depths))


def _states_at(
    graph: Graph, depth_of: Distances, chosen: Iterable[int], depth: int
) -> Iterator[int]:
    return (graph.states[vertex] for vertex in chosen if depth_of[vertex] == depth)
