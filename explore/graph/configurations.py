"""All configurations of a task: every set of facts that has one of each group, n of each count.

This is an exact cover (Knuth, Dancing links, 2000): each fact covers the groups that contain it.
The facts of a count, a *kind*, are placed together, kinds of large pieces first; facts of no count
(tiles, cubes, pegs) are placed group by group.  The placements of the last kinds depend only on the
groups still open, so they are found once for each set of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import comb

from puzzleproof.explore.packed_task import PackedTask, numbers
from puzzleproof.models.errors import LimitReached

Option = tuple[int, int]
"""(fact, groups that it covers)."""

KEPT = 10_000
"""The last kinds are tabulated where they have at most this many arrangements on open groups."""
LEVELS_KEPT = 100
"""No more kinds than this are tabulated: one table is made from the next by recursion."""
REMEMBERED = 200_000
"""Arrangements in all tables together; beyond this they are cleared."""


@dataclass(frozen=True)
class CoverChoice:
    """One choice: ``number`` of these facts, or where ``group`` is still open, one of them."""

    options: tuple[Option, ...]
    number: int
    group: int = 0

    def most(self, free: int) -> int:
        """An upper bound of the choices where this many groups are open."""
        first = Counter(groups & -groups for _, groups in self.options)
        fitting = len(self.options)
        if first and 0 not in first:
            fitting = min(fitting, free * max(first.values()))
        return max(1, comb(fitting, self.number))

    @property
    def least(self) -> int:
        """A lower bound of the groups that it closes."""
        return 0 if self.group else self.number * _area(self)

    def choices(self, still: int) -> Iterable[tuple[int, int]]:
        """(facts chosen, groups open after them), each set of facts once."""
        if self.group and not self.group & still:
            return [(0, still)]
        fitting = [(fact, groups) for fact, groups in self.options if groups & still == groups]
        if len(fitting) <= self.number:
            return _all_of_them(fitting, still) if len(fitting) == self.number else ()
        if comb(len(fitting), self.number) <= KEPT:
            return _together(fitting, self.number, still)
        return _one_by_one(fitting, self.number, still)


def _all_of_them(fitting: list[Option], still: int) -> list[tuple[int, int]]:
    """The one set, if no two of its facts exclude one another."""
    chosen = 0
    for fact, groups in fitting:
        if groups & still != groups:
            return []
        chosen |= fact
        still ^= groups
    return [(chosen, still)]


def _together(fitting: list[Option], number: int, still: int) -> list[tuple[int, int]]:
    """Few sets: one fact more in all of them at once."""
    last = len(fitting) - number
    found = [(0, still, 0)]
    for placed in range(number):
        found = [
            (chosen | fitting[k][0], left ^ fitting[k][1], k + 1)
            for chosen, left, first in found
            for k in range(first, last + placed + 1)
            if fitting[k][1] & left == fitting[k][1]
        ]
    return [(chosen, left) for chosen, left, _ in found]


def _one_by_one(fitting: list[Option], number: int, still: int) -> Iterator[tuple[int, int]]:
    """Many sets, depth first: a caller that needs only some does not wait for the others."""
    last = len(fitting) - number
    stack = [(0, still, 0, 0)]
    while stack:
        chosen, left, first, placed = stack.pop()
        if placed == number:
            yield chosen, left
            continue
        for k in range(last + placed, first - 1, -1):
            fact, groups = fitting[k]
            if groups & left == groups:
                stack.append((chosen | fact, left ^ groups, k + 1, placed + 1))


def configurations(task: PackedTask, limit: int | None = None) -> Iterator[int]:
    """Yield every configuration once, reachable or not; pieces stand where a move may end.

    Raises LimitReached instead of the configuration after the first ``limit``.
    """
    found = 0
    for batch in _Arrangements(task).batches():
        found += len(batch)
        if limit is not None and found > limit:
            yield from batch[: len(batch) - (found - limit)]
            raise LimitReached(f"more than {limit} configurations")
        yield from batch


def resting(task: PackedTask) -> int:
    """The facts that may be true between two moves: no place that pieces only pass."""
    passed, rested = 0, task.start
    for step in task.steps:
        if step.rests:
            rested |= task.target(step)
        else:
            passed |= task.target(step)
    return task.all_facts & ~(passed & ~rested)


class _Arrangements:
    """The choices of a task, one level each, and tables of the last of them."""

    def __init__(self, task: PackedTask) -> None:
        self.covers = _covers(task)
        self.facts = resting(task)
        self.all = (1 << len(task.groups)) - 1
        self.unused: list[tuple[int, int]] = []
        """Counts that share facts with others: checked at the end."""
        self.levels = [*self._kinds(task), *self._rest(task)]
        self.kept = self._first_kept()
        self.known: dict[tuple[int, int], list[int]] = {}
        self.remembered = 0

    def _options(self, facts: int) -> tuple[Option, ...]:
        return tuple((1 << f, self.covers[f]) for f in numbers(facts & self.facts))

    def _kinds(self, task: PackedTask) -> list[CoverChoice]:
        """The counts; large pieces first, as they leave the fewest choices."""
        levels: list[CoverChoice] = []
        placed = 0
        for facts, number in task.counts:
            if facts & placed:
                self.unused.append((facts, number))
                continue
            placed |= facts
            levels.append(CoverChoice(self._options(facts), number))
        pattern = task.pattern
        levels.sort(key=lambda level: (_is_filler(level, pattern), -_area(level)))
        return levels

    def _rest(self, task: PackedTask) -> Iterator[CoverChoice]:
        """The facts of no count, group by group."""
        placed = 0
        for facts, _ in task.counts:
            placed |= facts
        for k, group in enumerate(task.groups):
            if group & ~placed:
                yield CoverChoice(self._options(group & ~placed), 1, 1 << k)
                placed |= group
        # A fact of no group and no count may be true or false, unless nothing can change it.
        for fact in numbers(_changing(task) & ~placed):
            yield CoverChoice(((1 << fact, 0), (0, 0)), 1)

    def _first_kept(self) -> int:
        """The first level to be tabulated."""
        free = [self.all.bit_count()]
        for level in self.levels:
            free.append(max(0, free[-1] - level.least))
        most, first = 1, len(self.levels)
        while first > max(0, len(self.levels) - LEVELS_KEPT):
            most *= self.levels[first - 1].most(free[first - 1])
            if most > KEPT:
                break
            first -= 1
        return first

    def batches(self) -> Iterator[list[int]]:
        """All configurations, many at a time."""
        for placed, still in self._placed():
            batch = [placed | rest for rest in self._completions(self.kept, still)]
            if self.unused:
                batch = [s for s in batch if all((s & f).bit_count() == n for f, n in self.unused)]
            yield batch

    def _placed(self) -> Iterator[tuple[int, int]]:
        """What the levels that are not tabulated may place, and the groups open after them."""
        if not self.kept:
            yield 0, self.all
            return
        # A stack of its own: there may be more levels than Python allows calls.
        stack = [(0, iter(self.levels[0].choices(self.all)))]
        while stack:
            placed, choices = stack[-1]
            chosen = next(choices, None)
            if chosen is None:
                stack.pop()
            elif len(stack) == self.kept:
                yield placed | chosen[0], chosen[1]
            else:
                following = self.levels[len(stack)].choices(chosen[1])
                stack.append((placed | chosen[0], iter(following)))

    def _completions(self, depth: int, still: int) -> list[int]:
        """What the levels from this one on may add where exactly these groups are open."""
        if depth == len(self.levels):
            return [] if still else [0]
        found = self.known.get((depth, still))
        if found is None:
            found = [
                chosen | rest
                for chosen, left in self.levels[depth].choices(still)
                for rest in self._completions(depth + 1, left)
            ]
            self._remember(depth, still, found)
        return found

    def _remember(self, depth: int, still: int, found: list[int]) -> None:
        self.remembered += 1 + len(found)
        if self.remembered > REMEMBERED:
            self.known.clear()
            self.remembered = 1 + len(found)
        self.known[depth, still] = found


def _covers(task: PackedTask) -> list[int]:
    """For each fact the groups that contain it."""
    covers = [0] * task.width
    for k, group in enumerate(task.groups):
        for fact in numbers(group):
            covers[fact] |= 1 << k
    return covers


def _changing(task: PackedTask) -> int:
    found = task.start
    for step in task.steps:
        found |= step.change
    return found


def _area(level: CoverChoice) -> int:
    return min((groups.bit_count() for _, groups in level.options), default=0)


def _is_filler(level: CoverChoice, pattern: int) -> bool:
    """Whether the level places what is left over (free cells) rather than pieces."""
    return any(fact & pattern for fact, _ in level.options)
