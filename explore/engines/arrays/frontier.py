"""Breadth-first search on sorted arrays of keys: one word of 64 bits a state, in bounded memory.

A layer is a sorted array; its successors are made by exclusive or for thousands of states at a
time, sorted, and taken off what the layers before have, as in frontier search (R. E. Korf et al.,
"Frontier Search", Journal of the ACM 52, 2005).  Layers that are
kept to find a path go to disk; where what must stay does not fit, the search says so before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from puzzleproof.explore.engines.arrays.keys import FieldCodes, Keys, Words
from puzzleproof.explore.engines.arrays.sorted_words import among, ascending
from puzzleproof.explore.engines.arrays.spill import Spill
from puzzleproof.explore.engines.arrays.step_fans import StepFans
from puzzleproof.explore.engines.arrays.waiting import Waiting
from puzzleproof.explore.packed_task import PackedCondition, PackedTask
from puzzleproof.models.errors import LimitReached

CHUNK = 1 << 15
"""States whose successors are made at a time: their columns stay in the cache."""
USUAL = 1 << 30
"""Bytes taken as the budget for tables and for layers in memory where none is given."""
WORD = 8
ROOM = 64 * WORD
"""Bytes for each state of a chunk, with all that one move makes of it."""


class FrontierEngine:
    """An engine of arrays; see `puzzleproof.explore.engines`.

    ``memory`` bounds the bytes of all arrays that it holds or works with; those in files and what
    the process takes without them do not count.
    """

    def __init__(
        self,
        task: PackedTask,
        *,
        memory: int | None = None,
        folder: Path | None = None,
    ) -> None:
        """Raise Unsupported where a state needs more than 64 bits."""
        self.task = task
        self.memory = memory
        self.keys = Keys.of(task)
        usual = USUAL if memory is None else memory
        self._store = Spill(usual // 4, folder)
        self._chunk = max(256, min(CHUNK, usual // (8 * ROOM)))
        self._moves = StepFans(task, self.keys)

    # --- the engine's protocol --------------------------------------------------------------

    def layer(self, states: Iterable[int]) -> Words:
        """These states; on a tour, where they stand is visited."""
        waiting, rest = self._waiting(()), iter(states)
        while batch := list(islice(rest, self._chunk)):
            self.ask(self._working_room)
            self._add(waiting, [self.keys.pack(batch)])
        return self._store.keep(waiting.merged())

    def after(self, layer: Words, earlier: Sequence[Words]) -> Words:
        """Every state one move away from one of these that is in no earlier layer."""
        waiting = self._waiting(earlier)
        for first in range(0, len(layer), self._chunk):
            self.ask(self._working_room)
            keys = np.asarray(layer[first : first + self._chunk])
            self._add(waiting, self._moves.after(keys))
        found = self._store.keep(waiting.merged())
        self._store.release()
        return found

    def size(self, layer: Words) -> int:
        """How many states."""
        return len(layer)

    def states(self, layer: Words) -> Iterator[int]:
        """Each state of a layer."""
        return self.keys.unpack(layer)

    def goal(self, layer: Words) -> int | None:
        """Some goal state of a layer."""
        task = self.task
        toured = tuple(1 << task.width + k for k in range(len(task.stops)))
        for first in range(0, len(layer), CHUNK):
            words = np.asarray(layer[first : first + CHUNK])
            for goal in (toured,) if toured else task.goals:
                found = words[self._satisfying(words, goal)]
                if len(found):
                    return self.keys.state(int(found[0]))
        return None

    def common(self, one: Words, other: Words) -> int | None:
        """Some state that is in both layers."""
        few, many = sorted((one, other), key=len)
        for first in range(0, len(few), CHUNK):
            words = np.asarray(few[first : first + CHUNK])
            found = np.flatnonzero(among(many, words))
            if len(found):
                return self.keys.state(int(words[found[0]]))
        return None

    # --- memory -----------------------------------------------------------------------------

    @property
    def held(self) -> int:
        """Bytes of the layers that are still held in memory."""
        return self._store.in_memory

    @property
    def _working_room(self) -> int:
        return ROOM * self._chunk

    def ask(self, size: int) -> None:
        """Raise LimitReached where this many bytes more are too many."""
        if self.memory is not None and self.held + size > self.memory:
            raise LimitReached("memory limit reached")

    def _waiting(self, earlier: Sequence[Words]) -> Waiting:
        most = (USUAL if self.memory is None else self.memory) // 16
        return Waiting(np.uint64, max(WORD * CHUNK, most), self.ask, earlier)

    def _add(self, waiting: Waiting, arrays: Sequence[Words]) -> None:
        """Take successors in any order."""
        self.ask(waiting.nbytes + 3 * sum(words.nbytes for words in arrays))
        part = ascending(arrays)
        waiting.add(ascending([self.visited(part)]) if self.task.stops else part)

    # --- conditions -------------------------------------------------------------------------

    def _satisfying(self, words: Words, clauses: PackedCondition) -> FieldCodes:
        """The places of those words that satisfy all clauses."""
        places = np.arange(len(words))
        for clause in clauses:
            places = places[self.keys.holds(words[places], clause)]
        return places

    def visited(self, words: Words) -> Words:
        """The same with the stops that the pieces stand on."""
        before = 0
        for k, stop in enumerate(self.task.stops):
            here = self._satisfying(words, (*stop, before) if before else stop)
            bit = 1 << self.task.width + k
            words[here] |= np.uint64(self.keys.change(bit))
            before = bit if self.task.in_sequence else 0
        return words
