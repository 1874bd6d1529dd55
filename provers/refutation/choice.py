"""Which solver is asked about horizons, and by how many processes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.util import find_spec

from puzzleproof.encoders.horizon.parts import rows_half_way
from puzzleproof.encoders.task import Task
from puzzleproof.models import imported
from puzzleproof.provers.refutation.portfolio import InParts, Race, Racer
from puzzleproof.provers.refutation.queries import (
    HorizonQueries,
    Horizons,
    Parallel,
    Sequential,
    processors,
)

BACKENDS = {
    "sat": "puzzleproof.encoders.sat:SatHorizons",
    "cpsat": "puzzleproof.encoders.cpsat:CpsatHorizons",
}
CHAINS_SOLVER = "glucose4"
"""For compound moves, by few single runs: English vacate (2,2), 'at most 14' is refuted in 40 s,
by cadical195 in 51 s."""
QUICK_SOLVER = "glucose4"
"""For short horizons, beside another solver."""
LONG = 50
"""From so many moves on CP-SAT is quicker than PySAT's solvers, and parts are worth their while."""


@dataclass(frozen=True, slots=True)
class SolverChoice:
    """A solver to ask, by name; ``solver`` is the one of PySAT's that ``sat`` is to use.

    ``auto`` is what suits the horizon, of those that are installed.
    """

    name: str
    seed: int = 0
    solver: str | None = None
    processes: bool = True
    """Whether several horizons may be asked at a time, each in a process."""

    def backend(self, task: Task) -> Horizons:
        """Return the backend for a task."""
        name = "sat" if self.name == "auto" else self.name
        solver = self.solver or (CHAINS_SOLVER if name == "sat" and task.chains else None)
        options = {"seed": self.seed} | ({"solver": solver} if solver else {})
        backend: Horizons = imported(BACKENDS[name])(task, **options)
        return backend

    def queries(self, task: Task, upper: int | None) -> HorizonQueries:
        """What asks horizons, where a plan of ``upper`` moves is known or none is."""
        if upper is not None and upper > LONG and self._has_cpsat and self._by_processes:
            backend, parts = replace(self, name="cpsat").backend(task), rows_half_way(task)
            return InParts(backend, parts, 2) if len(parts) > 1 else Parallel(backend, 2, "cpsat")
        backend = self.backend(task)
        if not self._by_processes:
            return Sequential(backend)
        if upper is None:
            return Sequential(backend) if backend.incremental else Parallel(backend, 2)
        racers = self._racers(task, backend)
        return Race(racers) if upper <= LONG and racers else Parallel(backend, 2)

    @property
    def _by_processes(self) -> bool:
        return self.processes and processors() >= 2

    @property
    def _has_cpsat(self) -> bool:
        """Whether CP-SAT may be asked."""
        return self.name == "cpsat" or (
            self.name == "auto" and self.solver is None and find_spec("ortools") is not None
        )

    def _racers(self, task: Task, backend: Horizons) -> list[Racer]:
        """Two solvers for a short horizon; none where one was named."""
        if self.name == "cpsat" or self.solver is not None or task.chains:
            return []
        quick = Racer("sat", replace(self, name="sat", solver=QUICK_SOLVER).backend(task))
        if self._has_cpsat:
            return [quick, Racer("cpsat", replace(self, name="cpsat").backend(task))]
        return [quick, Racer("sat", backend)]
