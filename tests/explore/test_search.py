"""One search for all engines: with and without mirror images, from one end and from both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore import search as search_module
from puzzleproof.explore.engines.mirror import MirrorSearch
from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.explore.search import Search, bidirectional, search
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, plan_through
from puzzleproof.provers.packed_task import packed_task_of, state_of
from puzzleproof.verify.bfs import bfs
from tests.support.boards import SMALL


def posed(name: str, metric: str | None = None) -> tuple[AnyPuzzle, PackedTask]:
    puzzle = load(name)
    puzzle = puzzle if metric is None else puzzle.with_metric(metric)
    return puzzle, packed_task_of(ground_single_steps(puzzle))


def assert_plan(puzzle: AnyPuzzle, model: PackedTask, way: tuple[int, ...], optimum: int) -> None:
    grounding = ground_single_steps(puzzle)
    states = [puzzle.canonical(state_of(grounding, model, bits)) for bits in way]
    assert len(plan_through(puzzle, states)) == optimum
    assert puzzle.is_goal(states[-1])


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        ("ane-rouge", "piece"), ("ane-rouge", "line"), ("ane-rouge", "unit"),
        ("century", "piece"), ("gnome-18-steps", None), ("soap", "piece"), ("frogs-3x3", None),
        ("triangle-5", "jump"), ("triangle-5-apex", "move"),
    ],
)  # fmt: skip
def test_up_to_mirror_images_the_minimum_is_the_same(name: str, metric: str | None) -> None:
    puzzle, model = posed(name, metric)
    plain = search(model, engine="plain")
    halved = search(model, engine="mirror")
    assert (halved.optimum, len(halved.sizes)) == (plain.optimum, len(plain.sizes))
    assert sum(halved.sizes) < sum(plain.sizes)
    assert halved.optimum is not None
    assert_plan(puzzle, model, halved.way, halved.optimum)


def test_from_a_symmetric_start_every_orbit_is_counted_once() -> None:
    """L'Âne Rouge starts symmetric, so the layers have so many orbits as their states make."""
    _, model = posed("ane-rouge")
    mirror = MirrorSearch(model)
    for plain, (_, halved) in zip(
        PlainSearch(model).layers(), Search(model, "mirror").layers(), strict=True
    ):
        assert mirror.layer(plain) == halved


def test_from_a_start_without_symmetry_both_images_are_searched() -> None:
    """Otherwise a goal could be met too early, or a state be taken for known that is not."""
    puzzle, model = posed("hrd-02")
    found = search(model, engine="mirror")
    assert found.optimum == bfs(puzzle).optimum


def test_a_board_without_symmetry_has_no_mirror_search() -> None:
    _, model = posed("simplicity2")
    with pytest.raises(ValueError, match="no symmetry"):
        MirrorSearch(model)


@pytest.mark.parametrize(
    "name",
    ["super-century-230", "tiles-3x3", "frogs-3-5", "triangle-5", "quuzzle", "tiles-2x4-multi"],
)
def test_from_both_ends_the_minimum_is_the_same(name: str) -> None:
    puzzle, model = posed(name)
    one = search(model)
    goals = [state for state in one.way[-1:] if model.is_goal(state)]
    both = bidirectional(model, goals)
    assert both.optimum is not None
    assert both.optimum == one.optimum
    assert_plan(puzzle, model, both.way, both.optimum)


def test_from_both_ends_fewer_states_are_seen() -> None:
    _, model = posed("tiles-3x3")
    one = search(model)
    assert sum(bidirectional(model, one.way[-1:]).sizes) * 4 < sum(one.sizes)


def test_no_way_is_found_where_there_is_none() -> None:
    """Two tiles exchanged: both searches end, and nowhere do they meet."""
    _, model = posed("tiles-2x2")
    found = bidirectional(model, [_exchanged(model, search(model).way[-1])])
    assert (found.optimum, found.depth) == (None, None)


def _exchanged(model: PackedTask, state: int) -> int:
    """Two tiles of a state exchanged: each label has a fact a cell, one label after the other."""
    cells = len(model.groups) // 2
    first, second = (state >> cells * label & (1 << cells) - 1 for label in (1, 2))
    rest = state & ~(((1 << cells) - 1) << cells | ((1 << cells) - 1) << 2 * cells)
    return rest | second << cells | first << 2 * cells


def test_a_tour_is_not_searched_from_its_end() -> None:
    tours = [name for name, puzzle in SMALL.items() if puzzle.tour]
    model = packed_task_of(ground_single_steps(SMALL[tours[0]]))
    with pytest.raises(Unsupported, match="tour"):
        bidirectional(model, [model.start])


def test_orbits_are_searched_from_one_end() -> None:
    """From both, the halves would be orbits that do not join."""
    _, model = posed("ane-rouge")
    with pytest.raises(Unsupported, match="one end"):
        bidirectional(model, [model.start], engine="mirror")


def test_a_search_that_cannot_be_taken_back_goes_over_to_arrays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle, model = posed("triangle-5-apex", "jump")
    monkeypatch.setattr(search_module, "HAND_OVER", 100)
    found = search(model)
    assert found.optimum == bfs(puzzle).optimum
    assert_plan(puzzle, model, found.way, found.optimum or 0)


def test_a_lower_bound_needs_no_further_search() -> None:
    _, model = posed("ane-rouge")
    found = search(model, at_least=20)
    assert (found.optimum, found.depth, len(found.sizes)) == (None, 20, 21)


def test_where_nothing_is_left_the_search_says_so() -> None:
    _, model = posed("ane-rouge")
    found = search(replace(model, goals=()))
    assert (found.optimum, found.depth, sum(found.sizes)) == (None, None, 25955)
