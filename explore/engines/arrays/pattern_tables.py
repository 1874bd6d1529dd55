"""Moves by tables: pattern and code of a field -> exclusive ors, for whole arrays of keys at once.

What the pieces of a field may do depends on the pattern of free cells and on the field's code
alone.  So each field has one table for all patterns that were met: where pattern p is row r, the
place ``r << width | code`` says how many moves there are and where they begin in a list.  Plain
search makes the table of a pattern (chains around corners included) when it is first met.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.fields import KeyField
from puzzleproof.explore.engines.arrays.keys import FieldCodes, Keys, Words, codes
from puzzleproof.explore.engines.arrays.sorted_words import among
from puzzleproof.explore.engines.plain import MoveTable, PlainSearch
from puzzleproof.explore.packed_task import PackedTask

BATCH = 1 << 10
"""Patterns whose tables are made at a time."""

Scalar = TypeVar("Scalar", bound=np.generic)


class PatternTables:
    """Tables of the patterns met; where they take more than ``room`` bytes they are made anew."""

    def __init__(self, task: PackedTask, keys: Keys, room: int) -> None:
        self.task = task
        self.keys = keys
        self.room = room
        self._changes: dict[int, int] = {}
        """Changes of the task and of the key."""
        self._places = {
            facts: (number, member)
            for number, field in enumerate(keys.fields)
            for member, facts in enumerate(field.part.members)
        }
        """For each place of a piece its field and which member of it it is."""
        self._forget()

    def _forget(self) -> None:
        self._tables = [_FieldTable(field) for field in self.keys.fields]
        self._known: Words = np.empty(0, np.uint64)
        self._row: FieldCodes = np.empty(0, np.int64)
        """The patterns met, ascending, and the row of each."""

    @property
    def nbytes(self) -> int:
        """What the tables take."""
        return sum(table.nbytes for table in self._tables)

    def after(self, keys: Words) -> list[Words]:
        """What one move makes of each of these keys, by field, unsorted."""
        rows = self._rows(keys)
        return [found for table in self._tables for found in table.after(keys, rows)]

    def _rows(self, keys: Words) -> FieldCodes:
        """The row of each key's pattern; states of one pattern stand together if keys ascend."""
        patterns = self.keys.patterns(keys)
        new = np.flatnonzero(patterns[1:] != patterns[:-1]) + 1
        first = np.concatenate((np.zeros(1, np.int64), new))
        if 4 * len(first) > len(keys):
            return self._numbered(patterns, keys)
        lengths = np.diff(first, append=len(keys))
        return np.repeat(self._numbered(patterns[first], keys[first]), lengths)

    def _numbered(self, patterns: Words, keys: Words) -> FieldCodes:
        """The rows of these patterns, made where there are none; ``keys`` have these patterns."""
        unknown = np.flatnonzero(~among(self._known, patterns))
        if len(unknown):
            if self.nbytes > self.room:
                self._forget()
                unknown = np.arange(len(patterns))
            _, samples = np.unique(patterns[unknown], return_index=True)
            samples = unknown[samples]
            self._make(keys[samples])
            rows = len(self._row) + np.arange(len(samples))
            known = np.concatenate((self._known, patterns[samples]))
            order = np.argsort(known)
            self._known, self._row = known[order], np.concatenate((self._row, rows))[order]
        return self._row[np.searchsorted(self._known, patterns)]

    def _make(self, samples: Words) -> None:
        """Add the rows of the patterns of these keys, some at a time."""
        pattern = self.task.pattern
        for first in range(0, len(samples), BATCH):
            part = samples[first : first + BATCH].tolist()
            free = [self.keys.state(key) & pattern for key in part]
            plain = PlainSearch(self.task)
            plain.after([one | self.task.movers for one in free])
            moves = [_FieldMoves() for _ in self._tables]
            for row, one in enumerate(free):
                self._translate(row, plain.tables[one], moves)
            for table, its in zip(self._tables, moves, strict=True):
                table.add(len(part), its)

    def _translate(self, row: int, table: MoveTable, moves: list[_FieldMoves]) -> None:
        """Share out the entries of a pattern's table among the fields of the movers."""
        changes, places = self._changes, self._places
        for source, made in table:
            if source in places:
                field, member = places[source]
                for change in made:
                    if change not in changes:
                        changes[change] = self.keys.change(change)
                    moves[field].rows.append(row)
                    moves[field].members.append(member)
                    moves[field].changes.append(changes[change])


