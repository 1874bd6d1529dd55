"""Tables of tiles in ``single``: patterns of four tiles, and larger ones for long searches.

Each claim is searched with additive patterns of four tiles, whose tables are made in a second; once
a search has many states, with patterns of as many tiles as the lemma takes.

*The choice of patterns.*  Tiles that belong near each other get into each other's way, so a
pattern's table says more about them than about tiles far apart.  A walk through all cells is cut
into pieces of equal length, from either end; each cut is a partition.  Walks: row by row to and
fro, a spiral, and along small squares.  On a square board with the blank's home on the diagonal the
lemma tries the reflection of each itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.sorted_words import ascending
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.bounded.best_first import search_best_first
from puzzleproof.provers.bounded.driver import Driver, Lemmas, Named, Search, Source, lemmas_of
from puzzleproof.provers.bounded.layers import Layers, Numbers, TooLarge, search, way_back
from puzzleproof.provers.events import Emit, Working
from puzzleproof.verify.bounds import LowerBound
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import PLACEMENTS, TableField, TilePatternsBound

Partition: TypeAlias = list[list[int]]

MANY = 400_000
"""If a table has more states, the search is repeated with larger patterns, which leave fewer."""
MOST, BYTES = 2_000_000, 200
"""The most states of a table, and the bytes for each in the checker's memory."""
WIDER = 6
"""A search may have this many times the states of a table, as they take less memory there."""
FOUR = 4


