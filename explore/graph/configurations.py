"""All configurations of a task: the sets of facts with one of each group and n of each count.

This is an exact cover (Knuth, Dancing links, 2000): each fact covers the groups that contain it.
The facts of a count, a *kind*, are placed together, kinds of large pieces first; facts of no count
(tiles, cubes, pegs) are placed group by group.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from puzzleproof.explore.packed_task import PackedTask, numbers
from puzzleproof.models.errors import LimitReached

Option = tuple[int, int]
"""(fact, groups that it covers)."""
FEW, REMEMBERED = 100, 1 << 16
"""A choice of at most this many sets is listed; the lists for this many sets of open groups are
kept."""


class CoverChoice(NamedTuple):
    """One choice: ``number`` of these facts; or, if ``group`` is still open, one of them."""

    options: tuple[Option, ...]
    number: int
    group: int = 0

    def choices(self, still: int) -> Iterator[Option]:
        """(facts chosen, groups open after them), each set of facts once, depth first.

        A caller that needs only some does not wait for the others.
        """
        if self.group and not self.group & still:
            yield 0, still
            return
        fitting = [option for option in self.options if option[1] & still == option[1]]
        last = len(fitting) - self.number
        stack = [(0, still, 0, 0)]
        while stack:
            chosen, left, first, placed = stack.pop()
            if placed == self.number:
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

    @lru_cache(REMEMBERED)
    def few(level: int, still: int) -> list[Option] | None:
        found = list(islice(levels[level].choices(still), FEW + 1))
        return found if len(found) <= FEW else None

    # A stack of its own: there may be more levels than Python allows calls.
    stack = [(0, iter([(0, (1 << len(task.groups)) - 1)]))]
    while stack:
        placed, choices = stack[-1]
        chosen = next(choices, None)
        if chosen is None:
            stack.pop()
            continue
        level, state, still = len(stack) - 1, placed | chosen[0], chosen[1]
        if level < len(levels):
            listed = few(level, still)
            following = levels[level].choices(still) if listed is None else iter(listed)
            stack.append((state, following))
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