class _FieldMoves:
    """Moves of the pieces of one field: row, which member of the field moves, change of the key."""

    def __init__(self) -> None:
        self.rows: list[int] = []
        self.members: list[int] = []
        self.changes: list[int] = []


class _Growing(Generic[Scalar]):
    """An array that grows at its end."""

    def __init__(self, kind: type[Scalar]) -> None:
        self._array: npt.NDArray[Scalar] = np.empty(256, kind)
        self.length = 0

    def add(self, more: npt.NDArray[Scalar]) -> None:
        length = self.length + len(more)
        if length > len(self._array):
            grown = np.empty(max(length, 2 * len(self._array)), self._array.dtype)
            grown[: self.length] = self.all
            self._array = grown
        self._array[self.length : length] = more
        self.length = length

    @property
    def all(self) -> npt.NDArray[Scalar]:
        return self._array[: self.length]

    @property
    def nbytes(self) -> int:
        return self._array.nbytes


class _FieldTable:
    """The moves of the pieces of one field in all patterns."""

    def __init__(self, field: KeyField) -> None:
        self.field = field
        self._codes = [_holding(field, mask, value) for _, mask, value in field.tests()]
        """For each member the codes that say it is true."""
        self._number: _Growing[np.uint16] = _Growing(np.uint16)
        self._begin: _Growing[np.int64] = _Growing(np.int64)
        self._moves: _Growing[np.uint64] = _Growing(np.uint64)

    @property
    def nbytes(self) -> int:
        return self._number.nbytes + self._begin.nbytes + self._moves.nbytes

    def add(self, rows: int, moves: _FieldMoves) -> None:
        """Append rows with these moves."""
        width, places, changes = self.field.width, list[FieldCodes](), list[Words]()
        row, member = np.array(moves.rows, np.int64), np.array(moves.members, np.int64)
        change = np.array(moves.changes, np.uint64)
        for k, codes_of in enumerate(self._codes):
            its = np.flatnonzero(member == k)
            places.append(((row[its] << width)[:, None] | codes_of).ravel())
            changes.append(np.repeat(change[its], len(codes_of)))
        place = np.concatenate(places)
        number = np.bincount(place, minlength=rows << width)
        self._begin.add(np.cumsum(number) - number + self._moves.length)
        self._number.add(number.astype(np.uint16))
        self._moves.add(np.concatenate(changes)[np.argsort(place, kind="stable")])

    def after(self, keys: Words, rows: FieldCodes) -> list[Words]:
        """What moves make of the keys: the first moves of all, then the second moves, and so on."""
        found = list[Words]()
        place = rows << self.field.width
        place |= codes(self.field, keys)
        hit = np.flatnonzero(self._number.all.take(place))
        place, keys = place[hit], keys[hit]
        left, at = self._number.all.take(place), self._begin.all.take(place)
        moves = self._moves.all
        while len(keys):
            found.append(keys ^ moves.take(at))
            more = np.flatnonzero(left > 1)
            keys, left, at = keys[more], left[more] - np.uint16(1), at[more] + 1
        return found


def _holding(field: KeyField, mask: int, value: int) -> FieldCodes:
    """The codes of a field in which a test is true."""
    every = np.arange(1 << field.width)
    found: FieldCodes = every[every & (mask >> field.shift) == value >> field.shift]
    return found
