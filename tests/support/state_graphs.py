"""State graphs for tests, and slow but plain methods to check them."""

from collections.abc import Sequence
from functools import cache

from puzzleproof.explore.graph.distances import Rows, distances
from puzzleproof.explore.graph.lists import ListGraph, list_graph
from puzzleproof.explore.graph.spaces import Symmetry, space_of
from puzzleproof.explore.graph.starts import Statistics
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import SMALL, sliding

PARTLY_LABELLED: dict[str, SlidingPuzzle] = {
    "one of four": sliding("AAB/CD./E..", goal="BAA/.../...", labelled="B"),
    "two of five": sliding("ABC/DE./XX.", goal="BA./.../.XX", labelled="AB"),
    "stuck words": sliding("ABCD/EXX./.XX.", goal="BA../..../....", labelled="AB"),
    "dominoes": sliding("AABB/CCDD/EEF.", goal="BBAA/..../....", labelled="AF"),
    "corridor": sliding("ABC../DDEE.", goal="CBA../.....", labelled="AD"),
    "two classes": sliding("AABB/CDE./F.X#", goal="..../AA../...#", labelled="ACD"),
    "done": sliding("AB./C..", goal="A../...", labelled="A"),
}
"""Boards on which some pieces of one shape are labelled and others are not."""


def whole(puzzle: AnyPuzzle) -> ListGraph:
    return list_graph(space_of(puzzle))


def reachable(puzzle: AnyPuzzle) -> ListGraph:
    return list_graph(space_of(puzzle), reachable=True)


@cache
def of_library(name: str) -> ListGraph:
    """All configurations of an instance of the library."""
    return whole(load(name))


def own_images(graph: ListGraph, symmetry: Symmetry) -> list[int]:
    """The vertices of states that are their own image."""
    return [vertex for vertex, state in enumerate(graph.states) if symmetry.image(state) == state]


def component_sizes(graph: ListGraph) -> list[int]:
    """How many states each component has; the first is the start's."""
    return [graph.size(first) for first in graph.firsts]


def shortest_paths(graph: ListGraph, goals: Sequence[int] | None = None) -> tuple[int, int] | None:
    """(length, number) of the shortest paths from the start to goals; None where there is none."""
    known = Statistics(graph)
    if goals is not None:
        known.depth_of = distances(graph.before, goals)
    return None if known.depth_of[0] is None else (known.depth_of[0], known.plans(0))


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
def of_small(name: str, metric: str) -> ListGraph:
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
