"""Questions about one horizon, with strengthenings and clause families switched on and off."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from pysat import solvers

from puzzleproof.encoders.families import ground
from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.formula import every_family
from puzzleproof.encoders.horizon.unrolled import Horizon
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.task import Task
from puzzleproof.models.sliding.rules import SlidingPuzzle
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


pysat: Any = solvers


def satisfiable(clauses: Clauses, *assumptions: Sequence[int]) -> bool:
    """Whether glucose4 finds a solution, under some of the assumptions if there are any."""
    with pysat.Solver(name="glucose4", bootstrap_with=clauses) as solver:
        return any(solver.solve(assumptions=list(some)) for some in assumptions or [()])


def task_of(puzzle: SlidingPuzzle) -> Task:
    return ground(puzzle).task


def has_plan(task: Task, length: int, strengthen: Collection[str] = ()) -> bool:
    """Whether glucose4 finds a plan of at most so many moves."""
    return SatHorizons(task, solver="glucose4", strengthen=strengthen).ask(length) is not None


def satisfiable_without(task: Task, length: int, *families: str) -> bool:
    """The same for the bare encoding, some families of its clauses left out."""
    horizon = Horizon(task, (), keep=lambda family: family not in families)
    while horizon.length < length:
        horizon.extend()
    horizon.model.clause("asserted", horizon.goal(length))
    return satisfiable(Compiler(horizon.model).update())


def added_by(task: Task, length: int, name: str, family: str) -> Iterator[tuple[int, ...]]:
    """Clauses over the CNF's variables that a strengthening adds to the bare encoding."""
    compiler = Compiler(grown(task, length, (name,)).model)
    compiler.update()
    for constraint in compiler.model.constraints:
        if constraint.family == family:
            assert constraint.kind == "clause"
            yield tuple(map(compiler.literal, constraint.literals))


def grown(task: Task, length: int, strengthen: Collection[str]) -> Horizon:
    horizon = Horizon(task, strengthen, keep=every_family)
    while horizon.length < length:
        horizon.extend()
    return horizon


def without_stops(task: Task) -> Task:
    """A tour that a strengthening takes for a goal: its guard does not see it."""
    return replace(task, stops=(), goals=task.stops[-1:])
