"""Horizons asked of a backend: one after another, or several at a time in processes of their own.

An incremental solver answers in this process, and keeps what it learns.  A solver that forgets
everything between calls is asked about several horizons at once: the first answer gives a bound,
and questions that this makes pointless are ended.

A long horizon is asked in parts that together cover all plans, each in a process of its own: rows
of places where a piece of the goal may stand half-way (`puzzleproof.encoders.horizon.parts`).  Rows
differ much in how hard they are, and a good division differs from board to board.  So the rows are
first asked about half the horizon, which takes little time.  Then neighbouring rows are joined to
two sets with about equally many conflicts, as single rows together take longer than the whole.  If
one row makes a set by itself, each of its places is asked alone: such a row tends to be the hardest
by far.

Measured on L'Âne Rouge, CPU seconds.  'At most 60': the whole 35.6; rows 20.3, 11.0, 4.8, 3.4; the
last three as one part 8.6.  'At most 80', two processes on a quiet machine: row 0 in 203 of wall
time and the others in 76; its two places 88 and 112, the others 58.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from puzzleproof.encoders.horizon.parts import Part
from puzzleproof.provers.process import Child, end, receive, start

Steps = list[frozenset[int]]
"""The facts along a plan, a set for each state that it passes."""


class Horizons(Protocol):
    """A backend of `encoders`."""

    incremental: bool
    conflicts: int
    """The conflicts of the last answer of `refute`, as a measure of how hard it was."""

    def ask(self, length: int) -> Steps | None:
        """The facts along a plan of at most ``length`` moves, or None if the solver says no."""
        ...

    def find(self, layers: int) -> Steps | None:
        """The facts along a plan in ``layers`` layers of operators that commute, or None."""
        ...

    def refute(self, length: int, part: Collection[int] = ()) -> Steps | None:
        """Like `ask`, of a fresh solver and without assumptions.

        With ``part``: only plans for which one of these facts holds half-way.
        """
        ...


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver said of 'at most ``length`` moves': a plan's facts, or None for no."""

    length: int
    steps: Steps | None
    seconds: float
    afresh: bool = True
    """Whether the solver had seen nothing else and assumed nothing."""
    by: str = ""
    """The solver that answered, or how it was asked; empty for the solver that was named."""


class Sequential:
    """One question at a time, in this process."""

    slots = 1
    by = ""

    def __init__(self, backend: Horizons) -> None:
        self._backend = backend
        self.pending: list[int] = []

    def start(self, length: int) -> None:
        """Note the question; `first` asks it."""
        self.pending.append(length)

    def first(self) -> Answer:
        """Ask the question noted."""
        begin = time.perf_counter()
        length, backend = self.pending.pop(0), self._backend
        steps = backend.ask(length)
        return Answer(length, steps, time.perf_counter() - begin, not backend.incremental)

    def drop(self, lengths: Iterable[int]) -> None:
        """Forget questions not asked yet."""
        self.pending = [length for length in self.pending if length not in set(lengths)]


class TeamAnswer(NamedTuple):
    """A plan or None, the seconds of wall time, and the solver's conflicts."""

    key: Any
    steps: Steps | None
    seconds: float
    conflicts: int


class Team:
    """Processes, each at work on one question; a question has a key."""

    def __init__(self) -> None:
        self._asked: dict[Hashable, tuple[Child, float]] = {}

    @property
    def keys(self) -> list[Any]:
        """The keys of the questions under way, in the order in which they began."""
        return list(self._asked)

    def start(
        self, key: Hashable, backend: Horizons, length: int, part: Collection[int] = ()
    ) -> None:
        """Start a process that asks a fresh solver."""
        child = start(_ask, (backend, length, part))
        self._asked[key] = (child, time.perf_counter())

    def first(self) -> TeamAnswer:
        """Wait for the first answer, which ends its question; raises what its process raised."""
        from multiprocessing.connection import wait

        ready = wait([child.receiver for child, _ in self._asked.values()])
        key = next(k for k, (child, _) in self._asked.items() if child.receiver in ready)
        child, begin = self._asked[key]
        try:
            steps, conflicts = receive(child).value
        finally:
            self.end([key])
        return TeamAnswer(key, steps, time.perf_counter() - begin, conflicts)

    def end(self, keys: Iterable[Hashable]) -> None:
        """End the processes of some questions."""
        for key in list(keys):
            child, _ = self._asked.pop(key)
            end(child)


