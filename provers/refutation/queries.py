"""Pending horizons: which solver solves them, and in how many processes.

| situation | solved |
|---|---|
| no processes, or one processor | one horizon after another, in this process |
| no plan is known, and the solver is incremental | one horizon after another, in this process |
| any other | two horizons at a time, each in a process |

If two horizons are being solved, the first answer gives a bound; then a horizon whose answer would
not improve this bound is stopped.
"""

import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from puzzleproof.encoders.horizon.unrolled import Horizons
from puzzleproof.encoders.task import Task
from puzzleproof.models import imported
from puzzleproof.provers.process import Child, end, processors, receive, start
from puzzleproof.provers.request import Request

BACKENDS = {
    "sat": "puzzleproof.encoders.sat:SatHorizons",
    "cpsat": "puzzleproof.encoders.cpsat:CpsatHorizons",
}
CHAINS_SOLVER = "glucose4"
"""The solver for compound moves, chosen by a few single runs: it refutes English vacate (2,2), 'at
most 14', in 40 s, cadical195 in 51 s."""
PROCESSES = 2
"""At most this many processes work at a time; more processes seldom help."""
Steps = list[frozenset[int]]
"""The facts along a plan: a set for each state of the plan."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A solver's answer about 'at most ``length`` moves'; ``steps`` is None if there is no plan."""

    length: int
    steps: Steps | None
    seconds: float
    afresh: bool = True
    """Whether the solver was new, and made no assumption."""


@dataclass(frozen=True, slots=True)
class SolverChoice:
    """A solver: ``name`` is an engine or ``auto``; ``solver`` may name one of PySAT's solvers."""

    name: str
    seed: int = 0
    solver: str | None = None
    processes: bool = True
    """Whether two horizons may be solved at a time, each in a process."""

    @classmethod
    def of(cls, request: Request, *, processes: bool) -> "SolverChoice":
        """Choose the requested engine, or ``auto`` if no engine with horizons is requested."""
        name = request.engine if request.engine in BACKENDS else "auto"
        return cls(name, request.seed, request.solver, processes)

    @property
    def usual(self) -> str:
        """The engine for solving one horizon after another."""
        return "sat" if self.name == "auto" else self.name

    def backend(self, task: Task) -> Horizons:
        """Return the backend for a task."""
        name = self.usual
        solver = self.solver or (CHAINS_SOLVER if name == "sat" and task.chains else None)
        options = {"seed": self.seed} | ({"solver": solver} if solver else {})
        backend: Horizons = imported(BACKENDS[name])(task, **options)
        return backend

    def queries(self, task: Task, upper: int | None) -> "Questions":
        """Choose how to solve horizons; ``upper`` is the length of a known plan, if any."""
        alone = not self.processes or processors() < PROCESSES
        if alone or upper is None:
            backend = self.backend(task)
            return Questions(backend, 0 if alone or backend.incremental else PROCESSES, self.usual)
        choice = self
        if self.name == "auto":
            by_cpsat = self.solver is None and not task.chains
            choice = replace(self, name="cpsat" if by_cpsat else "sat")
        return Questions(choice.backend(task), PROCESSES, choice.name)


class Questions:
    """Pending horizons: `start` adds a horizon, `first` waits for an answer, `drop` stops horizons.

    Without ``processes``, one horizon is solved at a time, in this process.
    """

    def __init__(self, backend: Horizons, processes: int = 0, by: str = "") -> None:
        self._backend, self.processes, self.by = backend, processes, by
        self.slots = max(1, processes)
        """The number of horizons that may be pending."""
        self._begun = dict[int, float]()
        """Horizon -> the time at which its solver began."""
        self._children = dict[int, Child]()

    @property
    def pending(self) -> list[int]:
        """The horizons that are being solved."""
        return sorted(self._begun)

    def start(self, length: int) -> None:
        """Begin one more horizon in a new process; without processes, `first` solves it."""
        self._begun[length] = time.perf_counter()
        if self.processes:
            self._children[length] = start(_ask, (self._backend, length))

    def first(self) -> Answer:
        """Wait for the first answer; raises an error that the process reports."""
        if self.processes:
            length, steps = self._answered()
            begin, afresh = self._begun[length], True
        else:
            length, afresh = next(iter(self._begun)), not self._backend.incremental
            begin = time.perf_counter()
            steps = self._backend.ask(length)
        seconds = time.perf_counter() - begin
        self.drop([length])
        return Answer(length, steps, seconds, afresh)

    def drop(self, lengths: Collection[int]) -> None:
        """Remove some horizons, and end their processes."""
        for length in lengths:
            del self._begun[length]
            if length in self._children:
                end(self._children.pop(length))

    def _answered(self) -> tuple[int, Steps | None]:
        """Wait for a process; return its horizon and its answer."""
        from multiprocessing.connection import wait

        ready = wait([child.receiver for child in self._children.values()])
        length = next(k for k, child in self._children.items() if child.receiver in ready)
        try:
            return length, receive(self._children[length]).value
        except BaseException:
            self.drop(self.pending)
            raise


def _ask(backend: Horizons, length: int, emit: Any) -> Steps | None:
    return backend.refute(length)
