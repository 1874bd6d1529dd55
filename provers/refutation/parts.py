"""A long horizon asked in parts: each in a process of its own, and together they are all plans.

The parts are rows of places where a piece of the goal may stand half-way
(`puzzleproof.encoders.horizon.parts`).  Rows differ much in how hard they are, and which cut is a
good one differs from board to board, so the rows are first asked about half the horizon, in a small
part of the time; then they are put into two sets that had as many conflicts.  Sets of neighbouring
rows, as single rows together take longer than the whole.  Of a row that is a set by itself each
place is asked alone: such a row tends to be the hardest by far.

Measured on L'Âne Rouge, CPU seconds.  'At most 60': the whole 35.6; rows 20.3, 11.0, 4.8, 3.4; the
last three as one part 8.6.  'At most 80', two processes on a quiet machine: row 0 in 203 of wall
time and the others in 76; its two places 88 and 112, the others 58.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from puzzleproof.encoders.horizon.parts import Part
from puzzleproof.provers.refutation.queries import Answer, Horizons, Steps, Team, TeamAnswer

MUCH_LONGER = 3
"""A part that is to take so many times what it has taken is worth beginning again in two."""


class InParts:
    """One horizon at a time, asked in parts that together are all plans.

    Before its first horizon each part is asked about half of it, to see how hard they are.  Where a
    part then runs on alone, and is to take much longer, it is asked again in two.
    """

    slots = 1
    by = "cpsat"

    def __init__(self, backend: Horizons, parts: Sequence[Part], processes: int) -> None:
        self._backend, self._parts, self._processes = backend, parts, processes
        self.tell: Callable[[int, int], None] = _tell_nobody
        """Hears how many parts of how many are refuted."""
        self._conflicts = dict[Part, int]()
        """Of each part: those of half the horizon."""
        self._team = Team()
        self._waiting = list[Part]()
        self.pending: list[int] = []

    @property
    def measured(self) -> bool:
        """Whether each part was asked alone before."""
        return all(part in self._conflicts for part in self._parts)

    def start(self, length: int) -> None:
        """Note the question; `first` asks it."""
        self.pending.append(length)

    def first(self) -> Answer:
        """Ask all parts of the question noted, or until one has a plan."""
        begin, length = time.perf_counter(), self.pending.pop(0)
        self._waiting = self._sets() if self.measured else list(self._parts)
        steps, number = self._ask(length)
        how = f"{self.by} in {number} parts"
        return Answer(length, steps, time.perf_counter() - begin, by=how)

    def _sets(self) -> list[Part]:
        """What is asked once it is known how hard the parts are: the hardest first."""
        found = list[Part]()
        for numbers in balanced([self._conflicts[part] for part in self._parts]):
            whole = tuple(fact for k in numbers for fact in self._parts[k])
            found += [whole] if len(numbers) > 1 else [(fact,) for fact in whole]
        return found

    def _ask(self, length: int) -> tuple[Steps | None, int]:
        """Ask what waits; a plan in some part, or None, and how many parts were refuted."""
        done = 0
        while self._begin(length):
            answer = self._team.first()
            if answer.steps is not None:
                self._team.end(self._team.keys)
                return answer.steps, done + 1
            done += 1
            self.tell(done, done + len(self._team.keys) + len(self._waiting))
            if self.measured:
                self._split_last_part(answer)
            self._conflicts.setdefault(answer.key, answer.conflicts)
        return None, done

    def _begin(self, length: int) -> bool:
        """Start what waits, as far as there are processes for it; whether any is at work."""
        while self._waiting and len(self._team.keys) < self._processes:
            part = self._waiting.pop(0)
            self._team.start(part, self._backend, length, part)
        return bool(self._team.keys)

    def _split_last_part(self, answer: TeamAnswer) -> None:
        """Have the last part at work asked in two instead, if that is to end much sooner.

        A part is to take as long as its conflicts at half the horizon say, at the pace of the one
        just answered.  Were it begun again in two, half that: the time spent on it is lost.
        """
        if self._waiting or len(self._team.keys) != 1:
            return
        (part,) = self._team.keys
        pace = answer.seconds / max(1.0, self._weight(answer.key))
        if len(part) > 1 and pace * self._weight(part) > MUCH_LONGER * self._team.seconds(part):
            self._team.end([part])
            halves = balanced([self._weight((fact,)) for fact in part])
            self._waiting = [tuple(part[k] for k in numbers) for numbers in halves]

    def _weight(self, part: Part) -> float:
        """Conflicts at half the horizon; the places of a row have equal shares of its own."""
        rows = ((set(part) & set(row), row) for row in self._parts)
        return sum(self._conflicts[row] * len(some) / len(row) for some, row in rows)

    def drop(self, lengths: Iterable[int]) -> None:
        """Forget questions not asked yet."""
        self.pending = [length for length in self.pending if length not in set(lengths)]


def _tell_nobody(done: int, total: int) -> None:
    """Nobody listens."""


def balanced(conflicts: Sequence[float]) -> list[range]:
    """Two sets of neighbours of which the harder one is as easy as can be, the harder one first.

    >>> balanced([8890, 6104, 953, 326])
    [range(0, 1), range(1, 4)]
    """

    def harder(cut: int) -> float:
        return max(sum(conflicts[:cut]), sum(conflicts[cut:]))

    cut = min(range(1, len(conflicts)), key=harder)
    sets = [range(cut), range(cut, len(conflicts))]
    return sorted(sets, key=lambda numbers: -sum(conflicts[k] for k in numbers))
