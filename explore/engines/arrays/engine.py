"""Engines on arrays: layers of sorted keys, in bounded memory; `FrontierEngine` takes any task.

A layer is a sorted array; its successors are made for thousands of states at a time, sorted, and
merged, as in frontier search (R. E. Korf et al., "Frontier Search", Journal of the ACM 52, 2005).
If they would not fit into memory, the search stops before.

In `FrontierEngine` a state is one word of 64 bits, and a move an exclusive or.  Steps whose needs
differ only in one field (which tile lies beside the blank) make a *fan*.  Its table gives, for each
code of this field, the bits of the key to flip.  How a chain goes on depends only on where its last
step landed.  So each landing has the set of keys that reached it, and each key goes on from there
once.
"""

import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from puzzleproof.explore.engines.arrays.keys import KeyField, Keys, StateKeys, Words
from puzzleproof.explore.engines.arrays.sorted_words import Budget, ascending, merged, without
from puzzleproof.explore.packed_task import PackedStep, PackedTask, numbers

CHUNK = 1 << 15
"""States whose successors are made at a time: their columns stay in the cache."""
USUAL = 1 << 30
"""The budget for layers in memory, in bytes, if none is given."""
ROOM = 512
"""Bytes for each state of a chunk, including its successors."""
MERGED = 2 << 20
"""At least this many successors are collected before they are merged."""


