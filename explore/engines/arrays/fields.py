"""The fields of compact keys: how the facts of a task are shared out among the bits of a word.

Facts of which exactly one is true share an *index* field that holds the number of the true one; of
several pieces that are interchangeable each place has a bit.  The encodings are offered from the
most convenient to the tightest: what lies on each cell, the places of each kind of piece, where
each tile lies; the pattern (free cells, the blank) has the top bits.  Fixed-width fields for
variables with few values are usual in planners (M. Helmert, "The Fast Downward Planning System",
JAIR 26, 2006).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from puzzleproof.explore.packed_task import PackedTask, numbers

BITS = 4
"""Places that have a bit each are cut into fields of at most this many."""


class Part(NamedTuple):
    """What goes into one field; ``members`` are sets of facts that are always true together."""

    members: tuple[int, ...]
    one: bool
    """Whether one member at most is true at a time."""
    none: bool = False
    """Whether all may be false, though ``one``."""


Encoding: TypeAlias = tuple[list[Part], list[Part]]
"""Parts for what is not the pattern, and parts for the pattern."""


@dataclass(frozen=True, slots=True)
class KeyField:
    """Some bits of a key; ``contents[code]`` are the true facts."""

    shift: int
    width: int
    part: Part

    @property
    def mask(self) -> int:
        """The field's bits in the key."""
        return (1 << self.width) - 1 << self.shift

    @property
    def contents(self) -> tuple[int, ...]:
        """The true facts for each code."""
        if self.part.one:
            return (0, *self.part.members) if self.part.none else self.part.members
        found = [0]
        for member in self.part.members:
            found += [content | member for content in found]
        return tuple(found)

    def tests(self) -> Iterator[tuple[int, int, int]]:
        """For each member (facts, mask, value): they are true where ``key & mask == value``."""
        for k, member in enumerate(self.part.members):
            if self.part.one:
                yield member, self.mask, k + self.part.none << self.shift
            else:
                yield member, 1 << self.shift + k, 1 << self.shift + k


def laid_out(parts: Iterable[Part], shift: int = 0) -> list[KeyField]:
    """Fields one above the other, from a bit up."""
    found = list[KeyField]()
    for part in parts:
        codes = len(part.members) + part.none
        width = (codes - 1).bit_length() if part.one else len(part.members)
        found.append(KeyField(shift, width, part))
        shift += width
    return found


def encodings(task: PackedTask) -> Iterator[Encoding]:
    """The encodings that a task has, from the most convenient to the tightest."""
    rest, top = task.movers, _pattern(task)
    kinds = (_cells(task, rest), _kinds(task, rest), _partition(task, rest))
    stops = _bits(1 << task.width + k for k in range(len(task.stops)))
    for parts in [parts for parts in kinds if parts] or [_greedy(task, rest)]:
        yield stops + parts, top


def _index(facts: int, *, none: bool = False) -> Part:
    return Part(tuple(1 << fact for fact in numbers(facts)), True, none)


def _bits(members: Iterable[int]) -> list[Part]:
    """Fields of nearly equal width, `BITS` at most."""
    members = tuple(members)
    pieces = -(-len(members) // BITS)
    cuts = [len(members) * k // pieces for k in range(pieces + 1)] if pieces else []
    return [Part(members[a:b], False) for a, b in pairwise(cuts)]


def _counted(facts: int, number: int) -> list[Part]:
    if not number:
        return []
    return [_index(facts)] if number == 1 else _bits(1 << fact for fact in numbers(facts))


def _pattern(task: PackedTask) -> list[Part]:
    """An index where one fact of the pattern is true at a time, else bits."""
    alone = task.pattern in task.groups or (task.pattern, 1) in task.counts
    if alone and task.pattern:
        return [_index(task.pattern)]
    return _bits(_classes(task))


def _classes(task: PackedTask) -> list[int]:
    """The facts of the pattern, those together that the same pieces cover."""
    found: dict[tuple[int, ...], int] = {}
    for fact in numbers(task.pattern):
        covering = tuple(g & task.movers for g in task.groups if g >> fact & 1) or (-fact,)
        found[covering] = found.get(covering, 0) | 1 << fact
    return list(found.values())


def _cells(task: PackedTask, rest: int) -> list[Part] | None:
    """What is on each cell: the groups that have a fact of the pattern, or all where it is 0."""
    groups = [
        g for g in task.groups if (g & task.pattern or not task.pattern) and g & ~task.pattern
    ]
    cut = [group & ~task.pattern for group in groups]
    if not _parts_of(cut, rest):
        return None
    return [_index(c, none=c != g) for c, g in zip(cut, groups, strict=True)]


def _kinds(task: PackedTask, rest: int) -> list[Part] | None:
    """The places of the pieces of each kind."""
    counts = [(facts & rest, number) for facts, number in task.counts if facts & rest]
    if not _parts_of([facts for facts, _ in counts], rest):
        return None
    return [part for facts, number in counts for part in _counted(facts, number)]


def _partition(task: PackedTask, rest: int) -> list[Part] | None:
    """Groups that have nothing to do with the pattern: where each tile lies."""
    groups = [group for group in task.groups if not group & task.pattern]
    return [_index(group) for group in groups] if _parts_of(groups, rest) else None


def _greedy(task: PackedTask, rest: int) -> list[Part]:
    """Disjoint groups as far as they go, and a bit for each fact that is left."""
    found = list[Part]()
    for group in task.groups:
        if group & rest == group:
            found.append(_index(group))
            rest &= ~group
    return found + _bits(1 << fact for fact in numbers(rest))


def _parts_of(sets: Sequence[int], rest: int) -> bool:
    """Whether these sets are disjoint and together are the rest."""
    return sum(s.bit_count() for s in sets) == rest.bit_count() and sum(sets) == rest and rest > 0
