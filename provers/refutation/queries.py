"""Horizons asked of a backend: one after another, or several at a time in processes of their own.

An incremental solver answers here, in this process, and keeps what it learns.  One that forgets
everything between calls is asked about several horizons at once: whichever answers first gives a
bound, and questions that this makes pointless are ended.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from puzzleproof.provers.process import Child, end, receive, start

Steps = list[frozenset[int]]
"""The facts along a plan, a set for each state that it passes."""


class Horizons(Protocol):
    """A backend of `encoders`."""

    incremental: bool

    def ask(self, length: int) -> Steps | None:
        """The facts along a plan of at most ``length`` moves, or None if the solver says no."""
        ...

    def find(self, layers: int) -> Steps | None:
        """The facts along a plan in ``layers`` layers of operators that commute, or None."""
        ...

    def refute(self, length: int) -> Steps | None:
        """The same from a solver that has seen nothing else, without assumptions."""
        ...


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver said of 'at most ``length`` moves': a plan's facts, or None for no."""

    length: int
    steps: Steps | None
    seconds: float


class HorizonQueries(Protocol):
    """Questions under way."""

    slots: int

    @property
    def pending(self) -> list[int]:
        """The horizons that are being asked."""
        ...

    def start(self, length: int) -> None:
        """Ask one more."""
        ...

    def first(self) -> Answer:
        """Wait for an answer."""
        ...

    def drop(self, lengths: Iterable[int]) -> None:
        """End questions whose answers no longer matter."""
        ...


class Sequential:
    """One question at a time, in this process."""

    slots = 1

    def __init__(self, backend: Horizons) -> None:
        self._backend = backend
        self.pending: list[int] = []

    def start(self, length: int) -> None:
        """Note the question; `first` asks it."""
        self.pending.append(length)

    def first(self) -> Answer:
        """Ask the question noted."""
        begin = time.perf_counter()
        length = self.pending.pop(0)
        return Answer(length, self._backend.ask(length), time.perf_counter() - begin)

    def drop(self, lengths: Iterable[int]) -> None:
        """Forget questions not asked yet."""
        self.pending = [length for length in self.pending if length not in set(lengths)]


class Parallel:
    """A process a question, ``slots`` at a time."""

    def __init__(self, backend: Horizons, slots: int) -> None:
        self._backend = backend
        self.slots = slots
        self._asked: dict[int, tuple[Child, float]] = {}

    @property
    def pending(self) -> list[int]:
        """The horizons that are being asked."""
        return sorted(self._asked)

    def start(self, length: int) -> None:
        """Start a process for one more question."""
        child = start(_ask, (self._backend, length))
        self._asked[length] = (child, time.perf_counter())

    def first(self) -> Answer:
        """Wait for the first answer; raises what its process raised."""
        from multiprocessing.connection import wait

        ready = wait([child.receiver for child, _ in self._asked.values()])
        length = next(n for n, (child, _) in self._asked.items() if child.receiver in ready)
        child, begin = self._asked[length]
        steps: Steps | None = receive(child).value
        self.drop([length])
        return Answer(length, steps, time.perf_counter() - begin)

    def drop(self, lengths: Iterable[int]) -> None:
        """End the processes of these questions."""
        for length in list(lengths):
            child, _ = self._asked.pop(length)
            end(child)


def _ask(backend: Horizons, length: int, emit: Any) -> Steps | None:
    return backend.ask(length)


def query_runner(backend: Horizons, *, processes: bool = True) -> HorizonQueries:
    """Return the runner that suits a backend and this machine."""
    if backend.incremental or not processes or processors() < 2:
        return Sequential(backend)
    return Parallel(backend, 2)


def processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
