"""Find bounds that keep a search small, by linear programs for the layers that grow too large.

If a layer of the search has too many states, a random sample of the last layers is drawn.  Linear
programs (`puzzleproof.provers.bounded.programs`) propose weights that exclude the most of the
sample, with several divisions of the board and for few or many positions at a time.  The checker's
own table of each proposal shows how many it excludes, and the best is kept (a greedy choice).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from puzzleproof.provers.bounded.layers import Layers
from puzzleproof.provers.bounded.peg_arrays import UNBOUNDED, ArrayBound, PegArrays, Sums
from puzzleproof.provers.bounded.programs import (
    CutProgram,
    Part,
    Wanted,
    Weights,
    cuts_of,
    letters,
    read_weights,
)
from puzzleproof.verify.bounds import ENTRIES, Parameters, lower_bounds
from puzzleproof.verify.bounds.departures import DeparturesBound, entries_of, parts_of

SAMPLE, LAST_LAYERS = 4_000, 3
"""Size of the sample, and the number of last layers that it is drawn from."""
FAR = 1_000
"""More moves than any bound reaches; it asks for the highest bound."""
BATCHES, SIZE = (30, 4), 4
"""Numbers of positions of one program, and the holes of its small parts."""
WORTH, ENOUGH = 0.05, 0.6
"""Shares of the sample.  A bound that excludes less than the first is not worth its table: larger
layers are allowed instead.  One that excludes the second is taken without looking at others."""


def _named(weights: Weights, parts: Sequence[Part]) -> tuple[str, Parameters]:
    """The weights as a certificate names them."""
    parameters = {"charge": weights.charge, "parts": letters(parts), "weights": weights.weights}
    return "departures", parameters


class Found(NamedTuple):
    """A bound: as a certificate names it, and ready for arrays."""

    named: tuple[str, Parameters]
    bound: ArrayBound
    checker: DeparturesBound


class BoundFinder:
    """Looks for bounds of a graph."""

    def __init__(self, arrays: PegArrays, seed: int, on_work: Callable[[int], None]) -> None:
        """``on_work`` is called for each proposal with the states of the search."""
        self._arrays, self._on_work = arrays, on_work
        self._random = np.random.default_rng(seed)
        self._cuts = cuts_of(arrays.graph)

    def _made(self, weights: Weights, parts: Sequence[Part]) -> Found:
        graph, named = self._arrays.graph, _named(weights, parts)
        (bound,) = lower_bounds(graph, [list(named)])
        assert isinstance(bound, DeparturesBound)
        return Found(named, ArrayBound(graph, bound), bound)

    def first_bound(self, start: int) -> int:
        """The moves of the start by the best bound for it alone, which is not kept."""
        graph, parts = self._arrays.graph, self._cuts[0]
        values = CutProgram(graph, parts, SIZE).solve([Wanted(start, FAR)])
        weights = None if values is None else read_weights(graph, values)
        if weights is None:
            return 0
        best = int(self._made(weights, parts).bound.moves(np.array([start], np.uint64))[0])
        return best if best < UNBOUNDED else 0

    def better(self, layers: Layers, known: Sequence[Found]) -> Found | None:
        """The best of some proposals for states of the last layers, if any is worth its table."""
        if not self._has_room(known):
            return None
        positions, needed = self._drawn(layers)
        best, share = None, WORTH
        tried = [one.named for one in known]
        for weights, parts in self._proposals(positions, needed):
            self._on_work(layers.states)
            if _named(weights, parts) in tried:
                continue
            tried.append(_named(weights, parts))
            proposed = self._made(weights, parts)
            cut = float((proposed.bound.moves(positions) >= needed).mean())
            if cut > share:
                best, share = proposed, cut
            if share > ENOUGH:
                break
        return best

    def _has_room(self, known: Sequence[Found]) -> bool:
        """Whether the checker accepts another bound besides those known."""
        graph = self._arrays.graph
        texts = [one.named[1]["parts"] for one in known] + [letters(self._cuts[0])]
        return sum(entries_of(graph, parts_of(graph, text)) for text in texts) <= ENTRIES

    def _drawn(self, layers: Layers) -> tuple[Any, Sums]:
        """A sample of the last layers, with the moves that must be shown to exclude each state."""
        first = max(1, len(layers.layers) - LAST_LAYERS)
        rows = layers.layers[first:]
        positions = np.concatenate(rows)
        labels = np.repeat(np.arange(first, len(layers.layers)), list(map(len, rows)))
        if len(positions) > SAMPLE:
            chosen = self._random.choice(len(positions), SAMPLE, replace=False)
            positions, labels = positions[chosen], labels[chosen]
        return positions, layers.at_least - labels

    def _proposals(self, positions: Any, needed: Sums) -> Iterator[tuple[Weights, Sequence[Part]]]:
        graph = self._arrays.graph
        for batch, parts in product(BATCHES, self._cuts):
            number = min(batch, len(positions))
            chosen = self._random.choice(len(positions), number, replace=False)
            wanted = [Wanted(int(positions[k]), int(needed[k])) for k in chosen]
            values = CutProgram(graph, parts, SIZE).solve(wanted)
            weights = None if values is None else read_weights(graph, values)
            if weights is not None:
                yield weights, parts
