"""Frame axioms for the free cells are implied, and need the movers that cover a cell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.strengthen import frame_free
from puzzleproof.encoders.task import Task
from tests.support.boards import SMALL
from tests.support.questions import added_by, bend, grown, has_plan, satisfiable, task_of


@pytest.mark.parametrize("name", ["walls", "two alike", "half-way", "tour in sequence"])
def test_the_frame_of_free_cells_is_implied(name: str) -> None:
    task = task_of(SMALL[name])
    compiler = Compiler(grown(task, 2, ()).formula)
    clauses = added_by(task, 2, "frame_free", "frame of free cells")
    denied = [[-literal for literal in clause] for clause in clauses]
    assert denied
    assert not satisfiable(compiler.update(), *denied)


def test_a_frame_that_forgets_arrivals_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(SMALL["walls"])
    assert has_plan(task, 8, ("frame_free",))

    def without_movers(task: Task) -> Task:
        groups = (tuple(f for f in group if f not in task.movers) for group in task.groups)
        return replace(task, groups=tuple(groups))

    bend(monkeypatch, frame_free, without_movers)
    assert not has_plan(task, 8, ("frame_free",))
