"""Images of states, fact by fact."""

from __future__ import annotations

import pytest

from puzzleproof.explore.graph.symmetric import all_images, local_images
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.models.instances import load
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.state_graphs import of_library, of_small, own_images, reachable, whole

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


@pytest.mark.parametrize("name", ["pennant", "simplicity", "tiles-2x3", "ane-rouge"])
def test_components_and_what_turns_do_inside(name: str) -> None:
    graph = of_library(name)
    kept = 0
    for images in all_images(graph):
        for number, image in enumerate(map(images.component, range(len(graph.firsts)))):
            assert image is not None
            assert len(graph.component(image)) == len(graph.component(number))
            assert (images.local(number) is None) == (image != number)
        fixed = [v for k in range(len(graph.firsts)) for v in images.fixed_in(k)]
        assert fixed == own_images(images)
        assert all(images.component(k) == k for k in images.kept())
        kept += images.component(0) == 0
    expected = [images.local(0) for images in all_images(graph)]
    assert local_images(graph, 0) == [local for local in expected if local is not None]
    assert len(local_images(graph, 0)) == kept


def test_images_out_of_reach_are_none() -> None:
    """L'Âne Rouge cannot be turned upside down: those images are in the other large component."""
    graph = reachable(load("ane-rouge"))
    left_right, top_bottom, half_turn = all_images(graph)
    assert None not in left_right.of
    assert set(top_bottom.of) == set(half_turn.of) == {None}
    assert top_bottom.kept() == []
    assert top_bottom.local(0) is None
    assert len(local_images(graph, 0)) == 1
