"""Choose the solver that is asked about horizons, and the number of processes.

| situation | asked |
|---|---|
| no processes, or one processor | one horizon after another, in this process |
| no plan is known, and the solver is incremental | the same |
| a plan of more than 50 moves, CP-SAT, a piece that divides all plans | one horizon in parts |
| else | two horizons at a time, each in a process |

If no solver is named, CP-SAT refutes, or CaDiCaL if CP-SAT is not installed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from puzzleproof.encoders.horizon.parts import rows_half_way
from puzzleproof.encoders.task import Task
from puzzleproof.models import imported
from puzzleproof.provers.process import processors
from puzzleproof.provers.refutation.queries import Horizons, InParts, Parallel, Sequential
from puzzleproof.provers.request import Request

BACKENDS = {
    "sat": "puzzleproof.encoders.sat:SatHorizons",
    "cpsat": "puzzleproof.encoders.cpsat:CpsatHorizons",
}
CHAINS_SOLVER = "glucose4"
"""The solver for compound moves, chosen by a few single runs: it refutes English vacate (2,2), 'at
most 14', in 40 s, cadical195 in 51 s."""
LONG = 50
"""From this many moves on, asking in parts is worth it."""
PROCESSES = 2
"""The most processes at a time; more seldom help."""
HorizonQueries: TypeAlias = Sequential | Parallel
"""Questions under way: ``start`` asks one more, ``first`` waits for an answer, ``drop`` ends those
whose answers no longer matter; at most ``slots`` may be ``pending``."""


@dataclass(frozen=True, slots=True)
class SolverChoice:
    """A solver to ask, by name; ``solver`` is the solver of PySAT that ``sat`` uses.

    ``auto`` means the one that suits the horizon.
    """

    name: str
    seed: int = 0
    solver: str | None = None
    processes: bool = True
    """Whether several horizons may be asked at a time, each in a process."""

    @classmethod
    def of(cls, request: Request, *, processes: bool) -> SolverChoice:
        """The solver that was asked for, else the one that suits the horizon."""
        name = request.engine if request.engine in BACKENDS else "auto"
        return cls(name, request.seed, request.solver, processes)

    def backend(self, task: Task) -> Horizons:
        """Return the backend for a task."""
        name = "sat" if self.name == "auto" else self.name
        solver = self.solver or (CHAINS_SOLVER if name == "sat" and task.chains else None)
        options = {"seed": self.seed} | ({"solver": solver} if solver else {})
        backend: Horizons = imported(BACKENDS[name])(task, **options)
        return backend

    def queries(self, task: Task, upper: int | None) -> HorizonQueries:
        """The object that asks horizons; ``upper`` is the length of a known plan, if any."""
        if not self.processes or processors() < PROCESSES:
            return Sequential(self.backend(task))
        if upper is None:
            backend = self.backend(task)
            return Sequential(backend) if backend.incremental else Parallel(backend, PROCESSES)
        by_cpsat = self.name == "cpsat" or (
            self.name == "auto" and self.solver is None and not task.chains
        )
        name = "cpsat" if by_cpsat else "sat"
        backend = replace(self, name=name).backend(task)
        parts = rows_half_way(task) if by_cpsat and upper > LONG else []
        if len(parts) > 1:
            return InParts(backend, parts, PROCESSES)
        return Parallel(backend, PROCESSES, name)
