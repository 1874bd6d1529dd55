"""Questions about one horizon, with strengthenings and clause families switched on and off."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from types import ModuleType
from typing import TypeAlias

import pytest

from puzzleproof.encoders import ground
from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.encoders.sat import SatHorizons, pysat
from puzzleproof.encoders.task import Task
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.boards import SMALL, sliding

Clauses: TypeAlias = Sequence[tuple[int, ...]]

MIRRORED = sliding(".A./B.D/.C.", goal=".C./B.D/.A.", labelled="AC")
"""Left and right are alike in the start and in the goal; so are top and bottom, if A is C."""

CASES: dict[str, SlidingPuzzle] = {
    "mirrored": MIRRORED,
    "two labelled": SMALL["two labelled"],
    "walls": SMALL["walls"],
    "unlabelled goal": SMALL["unlabelled goal"],
    "rush hour": SMALL["rush hour"],
    "two goals": SMALL["two goals"],
    "tour in sequence": SMALL["tour in sequence"],
    "tour in any order": SMALL["tour in any order"],
    "tour by shape": SMALL["tour by shape"],
    "half-way": SMALL["half-way"],
    "half-way tour": SMALL["half-way tour"],
}


def task_of(puzzle: AnyPuzzle) -> Task:
    return ground(puzzle).task


def minimum_of(puzzle: AnyPuzzle) -> int:
    """The number of moves that the simple search finds."""
    minimum = bfs(puzzle).optimum
    assert minimum is not None
    return minimum


def satisfiable(clauses: Clauses, *assumptions: Sequence[int]) -> bool:
    """Whether glucose4 finds a solution, under some of the assumptions if there are any."""
    with pysat.Solver(name="glucose4", bootstrap_with=clauses) as solver:
        return any(solver.solve(assumptions=list(some)) for some in assumptions or [()])


def has_plan(task: Task, length: int, strengthen: Collection[str] = ()) -> bool:
    """Whether glucose4 finds a plan of at most ``length`` moves."""
    return SatHorizons(task, solver="glucose4", strengthen=strengthen).ask(length) is not None


def bend(
    monkeypatch: pytest.MonkeyPatch, strengthening: ModuleType, change: Callable[[Task], Task]
) -> None:
    """Let a strengthening see another task than the one that is unrolled."""
    honest: Callable[[StepVariables, int], None] = strengthening.add

    def bent(unrolled: StepVariables, step: int) -> None:
        task = unrolled.task
        unrolled.task = change(task)
        honest(unrolled, step)
        unrolled.task = task

    monkeypatch.setattr(strengthening, "add", bent)


def without_stops(task: Task) -> Task:
    """A tour that a strengthening takes for a goal: its guard does not see it."""
    return replace(task, stops=(), goals=task.stops[-1:])
