"""What can be counted in a state graph: edges, degrees, components and their sizes.

The *degree* of a state is the number of states one move away (where moves cannot be taken back: of
states that one move leads to).  Components are those of `puzzleproof.explore.graph.whole`.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from puzzleproof.explore.graph.whole import Graph


def edge_count(graph: Graph) -> int:
    """Pairs of states one move apart; arcs where some move cannot be taken back."""
    arcs = sum(map(len, graph.rows))
    return arcs if graph.directed else arcs // 2


def degree_table(graph: Graph) -> dict[int, int]:
    """For each degree how many states have it, ascending."""
    return dict(sorted(Counter(map(len, graph.rows)).items()))


def mean_degree(graph: Graph) -> float:
    """How many states are one move away, on average over all states."""
    return sum(map(len, graph.rows)) / len(graph.states)


def component_sizes(graph: Graph) -> list[int]:
    """How many states each component has; the first is the start's."""
    return [after - first for first, after in pairwise([*graph.firsts, len(graph.states)])]


def size_table(graph: Graph) -> dict[int, int]:
    """For each size how many components have it, ascending."""
    return dict(sorted(Counter(component_sizes(graph)).items()))
