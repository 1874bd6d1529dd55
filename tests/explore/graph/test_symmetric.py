"""Images of states, fact by fact."""

from __future__ import annotations

import pytest

from puzzleproof.explore.graph.eccentricity import all_images
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
def test_images_are_turned_fact_by_fact(name: str, metric: str) -> None:
    graph = _graph(name, metric)
    assert len(all_images(graph)) == len(graph.task.symmetries)
    for images in all_images(graph):
        for vertex in range(0, len(graph.states), 1 + len(graph.states) // 100):
            image = images.of[vertex]
            assert image is not None
            assert graph.states[image] == images.symmetry.image(graph.states[vertex])
            # A symmetry of the graph: it takes neighbours to neighbours.
            after = {images.of[k] for k in graph.rows[vertex]}
            assert after == set(graph.rows[image])
        assert sorted(v for v in images.of if v is not None) == list(range(len(graph.states)))
