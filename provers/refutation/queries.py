"""Horizons asked of a backend: one after another, or several at a time in processes of their own.

An incremental solver answers here, in this process, and keeps what it learns.  One that forgets
everything between calls is asked about several horizons at once: whichever answers first gives a
bound, and questions that this makes pointless are ended.  A long horizon is asked in parts
(`puzzleproof.provers.refutation.parts`).
"""

from __future__ import annotations

import time
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from puzzleproof.provers.process import Child, end, receive, start

Steps = list[frozenset[int]]
"""The facts along a plan, a set for each state that it passes."""


class Horizons(Protocol):
    """A backend of `encoders`."""

    incremental: bool
    conflicts: int
    """Of the last answer of `refute`: how hard it was."""

    def ask(self, length: int) -> Steps | None:
        """The facts along a plan of at most ``length`` moves, or None if the solver says no."""
        ...

    def find(self, layers: int) -> Steps | None:
        """The facts along a plan in ``layers`` layers of operators that commute, or None."""
        ...

    def refute(self, length: int, part: Collection[int] = ()) -> Steps | None:
        """The same from a solver that has seen nothing else, without assumptions.

        Of a ``part`` of all plans: some of these facts holds half-way.
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
    """Which solver it was, or how it was asked; empty: the one that was named."""


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
    """A plan or None, the seconds of wall time that it took, and the solver's conflicts."""

    key: Any
    steps: Steps | None
    seconds: float
    conflicts: int


class Team:
    """Processes at work on a question each; a question has a key."""

    def __init__(self) -> None:
        self._asked: dict[Hashable, tuple[Child, float]] = {}

    @property
    def keys(self) -> list[Any]:
        """Of the questions under way, in the order in which they began."""
        return list(self._asked)

    def seconds(self, key: Hashable) -> float:
        """Since a question began."""
        return time.perf_counter() - self._asked[key][1]

    def start(
        self, key: Hashable, backend: Horizons, length: int, part: Collection[int] = ()
    ) -> None:
        """Start a process that asks a solver which has seen nothing else."""
        child = start(_ask, (backend, length, part))
        self._asked[key] = (child, time.perf_counter())

    def first(self) -> TeamAnswer:
        """Wait for the first answer; raises what its process raised: that question is over then."""
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
    """A process a question, ``slots`` at a time; ``by`` is the solver's name for its answers."""

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
