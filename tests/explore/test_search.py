"""One search for all engines, from the start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore import layers as layers_module
from puzzleproof.explore.layers import search
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, plan_through
from puzzleproof.provers.packed_task import state_of
from puzzleproof.verify.bfs import bfs
from tests.support.state_graphs import packed


def posed(name: str, metric: str | None = None) -> tuple[AnyPuzzle, PackedTask]:
    puzzle = load(name)
    puzzle = puzzle if metric is None else puzzle.with_metric(metric)
    return puzzle, packed(puzzle)


def assert_plan(puzzle: AnyPuzzle, task: PackedTask, path: tuple[int, ...], optimum: int) -> None:
    grounding = ground_single_steps(puzzle)
    states = [puzzle.canonical(state_of(grounding, task, bits)) for bits in path]
    assert len(plan_through(puzzle, states)) == optimum
    assert puzzle.is_goal(states[-1])


def test_a_search_that_cannot_be_taken_back_goes_over_to_arrays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle, task = posed("triangle-5-apex", "jump")
    monkeypatch.setattr(layers_module, "HAND_OVER", 100)
    found = search(task)
    assert found.optimum == bfs(puzzle).optimum
    assert_plan(puzzle, task, found.path, found.optimum or 0)


def test_a_lower_bound_needs_no_further_search() -> None:
    _, task = posed("ane-rouge")
    found = search(task, at_least=20)
    assert (found.optimum, found.depth, len(found.sizes)) == (None, 20, 21)


def test_where_nothing_is_left_the_search_says_so() -> None:
    _, task = posed("ane-rouge")
    found = search(replace(task, goals=()))
    assert (found.optimum, found.depth, sum(found.sizes)) == (None, None, 25955)
