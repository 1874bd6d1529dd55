"""Compact keys: each state of a task as one unsigned word of 64 bits, so that arrays hold states.

The key of a state is the exclusive or of one word for each true fact.  So a step is an exclusive or
of keys too, and one mask and one value test a fact.

Facts of which exactly one is true share an *index* field with the number of the true one.  For
several interchangeable pieces each place has a bit.  Encodings are tried from the most convenient
to the tightest: the content of each cell, the places of each kind of piece, the cell of each tile.
The pattern (free cells, the blank) has the top bits, so a sorted array has the states of each
pattern side by side, unless only the contents of cells, free or not, fit into a word.  Fixed-width
fields for variables with few values are usual in planners (M. Helmert, "The Fast Downward Planning
System", JAIR 26, 2006).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.packed_task import PackedCondition, PackedTask, numbers
from puzzleproof.models.errors import Unsupported

Words: TypeAlias = npt.NDArray[np.uint64]
Ranks: TypeAlias = npt.NDArray[np.int64]
Truth: TypeAlias = npt.NDArray[np.bool_]
ByteRows: TypeAlias = npt.NDArray[np.uint8]
"""The bytes of each state, the lowest first."""
CodesOf: TypeAlias = Callable[[Words], list[Ranks]]
"""What one or more fields of each key hold."""
PartOf: TypeAlias = Callable[[int, int], int]
"""(index of a piece, its fact) -> what the fact adds to the packed number of a state."""
Tables: TypeAlias = list[list[Words]]
"""By limb and column of `StateKeys.ranks`, what each rank adds to the packed number."""

WORD = 64
BATCH = 1 << 14
LIMB = 56
"""Bits of a packed number in one word: a sum of 2^8 such numbers fits in 64 bits."""
BITS = 4
"""A field whose places have a bit each has at most this many places."""


class StateKeys(ABC):
    """An encoding of states as words; states go in and out as the task's integers."""

    def __init__(self, task: PackedTask) -> None:
        self.task = task
        self.size = (task.width + len(task.stops) + 7) // 8
        """Bytes of a state as an integer: the facts, above them the stops visited."""
        self._tables: dict[int, list[tuple[CodesOf, Truth]]] = {}

    @abstractmethod
    def packed(self, rows: ByteRows) -> Words:
        """The keys of states; raises Unsupported for a state that has none."""

    @abstractmethod
    def rows(self, keys: Words) -> ByteRows:
        """The states of keys."""

    @abstractmethod
    def tables_of(self, facts: int) -> Iterator[tuple[CodesOf, Truth]]:
        """For each field with some of the facts: its codes, and for which of them one is true."""

    @abstractmethod
    def ranks(self, keys: Words) -> list[Ranks]:
        """The columns that tell a state: ranks of pieces, or codes of fields."""

    @abstractmethod
    def added(self, part: PartOf) -> list[list[int]]:
        """For each of these columns, what each rank adds to a packed number, by ``part``."""

    def tables(self, part: PartOf, limbs: int) -> Tables:
        """What each rank adds to packed numbers of ``limbs`` words, for `numbered`."""
        rows, low = self.added(part), (1 << LIMB) - 1
        return [
            [np.array([one >> LIMB * limb & low for one in row], np.uint64) for row in rows]
            for limb in range(limbs)
        ]

    def numbered(self, keys: Words, tables: Tables) -> list[Words]:
        """The packed numbers of keys, in limbs of `LIMB` bits, the lowest first."""
        found = [np.zeros(len(keys), np.uint64) for _ in tables]
        for first in range(0, len(keys), BATCH):
            some = slice(first, first + BATCH)
            ranks, carry = self.ranks(np.asarray(keys[some])), np.zeros(1, np.uint64)
            for total, parts in zip(found, tables, strict=True):
                sums = total[some]
                for table, rank in zip(parts, ranks, strict=True):
                    sums += table[rank]
                sums += carry
                carry = sums >> np.uint64(LIMB)
                sums &= np.uint64((1 << LIMB) - 1)
        return found

    def pack(self, states: Iterable[int]) -> Words:
        """The keys of states, in their order; raises Unsupported for a state that has none."""
        found, rest = [np.empty(0, np.uint64)], iter(states)
        while batch := list(islice(rest, BATCH)):
            joined = b"".join([state.to_bytes(self.size, "little") for state in batch])
            found.append(self.packed(np.frombuffer(joined, np.uint8).reshape(-1, self.size)))
        return np.concatenate(found)

    def unpack(self, keys: Words) -> Iterator[int]:
        """The states of keys, in their order."""
        for first in range(0, len(keys), BATCH):
            joined = self.rows(np.asarray(keys[first : first + BATCH])).tobytes()
            for place in range(0, len(joined), self.size):
                yield int.from_bytes(joined[place : place + self.size], "little")

    def satisfying(self, keys: Words, clauses: PackedCondition) -> Ranks:
        """The places of those keys that satisfy all clauses."""
        places = np.arange(len(keys))
        for clause in clauses:
            if clause not in self._tables:
                self._tables[clause] = list(self.tables_of(clause))
            left = keys[places]
            holds = np.zeros(len(left), np.bool_)
            for codes_of, table in self._tables[clause]:
                for codes in codes_of(left):
                    holds |= table[codes]
            places = places[holds]
        return places

    def goal(self, keys: Words) -> int | None:
        """The first goal state among some keys; of a tour, one that has visited all stops."""
        toured = tuple(1 << self.task.width + k for k in range(len(self.task.stops)))
        for goal in (toured,) if toured else self.task.goals:
            found = self.satisfying(keys, goal)
            if len(found):
                return next(self.unpack(keys[found[:1]]))
        return None


