"""The numbers of free cells and of pieces of each kind, at each step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzleproof.encoders.strengthen import constant_counts
from puzzleproof.encoders.task import FactCount, Task
from tests.support.boards import SMALL
from tests.support.questions import bend, has_plan, task_of


@pytest.mark.parametrize("more", [-1, 1])
def test_counts_that_are_wrong_would_lose_plans(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(SMALL["walls"])
    assert has_plan(task, 8, ("constant_counts",))

    def miscounted(task: Task) -> Task:
        last = task.counts[-1]
        wrong = FactCount(last.name, last.facts, last.number + more)
        return replace(task, counts=(*task.counts[:-1], wrong))

    bend(monkeypatch, constant_counts, miscounted)
    assert not has_plan(task, 8, ("constant_counts",))