class ArrayEngine(ABC):
    """The part of an engine that does not depend on how moves are made, in ``memory`` bytes."""

    by_piece = True
    """Whether what a fact adds depends on which piece of its kind makes it true."""

    def __init__(self, task: PackedTask, keys: StateKeys, memory: int | None) -> None:
        self.task, self.encoding, self.budget = task, keys, Budget(memory)
        usual = USUAL if memory is None else memory
        self._chunk = max(256, min(CHUNK, usual // (8 * ROOM)))
        self.most_waiting = 8 * min(MERGED, usual // 64)

    @abstractmethod
    def named(self, arrays: Sequence[Words]) -> Words:
        """The keys that stand for those of all arrays in a layer, ascending, each once."""

    @abstractmethod
    def moved(self, keys: Words) -> list[Words]:
        """The keys one move later than these ascending keys, in no order."""

    # --- layers -----------------------------------------------------------------------------

    def layer(self, states: Iterable[int]) -> Words:
        """The layer of these states."""
        every = list(states)
        return self._merged(len(every), lambda some: [self.encoding.pack(every[some])])

    def after(self, layer: Words, earlier: Sequence[Words]) -> Words:
        """The states one move away from ``layer`` that are in no earlier layer."""
        return self._merged(len(layer), lambda some: self.moved(layer[some]), earlier)

    def size(self, layer: Words) -> int:
        """How many states."""
        return len(layer)

    def states(self, layer: Words) -> Iterator[int]:
        """Each state of a layer."""
        return self.encoding.unpack(layer)

    def goal(self, layer: Words) -> int | None:
        """The goal state of a layer with the smallest key among those of one goal."""
        for first in range(0, len(layer), CHUNK):
            found = self.encoding.goal(layer[first : first + CHUNK])
            if found is not None:
                return found
        return None

    def joined(self, layers: Sequence[Words]) -> list[Words]:
        """The same states in few layers to look up, each more than twice as large as the next."""
        found = list[Words]()
        for layer in layers:
            keys = layer
            while found and len(found[-1]) <= 2 * len(keys):
                self.budget.ask(found[-1].nbytes + 2 * keys.nbytes)
                keys = np.concatenate([found.pop(), keys])
                keys.sort(kind="stable")  # in place, and quick: two runs in order
            found.append(layer if keys is layer else self.kept(keys))
        return found

    # --- memory -----------------------------------------------------------------------------

    def _merged(
        self, number: int, made: Callable[[slice], Sequence[Words]], known: Sequence[Words] = ()
    ) -> Words:
        """The layer of what is ``made`` from runs of states, without the known keys."""
        runs = (slice(k, k + self._chunk) for k in range(0, number, self._chunk))
        parts = (self.named(made(run)) for run in runs)
        room = ROOM * self._chunk
        return self.kept(merged(parts, self.most_waiting, self.budget.ask, room, known))

    def kept(self, keys: Words) -> Words:
        """A layer of these keys, whose bytes count as long as it is in use."""
        if keys.base is not None:
            keys = keys.copy()
        self.budget.held += keys.nbytes
        weakref.finalize(keys, self.budget.keep, -keys.nbytes)
        return keys


# --- any task -------------------------------------------------------------------------------


class FrontierEngine(ArrayEngine):
    """An engine of arrays; see `puzzleproof.explore.engines`."""

    by_piece = False

    def __init__(self, task: PackedTask, *, memory: int | None = None) -> None:
        """Raise Unsupported if a state needs more than 64 bits."""
        self.keys = Keys.of(task)
        super().__init__(task, self.keys, memory)
        self._fans = list[_Fan]()
        self._following: dict[int, list[_Fan]] = {}
        """Fans by the origin of their steps."""
        for origin, fan in _fans(task, self.keys):
            self._fans.append(fan)
            self._following.setdefault(origin, []).append(fan)

    def named(self, arrays: Sequence[Words]) -> Words:
        """The keys, with the stops of a tour that are reached here added."""
        words, before = ascending(arrays), 0
        for k, stop in enumerate(self.task.stops):
            here = self.keys.satisfying(words, (*stop, before) if before else stop)
            bit = 1 << self.task.width + k
            words[here] |= np.uint64(self.keys.change(bit))
            before = bit if self.task.in_sequence else 0
        return ascending([words]) if self.task.stops else words

    # --- moves ------------------------------------------------------------------------------

    def moved(self, keys: Words) -> list[Words]:
        """The keys one move later than these ascending keys, in no order."""
        made = [(fan, fan.after(keys)) for fan in self._fans]
        found = [words for fan, words in made if fan.rests]
        if not self.task.chains:
            return found
        reached: dict[int, list[Words]] = {}
        while made := self._continued(made, reached):
            found += [words for fan, words in made if fan.rests]
        return found

    def _continued(
        self, made: "list[tuple[_Fan, Words]]", reached: dict[int, list[Words]]
    ) -> "list[tuple[_Fan, Words]]":
        """The next steps of chains, for keys that reached their landing for the first time."""
        pending: dict[int, list[Words]] = {}
        for fan, words in made:
            if len(words) and fan.landing in self._following:
                pending.setdefault(fan.landing, []).append(words)
        further = list[tuple[_Fan, Words]]()
        for landing, arrays in pending.items():
            here = ascending(arrays)
            for known in reached.setdefault(landing, []):
                here = without(here, known)
            reached[landing].append(here)
            if len(here):
                further += [(f, f.after(here)) for f in self._following[landing]]
        return further


@dataclass(frozen=True)
class _Fan:
    """Steps for the keys with ``key & mask == value``, all with the same origin and landing."""

    mask: np.uint64
    value: np.uint64
    field: KeyField | None
    """If it is None, ``changes`` has one entry, for all keys."""
    changes: Words
    """Code of the field -> the change of the key; 0 if there is no step."""
    landing: int
    rests: bool
    run: tuple[np.uint64, np.uint64] | None
    """The first and the last key to which the fan can apply, in sorted keys."""

    def after(self, keys: Words) -> Words:
        """The keys after the steps, for those of ``keys`` (ascending) to which they apply."""
        if self.run:
            first = np.searchsorted(keys, self.run[0])
            keys = keys[first : np.searchsorted(keys, self.run[1], side="right")]
        elif self.mask:
            keys = keys[(keys & self.mask) == self.value]
        change: Words = self.changes
        if self.field is not None:
            change = change.take(self.field.codes(keys))
            if not change.all():
                moved = np.flatnonzero(change)
                keys, change = keys[moved], change[moved]
        after: Words = keys ^ change
        return after


def _fans(task: PackedTask, keys: Keys) -> Iterator[tuple[int, _Fan]]:
    """The fans of a task's steps, each with its steps' origin."""
    grouped: dict[tuple[int, int, bool, int, KeyField | None], list[PackedStep]] = {}
    for step in task.steps:
        fact, field = _fanned(step, keys)
        common = step.mask & ~fact
        grouped.setdefault((step.origin, step.landing, step.rests, common, field), []).append(step)
    for (origin, landing, rests, common, field), steps in grouped.items():
        test = keys.test(common)
        if test is None:
            continue
        mask, value = map(np.uint64, test)
        for changes in _tables(field, common, steps, keys):
            fan = _Fan(mask, value, field, changes, landing, rests, _run(keys, test))
            yield origin, fan


def _fanned(step: PackedStep, keys: Keys) -> tuple[int, KeyField | None]:
    """A fact that a step needs whose field has other such facts, and this field."""
    for field in keys.fields:
        if field.part.one and len(field.part.members) > 1:
            for member in field.part.members:
                if member & step.mask:
                    return member, field
    return 0, None


def _tables(
    field: KeyField | None, common: int, steps: list[PackedStep], keys: Keys
) -> Iterator[Words]:
    """Changes by the field's code; a code with several steps needs several tables."""
    if field is None:
        yield from (np.array([keys.change(step.change)], np.uint64) for step in steps)
        return
    tables = list[Words]()
    used = dict[int, int]()
    for step in steps:
        (fact,) = numbers(step.mask & ~common)
        test = keys.test(1 << fact)
        assert test is not None, "the fact is in the field"
        code = test[1] >> field.shift
        if used.get(code, 0) == len(tables):
            tables.append(np.zeros(1 << field.width, np.uint64))
        tables[used.get(code, 0)][code] = keys.change(step.change)
        used[code] = used.get(code, 0) + 1
    yield from tables


def _run(keys: Keys, test: tuple[int, int]) -> tuple[np.uint64, np.uint64] | None:
    """The first and the last key that a test of the top field alone can mean."""
    top = keys.fields[-1]
    if test[0] != top.mask:
        return None
    return np.uint64(test[1]), np.uint64(test[1] | (1 << top.shift) - 1)
