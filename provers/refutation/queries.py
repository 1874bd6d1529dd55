"""Pending horizons: which solver solves them, in how many processes, and in which parts.

| situation | solved |
|---|---|
| no processes, or one processor | one horizon after another, in this process |
| no plan is known, and the solver is incremental | one horizon after another, in this process |
| a plan of over 50 moves, CP-SAT, a piece by whose place plans are divided | one, in parts |
| any other | two horizons at a time, each in a process |

If two horizons are being solved, the first answer gives a bound; then a horizon whose answer would
not improve this bound is stopped.

A long horizon is solved in parts that together cover all plans: rows of places where a piece of the
goal may stand half-way (`puzzleproof.encoders.horizon.parts`).  Some rows are much harder than
others.  So half the horizon is first solved for each row, which takes little time.  Then
neighbouring rows are joined to two sets with about the same number of conflicts, because all rows
one by one take longer than the whole.  If a row is a set by itself, each of its places is solved
alone: such a row tends to be the hardest by far.
"""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from puzzleproof.encoders.horizon.parts import Horizons, Part, rows_half_way
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
LONG = 50
"""A horizon is solved in parts only if the known plan has more moves."""
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
    by: str
    """The solver that answered, and the number of parts if there were several."""
    afresh: bool = True
    """Whether the solver was new, and made no assumption."""


@dataclass(frozen=True, slots=True)
class SolverChoice:
    """A solver: ``name`` is an engine (``auto`` chooses one), ``solver`` PySAT's solver for it."""

    name: str
    seed: int = 0
    solver: str | None = None
    processes: bool = True
    """Whether two horizons may be solved at a time, each in a process."""

    @classmethod
    def of(cls, request: Request, *, processes: bool) -> "SolverChoice":
        """Choose the requested solver; if none is requested, ``auto``."""
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
        by_cpsat = self.name == "cpsat" or (
            self.name == "auto" and self.solver is None and not task.chains
        )
        parts = rows_half_way(task) if by_cpsat and upper > LONG else []
        choice = replace(self, name="cpsat" if by_cpsat else "sat")
        parts = parts if len(parts) > 1 else []
        return Questions(choice.backend(task), PROCESSES, choice.name, parts)


class Questions:
    """Pending horizons: `start` adds one, `first` waits for an answer, `drop` stops some.

    Without ``processes``, one horizon is solved at a time, in this process.  With ``parts``, which
    together cover all plans, one horizon is solved at a time, part by part; before the first
    horizon, half of it is solved for all parts, to measure how hard the parts are.
    """

    def __init__(
        self, backend: Horizons, processes: int = 0, by: str = "", parts: Sequence[Part] = ()
    ) -> None:
        self._backend, self.processes, self.by, self.parts = backend, processes, by, parts
        self.slots = 1 if parts else max(1, processes)
        """The number of horizons that may be pending."""
        self._begun = dict[int, float]()
        """Horizon -> the time at which its solution began."""
        self._waiting = list[tuple[int, Part]]()
        self._children = dict[tuple[int, Part], Child]()
        self._conflicts = dict[Part, int]()
        """Part -> the solver's conflicts when half the horizon was solved."""

    @property
    def pending(self) -> list[int]:
        """The horizons that are being solved."""
        return sorted(self._begun)

    @property
    def half_first(self) -> bool:
        """Whether half of a horizon is solved first, to find out which parts are hard."""
        return any(part not in self._conflicts for part in self.parts)

    def start(self, length: int) -> None:
        """Begin one more horizon; without processes, `first` solves it."""
        self._begun[length] = time.perf_counter()
        if self.processes:
            self._waiting += [(length, part) for part in self._sets() or [()]]
            self._begin()

    def first(self, tell: Callable[[int, int], None] = lambda _done, _total: None) -> Answer:
        """Wait for the first answer about a whole horizon; raises the error of its process.

        A horizon in parts is refuted once all its parts are.  ``tell`` is called with the number of
        refuted parts and the number of parts.
        """
        if not self.processes:
            length, backend = next(iter(self._begun)), self._backend
            begin = self._begun[length] = time.perf_counter()
            steps = backend.ask(length)
            del self._begun[length]
            seconds = time.perf_counter() - begin
            return Answer(length, steps, seconds, self.by, not backend.incremental)
        done = 0
        while True:
            (length, part), steps, conflicts = self._answered()
            done += 1
            self._conflicts.setdefault(part, conflicts)
            left = len(self._children) + len(self._waiting)
            if not self.parts or steps is not None or not left:
                break
            tell(done, done + left)
            self._begin()
        seconds = time.perf_counter() - self._begun[length]
        self.drop([length])
        by = f"{self.by} in {done} parts" if self.parts else self.by
        return Answer(length, steps, seconds, by)

    def drop(self, lengths: Collection[int]) -> None:
        """Remove some horizons, and end their processes."""
        self._waiting = [one for one in self._waiting if one[0] not in lengths]
        for key in [key for key in self._children if key[0] in lengths]:
            end(self._children.pop(key))
        for length in lengths:
            del self._begun[length]

    def _sets(self) -> Sequence[Part]:
        """Return the sets of parts to solve, the hardest first if it is known how hard they are."""
        if not self.parts or self.half_first:
            return self.parts
        found = list[Part]()
        for numbers in balanced([self._conflicts[part] for part in self.parts]):
            whole = tuple(fact for k in numbers for fact in self.parts[k])
            found += [whole] if len(numbers) > 1 else [(fact,) for fact in whole]
        return found

    def _begin(self) -> None:
        """Start processes for waiting horizons or parts, each with a new solver."""
        while self._waiting and len(self._children) < self.processes:
            length, part = self._waiting.pop(0)
            self._children[length, part] = start(_ask, (self._backend, length, part))

    def _answered(self) -> tuple[tuple[int, Part], Steps | None, int]:
        """Wait for a process, and end it; return its (horizon, part), its answer, its conflicts."""
        from multiprocessing.connection import wait

        ready = wait([child.receiver for child in self._children.values()])
        key = next(k for k, child in self._children.items() if child.receiver in ready)
        child = self._children.pop(key)
        try:
            steps, conflicts = receive(child).value
        except BaseException:
            self.drop(self.pending)
            raise
        finally:
            end(child)
        return key, steps, conflicts


def _ask(
    backend: Horizons, length: int, part: Collection[int], emit: Any
) -> tuple[Steps | None, int]:
    return backend.refute(length, part), backend.conflicts


def balanced(conflicts: Sequence[float]) -> list[range]:
    """Cut a row of parts into two sets, so that the harder set, returned first, is easy.

    >>> balanced([8890, 6104, 953, 326])
    [range(0, 1), range(1, 4)]
    """

    def harder(cut: int) -> float:
        return max(sum(conflicts[:cut]), sum(conflicts[cut:]))

    cut = min(range(1, len(conflicts)), key=harder)
    sets = [range(cut), range(cut, len(conflicts))]
    return sorted(sets, key=lambda numbers: -sum(conflicts[k] for k in numbers))
