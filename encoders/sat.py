"""Ask a SAT solver of PySAT about horizons; incremental, one growing formula.

The goal of each horizon is an assumption, so that what was learnt stays for the next one.  An
UNSAT under an assumption is a solver's word and no proof: `refute` asks once more, with the
goal as a unit clause and a solver that has seen nothing else.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any

from pysat import solvers

from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.unrolled import Horizon, unroll
from puzzleproof.encoders.horizon.unrolled import layers as unroll_layers
from puzzleproof.encoders.strengthen import DEFAULT
from puzzleproof.encoders.task import Task
from puzzleproof.models.errors import LimitReached, NotationError

DEFAULT_SOLVER = "cadical195"

pysat: Any = solvers
"""PySAT's module, untyped."""


UNUSABLE = ("cryptosat", "kissat404", "minisatgh")
"""Solvers that PySAT names but cannot build here, or that know no assumptions."""


def solver_names() -> list[str]:
    """The names of PySAT's solvers that can be used."""
    names = (name for name in dir(pysat.SolverNames) if not name.startswith("_"))
    return sorted(name for name in names if name not in UNUSABLE)


class SatHorizons:
    """A task, a solver, and the horizons asked so far."""

    incremental = True

    def __init__(
        self,
        task: Task,
        solver: str = DEFAULT_SOLVER,
        strengthen: Collection[str] = DEFAULT,
        seed: int = 0,  # noqa: ARG002
    ) -> None:
        """Take a task; PySAT's solvers know no ``seed``, it is there for a common signature."""
        if solver not in solver_names():
            expected = ", ".join(solver_names())
            raise NotationError(f"SAT solver {solver!r}: expected one of {expected}")
        self.task = task
        self.solver_name = solver
        self.strengthen = strengthen

    @cached_property
    def _growing(self) -> tuple[Horizon, Compiler, Any]:
        """The one formula that grows, and its solver."""
        horizon = Horizon(self.task, self.strengthen)
        return horizon, Compiler(horizon.model), pysat.Solver(name=self.solver_name)

    def ask(self, length: int) -> list[frozenset[int]] | None:
        """The facts along a plan of at most ``length`` moves, or None if the solver says no."""
        horizon, compiler, solver = self._growing
        goal = horizon.within(length)
        for clause in compiler.update():
            solver.add_clause(clause)
        if not _answer(solver.solve(assumptions=[compiler.literal(goal)])):
            return None
        return _read(horizon, compiler, solver, length)

    def refute(self, length: int) -> list[frozenset[int]] | None:
        """Ask a new solver, the goal being a unit clause: no assumptions."""
        horizon = unroll(self.task, length, self.strengthen)
        compiler = Compiler(horizon.model)
        with pysat.Solver(name=self.solver_name, bootstrap_with=compiler.update()) as solver:
            if not _answer(solver.solve()):
                return None
            return _read(horizon, compiler, solver, length)

    def find(self, layers: int) -> list[frozenset[int]] | None:
        """The facts along a plan in so many layers; None refutes no more than that."""
        horizon = unroll_layers(self.task, layers)
        compiler = Compiler(horizon.model)
        with pysat.Solver(name=self.solver_name, bootstrap_with=compiler.update()) as solver:
            if not _answer(solver.solve()):
                return None
            return horizon.read_layers(_true(horizon, compiler, solver))


def _answer(satisfiable: bool | None) -> bool:
    """Return a solver's answer; no answer is no UNSAT."""
    if satisfiable is None:
        raise LimitReached("the SAT solver gave no answer")
    return satisfiable


def _read(horizon: Horizon, compiler: Compiler, solver: Any, length: int) -> list[frozenset[int]]:
    return horizon.read(_true(horizon, compiler, solver), length)


def _true(horizon: Horizon, compiler: Compiler, solver: Any) -> set[int]:
    """The variables of the model that a solution makes true."""
    solution: list[int] = solver.get_model() or []
    true = {x for x in solution if x > 0}
    return {v for v in range(1, horizon.model.variables + 1) if compiler.literal(v) in true}
