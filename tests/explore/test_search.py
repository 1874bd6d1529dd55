"""One search for all engines, from the start."""

from __future__ import annotations

import pytest

from puzzleproof.explore import layers as layers_module
from puzzleproof.explore.layers import LayeredSearch
from puzzleproof.models.instances import load
from puzzleproof.verify.bfs import layers
from tests.support.state_graphs import packed


def test_a_search_that_cannot_be_taken_back_goes_over_to_arrays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = load("triangle-5-apex").with_metric("jump")
    monkeypatch.setattr(layers_module, "HAND_OVER", 100)
    found = list(LayeredSearch(packed(puzzle)).layers())
    assert len({type(engine) for engine, _ in found}) == 2
    sizes = [len(set(engine.states(layer))) for engine, layer in found]
    assert sizes == [len(layer) for layer in layers(puzzle) if layer]