def _ask(
    backend: Horizons, length: int, part: Collection[int], emit: Any
) -> tuple[Steps | None, int]:
    return backend.refute(length, part), backend.conflicts


class Parallel:
    """A process for each question, ``slots`` at a time; ``by`` is the solver's name in answers."""

    def __init__(self, backend: Horizons, slots: int, by: str = "") -> None:
        self._backend, self.by = backend, by
        self.slots = slots
        self._team = Team()

    @property
    def pending(self) -> list[int]:
        """The horizons that are being asked."""
        return sorted(self._team.keys)

    def start(self, length: int) -> None:
        """Start a process for one more question."""
        self._team.start(length, self._backend, length)

    def first(self) -> Answer:
        """Wait for the first answer; raises what its process raised."""
        answer = self._team.first()
        return Answer(answer.key, answer.steps, answer.seconds, by=self.by)

    def drop(self, lengths: Iterable[int]) -> None:
        """End the processes of these questions."""
        self._team.end(lengths)


class InParts(Sequential):
    """One horizon at a time, asked in parts that together cover all plans.

    Before the first horizon, all parts are asked about half of it, to measure how hard they are.
    """

    by = "cpsat"

    def __init__(self, backend: Horizons, parts: Sequence[Part], processes: int) -> None:
        super().__init__(backend)
        self._parts, self._processes = parts, processes
        self.tell: Callable[[int, int], None] = _tell_nobody
        """Called with the number of parts refuted and the number of parts."""
        self._conflicts = dict[Part, int]()
        """Part -> its conflicts for half the horizon."""
        self._team = Team()
        self._waiting = list[Part]()

    @property
    def measured(self) -> bool:
        """Whether each part was asked alone before."""
        return all(part in self._conflicts for part in self._parts)

    def first(self) -> Answer:
        """Ask the parts of the question noted, until one has a plan or all are refuted."""
        begin, length = time.perf_counter(), self.pending.pop(0)
        self._waiting = self._sets() if self.measured else list(self._parts)
        steps, number = self._ask(length)
        how = f"{self.by} in {number} parts"
        return Answer(length, steps, time.perf_counter() - begin, by=how)

    def _sets(self) -> list[Part]:
        """The sets of parts to ask once it is known how hard the parts are, the hardest first."""
        found = list[Part]()
        for numbers in balanced([self._conflicts[part] for part in self._parts]):
            whole = tuple(fact for k in numbers for fact in self._parts[k])
            found += [whole] if len(numbers) > 1 else [(fact,) for fact in whole]
        return found

    def _ask(self, length: int) -> tuple[Steps | None, int]:
        """Ask the waiting parts; returns a plan or None, and how many parts were refuted."""
        done = 0
        while self._begin(length):
            answer = self._team.first()
            if answer.steps is not None:
                self._team.end(self._team.keys)
                return answer.steps, done + 1
            done += 1
            self.tell(done, done + len(self._team.keys) + len(self._waiting))
            self._conflicts.setdefault(answer.key, answer.conflicts)
        return None, done

    def _begin(self, length: int) -> bool:
        """Start waiting parts while processes are free; returns whether any is at work."""
        while self._waiting and len(self._team.keys) < self._processes:
            part = self._waiting.pop(0)
            self._team.start(part, self._backend, length, part)
        return bool(self._team.keys)


def _tell_nobody(done: int, total: int) -> None:
    """Ignore the progress."""


def balanced(conflicts: Sequence[float]) -> list[range]:
    """Two sets of neighbours, the harder one first and as easy as possible.

    >>> balanced([8890, 6104, 953, 326])
    [range(0, 1), range(1, 4)]
    """

    def harder(cut: int) -> float:
        return max(sum(conflicts[:cut]), sum(conflicts[cut:]))

    cut = min(range(1, len(conflicts)), key=harder)
    sets = [range(cut), range(cut, len(conflicts))]
    return sorted(sets, key=lambda numbers: -sum(conflicts[k] for k in numbers))
