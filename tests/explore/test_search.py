"""One search for all engines: from the start alone, and bidirectional."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore import layers as layers_module
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.explore.search import bidirectional, search
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, plan_through
from puzzleproof.provers.packed_task import state_of
from puzzleproof.verify.bfs import bfs
from tests.support.boards import SMALL
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


@pytest.mark.parametrize(
    "name",
    ["super-century-230", "tiles-3x3", "frogs-3-5", "triangle-5", "quuzzle", "tiles-2x4-multi"],
)
def test_bidirectional_search_finds_the_same_minimum(name: str) -> None:
    puzzle, task = posed(name)
    one = search(task)
    goals = [state for state in one.path[-1:] if task.is_goal(state)]
    both = bidirectional(task, goals)
    assert both.optimum is not None
    assert both.optimum == one.optimum
    assert_plan(puzzle, task, both.path, both.optimum)


def test_bidirectional_search_sees_fewer_states() -> None:
    _, task = posed("tiles-3x3")
    one = search(task)
    assert sum(bidirectional(task, one.path[-1:]).sizes) * 4 < sum(one.sizes)


def test_no_path_is_found_where_there_is_none() -> None:
    """Two tiles exchanged: both searches end, and nowhere do they meet."""
    _, task = posed("tiles-2x2")
    found = bidirectional(task, [_exchanged(task, search(task).path[-1])])
    assert (found.optimum, found.depth) == (None, None)


def _exchanged(task: PackedTask, state: int) -> int:
    """Two tiles of a state exchanged: each label has a fact a cell, one label after the other."""
    cells = len(task.groups) // 2
    first, second = (state >> cells * label & (1 << cells) - 1 for label in (1, 2))
    rest = state & ~(((1 << cells) - 1) << cells | ((1 << cells) - 1) << 2 * cells)
    return rest | second << cells | first << 2 * cells


def test_a_tour_is_not_searched_from_its_end() -> None:
    tours = [name for name, puzzle in SMALL.items() if puzzle.tour]
    task = packed(SMALL[tours[0]])
    with pytest.raises(Unsupported, match="tour"):
        bidirectional(task, [task.start])


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
