"""One search for all engines, from the start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzleproof.explore import layers as layers_module
from puzzleproof.explore.layers import LayeredSearch
from puzzleproof.models.instances import load
from puzzleproof.verify.bfs import bfs
from tests.support.state_graphs import packed_library


def test_a_search_that_cannot_be_taken_back_goes_over_to_arrays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(layers_module, "HAND_OVER", 100)
    run = LayeredSearch(packed_library("triangle-5-apex", "jump"))
    goals = [engine.goal(layer) is not None for engine, layer in run.layers()]
    assert goals.index(True) == bfs(load("triangle-5-apex").with_metric("jump")).optimum


def test_where_nothing_is_left_the_search_ends() -> None:
    run = LayeredSearch(replace(packed_library("ane-rouge"), goals=()))
    assert sum(engine.size(layer) for engine, layer in run.layers()) == 25955