class Part(NamedTuple):
    """The facts of one field; ``members`` are sets of facts that are always true together."""

    members: tuple[int, ...]
    one: bool
    """Whether at most one member is true at a time."""
    none: bool = False
    """Whether all members may be false, if ``one``."""


Encoding: TypeAlias = tuple[list[Part], list[Part]]
"""The parts outside the pattern, and the parts of the pattern."""


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

    def codes(self, keys: Words) -> list[Ranks]:
        """What the field of each key holds, in a list of one."""
        return [((keys >> np.uint64(self.shift)) & np.uint64((1 << self.width) - 1)).view(np.int64)]

    def tests(self) -> Iterator[tuple[int, int, int]]:
        """For each member (facts, mask, value): they are true where ``key & mask == value``."""
        for k, member in enumerate(self.part.members):
            if self.part.one:
                yield member, self.mask, k + self.part.none << self.shift
            else:
                yield member, 1 << self.shift + k, 1 << self.shift + k


def laid_out(parts: Iterable[Part], shift: int = 0) -> list[KeyField]:
    """The fields of these parts, one above the other, from bit ``shift`` up."""
    found = list[KeyField]()
    for part in parts:
        codes = len(part.members) + part.none
        width = (codes - 1).bit_length() if part.one else len(part.members)
        found.append(KeyField(shift, width, part))
        shift += width
    return found


def encodings(task: PackedTask) -> Iterator[Encoding]:
    """The possible encodings of a task, from the most convenient to the tightest."""
    rest, top = task.movers, _pattern(task)
    kinds = (_cells(task, rest), _kinds(task, rest), _partition(task, rest))
    stops = _bits(1 << task.width + k for k in range(len(task.stops)))
    yield from ((stops + parts, top) for parts in kinds if parts)
    if _parts_of(task.groups, task.all_facts):
        yield stops + [_index(group) for group in task.groups], []


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
    """The fields of the pattern: one number if just one of its facts is ever true, else bits."""
    alone = task.pattern in task.groups or (task.pattern, 1) in task.counts
    if alone and task.pattern:
        return [_index(task.pattern)]
    return _bits(_classes(task))


def _classes(task: PackedTask) -> list[int]:
    """The facts of the pattern; those that the same pieces cover are put together."""
    found: dict[tuple[int, ...], int] = {}
    for fact in numbers(task.pattern):
        covering = tuple(g & task.movers for g in task.groups if g >> fact & 1) or (-fact,)
        found[covering] = found.get(covering, 0) | 1 << fact
    return list(found.values())


def _cells(task: PackedTask, rest: int) -> list[Part] | None:
    """The contents of cells: the groups with a fact of the pattern, or all groups if it is 0."""
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
    """The groups without a fact of the pattern: the cell of each tile."""
    groups = [group for group in task.groups if not group & task.pattern]
    return [_index(group) for group in groups] if _parts_of(groups, rest) else None


def _parts_of(sets: Sequence[int], rest: int) -> bool:
    """Whether these sets are disjoint and their union is ``rest``, which is not empty."""
    return sum(s.bit_count() for s in sets) == rest.bit_count() and sum(sets) == rest and rest > 0


