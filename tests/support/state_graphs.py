"""State graphs for tests, and slow but plain ways to find out the same about them."""

from __future__ import annotations

from functools import cache

from puzzleproof.encoders import ground_single_steps
from puzzleproof.encoders.task import Grounding
from puzzleproof.explore.graph.whole import Graph, Rows, graph_from_start, whole_graph
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.provers.packed_task import packed_task_of
from tests.support.boards import SMALL


def model(puzzle: AnyPuzzle) -> PackedTask:
    return packed_task_of(ground_single_steps(puzzle))


def whole(puzzle: AnyPuzzle) -> Graph:
    return whole_graph(model(puzzle))


def reachable(puzzle: AnyPuzzle) -> Graph:
    return graph_from_start(model(puzzle))


@cache
def of_library(name: str) -> Graph:
    """All configurations of an instance of the library."""
    return whole(load(name))


def told(graph: Graph, grounding: Grounding, vertex: int) -> State:
    """A vertex as a state of the rules."""
    return grounding.state(graph.model.facts(graph.states[vertex]))


def plain_distances(rows: Rows, source: int) -> dict[int, int]:
    """Distances by a queue, for comparison."""
    found = {source: 0}
    queue = [source]
    for vertex in queue:
        for after in rows[vertex]:
            if after not in found:
                found[after] = found[vertex] + 1
                queue.append(after)
    return found


@cache
def of_small(name: str, metric: str) -> Graph:
    """All configurations of an instance made by hand."""
    return whole(SMALL[name].with_metric(metric))


@cache
def some_rows() -> dict[str, Rows]:
    """Connected graphs by hand: a path, a circle, a star, a grid, a circle with a tail."""
    grid = [
        [k for k in (v - 1, v + 1) if 0 <= k < 12 and k // 4 == v // 4]
        + [k for k in (v - 4, v + 4) if 0 <= k < 12]
        for v in range(12)
    ]
    return {
        "point": [[]],
        "path": [[k for k in (v - 1, v + 1) if 0 <= k < 7] for v in range(7)],
        "circle": [[(v - 1) % 8, (v + 1) % 8] for v in range(8)],
        "star": [[1, 2, 3, 4], [0], [0], [0], [0]],
        "grid": grid,
        "tail": [[1, 5], [0, 2], [1, 3], [2, 4], [3, 5], [4, 0, 6], [5, 7], [6]],
    }
