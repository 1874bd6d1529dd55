"""Histograms; that bars are as high as they should be is seen in the golden pictures."""

from dataclasses import replace

import pytest

from puzzleproof.models.errors import Unsupported
from puzzleproof.render.graphs.histograms import distances
from puzzleproof.render.scene import Polygon
from tests.support.golden_pictures import graph_view, shapes_of


def test_states_without_a_distance_are_counted() -> None:
    view = graph_view("triangle-4", "distances", origin="goal")
    lost = sum(depth is None for depth in view.depths)
    scene = distances(view)
    assert f"; {lost} states without one" in scene.description
    assert not shapes_of(scene, Polygon, "goal-bar")
    with pytest.raises(Unsupported, match="no goal state"):
        distances(replace(view, depths=[None] * view.states))
