"""All configurations of a task: the sets of facts with one of each group and n of each count.

This is an exact cover (Knuth, Dancing links, 2000): each fact covers the groups that contain it.
The facts of a count, a *kind*, are placed together, kinds of large pieces first; facts of no count
(tiles, cubes, pegs) are placed group by group.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from puzzleproof.explore.packed_task import PackedTask, numbers
from puzzleproof.models.errors import LimitReached

Option = tuple[int, int]
"""(fact, groups that it covers)."""
FEW, REMEMBERED = 100, 1 << 16
"""A choice of at most this many sets is listed; the lists for this many sets of open groups are
kept."""


@dataclass(frozen=True)
class CoverChoice:
    """One choice: ``number`` of these facts; or, if ``group`` is still open, one of them."""

    options: tuple[Option, ...]
    number: int
    group: int = 0

    def choices(self, still: int) -> Iterable[Option]:
        """(facts chosen, groups open after them), each set of facts once."""
        if self.group and not self.group & still:
            return [(0, still)]
        fitting = [(fact, groups) for fact, groups in self.options if groups & still == groups]
        if len(fitting) <= self.number:
            return _all_of_them(fitting, still) if len(fitting) == self.number else ()
        some = _some_of_them(fitting, self.number, still)
        return list(some) if comb(len(fitting), self.number) <= FEW else some


def _all_of_them(fitting: list[Option], still: int) -> list[tuple[int, int]]:
    """The one set, if no two of its facts exclude one another."""
    chosen = 0
    for fact, groups in fitting:
        if groups & still != groups:
            return []
        chosen |= fact
        still ^= groups
    return [(chosen, still)]


def _some_of_them(fitting: list[Option], number: int, still: int) -> Iterator[tuple[int, int]]:
    """Depth first: a caller that needs only some does not wait for the others."""
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
    for found, state in enumerate(_arrangements(task)):
        if found == limit:
            raise LimitReached(f"more than {limit} configurations")
        yield state


def _arrangements(task: PackedTask) -> Iterator[int]:
    """All that the choices of a task, one after the other, may place."""
    levels, unused = _levels(task)
    every = (1 << len(task.groups)) - 1

    @lru_cache(REMEMBERED)
    def listed(level: int, still: int) -> Iterable[Option] | None:
        found = levels[level].choices(still)
        return found if isinstance(found, (list, tuple)) else None

    # A stack of its own: there may be more levels than Python allows calls.
    stack = [(0, iter([(0, every)]))]
    while stack:
        placed, choices = stack[-1]
        chosen = next(choices, None)
        if chosen is None:
            stack.pop()
            continue
        state, still = placed | chosen[0], chosen[1]
        if len(stack) <= len(levels):
            level = len(stack) - 1
            few = listed(level, still)
            stack.append((state, iter(levels[level].choices(still) if few is None else few)))
        elif not still and all((state & facts).bit_count() == n for facts, n in unused):
            yield state


def _levels(task: PackedTask) -> tuple[list[CoverChoice], list[tuple[int, int]]]:
    """The choices, and the counts that share facts with others.

    Of the counts large pieces come first, as they leave the fewest choices; then the facts of no
    count, group by group.
    """
    allowed, covers = task.all_facts & ~task.passed, _covers(task)

    def options(facts: int) -> tuple[Option, ...]:
        return tuple((1 << fact, covers[fact]) for fact in numbers(facts & allowed))

    kinds, rest, unused = list[CoverChoice](), list[CoverChoice](), list[tuple[int, int]]()
    placed = 0
    for facts, number in task.counts:
        if facts & placed:
            unused.append((facts, number))
            continue
        placed |= facts
        kinds.append(CoverChoice(options(facts), number))
    kinds.sort(key=lambda level: (_is_filler(level, task.pattern), -_area(level)))
    for k, group in enumerate(task.groups):
        if group & ~placed:
            rest.append(CoverChoice(options(group & ~placed), 1, 1 << k))
            placed |= group
    # A fact of no group and no count may be true or false, unless nothing can change it.
    for fact in numbers(_changing(task) & ~placed):
        rest.append(CoverChoice(((1 << fact, 0), (0, 0)), 1))
    return [*kinds, *rest], unused


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
    """Whether the level only fills the rest (free cells), and places no pieces."""
    return any(fact & pattern for fact, _ in level.options)
