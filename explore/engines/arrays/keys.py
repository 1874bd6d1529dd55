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

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.packed_task import PackedCondition, PackedTask, bits_of, numbers
from puzzleproof.models.errors import Unsupported

Words: TypeAlias = npt.NDArray[np.uint64]
Ranks: TypeAlias = npt.NDArray[np.int64]
Truth: TypeAlias = npt.NDArray[np.bool_]
ByteRows: TypeAlias = npt.NDArray[np.uint8]
"""The bytes of each state, the lowest first."""
Tables: TypeAlias = list[list[Words]]
"""By limb and column of `StateKeys.ranks`, what each rank adds to the packed number."""

WORD = 64
BATCH = 1 << 14
LIMB = 56
"""Bits of a packed number in one word: a sum of 2^8 such numbers fits in 64 bits."""
BITS = 4
"""A field whose places have a bit each has at most this many places."""


class Field(Protocol):
    """Some bits of a key."""

    @property
    def contents(self) -> Sequence[int]:
        """The true facts for each rank that the field may hold."""
        ...

    @property
    def number(self) -> int:
        """How many ranks it holds."""
        ...

    def ranks(self, keys: Words) -> list[Ranks]:
        """The ranks that the field of each key holds."""
        ...


class StateKeys(ABC):
    """An encoding of states as words; states go in and out as the task's integers.

    A state has the facts of its ranks, and those of ``empty`` that none of them ``covers``.
    """

    def __init__(
        self, task: PackedTask, fields: Iterable[Field], empty: int, covers: Mapping[int, int]
    ) -> None:
        self.task, self.all_fields, self._empty, self._covers = task, fields, empty, covers
        self.size = (task.width + len(task.stops) + 7) // 8
        """Bytes of a state as an integer: the facts, above them the stops visited."""
        self._tables: dict[int, list[tuple[Field, Truth]]] = {}

    @abstractmethod
    def packed(self, rows: ByteRows) -> Words:
        """The keys of states, any for a state that has none (or Unsupported)."""

    def rows(self, keys: Words) -> ByteRows:
        """The states of keys."""
        rows = np.tile(self._row(self._empty), (len(keys), 1))
        for field, table in self._changes:
            for ranks in field.ranks(keys):
                rows ^= table[ranks]
        return rows

    @cached_property
    def _changes(self) -> list[tuple[Field, ByteRows]]:
        """The facts that change by field and rank."""
        changes = [
            [self._row(one ^ self._covers.get(one, 0)) for one in field.contents]
            for field in self.all_fields
        ]
        return list(zip(self.all_fields, map(np.array, changes), strict=True))

    def _row(self, facts: int) -> ByteRows:
        return np.frombuffer(facts.to_bytes(self.size, "little"), np.uint8)

    def ranks(self, keys: Words) -> list[Ranks]:
        """The columns that tell a state: what each field holds."""
        return [ranks for field in self.all_fields for ranks in field.ranks(keys)]

    def tables(self, part: Callable[[int, int], int], limbs: int) -> Tables:
        """What each rank adds to packed numbers of ``limbs`` words, for `numbered`.

        ``part`` says what a fact adds in a column, from (number of the column, fact).
        """
        columns = [field.contents for field in self.all_fields for _ in range(field.number)]
        rows = [
            [sum(part(k, fact) for fact in numbers(one)) for one in contents]
            for k, contents in enumerate(columns)
        ]
        low = (1 << LIMB) - 1
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
            rows = np.frombuffer(joined, np.uint8).reshape(-1, self.size)
            found.append(self.packed(rows))
            if (self.rows(found[-1]) != rows).any():
                raise Unsupported("a state has no key: it has other pieces than the start")
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
                held = [
                    (f, np.array([one & clause for one in f.contents]) != 0)
                    for f in self.all_fields
                ]
                self._tables[clause] = [(field, table) for field, table in held if table.any()]
            left = keys[places]
            holds = np.zeros(len(left), np.bool_)
            for field, table in self._tables[clause]:
                for ranks in field.ranks(left):
                    holds |= table[ranks]
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


@dataclass(frozen=True, slots=True)
class KeyField:
    """A field of facts that are true in any combination, or of which one is true."""

    shift: int
    width: int
    part: Part
    number = 1

    @property
    def mask(self) -> int:
        """The field's bits in the key."""
        return (1 << self.width) - 1 << self.shift

    @property
    def contents(self) -> Sequence[int]:
        """The true facts for each code; of those that the part does not use, none."""
        if self.part.one:
            used = (0,) * self.part.none + self.part.members
            return used + (0,) * ((1 << self.width) - len(used))
        found = [0]
        for member in self.part.members:
            found += [content | member for content in found]
        return found

    def codes(self, keys: Words) -> Ranks:
        """What the field of each key holds."""
        return ((keys >> np.uint64(self.shift)) & np.uint64((1 << self.width) - 1)).view(np.int64)

    def ranks(self, keys: Words) -> list[Ranks]:
        """The code."""
        return [self.codes(keys)]

    def tests(self) -> Iterator[tuple[int, int, int]]:
        """For each member (facts, mask, value): they are true where ``key & mask == value``."""
        for k, member in enumerate(self.part.members):
            if self.part.one:
                yield member, self.mask, k + self.part.none << self.shift
            else:
                yield member, 1 << self.shift + k, 1 << self.shift + k


