"""State graphs to be drawn: explored within limits, and refused if they are too large.

A picture of part of a graph would mislead, so there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzleproof.encoders import ground_single_steps
from puzzleproof.encoders.task import Grounding
from puzzleproof.explore.graph.view import graph_view
from puzzleproof.explore.graph.whole import graph_from_start, whole_graph
from puzzleproof.explore.packed_task import PackedTask, bits_of
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.graph_view import GraphView, Origin
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.events import Emit, Working, ignore
from puzzleproof.provers.packed_task import packed_task_of
from puzzleproof.provers.process import NO_LIMITS, Limits, call, call_here


@dataclass(frozen=True, slots=True)
class ViewRequest:
    """Which part of a state graph to draw."""

    max_states: int
    """The most states; a larger graph is refused."""
    whole: bool = False
    """Whether to draw all configurations, not only those that the start reaches."""
    origin: Origin = "start"
    farthest: bool = True
    """Whether to look for two states that are farthest apart."""
    plan: tuple[State, ...] | None = None
    """The states of a plan to mark; None marks a shortest path to a goal."""


def view_of(
    puzzle: AnyPuzzle,
    name: str,
    request: ViewRequest,
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
    *,
    in_process: bool = False,
) -> GraphView:
    """Explore the state graph of a puzzle in its metric, as one search.

    Raises Unsupported for a family without a graph and for a graph of too many states,
    LimitReached if a limit ends it.  ``in_process``: for a host that starts no processes.
    """
    if puzzle.explored_by == "stacks":
        raise Unsupported(f"{puzzle.family} have no state graph to draw")
    work = call_here if in_process else call
    found: GraphView = work(_view, (puzzle, name, request), on_event, limits)
    return found


def _view(puzzle: AnyPuzzle, name: str, request: ViewRequest, emit: Emit) -> GraphView:
    grounding = ground_single_steps(puzzle)
    if not grounding.exact:
        raise Unsupported(f"family {puzzle.family!r} has no graph of single steps")
    task = packed_task_of(grounding)
    emit(Working("building the graph", 0, None, "states"))
    try:
        graph = (whole_graph if request.whole else graph_from_start)(task, request.max_states)
    except LimitReached:
        which = "configurations" if request.whole else "states that the start reaches"
        raise Unsupported(
            f"{name}: more than {request.max_states:,} {which}, the most that this picture shows"
        ) from None
    emit(Working("measuring the graph", 0, None, "states"))
    plan = None if request.plan is None else _packed(puzzle, grounding, task, request.plan)
    labels = (puzzle.info.name or name, puzzle.family, puzzle.metric)
    return graph_view(graph, labels, request.origin, plan, farthest=request.farthest)


def _packed(
    puzzle: AnyPuzzle, grounding: Grounding, task: PackedTask, states: Sequence[State]
) -> list[int]:
    """The states of a plan as vertices of the graph, which ignores visited stops."""
    canonical = map(puzzle.canonical, states)
    placed = (state[:-1] if task.stops else state for state in canonical)
    return [bits_of(grounding.facts_of(state)[0]) for state in placed]
