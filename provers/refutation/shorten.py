"""Shorten a plan by small horizons: a shorter path between two states of it.

A solver that may idle has no reason to; its plans wander.  Windows of the plan, small enough to be
answered at once, are asked for a path with fewer moves, until none has one.  The result is a plan
like any other, for the rules to replay; nothing is claimed about its length.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from puzzleproof.encoders.task import Task
from puzzleproof.provers.refutation.queries import Horizons, Steps

WINDOWS = (8, 16, 32)
"""Moves in a window; a larger one is tried when smaller ones find nothing."""


def shorten(steps: Steps, task: Task, backend: Callable[[Task], Horizons]) -> Steps:
    """Return the facts along a plan that is no longer; tours and chains of operators as is."""
    if task.stops or task.length is not None:
        return steps
    k = 0
    while k < len(WINDOWS):
        shorter = _pass(steps, task, backend, WINDOWS[k])
        k = 0 if len(shorter) < len(steps) else k + 1
        steps = shorter
    return steps


def _pass(steps: Steps, task: Task, backend: Callable[[Task], Horizons], window: int) -> Steps:
    """Ask each window once, half overlapping, and put in what is shorter."""
    first = 0
    while first < len(steps) - 2:
        last = min(first + window, len(steps) - 1)
        path = _path_between(steps[first], steps[last], last - first - 1, task, backend)
        if path is not None:
            steps = [*steps[:first], *path, *steps[last + 1 :]]
        else:
            first += max(1, window // 2)
    return steps


def _path_between(
    start: frozenset[int],
    goal: frozenset[int],
    length: int,
    task: Task,
    backend: Callable[[Task], Horizons],
) -> Steps | None:
    there = tuple((fact,) for fact in sorted(goal))
    return backend(replace(task, start=start, goals=(there,), symmetries=())).ask(length)
