"""Find bounds that keep a search small, by linear programs for the layers that grow too large.

If a layer of the search has too many states, a random sample of the last layers is drawn.  Linear
programs (`puzzleproof.provers.bounded.programs`) propose weights that exclude the most of the
sample, with several divisions of the board and for few or many positions at a time.  The checker's
own table of each proposal shows how many it excludes, and the best is kept (a greedy choice).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.pegs.classes import Positions, summing
from puzzleproof.provers.bounded.driver import Table
from puzzleproof.provers.bounded.programs import (
    CutProgram,
    Part,
    Wanted,
    cuts_of,
    letters,
    read_weights,
)
from puzzleproof.verify.bounds import ENTRIES, Parameters, lower_bounds
from puzzleproof.verify.bounds.departures import DeparturesBound, entries_of, parts_of
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.bounds.planes import NO_WAY

Sums: TypeAlias = npt.NDArray[np.int64]

UNBOUNDED = 1 << 30
"""Stands for 'no plan' in place of a number of moves."""
Proposal: TypeAlias = tuple[str, Parameters]
"""A lemma and its parameters, as a certificate names them."""
MOST_HOLES = 45
"""A word of 63 bits holds the contents of all parts and, above them, a weighted sum: weights are at
most `LARGEST_WEIGHT` times the charge."""

SAMPLE, LAST_LAYERS = 4_000, 3
"""Size of the sample, and the number of last layers that it is drawn from."""
FAR = 1_000
"""More moves than any bound reaches; it asks for the highest bound."""
BATCHES, SIZE = (30, 4), 4
"""Numbers of positions of one program, and the holes of its small parts."""
WORTH, ENOUGH = 0.05, 0.6
"""Shares of the sample.  A bound that excludes less than the first is not worth its table: larger
layers are allowed instead.  One that excludes the second is taken without looking at others."""


class ArrayBound:
    """A bound by departures, for many positions at once."""

    def __init__(self, graph: PegGraph, named: Proposal) -> None:
        """Take the checker's bound of this name, on a board of at most `MOST_HOLES` holes."""
        self.named = named
        (bound,) = lower_bounds(graph, [list(named)])
        assert isinstance(bound, DeparturesBound)
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


class BoundFinder:
    """Looks for bounds of a graph."""

    def __init__(self, graph: PegGraph, seed: int, on_work: Callable[[int], None]) -> None:
        """``on_work`` is called for each proposal with the states of the search."""
        self._graph, self._on_work = graph, on_work
        self._random = np.random.default_rng(seed)
        self._cuts = cuts_of(graph)

    def first_bound(self, start: int) -> int:
        """The moves of the start by the best bound for it alone, which is not kept."""
        named = self._proposed(self._cuts[0], [(start, FAR)])
        if named is None:
            return 0
        best = int(ArrayBound(self._graph, named).moves(np.array([start], np.uint64))[0])
        return best if best < UNBOUNDED else 0

    def better(self, layers: Table, known: Sequence[ArrayBound]) -> ArrayBound | None:
        """The best of some proposals for states of the last layers, if any is worth its table."""
        graph = self._graph  # the checker accepts only so many entries of all bounds together
        texts = [one.named[1]["parts"] for one in known] + [letters(self._cuts[0])]
        if sum(entries_of(graph, parts_of(graph, text)) for text in texts) > ENTRIES:
            return None
        positions, needed = self._drawn(layers)
        best, share = None, WORTH
        tried = [one.named for one in known]
        for batch, parts in product(BATCHES, self._cuts):
            number = min(batch, len(positions))
            chosen = self._random.choice(len(positions), number, replace=False)
            wanted = [(int(positions[k]), int(needed[k])) for k in chosen]
            named = self._proposed(parts, wanted)
            self._on_work(layers.states)
            if named is None or named in tried:
                continue
            tried.append(named)
            proposed = ArrayBound(graph, named)
            cut = float((proposed.moves(positions) >= needed).mean())
            if cut > share:
                best, share = proposed, cut
            if share > ENOUGH:
                break
        return best

    def _drawn(self, layers: Table) -> tuple[Any, Sums]:
        """A sample of the last layers, with the moves that must be shown to exclude each state."""
        first = max(1, len(layers.layers) - LAST_LAYERS)
        rows = layers.layers[first:]
        positions = np.concatenate(rows)
        labels = np.repeat(np.arange(first, len(layers.layers)), list(map(len, rows)))
        if len(positions) > SAMPLE:
            chosen = self._random.choice(len(positions), SAMPLE, replace=False)
            positions, labels = positions[chosen], labels[chosen]
        assert layers.at_least is not None, "a claim is searched for"
        return positions, layers.at_least - labels

    def _proposed(self, parts: Sequence[Part], wanted: Sequence[Wanted]) -> Proposal | None:
        """The bound by these parts that a linear program finds, if its values can be read."""
        values = CutProgram(self._graph, parts, SIZE).solve(wanted)
        read = None if values is None else read_weights(self._graph, values)
        if read is None:
            return None
        charge, weights = read
        return "departures", {"charge": charge, "parts": letters(parts), "weights": weights}
