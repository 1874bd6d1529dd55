"""Tasks of operators, for tests: looked up, walked through, told jump by jump."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pysat import solvers

from puzzleproof.encoders.families import ground
from puzzleproof.encoders.horizon import unrolled as horizons
from puzzleproof.encoders.task import Task
from puzzleproof.models.puzzle import AnyPuzzle

pysat: Any = solvers

Facts = frozenset[int]
Bend = Callable[[Task], Task]


def task_of(puzzle: AnyPuzzle) -> Task:
    task = ground(puzzle).task
    assert not task.displacing
    return task


def reachable(task: Task) -> list[Facts]:
    seen, queue = {task.start}, [task.start]
    for facts in queue:
        for _, after in task.successors(facts):
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return queue


def always(value: object) -> Callable[[Task], object]:
    """A function of a task that does not look at it."""

    def give(task: Task) -> object:
        return value

    return give


def tell_jump_by_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    """No step is a whole compound move."""
    monkeypatch.setattr(horizons, "trails_of", always(None), raising=False)
