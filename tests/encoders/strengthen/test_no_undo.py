"""No two moves in a row that a single one, or none, could do."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from puzzleproof.encoders.horizon import operators
from puzzleproof.encoders.horizon.step_encoding import OPERATORS
from puzzleproof.encoders.horizon.variables import Change
from puzzleproof.encoders.strengthen import no_repeat, no_undo
from puzzleproof.encoders.task import Task
from puzzleproof.verify.bfs import bfs
from tests.support.boards import sliding
from tests.support.operator_tasks import BOARDS, always
from tests.support.questions import (
    bend,
    has_plan,
    task_of,
    without_stops,
)
from tests.support.tile_boards import tiles


def test_no_undo_is_not_for_tours(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(sliding("A.", "unit", tour=[".A", "A."]))
    assert has_plan(task, 2, ("no_undo",))
    bend(monkeypatch, no_undo, without_stops)
    assert not has_plan(task, 4, ("no_undo",))


def test_no_undo_forbids_the_way_back_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were it 'no piece twice in a row', it would lose plans in the metric ``unit``."""
    task = task_of(sliding("A..", "unit", goal="..A"))
    assert has_plan(task, 2, ("no_undo",))
    monkeypatch.setattr(no_undo, "add", no_repeat.add)
    assert not has_plan(replace(task, composable=True), 4, ("no_undo",))


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
