"""Histograms: bars whose numbers are those of the survey."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import puzzleproof as pp
from puzzleproof.models.errors import Unsupported
from puzzleproof.provers.survey.survey import Survey
from puzzleproof.render.graphs.histograms import degrees, distances
from puzzleproof.render.scene import Polygon, Scene, Words
from tests.support.golden_pictures import graph_view
from tests.support.scenes import shapes_of


def heights(scene: Scene, look: str = "bar") -> list[float]:
    bars = shapes_of(scene, Polygon, look)[0].loops
    return [bar[2][1] - bar[0][1] for bar in bars]


def findings(*, reachable: bool = False) -> dict[str, Any]:
    survey = pp.explore("simplicity", reachable=reachable)
    assert isinstance(survey, Survey)
    return survey.findings


def test_bars_are_as_high_as_layers_are_large() -> None:
    layers: list[int] = findings(reachable=True)["start"]["layers"]
    scene = distances(graph_view("simplicity", "distances"))
    found = heights(scene)
    assert len(found) == len(layers)
    assert [round(max(layers) * high / max(found)) for high in found] == layers
    written = Counter(words.text for words in shapes_of(scene, Words))
    assert all(written[str(number)] for number in layers)


def test_degrees_are_those_of_the_survey() -> None:
    table: dict[int, int] = findings()["degrees"]
    found = heights(degrees(graph_view("simplicity", "degrees")))
    most = max(table.values())
    assert [round(most * high / max(found)) for high in found] == list(table.values())


def test_states_without_a_distance_are_counted() -> None:
    view = graph_view("triangle-4", "distances", origin="goal")
    lost = sum(depth is None for depth in view.depths)
    scene = distances(view)
    assert f"; {lost} states without one" in scene.description
    assert not shapes_of(scene, Polygon, "goal-bar")
    with pytest.raises(Unsupported, match="no goal state"):
        distances(replace(view, depths=[None] * view.states))
