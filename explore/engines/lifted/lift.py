"""Breadth-first search of a labelled puzzle as the lift of its unlabelled graph, with numpy.

A state is a number: configuration of the base times the number of arrangements, plus the number of
the arrangement.  A move is then two look-ups, the edge of the base and what its voltage makes of
the arrangement (`puzzleproof.explore.engines.lifted.base_graph`), and the states seen are one byte
each: the distance modulo 3, which distinguishes neighbours one step nearer, at the same distance
and one step farther (Cooperman and Finkelstein, New methods for using Cayley graphs in
interconnection networks, Discrete Applied Mathematics 37, 1992).  HIFI: 106,800 configurations for
30.8 million.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.lifted.base_graph import BaseGraph, base_graph
from puzzleproof.explore.engines.lifted.merging import Merged, Requirement
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported

Integers: TypeAlias = npt.NDArray[np.int64]
Bytes: TypeAlias = npt.NDArray[np.uint8]

CHUNK = 1 << 13
"""States expanded at a time; the successors of more would not fit into the processor's cache."""

BYTES_AN_EDGE = 60
"""What an expanded edge takes at most while its chunk is worked on."""

MEMORY = 1 << 31


@dataclass(frozen=True)
class LiftResult:
    """What a search has found."""

    plan: list[int] | None
    """States of the labelled task from the start to a goal, None where no goal can be reached."""
    layers: list[int]
    """How many states there are at distance 0, 1, 2, …, to where the search ended."""


class Lift:
    """The labelled graph above all that the base reaches from the start.

    Raises Unsupported for a tour, or where moves cannot be taken back; LimitReached where more
    bytes than ``memory`` (by default `MEMORY`) would be needed.
    """

    def __init__(self, task: PackedTask, memory: int | None = None) -> None:
        if task.stops:
            raise Unsupported("a lift has no tours")
        self.task, self.memory = task, MEMORY if memory is None else memory
        self.merged = Merged(task)
        self.reserve(self.merged.arrangements * (9 * self.merged.points + 40))
        self.graph: BaseGraph = base_graph(self.merged, memory=self.memory)
        tables = len(self.graph.permutations) * self.merged.arrangements * 8
        edges = len(self.graph.targets) * 32
        self.held = tables + edges + 64 * len(self.graph.configurations)
        """Bytes of all that is there from the beginning, but for the states seen."""

    @property
    def size(self) -> int:
        """How many states there are above the base, reachable or not."""
        return len(self.graph.configurations) * self.merged.arrangements

    def reserve(self, needed: int) -> None:
        """Raise LimitReached for what does not fit, before anything is allocated."""
        if needed > self.memory:
            raise LimitReached("memory limit reached")

    # --- numbers of states ----------------------------------------------------------------

    def number(self, state: int) -> int:
        """The number of a labelled state whose configuration is in the base graph."""
        configuration = self.graph.index[self.merged.forget(state)]
        return configuration * self.merged.arrangements + self._arrangement(state)

    def state(self, number: int) -> int:
        """The labelled state of this number."""
        configuration, arrangement = divmod(number, self.merged.arrangements)
        word: list[int] = self._words[arrangement].tolist()
        return self.merged.raised(self.graph.configurations[configuration], word)

    def _arrangement(self, state: int) -> int:
        key = sum(x * r for x, r in zip(self.merged.word(state), self._radix, strict=True))
        return int(self._keys.searchsorted(key))

    @cached_property
    def _radix(self) -> list[int]:
        """The weight of a letter at each position, so that keys are ordered as the words are."""
        letters = [len(alike.numbers) for alike in self.merged.classes for _ in range(alike.pieces)]
        if prod(letters) >= 1 << 63:
            raise LimitReached("words of more than 63 bits")
        return [prod(letters[position + 1 :]) for position in range(len(letters))]

    @cached_property
    def _words(self) -> Bytes:
        """All arrangements, one a row, in lexicographic order."""
        rows, columns = self.merged.arrangements, self.merged.points
        letters = np.fromiter(chain.from_iterable(self.merged.words()), np.uint8, rows * columns)
        return letters.reshape(rows, columns)

    @cached_property
    def _keys(self) -> Integers:
        keys: Integers = np.dot(self._words, np.array(self._radix, dtype=np.int64))
        return keys

    @cached_property
    def actions(self) -> Integers:
        """What each voltage makes of each arrangement, one row a voltage."""
        rows = np.empty((len(self.graph.permutations), self.merged.arrangements), dtype=np.int64)
        radix = np.array(self._radix, dtype=np.int64)
        for row, permutation in zip(rows, self.graph.permutations, strict=True):
            # The letter at a position has the weight of the position that it goes to.
            row[:] = self._keys.searchsorted(self._words @ radix[list(permutation)])
        return rows

    def goals(self) -> Integers:
        """The numbers of all goal states."""
        known: dict[Requirement, Integers] = {}
        found: list[Integers] = []
        for k, configuration in enumerate(self.graph.configurations):
            for requirement in self.merged.requirements(configuration):
                if requirement not in known:
                    known[requirement] = self._satisfying(requirement)
                found.append(known[requirement] + k * self.merged.arrangements)
                self.held += 16 * len(known[requirement])
                self.reserve(self.held + self.size)
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    def _satisfying(self, requirement: Requirement) -> Integers:
        fits = np.ones(len(self._words), dtype=bool)
        for asked in requirement:
            some = np.zeros(len(fits), dtype=bool)
            for position, letter in asked:
                some |= self._words[:, position] == letter
            fits &= some
        return np.flatnonzero(fits)

    # --- search ---------------------------------------------------------------------------

    def search(self, to_goal: bool = True) -> LiftResult:
        """Search from the start to the nearest goal, or through all that can be reached."""
        self.reserve(self.held + self.size)
        goals = self.goals() if to_goal else np.empty(0, np.int64)
        return _LiftSearch(self, goals).run()


