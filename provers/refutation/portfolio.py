"""A horizon asked in several processes at once: by different solvers, or in parts.

Where a plan is known, the horizon just below it is what matters.  A short one is asked of two
solvers, whoever is first ends the other (`Race`).  A long one is asked of CP-SAT in parts
(`InParts`): by the row where a piece of the goal stands half-way.  Rows differ much in how hard
they are, and which cut is a good one differs from board to board, so the rows are first asked about
half the horizon, in a small part of the time; then they are put into two sets that took equally
long.  Sets of neighbouring rows, as single rows together take longer than the whole.

Measured on L'Âne Rouge, 'at most 60', CPU seconds: the whole 35.6; rows 20.3, 11.0, 4.8, 3.4; the
last three as one part 8.6.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

from puzzleproof.encoders.horizon.parts import Part
from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.refutation.queries import Answer, Horizons, Steps, Team


class Race:
    """One horizon at a time, asked of several solvers; the first answer ends the others."""

    slots = 1

    def __init__(self, backends: Mapping[str, Horizons]) -> None:
        self._backends = backends
        self._team = Team()
        self.pending: list[int] = []

    def start(self, length: int) -> None:
        """Start a process for each solver."""
        self.pending.append(length)
        for name, backend in self._backends.items():
            self._team.start((name, length), backend, length)

    def first(self) -> Answer:
        """Wait for the first answer; raises LimitReached only where no solver gives one."""
        while True:
            try:
                (name, length), steps, seconds = self._team.first()
            except LimitReached:
                if not self._team.keys:
                    self.pending.clear()
                    raise
                continue
            self.drop([length])
            return Answer(length, steps, seconds, by=name)

    def drop(self, lengths: Iterable[int]) -> None:
        """End all processes; there is one horizon at most."""
        if set(lengths) & set(self.pending):
            self._team.end(self._team.keys)
            self.pending.clear()


class InParts:
    """One horizon at a time, asked in parts that together are all plans.

    Before its first horizon each part is asked about half of it, to see how hard they are.
    """

    slots = 1

    def __init__(self, backend: Horizons, parts: Sequence[Part], processes: int) -> None:
        self._backend, self._parts, self._processes = backend, parts, processes
        self._seconds = dict[int, float]()
        """Of each part, by its number: what its half horizon took."""
        self._team = Team()
        self.pending: list[int] = []

    @property
    def measured(self) -> bool:
        """Whether each part was asked alone before."""
        return len(self._seconds) == len(self._parts)

    def start(self, length: int) -> None:
        """Note the question; `first` asks it."""
        self.pending.append(length)

    def first(self) -> Answer:
        """Ask all parts of the question noted, or until one has a plan."""
        begin, length = time.perf_counter(), self.pending.pop(0)
        numbers = range(len(self._parts))
        sets = balanced([self._seconds[k] for k in numbers]) if self.measured else singles(numbers)
        steps = self._ask(length, sets)
        how = f"cpsat in {len(sets)} parts"
        return Answer(length, steps, time.perf_counter() - begin, by=how)

    def _ask(self, length: int, sets: Sequence[range]) -> Steps | None:
        waiting = list(sets)
        while waiting or self._team.keys:
            while waiting and len(self._team.keys) < self._processes:
                numbers = waiting.pop(0)
                part = [fact for k in numbers for fact in self._parts[k]]
                self._team.start(numbers, self._backend, length, part)
            numbers, steps, seconds = self._team.first()
            if len(numbers) == 1:
                self._seconds.setdefault(numbers[0], seconds)
            if steps is not None:
                self._team.end(self._team.keys)
                return steps
        return None

    def drop(self, lengths: Iterable[int]) -> None:
        """Forget questions not asked yet."""
        self.pending = [length for length in self.pending if length not in set(lengths)]


def singles(numbers: Iterable[int]) -> list[range]:
    """Each number as a set of its own."""
    return [range(k, k + 1) for k in numbers]


def balanced(seconds: Sequence[float]) -> list[range]:
    """Two sets of neighbours of which the longer takes as short as can be.

    >>> balanced([20.3, 11.0, 4.8, 3.4])
    [range(0, 1), range(1, 4)]
    """

    def longer(cut: int) -> float:
        return max(sum(seconds[:cut]), sum(seconds[cut:]))

    cut = min(range(1, len(seconds)), key=longer)
    return [range(cut), range(cut, len(seconds))]
