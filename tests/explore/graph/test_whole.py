"""Whole state graphs against the rules and by hand: neighbours, components, distances."""

import pytest

from puzzleproof.explore.graph.distances import layer_sizes
from puzzleproof.explore.graph.lists import list_graph
from puzzleproof.explore.graph.spaces import space_of
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import layers
from tests.support.boards import METRICS, SMALL, library
from tests.support.state_graphs import (
    of_library,
    of_small,
    plain_distances,
    reachable,
)

FROGS = ("frogs-1-1", "frogs-2-3", "frogs-3x3")
OTHERS = (*FROGS, "triangle-4", "tiles-2x2", "tiles-2x3-multi")

QUESTIONS = {
    **{f"{name}, {m}": p.with_metric(m) for name, p in SMALL.items() for m in METRICS},
    **{name: load(name) for name in (*OTHERS, "quuzzle-killer", "simplicity2")},
}
NO_TOURS = {name: p for name, p in QUESTIONS.items() if not getattr(p, "tour", ())}


@pytest.mark.parametrize("puzzle", NO_TOURS.values(), ids=list(NO_TOURS))
def test_neighbours_and_layers_are_those_of_the_rules(puzzle: AnyPuzzle) -> None:
    graph = reachable(puzzle)
    states, depths = graph.states, graph.from_start()
    for depth, layer in enumerate(layers(puzzle)):
        assert {states[v] for v, d in enumerate(depths) if d == depth} == layer
        assert layer_sizes(depths)[depth] == len(layer)
    for vertex in range(0, len(states), 1 + len(states) // 200):
        after = [states[k] for k in graph.rows[vertex]]
        assert set(after) == set(puzzle.successors(states[vertex]))
        assert len(set(after)) == len(after)


LISTED = [
    *((name, metric) for name in SMALL for metric in METRICS),
    *((name, "") for name in ("frogs-2-3", "frogs-3x3", "tiles-2x3", "simplicity2")),
]


@pytest.mark.parametrize(("name", "metric"), LISTED)
def test_components_are_runs_of_vertices(name: str, metric: str) -> None:
    graph = of_small(name, metric) if metric else of_library(name)
    both = [[*after, *before] for after, before in zip(graph.rows, graph.before, strict=True)]
    for number in range(len(graph.firsts)):
        run = graph.component(number)
        assert sorted(plain_distances(both, run.start)) == list(run)
        assert {graph.component_of(vertex) for vertex in run} == {number}
        local = graph.rows_of(number)
        assert [[k + run.start for k in row] for row in local] == graph.rows[run.start : run.stop]
    assert graph.index == {state: v for v, state in enumerate(graph.states)}
    assert sum(graph.degrees().values()) == len(graph.states)


def test_moves_that_cannot_be_taken_back_are_arcs() -> None:
    graph = of_library("frogs-3-3")
    assert graph.directed
    assert len(graph.states) == 140  # 7! / (3! 3!)
    assert graph.edges() == sum(map(len, graph.rows))
    arcs = {(v, k) for v, row in enumerate(graph.rows) for k in row}
    assert arcs == {(k, v) for v, row in enumerate(graph.before) for k in row}
    assert not any((k, v) in arcs for v, k in arcs)
    # The goal is the start mirrored: moves made backwards there are all that remain.
    assert graph.component_of(graph.goals()[0]) == 0


def test_limits_are_kept() -> None:
    pennant = space_of(library("pennant"))
    assert len(list_graph(pennant, 1398, reachable=True)) == 1398
    with pytest.raises(LimitReached, match="more than 1397 states"):
        list_graph(pennant, 1397, reachable=True)
    with pytest.raises(LimitReached, match="more than 18503 configurations"):
        list_graph(pennant, 18503)