class Keys(StateKeys):
    """An encoding of a task's states; `of` chooses one."""

    def __init__(
        self, task: PackedTask, fields: list[KeyField], pattern_fields: list[KeyField]
    ) -> None:
        super().__init__(task)
        self.fields = tuple(fields)
        """The fields outside the pattern, from the lowest bits up."""
        self.pattern_fields = tuple(pattern_fields)
        """The fields of the top bits; none if the task has no pattern."""
        self.all_fields = (*fields, *pattern_fields)
        self.bits = sum(field.width for field in self.all_fields)
        self._tests: dict[int, tuple[int, int]] = {}
        """Fact -> the mask and the value of its test."""
        self._words: dict[int, int] = {}
        """What a true fact adds to the key; of facts that are always equal only the first does."""
        for field in self.all_fields:
            for facts, mask, value in field.tests():
                members = list(numbers(facts))
                self._tests.update((fact, (mask, value)) for fact in members)
                self._words[members[0]] = value

    @classmethod
    def of(cls, task: PackedTask) -> Keys:
        """Choose an encoding of at most 64 bits; raises Unsupported if there is none."""
        found = list[int]()
        for parts, pattern in encodings(task):
            fields = laid_out(parts)
            top = laid_out(pattern, sum(field.width for field in fields))
            keys = cls(task, fields, top)
            if keys.bits <= WORD:
                return keys
            found.append(keys.bits)
        needs = f"a state takes {min(found)} bits" if found else "facts that no encoding holds"
        raise Unsupported(f"{needs}; arrays hold {WORD} bits for each state")

    def change(self, facts: int) -> int:
        """The bits of a key that flip if these facts change."""
        key = 0
        for fact in numbers(facts):
            key ^= self._words.get(fact, 0)
        return key

    def test(self, facts: int) -> tuple[int, int] | None:
        """(mask, value): all of these are true if ``key & mask == value``; None if never."""
        mask = value = 0
        for fact in numbers(facts):
            if fact not in self._tests:
                return None
            its_mask, its_value = self._tests[fact]
            if (value ^ its_value) & mask & its_mask:
                return None
            mask, value = mask | its_mask, value | its_value
        return mask, value

    # --- arrays -----------------------------------------------------------------------------

    def packed(self, rows: ByteRows) -> Words:
        """The keys of states; raises Unsupported for a state that has none."""
        keys = np.zeros(len(rows), np.uint64)
        for column, table in enumerate(self._of_bytes):
            keys ^= table[rows[:, column]]
        wrong = np.flatnonzero((self.rows(keys) != rows).any(axis=1))
        if len(wrong):
            state = int.from_bytes(rows[wrong[0]].tobytes(), "little")
            raise Unsupported(f"state {state:#x} has no key: its pieces are not those of the start")
        return keys

    def rows(self, keys: Words) -> ByteRows:
        """The states of keys."""
        rows = np.zeros((len(keys), self.size), np.uint8)
        for field, table in self._true:
            rows |= table[field.codes(keys)[0]]
        return rows

    def ranks(self, keys: Words) -> list[Ranks]:
        """The code of each field."""
        return [field.codes(keys)[0] for field in self.all_fields]

    def added(self, part: PartOf) -> list[list[int]]:
        """For each field, what the facts of each code add."""
        contents = [[numbers(one) for one in field.contents] for field in self.all_fields]
        return [[sum(part(0, fact) for fact in one) for one in found] for found in contents]

    def tables_of(self, facts: int) -> Iterator[tuple[CodesOf, Truth]]:
        """For each field with some of the facts: code -> whether one of them is true."""
        for field in self.all_fields:
            held = [bool(content & facts) for content in field.contents]
            if any(held):
                yield field.codes, np.array(held + [False] * ((1 << field.width) - len(held)))

    @cached_property
    def _of_bytes(self) -> list[Words]:
        """For each byte of a state and each of its values, what it adds to the key."""
        return [
            np.array([self.change(value << 8 * byte) for value in range(256)], np.uint64)
            for byte in range(self.size)
        ]

    @cached_property
    def _true(self) -> list[tuple[KeyField, ByteRows]]:
        """The true facts by field and code."""
        found = list[tuple[KeyField, ByteRows]]()
        for field in self.all_fields:
            table = np.zeros((1 << field.width, self.size), np.uint8)
            for code, content in enumerate(field.contents):
                table[code] = list(content.to_bytes(self.size, "little"))
            found.append((field, table))
        return found