class _LiftSearch:
    """One search: the marks of the states seen and the arrays that moves are looked up in."""

    def __init__(self, lift: Lift, goals: Integers) -> None:
        self.lift, self.goals = lift, goals
        self.arrangements = lift.merged.arrangements
        self.dtype: Any = np.uint32 if lift.size < 1 << 32 else np.uint64
        graph = lift.graph
        self.offsets = np.array(graph.offsets, dtype=np.int64)
        self.degrees = np.diff(self.offsets)
        self.targets = np.array(graph.targets, dtype=np.int64) * self.arrangements
        self.rows = np.array(graph.voltages, dtype=np.int64) * self.arrangements
        self.actions = lift.actions.ravel()
        self.marks = np.zeros(lift.size, dtype=np.uint8)
        """0 for a state not seen, else 1 + its distance modulo 3."""

    def run(self) -> LiftResult:
        """Search layer by layer."""
        start = self.lift.number(self.lift.task.start)
        layer = np.array([start], dtype=self.dtype)
        self.marks[start] = 1
        layers: list[int] = []
        while len(layer):
            layers.append(len(layer))
            hit = np.flatnonzero(self.marks[self.goals])
            if len(hit):
                return LiftResult(self._plan(int(self.goals[hit[0]]), len(layers) - 1), layers)
            layer = self._after(layer, 1 + len(layers) % 3)
        return LiftResult(None, layers)

    def _after(self, layer: npt.NDArray[Any], mark: int) -> npt.NDArray[Any]:
        """The states not yet seen that are one move from a layer; they get this mark."""
        found: list[npt.NDArray[Any]] = []
        most = int(self.degrees.max(initial=0))
        held = self.lift.held + self.lift.size + 2 * layer.nbytes
        for first in range(0, len(layer), CHUNK):
            chunk = layer[first : first + CHUNK]
            self.lift.reserve(held + BYTES_AN_EDGE * most * len(chunk))
            new = self._neighbours(chunk)
            new = new[self.marks[new] == 0]
            self.marks[new] = mark
            fresh = new.astype(self.dtype)
            fresh.sort()
            first_of_its_kind = np.ones(len(fresh), dtype=bool)
            np.not_equal(fresh[1:], fresh[:-1], out=first_of_its_kind[1:])
            found.append(fresh[first_of_its_kind])
            held += 2 * found[-1].nbytes
        return np.concatenate(found)

    def _neighbours(self, states: npt.NDArray[Any]) -> Integers:
        """One move away, some more than once."""
        configurations = states // self.dtype(self.arrangements)
        arrangements = states - configurations * self.dtype(self.arrangements)
        degrees = self.degrees[configurations]
        ends = degrees.cumsum()
        edges = np.repeat(self.offsets[configurations] - (ends - degrees), degrees)
        edges += np.arange(len(edges))
        cells = np.repeat(arrangements, degrees) + self.rows[edges]
        after: Integers = self.actions[cells]
        after += self.targets[edges]
        return after

    def _plan(self, goal: int, distance: int) -> list[int]:
        """Go back from a goal, each time to a state that is one step nearer to the start."""
        path = [goal]
        for nearer in range(distance - 1, -1, -1):
            after = self._neighbours(np.array([path[-1]], dtype=self.dtype))
            path.append(int(after[self.marks[after] == 1 + nearer % 3][0]))
        return [self.lift.state(number) for number in reversed(path)]
