"""The colour of the blank's cell, step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.encoders.strengthen import parity
from puzzleproof.encoders.task import Task
from tests.support.questions import bend, has_plan, task_of
from tests.support.tile_boards import tiles


def test_colours_alternate_one_cell_at_a_time_only() -> None:
    """A run of two moves the blank from a cell to one of the same colour."""
    puzzle = tiles("1 2 0/3 4 5", "multi")
    task, single = task_of(puzzle), task_of(puzzle.with_metric("single"))
    assert not task.alternates
    assert single.alternates
    assert has_plan(task, 1, ("parity",))
    assert not has_plan(replace(task, alternates=single.alternates), 1, ("parity",))


def test_the_parity_is_lifted_where_the_horizon_idles(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(tiles("1 0 2/3 4 5"))
    assert all(has_plan(task, bound, ("parity",)) for bound in (1, 2, 3, 4))

    def never_lifted(unrolled: StepVariables, step: int) -> None:
        black = bool(task.alternates & task.start) != (step % 2 == 1)
        for fact in task.groups[0] if step else ():
            if (fact in task.alternates) != black:
                unrolled.formula.clause("parity", -unrolled.fact(fact, step))

    monkeypatch.setattr(parity, "add", never_lifted)
    assert [has_plan(task, bound, ("parity",)) for bound in (1, 2, 3)] == [True, False, True]


def test_the_start_has_the_colour_of_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(tiles("1 0 2/3 4 5"))

    def of_the_other_colour(task: Task) -> Task:
        blank = next(g for g in task.groups if task.alternates < set(g))
        aside = min(task.alternates) if not task.start & task.alternates else None
        assert aside is not None
        return replace(task, start=task.start - set(blank) | {aside})

    bend(monkeypatch, parity, of_the_other_colour)
    assert not has_plan(task, 1, ("parity",))


def test_the_wrong_colour_makes_odd_horizons_no_longer() -> None:
    """31 moves at least follows from 29: here, even horizons are refuted like the odd one below."""
    task = task_of(tiles("1 4 2/3 0 5"))
    for bound in range(6):
        assert has_plan(task, bound, ("parity",)) == has_plan(task, bound)
