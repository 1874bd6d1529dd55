"""The data for a picture of a state graph: distances, goals, a shortest path, a diameter's ends.

It needs the standard library alone, so it works in a browser too.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzleproof.explore.graph.distances import Distances, distances, farthest_of_few
from puzzleproof.explore.graph.whole import Graph, in_order
from puzzleproof.models.errors import InternalError
from puzzleproof.models.graph_view import GraphView, Origin

SEARCHED = 3_000_000
"""The most states that the searches for a diameter visit in all; this takes some seconds."""


def graph_view(
    graph: Graph,
    labels: tuple[str, str, str],
    origin: Origin = "start",
    plan: Sequence[int] | None = None,
    *,
    farthest: bool = True,
) -> GraphView:
    """Return the data of a graph's picture.

    ``labels`` are the puzzle's name, its family and the metric.  ``plan`` are the states of a plan,
    the start first; without one the path is a shortest one to a goal, if there is any.
    ``farthest``: whether to look for two states that are farthest apart (a directed graph has
    none).  Raises InternalError for a plan whose states are no vertices.
    """
    graph = in_order(graph)  # a picture is the same on all hosts
    goals = graph.goals()
    to_goal = distances(graph.before, goals)
    searches = max(20, SEARCHED // len(graph.component(0)))
    sought = farthest and not graph.directed
    far = farthest_of_few(graph.rows_of(0), searches) if sought else None
    path = _shortest(graph, to_goal) if plan is None else _vertices(graph, plan)
    return GraphView(
        *labels,
        rows=graph.rows,
        firsts=graph.firsts,
        directed=graph.directed,
        whole=graph.whole,
        origin=origin,
        depths=to_goal if origin == "goal" else graph.from_start(),
        goals=goals,
        path=path,
        given=plan is not None,
        ends=far.ends if far and far.at_most is None else None,
        diameter=far.distance if far and far.at_most is None else None,
        unsettled=far is not None and far.at_most is not None,
    )


def _shortest(graph: Graph, to_goal: Distances) -> list[int]:
    """One shortest path from the start to a goal, vertex by vertex; empty if there is none."""
    depth = to_goal[0]
    if depth is None:
        return []
    found = [0]
    for nearer in range(depth - 1, -1, -1):
        found.append(min(after for after in graph.rows[found[-1]] if to_goal[after] == nearer))
    return found


def _vertices(graph: Graph, plan: Sequence[int]) -> list[int]:
    try:
        return [graph.index[state] for state in plan]
    except KeyError:
        raise InternalError("a plan passes a state that the graph has not") from None
