"""Breadth-first search of sliding pieces by compiled code: the optional accelerator.

For boards where states need more than 64 bits or many cells are free.  A state is a *key* of one or
two words: the places of the pieces, kind by kind (`puzzleproof.explore.engines.compiled.layout`).
From each key every piece floods the cells that it can reach; a hash table distinguishes new keys
from those of the last two layers.  As moves can be taken back, older layers need not be known
(frontier search: Korf, Zhang, Thayer & Hohwald 2005); they are left in the table until it is full,
because entering the two last layers anew for each next one costs more.

numba and numpy are imported when an engine is made, never before.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from operator import is_
from typing import TYPE_CHECKING, TypeAlias

from puzzleproof.explore.engines.compiled.layout import Layout
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported

if TYPE_CHECKING:
    import numpy as np

    from puzzleproof.explore.engines.arrays.keys import Words
    from puzzleproof.explore.engines.compiled.kernels import Flags, Numbers


KeyRows: TypeAlias = "Words"
"""A layer: a row of one or two words a state, in no order."""

CHUNK = 1 << 14
"""States that are turned into keys, or back, at a time."""
SMALLEST = 1 << 12
SPARSE = 2
"""A new table has more than this many slots an entry."""
FULL = 0.6
"""How much of a table may be taken; more than 1 / SPARSE, else a new table would be full."""


class Room:
    """A bound on the bytes of all arrays that are still in use; engines may share one."""

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.used = 0

    def words(self, rows: int, columns: int) -> Words:
        """A new array of zeros; raises LimitReached where there is no room for it."""
        import numpy as np

        size = 8 * rows * columns
        if self.limit is not None and self.used + size > self.limit:
            raise LimitReached("memory limit reached")
        array = np.zeros((rows, columns), np.uint64)
        self.used += size
        weakref.finalize(array, self._free, size).atexit = False
        return array

    def _free(self, size: int) -> None:
        self.used -= size


class CompiledEngine:
    """An engine for models of sliding pieces, by numba; see `explore.engines.SearchEngine`.

    ``memory`` bounds the bytes of the layers made here, as long as anyone holds them, and of the
    tables (numba's own 150 MB come on top): beyond, `LimitReached` is raised.  Raises Unsupported
    where numba is not installed, and for a task that is not for it.
    """

    def __init__(self, task: PackedTask, memory: int | None = None) -> None:
        from puzzleproof.explore.engines.compiled.jit import available

        if not available():
            raise Unsupported("the accelerator needs numba, which is not installed")
        self._set_up(Layout(task), Room(memory))

    def _set_up(self, layout: Layout, room: Room) -> None:
        from puzzleproof.explore.engines.compiled.pieces import pieces_of

        self.layout, self.room = layout, room
        self._words = layout.words
        self._pieces = pieces_of(layout)
        self._most = layout.most_moves
        self._none = room.words(0, self._words)
        self._table, self._entries = self._none, 0
        self._out = self._none
        self._known: tuple[KeyRows, ...] = ()
        """The layers that the table holds for sure, beside older ones of the same search."""

    @property
    def task(self) -> PackedTask:
        """What is searched."""
        return self.layout.task

    def backwards(self) -> CompiledEngine:
        """Moves can be taken back, so this is another such engine; the memory is shared."""
        other = CompiledEngine.__new__(CompiledEngine)
        other._set_up(self.layout, self.room)
        return other

    # --- layers ---------------------------------------------------------------------------

    def layer(self, states: Iterable[int]) -> KeyRows:
        """A layer of these states."""
        from puzzleproof.explore.engines.compiled.pieces import keys_of

        distinct = set(states)
        keys, done, left = self.room.words(len(distinct), self._words), 0, iter(distinct)
        while chunk := list(islice(left, CHUNK)):
            keys[done : done + len(chunk)] = keys_of(chunk, self.layout)
            done += len(chunk)
        return keys

    def size(self, layer: KeyRows) -> int:
        """How many states."""
        return len(layer)

    def states(self, layer: KeyRows) -> Iterator[int]:
        """Each state once."""
        from puzzleproof.explore.engines.compiled.pieces import states_of

        for start in range(0, len(layer), CHUNK):
            yield from states_of(layer[start : start + CHUNK], self.layout)

    def goal(self, layer: KeyRows) -> int | None:
        """Some goal state of a layer, None where there is none."""
        from puzzleproof.explore.engines.compiled.kernels import find_goal

        return self._state(layer, find_goal(layer, self._pieces, *self._goals))

    @cached_property
    def _goals(self) -> tuple[Numbers, Numbers, Flags]:
        from puzzleproof.explore.engines.compiled.pieces import goals_of

        return goals_of(self.layout)

    def common(self, one: KeyRows, other: KeyRows) -> int | None:
        """Some state that is in both layers, None where there is none."""
        from puzzleproof.explore.engines.compiled.kernels import enter, find_common

        few, many = sorted((one, other), key=len)
        table = self.room.words(_capacity(len(few)), self._words)
        enter(few, len(few), table, _shift(table))
        return self._state(many, find_common(many, table, _shift(table)))

    def _state(self, layer: KeyRows, row: int) -> int | None:
        return None if row < 0 else next(self.states(layer[row : row + 1]))

    # --- one layer after another ------------------------------------------------------------

    def after(self, layer: KeyRows, earlier: Sequence[KeyRows]) -> KeyRows:
        """The states one move away from some state of a layer and in no ``earlier`` layer."""
        import numpy as np

        from puzzleproof.explore.engines.compiled.kernels import expand

        known = tuple(earlier[-2:] if earlier and earlier[-1] is layer else earlier)
        follows = len(known) == len(self._known) and all(map(is_, known, self._known))
        self._known = ()  # the table is of no use if the memory ends
        if not follows:
            self._fill(known, 0)
        progress = np.array([0, self._entries, 0], np.uint64)
        while progress[0] < len(layer):
            found = int(progress[2])
            if found + self._most > len(self._out):
                self._widen(found)
            if progress[1] > self._limit:
                self._fill(known, found)
                progress[1] = self._entries
            table = self._table, _shift(self._table), self._limit
            room = len(self._out) - self._most
            expand(layer, progress, *table, self._out, room, self._pieces)
        self._entries, found = int(progress[1]), int(progress[2])
        result = self.room.words(found, self._words)
        result[:] = self._out[:found]
        self._known = (layer, result)
        return result

    @property
    def _limit(self) -> int:
        """A key is looked at while the table has no more entries: then all it yields fits in."""
        return int(len(self._table) * FULL) - self._most

    def _fill(self, known: Sequence[KeyRows], found: int) -> None:
        """Make a table of these layers and of the keys just found, and forget older ones."""
        from puzzleproof.explore.engines.compiled.kernels import enter

        self._entries = sum(map(len, known)) + found
        capacity = max(_capacity(self._entries + self._most), len(self._table))
        if capacity == len(self._table):
            self._table[:] = 0
        else:
            self._table = self._none
            self._table = self.room.words(capacity, self._words)
        for keys in known:
            enter(keys, len(keys), self._table, _shift(self._table))
        enter(self._out, found, self._table, _shift(self._table))

    def _widen(self, found: int) -> None:
        """Make room for twice the keys found."""
        wider = self.room.words(2 * max(found, SMALLEST) + self._most, self._words)
        wider[:found] = self._out[:found]
        self._out = wider


def _capacity(entries: int) -> int:
    """How large a table is made for them: a power of 2, sparse enough to last for a while."""
    return 1 << max(SMALLEST, SPARSE * entries).bit_length()


def _shift(table: KeyRows) -> np.uint64:
    """What leaves of a word just the bits of a slot's number."""
    import numpy as np

    return np.uint64(65 - len(table).bit_length())
