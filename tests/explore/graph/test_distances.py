"""Distances, shortest paths and hardest starts, by hand and by a search from every state."""

from __future__ import annotations

from collections import Counter

import pytest

from puzzleproof.explore.graph.distances import distances
from puzzleproof.explore.graph.whole import Graph
from tests.support.boards import SMALL, library
from tests.support.state_graphs import of_library, plain_distances, shortest_paths, whole


def test_distances_from_many() -> None:
    rows = [[1], [0, 2], [1, 3], [2], []]
    assert distances(rows, (0,)) == [0, 1, 2, 3, None]
    assert distances(rows, (0, 3, 0)) == [0, 1, 1, 0, None]
    assert distances(rows, ()) == [None] * 5


def _paths_by_hand(graph: Graph, targets: set[int]) -> tuple[int, int]:
    paths: list[tuple[int, ...]] = [(0,)]
    while paths:
        done = [path for path in paths if path[-1] in targets]
        if done:
            return len(done[0]) - 1, len(done)
        paths = [(*path, k) for path in paths for k in graph.rows[path[-1]]]
    raise AssertionError


@pytest.mark.parametrize("name", ["two labelled", "two goals", "locked squares"])
def test_shortest_paths_are_counted(name: str) -> None:
    graph = whole(SMALL[name])
    assert shortest_paths(graph, graph.to_goals()) == _paths_by_hand(graph, set(graph.goals()))


def test_no_path() -> None:
    graph = whole(library("simplicity-26"))
    apart = graph.component(1)[0]
    assert shortest_paths(graph, distances(graph.before, [apart])) is None


def test_frogs_have_two_optimal_games() -> None:
    """Exactly two for two frogs or more a side; one step or jump at a time: pq + p + q moves."""
    for p, q in ((2, 2), (2, 3), (3, 3), (4, 4)):
        graph = of_library(f"frogs-{p}-{q}")
        assert shortest_paths(graph, graph.to_goals()) == (p * q + p + q, 2)


@pytest.mark.parametrize("name", ["simplicity", "frogs-2-3"])
def test_hardest_start_by_a_search_from_each(name: str) -> None:
    graph = of_library(name)
    goals = set(graph.goals())
    depths: dict[int, int] = {}
    for vertex in range(len(graph.states)):
        near = [d for v, d in plain_distances(graph.rows, vertex).items() if v in goals]
        if near:
            depths[vertex] = min(near)
    most = max(depths.values())
    found = graph.hardest_start(graph.to_goals(), range(len(graph.states)))
    assert found is not None
    assert (found.distance, found.number) == (most, Counter(depths.values())[most])
    assert depths[graph.index[found.state]] == most
    assert found.unreachable == len(graph.states) - len(depths)
    assert {v: d for v, d in enumerate(graph.to_goals()) if d is not None} == depths


def test_a_tour_has_no_hardest_start() -> None:
    graph = whole(SMALL["tour in any order"])
    assert graph.hardest_start(graph.to_goals(), graph.component(0)) is None


def test_hardest_start_of_a_component() -> None:
    graph = of_library("simplicity-26")
    depth_of = graph.to_goals()
    assert graph.hardest_start(depth_of, graph.component(1)) is None
    found = graph.hardest_start(depth_of, graph.component(0))
    assert found is not None
    assert (found.distance, found.unreachable) == (26, 0)
