"""No two moves in a row that a single one, or none, could do."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from puzzleproof.encoders.horizon import operators
from puzzleproof.encoders.horizon.step_encoding import OPERATORS
from puzzleproof.encoders.horizon.variables import Change
from puzzleproof.encoders.strengthen import no_undo
from puzzleproof.encoders.task import Task
from puzzleproof.verify.bfs import bfs
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.operator_tasks import BOARDS, always
from tests.support.questions import bend, has_plan, minimum_of, task_of, without_stops
from tests.support.tile_boards import tiles


@pytest.mark.parametrize("metric", ["line", "unit"])
def test_moves_of_one_piece_compose_in_the_piece_metric_only(metric: str) -> None:
    puzzle = sliding("A../##.", metric, goal=".../##A")
    task, minimum = task_of(puzzle), minimum_of(puzzle)
    assert not task.composable
    assert has_plan(task, minimum, ("no_undo",))
    assert not has_plan(replace(task, composable=True), minimum + 2, ("no_undo",))


def test_displacements_compose_in_the_piece_metric() -> None:
    for puzzle in SMALL.values():
        for metric in METRICS:
            task = task_of(puzzle.with_metric(metric))
            assert task.composable == (metric == "piece" and not puzzle.tour)


@pytest.mark.parametrize(("metric", "tour"), [("piece", ["..A", ".A."]), ("unit", [".A.", "A.."])])
def test_no_undo_is_not_for_tours(
    metric: str, tour: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    task = task_of(sliding("A..", metric, tour=tour))
    assert has_plan(task, 2, ("no_undo",))
    bend(
        monkeypatch,
        no_undo,
        lambda task: replace(without_stops(task), composable=metric == "piece"),
    )
    assert not has_plan(task, 4, ("no_undo",))


def test_no_undo_is_not_for_tours_of_the_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = tiles("1 0 2")
    task = task_of(puzzle)
    there, back = (next(iter(task.start & set(g))) for g in task.groups[:1] * 2)
    away = next(f for f in task.groups[0] if f != there)
    tour = replace(task, goals=(), stops=(((away,),), ((back,),)), in_sequence=True)
    assert has_plan(tour, 2, ("no_undo",))
    bend(monkeypatch, no_undo, lambda task: replace(task, stops=(), goals=task.stops[-1:]))
    assert not has_plan(tour, 4, ("no_undo",))


def bend_pairs(monkeypatch: pytest.MonkeyPatch, pairs: list[tuple[Change, Change]]) -> None:
    """Have the strengthening told that these pairs can be saved."""

    def saved(_task: Task) -> list[tuple[Change, Change]]:
        return pairs

    monkeypatch.setattr(no_undo, "encoding_of", always(OPERATORS._replace(saved_pairs=saved)))


def test_pairs_that_nothing_saves_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a corner turned by the blank a pair to be saved, nothing could get round it."""
    task = task_of(tiles("1 4 2/3 5 0", "multi"))
    minimum = bfs(tiles("1 4 2/3 5 0", "multi")).optimum
    assert minimum is not None
    assert has_plan(task, minimum, ("no_undo",))
    every: list[tuple[Change, Change]] = [
        ((a,), (b,)) for a, b in product(range(len(task.operators)), repeat=2)
    ]
    bend_pairs(monkeypatch, every)
    assert not has_plan(task, minimum, ("no_undo",))


def test_the_pairs_of_one_metric_would_lose_plans_of_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On in the same line is one move in ``multi``; in ``single`` it takes two."""
    puzzle = tiles("1 2 0/3 4 5")
    task, runs = task_of(puzzle), task_of(puzzle.with_metric("multi"))
    numbers = {operator.name: k for k, operator in enumerate(task.operators)}
    named = [
        (runs.operators[a].name, runs.operators[b].name)
        for (a,), (b,) in operators.saved_pairs(runs)
    ]
    pairs: list[tuple[Change, Change]] = [
        ((numbers[a],), (numbers[b],)) for a, b in named if {a, b} <= set(numbers)
    ]
    assert has_plan(task, 2, ("no_undo",))
    bend_pairs(monkeypatch, pairs)
    assert not has_plan(task, 2, ("no_undo",))


def test_no_undo_says_nothing_of_pegs_and_cubes() -> None:
    """A peg that was taken does not come back, so there is nothing to save."""
    for name in ("strip", "square", "cubes"):
        assert not operators.saved_pairs(task_of(BOARDS[name]))
