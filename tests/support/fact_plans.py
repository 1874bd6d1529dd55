"""Formulas put before a solver, and minima by the rules to compare with."""

from collections.abc import Iterable, Sequence
from typing import Any

from pysat.solvers import Solver

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import layers


def solver_of(clauses: Iterable[Sequence[int]]) -> Any:
    return Solver("glucose4", bootstrap_with=clauses)


def solvable(clauses: Iterable[Sequence[int]]) -> bool:
    """Whether a solver finds a solution."""
    with solver_of(clauses) as solver:
        return bool(solver.solve())


def minimum_up_to(puzzle: AnyPuzzle, longest: int) -> int | None:
    """By a search in breadth through the rules; None above ``longest`` too."""
    for depth, layer in enumerate(layers(puzzle)):
        if any(map(puzzle.is_goal, layer)):
            return depth
        if depth == longest:
            break
    return None
