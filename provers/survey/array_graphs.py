"""Graphs of sliding pieces in arrays: when they are worth it, and how many states they may have.

They hold ten times as many states in the same memory as a graph in lists and are faster from some
ten thousand on, but know neither files nor what `--pairs` and `--eccentricities` ask for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzleproof.explore.graph.configurations import are_many
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers.survey.large_graphs import NUMPY_BYTES, LargeGraph

if TYPE_CHECKING:
    from puzzleproof.explore.graph.arrays.graph import ArrayGraph

WORTH = 20_000
"""From so many configurations on arrays are faster, the import of numpy included."""
MORE = 12
"""How many times as many states arrays may have as lists."""


def is_worth_it(large: LargeGraph) -> bool:
    """Whether arrays may hold the graph, and are faster than lists."""
    if large.task.plane is None or large.reachable:
        return False
    return are_many(large.task, WORTH)


def in_arrays(large: LargeGraph) -> ArrayGraph | None:
    """The graph of all configurations; None without numpy, and where it cannot be held."""
    if large.task.plane is None or large.reachable:
        return None
    spare, limit = large.spare(NUMPY_BYTES), MORE * large.asked
    try:
        from puzzleproof.explore.graph.arrays.graph import STATE_BYTES, array_graph

        if spare is not None:
            limit = min(limit, spare // STATE_BYTES)
        return array_graph(large.task, limit, spare)
    except (ImportError, LimitReached, Unsupported):
        return None
