"""State graphs for drawings: explored within limits, and refused if they are too large.

A picture of a part of a graph would mislead, so all states of a graph are drawn, or none is.  This
module needs the standard library alone, so it also works in a browser.
"""

from dataclasses import dataclass

from puzzleproof.explore.graph.distances import farthest_of_few
from puzzleproof.explore.graph.lists import in_order, list_graph
from puzzleproof.explore.graph.spaces import space_of
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.graph_view import GraphView, Origin
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.events import Emit, Working, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call

SEARCHED = 3_000_000
"""All searches for a diameter visit at most this many states, or there are at most 20 searches."""


@dataclass(frozen=True, slots=True)
class ViewRequest:
    """What to draw of a state graph, and what to mark in it."""

    max_states: int
    """A graph with more states is refused."""
    whole: bool = False
    """Whether to draw all configurations, not only those that the start reaches."""
    origin: Origin = "start"
    farthest: bool = True
    """Whether to look for two states that are farthest apart; never done in a directed graph."""
    plan: tuple[State, ...] | None = None
    """The states of a plan to mark; None marks a shortest path to a goal."""


def view_of(
    puzzle: AnyPuzzle,
    name: str,
    request: ViewRequest,
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
) -> GraphView:
    """Explore the state graph of a puzzle; raises Unsupported for no graph or too large a graph."""
    if puzzle.explored_by == "stacks":
        raise Unsupported(f"{puzzle.family} have no state graph to draw")
    found: GraphView = call(_view, (puzzle, name, request), on_event, limits)
    return found


def _view(puzzle: AnyPuzzle, name: str, request: ViewRequest, emit: Emit) -> GraphView:
    space = space_of(puzzle)
    emit(Working("building the graph", 0, None, "states"))
    try:
        graph = list_graph(space, request.max_states, reachable=not request.whole)
    except LimitReached:
        which = "configurations" if request.whole else "states that the start reaches"
        raise Unsupported(
            f"{name}: more than {request.max_states:,} {which}: this picture can show no more"
        ) from None
    emit(Working("measuring the graph", 0, None, "states"))
    graph = in_order(graph)  # a picture is the same on all hosts
    goals, far = graph.goals(), None
    to_goal = graph.to_goals()
    if request.farthest and not graph.directed:
        far = farthest_of_few(graph.rows_of(0), max(20, SEARCHED // len(graph.component(0))))
    path = [] if to_goal[0] is None else [0]  # a shortest path to a goal
    for nearer in range((to_goal[0] or 0) - 1, -1, -1):
        path.append(min(after for after in graph.rows[path[-1]] if to_goal[after] == nearer))
    if request.plan is not None:  # on a tour, vertices do not tell which stops are visited
        path = [graph.index[space.placed(puzzle.canonical(state))] for state in request.plan]
    return GraphView(
        puzzle.info.name or name,
        puzzle.family,
        puzzle.metric,
        rows=graph.rows,
        firsts=graph.firsts,
        directed=graph.directed,
        whole=graph.whole,
        origin=request.origin,
        depths=to_goal if request.origin == "goal" else graph.from_start(),
        goals=goals,
        path=path,
        given=request.plan is not None,
        ends=far.ends if far and far.at_most is None else None,
        diameter=far.distance if far and far.at_most is None else None,
        unsettled=far is not None and far.at_most is not None,
    )
