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
from typing import TypeAlias

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.bounded.best_first import search_best_first
from puzzleproof.provers.bounded.driver import Driver, Lemmas, Named, Table, lemmas_of
from puzzleproof.provers.bounded.layers import Layers, Numbers, TooLarge, search, way_back
from puzzleproof.provers.bounded.tile_arrays import TileSteps, fits
from puzzleproof.provers.certificate import Workspace
from puzzleproof.provers.events import Emit, Working
from puzzleproof.verify.bounds import LowerBound
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import PLACEMENTS, TilePatternsBound

Partition: TypeAlias = list[list[int]]

MANY = 400_000
"""A table of more states is searched again with larger patterns, which leave fewer."""
MOST, BYTES = 2_000_000, 200
"""States of a table at most, and what one takes in the checker's memory."""
WIDER = 6
"""A search may have so many times more: it takes less for each, and may meet the goal."""
FOUR = 4


def search_tiles(
    puzzle: AnyPuzzle,
    at_least: int | None,
    seed: int,
    memory: int | None,
    workspace: Workspace | None,
    emit: Emit,
) -> Driver:
    """Find the minimum, or show ``at_least`` moves; raises Unsupported, and LimitReached."""
    if not isinstance(puzzle, TilesPuzzle):
        raise Unsupported(f"family {puzzle.family!r}: these bounds are for sliding tiles")
    if not puzzle.playable:
        raise Unsupported("the table is not playable (parity): see --evidence invariant")
    graph = TileGraph(puzzle)
    driver = Driver(puzzle, graph, emit, workspace)
    if not fits(graph):
        named = _patterns(graph, FOUR, both_ends=True)
        search_best_first(driver, lemmas_of(graph, named), at_least, memory)
    else:
        most = MOST if memory is None else min(MOST, memory // BYTES)
        driver.climb(TileSource(graph, most, emit), at_least)
    return driver


def _patterns(graph: TileGraph, size: int, *, both_ends: bool) -> Named:
    cuts = partitions(graph, min(size, tiles_of_a_table(graph.cells)), both_ends=both_ends)
    return [("tile_patterns", {"partitions": cuts})]


class TileSource:
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
        """What the bound says of the start, or one more by the blank's colours."""
        graph = self._graph
        claim = max(1, _least_bound(self.lemmas.bounds, graph.start))
        blank, home, m = graph.puzzle.start.index(0), graph.home[0], graph.columns
        return claim + (blank // m + blank % m + home // m + home % m + claim) % 2

    def search(self, at_least: int) -> Layers:
        """Search; where there are many states, with larger patterns."""
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
        text = f"labelling what {at_least - 1} moves may need, with lower bounds"

        def too_many(layers: Sequence[Numbers]) -> bool:
            states = sum(map(len, layers))
            self._emit(Working(text, states, None, "states"))
            return states > WIDER * self._most

        return too_many

    def path(self, found: Layers) -> list[int]:
        """The tables from the start to the end, one of each layer."""
        return way_back(self._graph, found, self._around)

    def _around(self, number: int) -> Iterable[int]:
        """Every move can be taken back."""
        puzzle = self._graph.puzzle
        return map(puzzle.pack, puzzle.successors(puzzle.unpack(number)))

    def look(self, found: Layers, *, plan_known: bool) -> list[int] | None:  # noqa: ARG002
        """Nothing is quicker than the search for the next claim."""
        return None

    def slim(self, table: Table) -> Table:
        """The one bound is needed."""
        return table


def _least_bound(bounds: Sequence[LowerBound], number: int) -> int:
    """How many moves the bounds show to be ahead of a state."""
    moves = 0
    while any(not bound.near([number], moves + 1) for bound in bounds):
        moves += 1
    return moves


# --- the choice of patterns ---------------------------------------------------------------


def tiles_of_a_table(cells: int) -> int:
    """The tiles of the largest pattern that the lemma takes on so many cells."""
    size = 1
    while cells ** (size + 1) <= PLACEMENTS:
        size += 1
    return size


def partitions(graph: TileGraph, size: int, *, both_ends: bool) -> list[Partition]:
    """Cuts of the three walks into patterns of so many tiles, each partition once."""
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
