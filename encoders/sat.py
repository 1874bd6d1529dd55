"""Solve horizons by a SAT solver of PySAT, which works on one growing formula.

The goal of each horizon is an assumption, so that learnt clauses stay valid for the next horizon.
An answer UNSAT under an assumption comes without a proof, so `refute` solves the horizon once more
by a new solver, with the goal as a unit clause.
"""

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Any, ClassVar

from pysat import solvers

from puzzleproof.encoders.horizon.formula import Compiler, Formula, Lit
from puzzleproof.encoders.horizon.unrolled import Horizons, UnrolledTask
from puzzleproof.encoders.strengthen import STRENGTHENINGS
from puzzleproof.encoders.task import Task
from puzzleproof.models.errors import LimitReached

DEFAULT_SOLVER = "cadical195"

pysat: Any = solvers
"""PySAT's module, untyped."""


def is_satisfiable(solver: Any, assumptions: Iterable[Lit] = ()) -> bool:
    """Tell whether a solver finds a solution; raises LimitReached if it gives no answer."""
    satisfiable: bool | None = solver.solve(assumptions=list(assumptions))
    if satisfiable is None:
        raise LimitReached("the SAT solver gave no answer")
    return satisfiable


class SatHorizons(Horizons):
    """A task, a solver, and the horizons solved so far."""

    incremental: ClassVar[bool] = True

    def __init__(
        self,
        task: Task,
        solver: str = DEFAULT_SOLVER,
        strengthen: Collection[str] = STRENGTHENINGS,
        seed: int = 0,  # noqa: ARG002
    ) -> None:
        """Take a task; ``seed`` is ignored, as PySAT's solvers have no seed."""
        super().__init__(task, strengthen)
        self.solver_name = solver

    @cached_property
    def _growing(self) -> tuple[UnrolledTask, Compiler, Any]:
        """The growing formula with its compiler, and the solver that gets its clauses."""
        unrolled = UnrolledTask(self.task, self.strengthen)
        return unrolled, Compiler(unrolled.formula), pysat.Solver(name=self.solver_name)

    def ask(self, length: int) -> list[frozenset[int]] | None:
        """Return the facts along a plan of at most ``length`` moves, or None if UNSAT."""
        unrolled, compiler, solver = self._growing
        goal = unrolled.within(length)
        for clause in compiler.update():
            solver.add_clause(clause)
        if not is_satisfiable(solver, (goal,)):
            return None
        return unrolled.read(solver.get_model() or (), length)

    def solve(self, formula: Formula) -> list[Lit] | None:
        """Return the true variables of a solution by a new solver, or None if UNSAT."""
        clauses = Compiler(formula).update()
        with pysat.Solver(name=self.solver_name, bootstrap_with=clauses) as solver:
            return solver.get_model() or [] if is_satisfiable(solver) else None
