"""Positions of peg solitaire in numpy: their moves, their classes, and the checker's bounds.

The tables of a bound are the checker's own (`puzzleproof.verify.bounds.departures`), so the checker
accepts that a search has left out what these tables show to be too far.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.sorted_words import ascending
from puzzleproof.explore.pegs.classes import Images, summing
from puzzleproof.explore.pegs.classes import Positions as Positions
from puzzleproof.models.errors import Unsupported
from puzzleproof.verify.bounds.departures import DeparturesBound
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.bounds.planes import NO_WAY

Sums: TypeAlias = npt.NDArray[np.int64]

AT_ONCE = 1 << 14
"""Positions whose moves are made together."""
UNBOUNDED = 1 << 30
"""Stands for 'no plan' in place of a number of moves."""


class PegArrays(Images):
    """The moves of a graph of classes, made or taken back."""

    def __init__(self, graph: PegGraph, *, backward: bool = False) -> None:
        super().__init__(graph.group[1:])
        self.graph = graph
        self._jumps: list[list[tuple[np.uint64, np.uint64, int]]] = [[] for _ in range(graph.holes)]
        for a, b, c in graph.jumps:
            whole, taken = 1 << a | 1 << b | 1 << c, 1 << a | 1 << b
            at, pegs, then = (c, 1 << c, a) if backward else (a, taken, c)
            self._jumps[at].append((np.uint64(whole), np.uint64(pegs), then))

    def beyond(self, numbers: Positions) -> Positions:
        """The classes one move later than these."""
        cuts = [*range(0, len(numbers), AT_ONCE), len(numbers)]
        found = [self._beyond(numbers[one:other]) for one, other in pairwise(cuts)]
        return ascending(found)

    def _beyond(self, positions: Positions) -> Positions:
        found = list[Positions]()
        wave: dict[int, Positions] = dict.fromkeys(range(len(self._jumps)), positions)
        while wave:
            landed: dict[int, list[Positions]] = {}
            for at, some in wave.items():
                for whole, pegs, then in self._jumps[at]:
                    after = some[some & whole == pegs] ^ whole
                    if len(after):
                        landed.setdefault(then, []).append(after)
            wave = {at: ascending(parts) for at, parts in landed.items()}
            found.extend(wave.values())
        return ascending([self.least(ascending(found))])


MOST_HOLES, LARGEST_SUM = 45, 1 << 16
"""A word of 63 bits holds the contents of all parts and, above them, a weighted sum."""


class ArrayBound:
    """A bound by departures, for many positions at once."""

    def __init__(self, graph: PegGraph, bound: DeparturesBound) -> None:
        """Take the checker's bound; raises Unsupported if its numbers do not fit into a word."""
        if graph.holes > MOST_HOLES:
            raise Unsupported(f"a board of {graph.holes} holes: {MOST_HOLES} at most")
        if sum(map(abs, bound.weights)) > LARGEST_SUM:
            raise Unsupported(f"weights whose sum exceeds {LARGEST_SUM:,}")
        self._charge, self._constant = bound.charge, bound.constant
        self._tables = [np.frombuffer(table.costs, np.uint8) for table in bound.tables]
        self._bits = [len(table.holes) for table in bound.tables]
        values, bit = [0] * graph.holes, 0
        for table in bound.tables:
            for hole in table.holes:
                values[hole] = 1 << bit
                bit += 1
        self._top = bit
        whole = [v + (weight << bit) for v, weight in zip(values, bound.weights, strict=True)]
        fields = [[whole[to] for to in images] for images in graph.group]
        self._fields = summing(fields, np.int64)

    def moves(self, positions: Positions) -> Sums:
        """At least how many moves away the goals are, by the best image; `UNBOUNDED`: no plan."""
        best = self.costs(positions)
        moves = -(-best // self._charge)
        moves[best >= UNBOUNDED] = UNBOUNDED
        return np.maximum(moves, 0)

    def guess(self, positions: Positions) -> npt.NDArray[np.float64]:
        """`moves` before rounding up, which tells better which positions look nearest."""
        return self.costs(positions) / self._charge

    def costs(self, positions: Positions) -> Sums:
        """The charge times the moves, by the best image; `UNBOUNDED`: no plan."""
        best = np.full(len(positions), -UNBOUNDED, np.int64)
        for value in self._fields(positions):
            total = (value >> self._top) + self._constant
            never = np.zeros(len(positions), np.bool_)
            low = 0
            for costs, bits in zip(self._tables, self._bits, strict=True):
                cost = costs[value >> low & ((1 << bits) - 1)]
                never |= cost == NO_WAY
                total += cost
                low += bits
            total[never] = UNBOUNDED
            np.maximum(best, total, out=best)
        return best

    def near(self, positions: Positions, moves: int) -> Positions:
        """The positions for which it does not show that goals are ``moves`` moves away."""
        return positions[self.moves(positions) < moves]
