"""Images of states: a symmetry keeps the graph."""

import pytest

from puzzleproof.explore.graph.whole import Graph
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.state_graphs import of_library, of_small, whole

SQUARE = sliding("A.B/.../.C.", labelled="AC")
"""Reflections and quarter turns do not commute: the order in which they are taken counts."""
GRAPHS = {
    **{f"square, {m}": ("square", m) for m in METRICS},
    **{f"{name}, {m}": (name, m) for name in SMALL for m in METRICS},
    **{name: (name, "") for name in ("simplicity", "pennant", "tiles-2x3", "frogs-3-3")},
}


def _graph(name: str, metric: str) -> Graph:
    if name == "square":
        return whole(SQUARE.with_metric(metric))
    return of_small(name, metric) if metric else of_library(name)


@pytest.mark.parametrize(("name", "metric"), GRAPHS.values(), ids=list(GRAPHS))
def test_a_symmetry_keeps_the_graph(name: str, metric: str) -> None:
    graph = _graph(name, metric)
    for symmetry in graph.space.symmetries:
        images = [graph.image(symmetry, vertex) for vertex in range(len(graph))]
        assert sorted(v for v in images if v is not None) == list(range(len(graph)))
        for vertex in range(0, len(graph), 1 + len(graph) // 100):
            image = images[vertex]
            assert image is not None
            # A symmetry of the graph: it takes neighbours to neighbours.
            assert {images[k] for k in graph.rows[vertex]} == set(graph.rows[image])
        if (local := graph.images_in(0, symmetry)) is not None:
            assert local == images[: len(local)]
