"""Find the bounds that keep a search small: layer by layer, program by program.

Where a layer of the search has too many states, some of the last layers are drawn at random.
Linear programs (`puzzleproof.provers.bounded.programs`) propose weights that cut the most of them,
by several divisions of the board and for few or many of the positions at a time; the checker's own
table of each proposal says how many it cuts, and the best is kept (a greedy choice).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.bounded.beam import Perimeter, find_plan
from puzzleproof.provers.bounded.parts import Part, cuts_of, letters
from puzzleproof.provers.bounded.peg_arrays import UNBOUNDED, ArrayBound, PegArrays, Sums
from puzzleproof.provers.bounded.programs import CutProgram, Wanted, Weights, read_weights
from puzzleproof.provers.bounded.search import Layers, search
from puzzleproof.verify.bounds import ENTRIES, Parameters, lower_bounds
from puzzleproof.verify.bounds.departures import DeparturesBound, entries_of, parts_of

FIRST_MOST = 4_000
"""States of a layer from which on weights are sought; doubled whenever they do not help."""
SAMPLE, LAST_LAYERS = 4_000, 3
"""So many states are drawn from so many of the last layers."""
BEAM, BEAM_SHARE = 40_000, 2
"""States of a layer that a quick look for a plan keeps, or this share of those of a table."""
FAR = 1_000
"""Moves that are wanted where the most is wanted."""
BATCHES, SIZES = (30, 4, 1), (4, 5)
"""Positions of one program, and holes of its small parts."""
WORTH, ENOUGH = 0.05, 0.6
"""A bound that cuts less of the sample is not worth its table: larger layers are allowed instead.
One that cuts so much is taken, without a look at other proposals."""

OnWork = Callable[[str, int], None]
"""Called with what is done, and how many states the search has."""


def _parameters(weights: Weights, parts: Sequence[Part]) -> Parameters:
    """As a certificate names them."""
    return {"charge": weights.charge, "parts": letters(parts), "weights": weights.weights}


class Found(NamedTuple):
    """A bound as a certificate names it, and ready for arrays."""

    parameters: Parameters
    bound: ArrayBound
    checker: DeparturesBound
    """The checker's own."""
    seconds: float
    """What its tables took: the checker makes them again."""


def _nothing() -> None:
    """Keep nothing."""


@dataclass
class BoundFinder:
    """The bounds found so far for a graph, and the search that they allow."""

    arrays: PegArrays
    seed: int
    largest: int
    """States of a layer at most."""
    on_work: OnWork
    on_found: Callable[[], None] = _nothing
    """Called when there is another bound."""
    most: int = field(default_factory=lambda: FIRST_MOST)
    found: list[Found] = field(default_factory=list[Found])
    last: Layers | None = None
    """The last search that came to its end without the goal."""

    def __post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)
        self._cuts = cuts_of(self.arrays.graph)
        self._perimeter: Perimeter | None = None

    def add(self, parameters: Parameters) -> None:
        """Take a bound whose parameters are known; raises CertificateRejected where it is none."""
        self.found.append(self._made(parameters))

    def _made(self, parameters: Parameters) -> Found:
        graph, begin = self.arrays.graph, time.perf_counter()
        (bound,) = lower_bounds(graph, [["departures", dict(parameters)]])
        assert isinstance(bound, DeparturesBound)
        return Found(parameters, ArrayBound(graph, bound), bound, time.perf_counter() - begin)

    def search(self, at_least: int) -> Layers:
        """Search for a claim, with as many bounds as it takes to keep the layers small.

        Raises LimitReached where a layer stays larger than allowed.
        """
        while True:
            bounds = [one.bound for one in self.found]
            layers = search(
                self.arrays, bounds, at_least, self.most, partial(self._on_label, at_least)
            )
            if layers.whole:
                if not layers.met:
                    self.last = layers
                return layers
            if not self._find(layers):
                self.most *= 2
            if self.most > self.largest:
                raise LimitReached(
                    f"a layer of over {self.most // 2:,} states for {at_least} moves"
                )

    def find_plan(self, moves: int, states: int) -> list[int] | None:
        """A quick look for a plan of so many moves, with the bounds there are: its positions.

        ``states`` are those of the last table: the look may take about as long.
        """
        if self._perimeter is None:
            self._perimeter = Perimeter(self.arrays.graph)
        bounds = [one.bound for one in self.found]
        width = max(BEAM, states // BEAM_SHARE)
        on_layer = partial(self._on_label, moves + 1)
        return find_plan(self.arrays, bounds, self._perimeter, moves, width, on_layer)

    def _on_label(self, at_least: int, label: int, states: int) -> None:
        self.on_work(f"searching for plans of fewer than {at_least} moves, after {label}", states)

    def first_bound(self, start: int) -> int:
        """What the best bound for the start alone says of it, in moves; it is not kept."""
        positions = np.array([start], np.uint64)
        best = 0
        for parts in self._cuts[:1]:
            values = CutProgram(self.arrays.graph, parts, SIZES[0]).solve([Wanted(start, FAR)])
            weights = None if values is None else read_weights(self.arrays.graph, values)
            if weights is not None:
                bound = self._made(_parameters(weights, parts)).bound
                best = max(best, int(bound.moves(positions)[0]))
        return best if best < UNBOUNDED else 0

    def _find(self, layers: Layers) -> bool:
        """Add the best of some proposals for the states of the last layers, if it is worth it."""
        if not self._has_room():
            return False
        positions, needed = self._drawn(layers)
        best, share = None, WORTH
        tried = [one.parameters for one in self.found]
        for weights, parts in self._proposals(positions, needed):
            self.on_work("looking for weights, and computing their tables", layers.states)
            parameters = _parameters(weights, parts)
            if parameters in tried:
                continue
            tried.append(parameters)
            proposed = self._made(parameters)
            cut = float((proposed.bound.moves(positions) >= needed).mean())
            if cut > share:
                best, share = proposed, cut
            if share > ENOUGH:
                break
        if best is None:
            return False
        self.found.append(best)
        self.on_found()
        return True

    def _has_room(self) -> bool:
        """Whether the checker takes another bound beside those found."""
        graph = self.arrays.graph
        texts = [one.parameters["parts"] for one in self.found] + [letters(self._cuts[0])]
        return sum(entries_of(graph, parts_of(graph, text)) for text in texts) <= ENTRIES

    def _drawn(self, layers: Layers) -> tuple[Any, Sums]:
        """Some states of the last layers, and how many moves would have to be shown of each."""
        first = max(1, len(layers.layers) - LAST_LAYERS)
        rows = layers.layers[first:]
        positions = np.concatenate(rows)
        labels = np.repeat(np.arange(first, len(layers.layers)), list(map(len, rows)))
        if len(positions) > SAMPLE:
            chosen = self._random.choice(len(positions), SAMPLE, replace=False)
            positions, labels = positions[chosen], labels[chosen]
        return positions, layers.at_least - labels

    def _proposals(self, positions: Any, needed: Sums) -> Iterator[tuple[Weights, Sequence[Part]]]:
        graph = self.arrays.graph
        for batch, size, parts in product(BATCHES, SIZES, self._cuts):
            number = min(batch, len(positions))
            chosen = self._random.choice(len(positions), number, replace=False)
            wanted = [Wanted(int(positions[k]), int(needed[k])) for k in chosen]
            values = CutProgram(graph, parts, size).solve(wanted)
            weights = None if values is None else read_weights(graph, values)
            if weights is not None:
                yield weights, parts
