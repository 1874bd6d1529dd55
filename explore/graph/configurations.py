"""All configurations of a task: the sets of facts with one of each group and n of each count.

This is an exact cover (Knuth, Dancing links, 2000): each fact covers the groups that contain it.
The facts of a count, a *kind*, are placed together, kinds of large pieces first; facts of no count
(tiles, cubes, pegs) are placed group by group.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from puzzleproof.explore.packed_task import PackedTask, numbers
from puzzleproof.models.errors import LimitReached

Option = tuple[int, int]
"""(fact, groups that it covers)."""
REMEMBERED = 1 << 16
"""For this many sets of open groups the options that fit are kept."""


class CoverChoice(NamedTuple):
    """One choice: ``number`` of these facts; or, if ``group`` is still open, one of them."""

    options: tuple[Option, ...]
    number: int
    group: int = 0

    def fitting(self, still: int) -> list[Option]:
        """The options that cover open groups only; nothing to choose if the group is not open."""
        if self.group and not self.group & still:
            return [(0, 0)]
        return [option for option in self.options if option[1] & still == option[1]]


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

    @lru_cache(REMEMBERED)
    def fitting(level: int, still: int) -> list[Option]:
        return levels[level].fitting(still) if level < len(levels) else []

    # A stack: there may be more facts to place than Python allows calls.  An entry has the choice,
    # its options, the first one left, how many are to be chosen, the groups open, the facts placed.
    groups = (1 << len(task.groups)) - 1
    stack = [(0, fitting(0, groups), 0, levels[0].number if levels else 0, groups, 0)]
    while stack:
        level, options, first, left, still, state = stack.pop()
        if left:
            for k in range(len(options) - left, first - 1, -1):
                fact, groups = options[k]
                if groups & still == groups:
                    stack.append((level, options, k + 1, left - 1, still ^ groups, state | fact))
        elif level + 1 < len(levels):
            number = levels[level + 1].number
            stack.append((level + 1, fitting(level + 1, still), 0, number, still, state))
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

    def order(kind: CoverChoice) -> tuple[bool, int]:
        """Kinds that only fill the rest (free cells) come last."""
        fills = any(fact & task.pattern for fact, _ in kind.options)
        return fills, -min((groups.bit_count() for _, groups in kind.options), default=0)

    kinds.sort(key=order)
    for k, group in enumerate(task.groups):
        if group & ~placed:
            rest.append(CoverChoice(options(group & ~placed), 1, 1 << k))
            placed |= group
    # A fact of no group and no count may be true or false, unless nothing can change it.
    changing = task.start
    for step in task.steps:
        changing |= step.change
    for fact in numbers(changing & ~placed):
        rest.append(CoverChoice(((1 << fact, 0), (0, 0)), 1))
    return [*kinds, *rest], unused


def _covers(task: PackedTask) -> list[int]:
    """For each fact the groups that contain it."""
    covers = [0] * task.width
    for k, group in enumerate(task.groups):
        for fact in numbers(group):
            covers[fact] |= 1 << k
    return covers
