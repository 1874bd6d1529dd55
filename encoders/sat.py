"""Ask a SAT solver of PySAT about horizons; incremental, one growing formula.

The goal of each horizon is an assumption, so that what was learnt stays for the next one.  An
UNSAT under an assumption is a solver's word and no proof: `refute_afresh` asks once more, with the
goal as a unit clause and a solver that has seen nothing else.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pysat import solvers

from puzzleproof.encoders.cnf import Compiler
from puzzleproof.encoders.horizon import Horizon, unroll
from puzzleproof.encoders.strengthen import DEFAULT
from puzzleproof.encoders.task import Task
from puzzleproof.models.errors import NotationError

__all__ = ["SatHorizons", "solver_names"]

pysat: Any = solvers
"""PySAT's module, untyped."""


def solver_names() -> list[str]:
    """The names of all solvers that PySAT brings."""
    return sorted(name for name in dir(pysat.SolverNames) if not name.startswith("_"))


class SatHorizons:
    """A task, a solver, and the horizons asked so far."""

    engine = "sat"
    incremental = True

    def __init__(
        self,
        task: Task,
        solver: str = "cadical195",
        strengthen: Collection[str] = DEFAULT,
        seed: int = 0,  # noqa: ARG002
    ) -> None:
        """Take a task; PySAT's solvers know no ``seed``, it is there for a common signature."""
        if solver not in solver_names():
            raise NotationError(
                f"SAT solver {solver!r}: expected one of {', '.join(solver_names())}"
            )
        self.task = task
        self.solver_name = solver
        self.strengthen = strengthen
        self.horizon = Horizon(task, strengthen)
        self.compiler = Compiler(self.horizon.model)
        self.solver = pysat.Solver(name=solver)

    def ask(self, length: int) -> list[frozenset[int]] | None:
        """The facts along a plan of at most ``length`` moves, or None if the solver says no."""
        while self.horizon.length < length:
            self.horizon.extend()
        goal = self.horizon.goal(length)
        for clause in self.compiler.update():
            self.solver.add_clause(clause)
        if not self.solver.solve(assumptions=[self.compiler.literal(goal)]):
            return None
        return _read(self.horizon, self.compiler, self.solver, length)

    def refute_afresh(self, length: int) -> bool:
        """Whether a new solver, without assumptions, refutes 'at most ``length`` moves'."""
        horizon = unroll(self.task, length, self.strengthen)
        clauses = Compiler(horizon.model).update()
        with pysat.Solver(name=self.solver_name, bootstrap_with=clauses) as solver:
            return not solver.solve()


def _read(horizon: Horizon, compiler: Compiler, solver: Any, length: int) -> list[frozenset[int]]:
    solution: list[int] = solver.get_model() or []
    true = {x for x in solution if x > 0}
    variables = range(1, horizon.model.variables + 1)
    return horizon.read((v for v in variables if compiler.literal(v) in true), length)
