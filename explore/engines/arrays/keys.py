"""Compact keys: each state of a task as one unsigned word of 64 bits, so that arrays hold states.

The key of a state is the exclusive or of one word for each true fact, so a step is an exclusive or
in keys too, and a fact is tested by one mask and one value.
`puzzleproof.explore.engines.arrays.fields` says which bits are whose.  The pattern (free cells, the
blank) has the top bits, so a sorted array has the states of each pattern side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.fields import KeyField, encodings, laid_out
from puzzleproof.explore.packed_task import PackedTask, numbers
from puzzleproof.models.errors import Unsupported

Words: TypeAlias = npt.NDArray[np.uint64]
FieldCodes: TypeAlias = npt.NDArray[np.int64]
Truth: TypeAlias = npt.NDArray[np.bool_]
ByteRows: TypeAlias = npt.NDArray[np.uint8]
"""The bytes of each state, the lowest first."""

WORD = 64
BATCH = 1 << 14
"""States that are packed or unpacked at a time."""


class Keys:
    """An encoding of a task's states; `of` chooses one."""

    def __init__(
        self, task: PackedTask, fields: list[KeyField], pattern_fields: list[KeyField]
    ) -> None:
        self.task = task
        self.fields = tuple(fields)
        """What does not belong to the pattern, from the lowest bits up."""
        self.pattern_fields = tuple(pattern_fields)
        """The top bits; none where the task has no pattern."""
        self.all_fields = (*fields, *pattern_fields)
        self.bits = sum(field.width for field in self.all_fields)
        """How many bits of the word are used."""
        self.size = (task.width + len(task.stops) + 7) // 8
        """Bytes of a state as an integer: the facts, above them the stops visited."""
        self._tests: dict[int, tuple[int, int]] = {}
        """For each fact mask and value of its test."""
        self._words: dict[int, int] = {}
        """What a true fact adds to the key; of facts always alike the first alone."""
        self._holding: dict[int, list[tuple[KeyField, Truth]]] = {}
        for field in self.all_fields:
            for facts, mask, value in field.tests():
                members = list(numbers(facts))
                self._tests.update((fact, (mask, value)) for fact in members)
                self._words[members[0]] = value

    @classmethod
    def of(cls, task: PackedTask) -> Keys:
        """Choose an encoding of 64 bits at most; raises Unsupported where there is none."""
        found = list[int]()
        for parts, pattern in encodings(task):
            fields = laid_out(parts)
            top = laid_out(pattern, sum(field.width for field in fields))
            keys = cls(task, fields, top)
            if keys.bits <= WORD:
                return keys
            found.append(keys.bits)
        raise Unsupported(f"a state takes {min(found)} bits; an array has {WORD} for each")

    # --- one at a time ----------------------------------------------------------------------

    def key(self, state: int) -> int:
        """The key of a state; raises Unsupported for a state that has none."""
        key = self.change(state)
        if self.state(key) != state:
            raise Unsupported(f"state {state:#x} has no key: its pieces are not those of the start")
        return key

    def state(self, key: int) -> int:
        """The state of a key."""
        state = 0
        for field, contents in self._contents:
            code = (key & field.mask) >> field.shift
            state |= contents[code] if code < len(contents) else 0
        return state

    def change(self, facts: int) -> int:
        """What changing these facts changes in a key."""
        key = 0
        for fact in numbers(facts):
            key ^= self._words.get(fact, 0)
        return key

    def test(self, facts: int) -> tuple[int, int] | None:
        """(mask, value): ``key & mask == value`` where all of these are true; None where never."""
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

    def pack(self, states: Iterable[int]) -> Words:
        """The keys of states, in their order; raises Unsupported for a state that has none."""
        found, rest = list[Words](), iter(states)
        while batch := list(islice(rest, BATCH)):
            joined = b"".join(state.to_bytes(self.size, "little") for state in batch)
            rows = np.frombuffer(joined, np.uint8).reshape(-1, self.size)
            keys = np.zeros(len(batch), np.uint64)
            for column, table in enumerate(self._of_bytes):
                keys ^= table[rows[:, column]]
            wrong = np.flatnonzero((self._rows(keys) != rows).any(axis=1))
            if len(wrong):
                self.key(batch[int(wrong[0])])
            found.append(keys)
        return np.concatenate(found) if found else np.empty(0, np.uint64)

    def unpack(self, keys: Words) -> Iterator[int]:
        """The states of keys, in their order."""
        for first in range(0, len(keys), BATCH):
            joined = self._rows(np.asarray(keys[first : first + BATCH])).tobytes()
            for place in range(0, len(joined), self.size):
                yield int.from_bytes(joined[place : place + self.size], "little")

    def holds(self, keys: Words, facts: int) -> Truth:
        """For each key whether any of these facts is true."""
        if facts not in self._holding:
            self._holding[facts] = list(self._tables_of(facts))
        found = np.zeros(len(keys), np.bool_)
        for field, table in self._holding[facts]:
            found |= table[codes(field, keys)]
        return found

    def _rows(self, keys: Words) -> ByteRows:
        rows = np.zeros((len(keys), self.size), np.uint8)
        for field, table in self._true:
            rows |= table[codes(field, keys)]
        return rows

    # --- tables -----------------------------------------------------------------------------

    @cached_property
    def _contents(self) -> list[tuple[KeyField, tuple[int, ...]]]:
        return [(field, field.contents) for field in self.all_fields]

    @cached_property
    def _of_bytes(self) -> list[Words]:
        """For each byte of a state and each value of it what it adds to the key."""
        return [
            np.array([self.change(value << 8 * byte) for value in range(256)], np.uint64)
            for byte in range(self.size)
        ]

    @cached_property
    def _true(self) -> list[tuple[KeyField, ByteRows]]:
        """The true facts by field and code."""
        return [(field, self._bytes_table(field, contents)) for field, contents in self._contents]

    def _tables_of(self, facts: int) -> Iterator[tuple[KeyField, Truth]]:
        """For each field that has some of the facts: by code whether one of them is true."""
        for field, contents in self._contents:
            if any(content & facts for content in contents):
                table = np.zeros(1 << field.width, np.bool_)
                table[: len(contents)] = [bool(content & facts) for content in contents]
                yield field, table

    def _bytes_table(self, field: KeyField, contents: tuple[int, ...]) -> ByteRows:
        table = np.zeros((1 << field.width, self.size), np.uint8)
        for code, content in enumerate(contents):
            table[code] = _bytes(content, self.size)
        return table


def codes(field: KeyField, keys: Words) -> FieldCodes:
    """What a field of each key holds."""
    return ((keys >> np.uint64(field.shift)) & np.uint64((1 << field.width) - 1)).view(np.int64)


def _bytes(state: int, size: int) -> ByteRows:
    return np.frombuffer(state.to_bytes(size, "little"), np.uint8)
