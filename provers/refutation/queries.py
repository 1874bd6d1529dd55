"""Horizons under way: which solver, in how many processes, and in which parts.

| situation | solved |
|---|---|
| no processes, or one processor | one horizon after another, in this process |
| no plan is known, and the solver is incremental | the same |
| a plan of more than 50 moves, CP-SAT, a piece that divides all plans | one horizon in parts |
| else | two horizons at a time, each in a process |

The first of several answers gives a bound, and horizons that this makes pointless are ended.

A long horizon is solved in parts that together cover all plans: rows of places where a piece of the
goal may stand half-way (`puzzleproof.encoders.horizon.parts`).  Rows differ much in how hard they
are, so half the horizon is solved for each first, which takes little time.  Then neighbours are
joined to two sets with about equally many conflicts, as single rows together take longer than the
whole.  If one row makes a set by itself, each of its places is solved alone: such a row tends to be
the hardest by far.
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
"""The least number of moves for which it pays to solve a horizon in parts."""
PROCESSES = 2
"""The most processes at a time; more seldom help."""
Steps = list[frozenset[int]]
"""The facts along a plan, a set for each state that it passes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A solver's answer about 'at most ``length`` moves': a plan's facts, or None for no plan."""

    length: int
    steps: Steps | None
    seconds: float
    by: str
    """The solver that answered, or the way in which it was used."""
    afresh: bool = True
    """Whether the solver had seen nothing else and assumed nothing."""


@dataclass(frozen=True, slots=True)
class SolverChoice:
    """A solver by name, ``auto`` for one that suits; ``solver`` names PySAT's for ``sat``."""

    name: str
    seed: int = 0
    solver: str | None = None
    processes: bool = True
    """Whether several horizons may be solved at a time, each in a process."""

    @classmethod
    def of(cls, request: Request, *, processes: bool) -> "SolverChoice":
        """Choose the requested solver, else the one that suits the horizon."""
        name = request.engine if request.engine in BACKENDS else "auto"
        return cls(name, request.seed, request.solver, processes)

    @property
    def usual(self) -> str:
        """The solver that suits if one horizon is solved after another."""
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
    """Horizons under way: `start` adds one, `first` waits for an answer, `drop` ends some.

    Without ``processes`` one is solved at a time, in this process.  With ``parts``, which together
    cover all plans, one is solved at a time, part by part; before the first one, half of
    it is solved for all parts, to measure how hard they are.
    """

    def __init__(
        self, backend: Horizons, processes: int = 0, by: str = "", parts: Sequence[Part] = ()
    ) -> None:
        self._backend, self.processes, self.by, self.parts = backend, processes, by, parts
        self.slots = 1 if parts else max(1, processes)
        """The number of horizons that may be pending."""
        self._begun = dict[int, float]()
        """Horizon -> when it was begun."""
        self._waiting = list[tuple[int, Part]]()
        self._children = dict[tuple[int, Part], Child]()
        self._conflicts = dict[Part, int]()
        """Part -> its conflicts for half the horizon."""

    @property
    def pending(self) -> list[int]:
        """The horizons that are being solved."""
        return sorted(self._begun)

    @property
    def half_first(self) -> bool:
        """Whether half of a horizon comes first, as it is not known which parts are hard."""
        return any(part not in self._conflicts for part in self.parts)

    def start(self, length: int) -> None:
        """Begin one more horizon; without processes, `first` solves it."""
        self._begun[length] = time.perf_counter()
        if self.processes:
            self._waiting += [(length, part) for part in self._sets() or [()]]
            self._begin()

    def first(self, tell: Callable[[int, int], None] = lambda _done, _total: None) -> Answer:
        """Wait for the first answer (of parts: a plan, or all refuted), or its error.

        ``tell`` is called with the number of parts refuted and the number of parts.
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
        """Forget some horizons, and end their processes."""
        self._waiting = [one for one in self._waiting if one[0] not in lengths]
        for key in [key for key in self._children if key[0] in lengths]:
            end(self._children.pop(key))
        for length in lengths:
            del self._begun[length]

    def _sets(self) -> Sequence[Part]:
        """Return the sets of parts to solve, the hardest first once that is known."""
        if not self.parts or self.half_first:
            return self.parts
        found = list[Part]()
        for numbers in balanced([self._conflicts[part] for part in self.parts]):
            whole = tuple(fact for k in numbers for fact in self.parts[k])
            found += [whole] if len(numbers) > 1 else [(fact,) for fact in whole]
        return found

    def _begin(self) -> None:
        """Start processes for waiting questions, each of a fresh solver, while some are free."""
        while self._waiting and len(self._children) < self.processes:
            length, part = self._waiting.pop(0)
            self._children[length, part] = start(_ask, (self._backend, length, part))

    def _answered(self) -> tuple[tuple[int, Part], Steps | None, int]:
        """Wait for a process, and end it: its question, the answer, and the solver's conflicts."""
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
    """Cut neighbours into two sets, the harder one first and as easy as possible.

    >>> balanced([8890, 6104, 953, 326])
    [range(0, 1), range(1, 4)]
    """

    def harder(cut: int) -> float:
        return max(sum(conflicts[:cut]), sum(conflicts[cut:]))

    cut = min(range(1, len(conflicts)), key=harder)
    sets = [range(cut), range(cut, len(conflicts))]
    return sorted(sets, key=lambda numbers: -sum(conflicts[k] for k in numbers))
