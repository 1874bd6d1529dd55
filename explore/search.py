"""A search from the start to a goal, breadth first, by any engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from puzzleproof.explore.layers import LayeredSearch
from puzzleproof.explore.packed_task import PackedTask

ReportLayer: TypeAlias = Callable[[int, int], None]
"""(depth, states so far); it may raise to stop the search."""


class SearchResult(NamedTuple):
    """What a search found: a plan as states, or none within ``depth`` moves or at all."""

    optimum: int | None
    path: tuple[int, ...]
    sizes: tuple[int, ...]
    """States of each layer searched."""
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

    ``engine`` is ``auto`` or one of `SEARCH_ENGINES`.  ``memory`` in bytes; raises LimitReached
    where an engine of arrays would need more.
    """
    run, sizes = LayeredSearch(task, engine, memory), list[int]()
    for depth, (one, layer) in enumerate(run.layers()):
        goal = one.goal(layer)
        sizes.append(one.size(layer))
        if goal is not None:
            return SearchResult(depth, tuple(run.path_to(goal)), tuple(sizes), None)
        if depth == at_least:
            return SearchResult(None, (), tuple(sizes), depth)
        if on_layer:
            on_layer(depth, sum(sizes))
    return SearchResult(None, (), tuple(sizes), None)