def laid_out(parts: Iterable[Part]) -> list[KeyField]:
    """The fields of these parts, one above the other."""
    found, shift = list[KeyField](), 0
    for part in parts:
        codes = len(part.members) + part.none
        width = (codes - 1).bit_length() if part.one else len(part.members)
        found.append(KeyField(shift, width, part))
        shift += width
    return found


def encodings(task: PackedTask) -> Iterator[list[Part]]:
    """The possible encodings of a task, from the most convenient to the tightest.

    They hold the contents of cells (groups with a fact of the pattern, or all groups if it is 0),
    the places of the pieces of each kind, or the cell of each tile (groups without such a fact).
    """
    absent = bits_of(fact for facts, n in task.counts if not n for fact in numbers(facts))
    pattern, rest, groups = task.pattern, task.movers & ~absent, task.groups
    top, stops = _pattern(task), _bits(1 << task.width + k for k in range(len(task.stops)))
    cells = [group for group in groups if (group & pattern or not pattern) and group & rest]
    for parts in (
        [_index(cell & rest, none=cell & rest != cell) for cell in cells],
        [part for facts, n in task.counts if facts & rest for part in _counted(facts & rest, n)],
        [_index(group) for group in groups if not group & pattern],
    ):
        if _are_exactly(parts, rest):
            yield stops + parts + top
    whole = list(map(_index, groups))
    if _are_exactly(whole, task.all_facts):
        yield stops + whole


def _index(facts: int, *, none: bool = False) -> Part:
    return Part(tuple(1 << fact for fact in numbers(facts)), True, none)


def _bits(members: Iterable[int]) -> list[Part]:
    """Fields of nearly equal width, `BITS` at most."""
    members = tuple(members)
    pieces = -(-len(members) // BITS)
    cuts = [len(members) * k // pieces for k in range(pieces + 1)] if pieces else []
    return [Part(members[a:b], False) for a, b in pairwise(cuts)]


def _counted(facts: int, number: int) -> list[Part]:
    return [_index(facts)] if number == 1 else _bits(1 << fact for fact in numbers(facts))


def _pattern(task: PackedTask) -> list[Part]:
    """The fields of the pattern: one number if just one of its facts is ever true, else bits.

    The facts that the same pieces cover are put together.
    """
    alone = task.pattern in task.groups or (task.pattern, 1) in task.counts
    if alone and task.pattern:
        return [_index(task.pattern)]
    found: dict[tuple[int, ...], int] = {}
    for fact in numbers(task.pattern):
        covering = tuple(g & task.movers for g in task.groups if g >> fact & 1) or (-fact,)
        found[covering] = found.get(covering, 0) | 1 << fact
    return _bits(found.values())


def _are_exactly(parts: Sequence[Part], rest: int) -> bool:
    """Whether each of these facts, of which there are some, is in just one part."""
    members = [member for part in parts for member in part.members]
    return sum(members) == rest > 0 and len(members) == rest.bit_count()


class Keys(StateKeys):
    """An encoding of a task's states; `of` chooses one."""

    def __init__(self, task: PackedTask, parts: Iterable[Part]) -> None:
        self.fields = laid_out(parts)
        """From the lowest bits up; the pattern has the top ones."""
        super().__init__(task, self.fields, 0, {})
        self.bits = sum(field.width for field in self.fields)
        self._tests: dict[int, tuple[int, int]] = {}
        """Fact -> the mask and the value of its test."""
        self._words: dict[int, int] = {}
        """What a true fact adds to the key; of facts that are always equal only the first does."""
        for field in self.fields:
            for facts, mask, value in field.tests():
                members = list(numbers(facts))
                self._tests.update((fact, (mask, value)) for fact in members)
                self._words[members[0]] = value

    @classmethod
    def of(cls, task: PackedTask) -> "Keys":
        """Choose an encoding of at most 64 bits; raises Unsupported if there is none."""
        found = list[int]()
        for parts in encodings(task):
            keys = cls(task, parts)
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

    def packed(self, rows: ByteRows) -> Words:
        """The keys of states, any for a state that has none."""
        keys = np.zeros(len(rows), np.uint64)
        for column, table in enumerate(self._of_bytes):
            keys ^= table[rows[:, column]]
        return keys

    @cached_property
    def _of_bytes(self) -> list[Words]:
        """For each byte of a state and each of its values, what it adds to the key."""
        return [
            np.array([self.change(value << 8 * byte) for value in range(256)], np.uint64)
            for byte in range(self.size)
        ]
