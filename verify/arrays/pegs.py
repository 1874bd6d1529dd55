"""Tables of peg positions with bounds, on arrays: many positions are checked at a time.

The definitions are those of `puzzleproof.verify.bounds`: `PegGraph` for moves and classes,
`DeparturesBound` for bounds.  Every run compares samples of moves and bounds with the definitions.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.models.arrays.words import Sets, found_in
from puzzleproof.models.errors import InternalError
from puzzleproof.verify.arrays.table import ArrayRecords
from puzzleproof.verify.bounds.departures import NEVER_SUM, DeparturesBound
from puzzleproof.verify.bounds.labels import Table
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.bounds.planes import NO_WAY
from puzzleproof.verify.labelling import Block

Costs: TypeAlias = npt.NDArray[np.int64]

AT_ONCE = 1 << 14
"""The number of positions whose moves are generated together."""
COMPARED_BOUNDS = 8
"""For up to this many states of each chunk, bounds from arrays and plain Python are compared."""
PART = 11
"""The number of holes that index one table of sums, so that the table stays in the cache."""
WORD_BITS = 61
"""Limit on the bits of a sum, and of a position; a signed word of 64 bits has room for more."""


class PegTable(Table):
    """The labelled positions in arrays."""

    reader = ArrayRecords
    at_once = AT_ONCE

    def __init__(self, graph: PegGraph, bounds: Sequence[DeparturesBound]) -> None:
        super().__init__(graph, bounds)
        self._moves, self._goals = PegMoves(graph), np.array(sorted(graph.goals), np.uint64)
        self._holes = np.uint64(graph.holes)
        self._quick = [ArrayBound(graph, bound) for bound in bounds]
        self._all: Sets = np.empty(0, np.uint64)

    def add(self, block: Block) -> Sets:
        """Add and return a block's states; raises CertificateRejected for a goal or a non-state."""
        numbers: Sets = np.concatenate([np.empty(0, np.uint64), *block.parts])
        wrong = (numbers >> self._holes != 0) | found_in(self._goals, numbers)
        self.check_states(block.name, numbers[wrong].tolist())
        self._all = joined([self._all, numbers])
        return numbers

    def near(self, some: Sets, left: int) -> list[int]:
        """List the unlabelled next states that no bound shows to be ``left`` moves from goals."""
        found = self._moves.beyond(some)
        found = found[~found_in(self._all, found)]
        if left == 1:
            found = found[found_in(self._goals, found)]
        for quick, bound in zip(self._quick, self.bounds, strict=True):
            sample = found[:: len(found) // COMPARED_BOUNDS + 1]
            if quick.near(sample, left).tolist() != bound.near(sample.tolist(), left):
                raise InternalError("arrays and plain Python disagree about a bound")
            found = quick.near(found, left)
        numbers: list[int] = found.tolist()
        return numbers

    def after(self, some: Sets) -> set[int]:
        """Return the classes one move later."""
        return set(self._moves.beyond(some).tolist())


def peg_table(graph: PegGraph, bounds: Sequence[Any]) -> PegTable | None:
    """Return the table in arrays; None if a sum or a position might not fit into a word."""
    fits = all(isinstance(one, DeparturesBound) and fits_a_word(one) for one in bounds)
    return PegTable(graph, bounds) if fits and graph.holes <= WORD_BITS else None


def fits_a_word(bound: DeparturesBound) -> bool:
    """Tell whether the contents of all parts and the weighted sum above them fit into a word."""
    return bound.top + sum(map(abs, bound.weights)).bit_length() <= WORD_BITS


class PegMoves:
    """The compound moves of a graph, made or taken ``back``, and the classes of positions."""

    def __init__(self, graph: PegGraph, *, back: bool = False) -> None:
        self.graph = graph
        masks = [[1 << to for to in images] for images in graph.group[1:]]
        self._images = summing(masks, np.uint64)
        self._jumps: list[list[tuple[np.uint64, np.uint64, int]]] = [[] for _ in range(graph.holes)]
        """For each hole of the moving peg, its jumps: (mask of the three holes, mask of the holes
        with pegs, the peg's hole after the jump)."""
        for a, b, c in graph.jumps:
            whole, taken = 1 << a | 1 << b | 1 << c, 1 << a | 1 << b
            at, pegs, then = (c, 1 << c, a) if back else (a, taken, c)
            self._jumps[at].append((np.uint64(whole), np.uint64(pegs), then))

    def beyond(self, positions: Sets) -> Sets:
        """Return the classes one move later than some classes, ascending."""
        cuts = [*range(0, len(positions), AT_ONCE), len(positions)]
        return joined([self._beyond(positions[one:other]) for one, other in pairwise(cuts)])

    def _beyond(self, positions: Sets) -> Sets:
        found = list[Sets]()
        wave: dict[int, Sets] = dict.fromkeys(range(len(self._jumps)), positions)
        while wave:
            landed: dict[int, list[Sets]] = {}
            for at, some in wave.items():
                for whole, pegs, then in self._jumps[at]:
                    after = some[some & whole == pegs] ^ whole
                    if len(after):
                        landed.setdefault(then, []).append(after)
            wave = {at: joined(parts) for at, parts in landed.items()}
            found.extend(wave.values())
        return joined([self.least(joined(found))])

    def least(self, positions: Sets) -> Sets:
        """Return the least of each position and its images."""
        found = positions.copy()
        for image in self._images(positions):
            np.minimum(found, image, out=found)
        return found


class ArrayBound:
    """A bound by departures, for many positions at once; its sums must fit (`fits_a_word`)."""

    def __init__(self, graph: PegGraph, bound: DeparturesBound) -> None:
        self.charge, self._constant, self._top = bound.charge, bound.constant, bound.top
        self._tables = [np.frombuffer(table.costs, np.uint8) for table in bound.tables]
        self._bits = [len(table.holes) for table in bound.tables]
        fields = [[bound.values[to] for to in images] for images in graph.group]
        self._fields = summing(fields, np.int64)

    def costs(self, positions: Sets) -> Costs:
        """Return charge times bound, for the best image of each position; `NEVER_SUM`: no plan."""
        best = np.full(len(positions), -NEVER_SUM, np.int64)
        for value in self._fields(positions):
            total = (value >> self._top) + self._constant
            never = np.zeros(len(positions), np.bool_)
            low = 0
            for costs, bits in zip(self._tables, self._bits, strict=True):
                cost = costs[value >> low & ((1 << bits) - 1)]
                never |= cost == NO_WAY
                total += cost
                low += bits
            total[never] = NEVER_SUM
            np.maximum(best, total, out=best)
        return best

    def near(self, positions: Sets, moves: int) -> Sets:
        """Return the positions not shown by the bound to be ``moves`` moves from all goals."""
        return positions[self.costs(positions) <= self.charge * (moves - 1)]


# --- sets and sums --------------------------------------------------------------------------


def joined(parts: Iterable[Sets]) -> Sets:
    """Unite the words of arrays, ascending, without repetitions."""
    words = np.concatenate([np.empty(0, np.uint64), *parts])
    words.sort()
    new = np.ones(len(words), np.bool_)
    np.not_equal(words[1:], words[:-1], out=new[1:])
    return words[new]


def summing(lists: Iterable[Sequence[int]], dtype: Any) -> Callable[[Sets], Iterator[Any]]:
    """Return a function: positions -> for each list, the sums of the values of their pegs."""
    tables = [_tables(values, dtype) for values in lists]

    def sums(positions: Sets) -> Iterator[Any]:
        low = np.uint64((1 << PART) - 1)
        parts = range(len(tables[0]) if tables else 0)
        places = [(positions >> np.uint64(PART * k) & low).view(np.int64) for k in parts]
        for some in tables:
            yield sum(table.take(place) for table, place in zip(some, places, strict=True))

    return sums


def _tables(values: Sequence[int], dtype: Any) -> list[Any]:
    """Return a table for every `PART` holes: mask of the pegs in them -> sum of their values."""
    tables = list[Any]()
    for low in range(0, len(values), PART):
        table = np.zeros(1, dtype)
        for value in values[low : low + PART]:
            table = np.concatenate([table, table + dtype(value)])
        tables.append(table)
    return tables