def search_tiles(asked: Search) -> Driver:
    """Find the minimum, or show ``at_least`` moves; raises Unsupported, and LimitReached."""
    puzzle, memory = asked.puzzle, asked.memory
    assert isinstance(puzzle, TilesPuzzle)
    if not puzzle.playable:
        raise Unsupported("the table is not playable (parity): see --evidence invariant")
    graph = TileGraph(puzzle)
    driver = Driver(asked, graph)
    if not fits(graph):
        named = _patterns(graph, FOUR, both_ends=True)
        search_best_first(driver, lemmas_of(graph, named))
    else:
        most = MOST if memory is None else min(MOST, memory // BYTES)
        driver.climb(TileSource(graph, most, asked.emit))
    return driver


def _patterns(graph: TileGraph, size: int, *, both_ends: bool) -> Named:
    cuts = partitions(graph, min(size, tiles_of_a_table(graph.cells)), both_ends=both_ends)
    return [("tile_patterns", {"partitions": cuts})]


class TileSource(Source):
    """The patterns of a table, and the searches that they allow."""

    step = 2
    """The blank's cell changes its colour with each move."""

    def __init__(self, graph: TileGraph, most: int, emit: Emit) -> None:
        self._graph, self._most, self._emit = graph, most, emit
        self._larger = tiles_of_a_table(graph.cells) > FOUR
        """Whether larger patterns are left to be tried."""
        emit(Working("computing tables of patterns"))
        self._use(_patterns(graph, FOUR, both_ends=True))
        self.first = self._first_claim()

    def _use(self, named: Named) -> None:
        self.lemmas: Lemmas = lemmas_of(self._graph, named)
        (bound,) = self.lemmas.bounds
        assert isinstance(bound, TilePatternsBound)
        self._steps = TileSteps(self._graph, bound)

    def _first_claim(self) -> int:
        """The bound of the start, or one more if the colours of the blank's cells demand it."""
        graph = self._graph
        claim = max(1, _least_bound(self.lemmas.bounds, graph.start))
        blank, home, m = graph.puzzle.start.index(0), graph.home[0], graph.columns
        return claim + (blank // m + blank % m + home // m + home % m + claim) % 2

    def search(self, at_least: int) -> Layers:
        """Search; if there are many states, with larger patterns."""
        while True:
            found = search(self._steps, at_least, self._listener(at_least))
            if found.met is not None:
                return found
            if (found.cut_short or found.states > MANY) and self._larger:
                self._larger = False
                self._emit(Working("computing tables of larger patterns"))
                size = tiles_of_a_table(self._graph.cells)
                self._use(_patterns(self._graph, size, both_ends=False))
            elif found.cut_short or found.states > self._most:
                raise TooLarge(f"a table of over {self._most:,} states for {at_least} moves")
            else:
                return found

    def _listener(self, at_least: int) -> Callable[[Sequence[Numbers]], bool]:
        text = f"labelling for plans of {at_least - 1} moves, with lower bounds"

        def too_many(layers: Sequence[Numbers]) -> bool:
            states = sum(map(len, layers))
            self._emit(Working(text, states, None, "states"))
            return states > WIDER * self._most

        return too_many

    def path(self, found: Layers) -> list[int]:
        """The tables from the start to the end, one of each layer."""
        return way_back(self._graph, found, self._around)

    def _around(self, number: int) -> Iterable[int]:
        """The layer before, as every move can be taken back."""
        puzzle = self._graph.puzzle
        return map(puzzle.pack, puzzle.successors(puzzle.unpack(number)))


def _least_bound(bounds: Sequence[LowerBound], number: int) -> int:
    """How many moves a state needs at least by the bounds."""
    moves = 0
    while any(not bound.near([number], moves + 1) for bound in bounds):
        moves += 1
    return moves


# --- the choice of patterns ---------------------------------------------------------------


def tiles_of_a_table(cells: int) -> int:
    """The number of tiles of the largest pattern that the lemma accepts on a board of this size."""
    size = 1
    while cells ** (size + 1) <= PLACEMENTS:
        size += 1
    return size


def partitions(graph: TileGraph, size: int, *, both_ends: bool) -> list[Partition]:
    """Cuts of the three walks into patterns of ``size`` tiles, each partition once."""
    found: dict[tuple[tuple[int, ...], ...], Partition] = {}
    for walk in (to_and_fro(graph), spiral(graph), squares(graph)):
        for cells in (walk, walk[::-1]) if both_ends else (walk,):
            cut = _cut(graph, cells, size)
            found.setdefault(tuple(sorted(map(tuple, cut))), cut)
    return list(found.values())


def _cut(graph: TileGraph, walk: Sequence[int], size: int) -> Partition:
    labels = [graph.end[cell] for cell in walk if graph.end[cell]]
    return [sorted(labels[k : k + size]) for k in range(0, len(labels), size)]


def to_and_fro(graph: TileGraph) -> list[int]:
    """The cells row by row, every other row backwards."""
    m = graph.columns
    rows = (list(range(r * m, r * m + m)) for r in range(graph.rows))
    return [cell for r, row in enumerate(rows) for cell in (row[::-1] if r % 2 else row)]


def spiral(graph: TileGraph) -> list[int]:
    """The cells from the edge inwards."""
    rows = [list(range(r * graph.columns, (r + 1) * graph.columns)) for r in range(graph.rows)]
    found = list[int]()
    while rows:
        found += rows.pop(0)
        rows = [list(row) for row in zip(*rows, strict=True)][::-1]
    return found


def squares(graph: TileGraph) -> list[int]:
    """The cells by squares of 2 x 2 cells, these to and fro."""
    return list(_squares(graph))


def _squares(graph: TileGraph) -> Iterator[int]:
    for band in range(0, graph.rows, 2):
        columns = range(0, graph.columns, 2)
        for first in columns[::-1] if band % 4 else columns:
            for row in range(band, min(band + 2, graph.rows)):
                for column in range(first, min(first + 2, graph.columns)):
                    yield row * graph.columns + column


# --- moves and patterns in arrays ----------------------------------------------------------
#
# Tables of tiles in numpy: moves and patterns for a whole layer of packed states.
#
# They serve only boards of up to 16 cells, with patterns.  They need no trust; the tables of the
# patterns are the checker's.
#
# A layer needs only the one before it.  Let x and y be neighbours in the table, labelled g and k.
# As y was labelled k, x was tested after k + 1 moves.  If it was left out then, its bound is at
# least L - (k + 1); as it was kept with the label g, its bound is less than L - g; so g is at most
# k + 1.  Likewise k is at most g + 1.  As each move changes the colour of the blank's cell, k is
# g - 1 or g + 1: labelled neighbours are in the layer before.

CHUNK = 4
"""Cells that are looked up together."""
WORD_BITS = 63
"""The most bits of the fields of a partition."""
AT_ONCE = 1 << 18
"""States that are tested together."""


def fits(graph: TileGraph) -> bool:
    """Whether packed states fit into words."""
    return graph.digits == 4


class TileSteps:
    """Moves and patterns of one board."""

    def __init__(self, graph: TileGraph, bound: TilePatternsBound) -> None:
        self.graph = graph
        self._moves = [
            [(np.uint64(shift), np.uint64(unit % (1 << 64))) for shift, unit in slides]
            for slides in graph.slides
        ]
        self._groups = [_GroupArrays(graph, bound.adds, group) for group in bound.groups]

    def ends(self) -> Iterable[int]:
        """The only end state."""
        return (self.graph.end_number,)

    def earlier(self, layers: Sequence[Numbers]) -> Sequence[Numbers]:
        """The layer before the last, by the argument above."""
        return layers[-2:-1]

    def beyond(self, numbers: Numbers) -> Numbers:
        """The states one move away."""
        found = [numbers[:0]]
        low = np.uint64(15)
        for cell, moves in enumerate(self._moves):
            shift = np.uint64(4 * (self.graph.cells - 1 - cell))
            mine = numbers[numbers >> shift & low == 0]
            found += [mine + (mine >> height & low) * unit for height, unit in moves]
        return ascending(found)

    def near(self, numbers: Numbers, moves: int) -> Numbers:
        """The states for which no partition adds up to ``moves`` moves."""
        cuts = [*range(0, len(numbers), AT_ONCE), len(numbers)]
        found = [numbers[:0]]
        for one, other in pairwise(cuts):
            some = numbers[one:other]
            for group in self._groups:
                some = some[group.sums(some) < moves]
            found.append(some)
        return np.concatenate(found)


class _GroupArrays:
    """The tables of one partition, and the fields of four cells at a time."""

    def __init__(
        self, graph: TileGraph, adds: Sequence[Sequence[int]], group: Sequence[TableField]
    ) -> None:
        first, last = group[0][0], group[-1]
        bits = last[0] + last[1].bit_length() - first
        assert bits <= WORD_BITS, "patterns of 16 cells or fewer have 60 bits at most"
        mine = [[added >> first & (1 << bits) - 1 for added in row] for row in adds]
        self._chunks = list[tuple[np.uint64, npt.NDArray[np.int64]]]()
        for cell in range(0, graph.cells, CHUNK):
            cells = mine[cell : cell + CHUNK]
            shift = 4 * (graph.cells - cell - len(cells))
            self._chunks.append((np.uint64(shift), _sums(cells)))
        self._tables = [
            (height - first, low, np.frombuffer(table, np.uint8)) for height, low, table in group
        ]

    def sums(self, numbers: Numbers) -> npt.NDArray[Any]:
        """The sums of the partition."""
        fields = np.zeros(len(numbers), np.int64)
        for shift, table in self._chunks:
            fields += table[(numbers >> shift & np.uint64(len(table) - 1)).astype(np.intp)]
        total = np.zeros(len(numbers), np.int16)
        for height, low, moves in self._tables:
            total += moves[fields >> height & low]
        return total


def _sums(cells: Sequence[Sequence[int]]) -> npt.NDArray[np.int64]:
    """What these cells add to the sum, for each content; a digit is a label."""
    found = np.zeros(1, np.int64)
    for row in cells:
        digits = np.zeros(16, np.int64)
        digits[: len(row)] = row
        found = (found[:, None] + digits[None, :]).ravel()
    return found
