"""Searches to a goal: breadth first by any engine, by a lift, or bidirectional.

`bidirectional` searches from the start and from the goals, whole layers at a time, always the
smaller one: two frontiers that meet after p and q layers prove that p + q moves are enough and that
fewer are not, since the layers before have nothing in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from puzzleproof.explore.engines import make_engine
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.layers import EngineLayer, LayeredSearch, path_through
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported

LIFTED = 300_000
"""States of a search that goes on as a lift, where pieces differ by their labels alone."""

ReportLayer: TypeAlias = Callable[[int, int], None]
"""(depth, states so far); it may raise to stop the search."""


class SearchResult(NamedTuple):
    """What a search found: a plan as states, or none within ``depth`` moves or at all."""

    optimum: int | None
    path: tuple[int, ...]
    sizes: tuple[int, ...]
    """States of each layer searched; of a bidirectional search, forward and backward."""
    depth: int | None
    """All states up to this distance were searched in vain; None: all there are."""


def search(
    task: PackedTask,
    *,
    engine: str = "auto",
    memory: int | None = None,
    at_least: int | None = None,
    on_layer: ReportLayer | None = None,
) -> SearchResult:
    """Search from the start to a goal, to the depth ``at_least``, or to the end of the graph.

    ``engine`` is ``auto``, ``lift`` or one of `SEARCH_ENGINES`.  ``memory`` in bytes; raises
    LimitReached where an engine of arrays would need more.
    """
    if engine == "lift":
        return _lifted(task, memory)
    run, sizes = LayeredSearch(task, engine, memory), list[int]()
    may_lift = engine == "auto" and at_least is None
    for depth, (one, layer) in enumerate(run.layers()):
        if may_lift and sum(sizes) > LIFTED:
            may_lift = False
            if lifted := _lifted_if_any(task, memory):
                return lifted
        goal = one.goal(layer)
        sizes.append(one.size(layer))
        if goal is not None:
            return SearchResult(depth, tuple(run.path_to(goal)), tuple(sizes), None)
        if depth == at_least:
            return SearchResult(None, (), tuple(sizes), depth)
        if on_layer:
            on_layer(depth, sum(sizes))
    return SearchResult(None, (), tuple(sizes), None)


def _lifted_if_any(task: PackedTask, memory: int | None) -> SearchResult | None:
    """The same by a lift, where pieces differ by their labels alone and numpy and memory allow."""
    from puzzleproof.explore.engines.lifted.merging import Merged

    try:
        is_lift = task.reversible and bool(task.goals) and Merged(task).arrangements > 1
        return _lifted(task, memory) if is_lift else None
    except (ImportError, LimitReached):
        return None


def _lifted(task: PackedTask, memory: int | None) -> SearchResult:
    """Search the lift of the graph without labels."""
    from puzzleproof.explore.engines.lifted.lift import Lift

    found = Lift(task, memory).search()
    optimum = None if found.plan is None else len(found.plan) - 1
    return SearchResult(optimum, tuple(found.plan or ()), tuple(found.layers), None)


def bidirectional(
    task: PackedTask,
    goals: Iterable[int],
    *,
    engine: str = "plain",
    memory: int | None = None,
    on_layer: ReportLayer | None = None,
) -> SearchResult:
    """Search from the start and from all ``goals`` (whole states) at once.

    Raises Unsupported for a tour, whose moves cannot be taken back.
    """
    if task.stops:
        raise Unsupported("a tour cannot be searched from its end")
    forward = make_engine(engine, task, memory)
    backward = forward.backwards()
    ahead: list[EngineLayer] = [(forward, forward.layer((task.start,)))]
    back: list[EngineLayer] = [(backward, backward.layer(goals))]
    while True:
        sizes = tuple(one.size(layer) for side in (ahead, back) for one, layer in side)
        last = sizes[len(ahead) - 1], sizes[-1]
        if len(sizes) > 2 and on_layer:
            on_layer(len(sizes) - 3, sum(sizes))
        met = forward.common(ahead[-1][1], back[-1][1])
        if met is not None:
            break
        if not all(last):
            return SearchResult(None, (), sizes, None)
        side = back if last[1] < last[0] else ahead
        earlier = [layer for _, layer in (side[-2:] if task.reversible else side)]
        side.append((side[-1][0], side[-1][0].after(earlier[-1], earlier)))
    first = path_through(PlainSearch(task.backwards()), ahead, met)
    path = (*reversed(first), *path_through(PlainSearch(task), back, met)[1:])
    return SearchResult(len(path) - 1, path, sizes, None)
