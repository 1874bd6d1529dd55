"""Graphs of sliding pieces in arrays: how many states they may have.

They hold ten times as many states in the same memory as a graph in lists, but they cannot be
written to files, and do not support `--pairs` and `--eccentricities`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers.survey.large_graphs import NUMPY_BYTES, LargeGraph

if TYPE_CHECKING:
    from puzzleproof.explore.graph.sliding import ArrayGraph

MORE = 12
"""A graph in arrays may have this many times the states of one in lists."""


def in_arrays(large: LargeGraph) -> ArrayGraph | None:
    """The graph of all configurations, if it is one of sliding pieces; None for any other.

    A browser has no numpy, and so no such graph.  Raises LimitReached if memory cannot hold it;
    lists would take even more.
    """
    if large.task.plane is None or large.reachable:
        return None
    spare, limit = large.spare(NUMPY_BYTES), MORE * large.asked
    try:
        from puzzleproof.explore.graph.sliding import STATE_BYTES, array_graph

        if spare is not None:
            limit = min(limit, spare // STATE_BYTES)
        return array_graph(large.task, limit, spare)
    except (ImportError, Unsupported):
        return None
    except LimitReached:
        if limit < large.states:
            return None
        raise
