"""Searches for sliding tiles in metric ``single``, bounded by patterns of two tiles or more.

*The choice of patterns.*  Tiles whose goal cells are near each other get in each other's way, so a
pattern of such tiles gives a higher bound than a pattern of tiles far apart.  A walk through all
cells is cut into pieces of equal length, from either end; each way to cut it is a partition.  The
walks are: row by row to and fro, a spiral, and along small squares.  On a square board whose
blank's goal cell is on the diagonal, the lemma also uses the reflection of each state.  If tables
have over a million placements, there is only one partition: along squares, or for six tiles on
5 x 5 cells the partition of R. E. Korf and A. Felner.

*The order of patterns.*  Tables of two tiles take a moment, large tables take minutes.  So a search
begins with patterns of two tiles, and is repeated with larger patterns if it has many states.

*In numpy*, for a whole layer: a state of up to 16 cells is one 64-bit word, a larger state is a row
of bytes, one byte for each cell.  To compute a bound, the cells of the patterns' tiles are looked
up in the checker's own tables.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.models.arrays.words import Numbers, integers, numbers_from, united
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.tiles import numbers
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.bounded import Named, Search
from puzzleproof.provers.bounded.driver import Driver, Source, Table, TooLarge, rows_of
from puzzleproof.provers.events import Working
from puzzleproof.verify.arrays.walking import LARGE, ways
from puzzleproof.verify.bounds import GROUPS_LIMIT, LARGE_ENTRIES, lower_bounds
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import PLACEMENTS, SMALL, TableField, TilePatternsBound

Partition: TypeAlias = list[list[int]]


WORDS, WIDE = (20_000, 400_000, 2_000_000), (100_000, 2_000_000)
"""Limits on states, for boards of up to 16 cells and for larger boards.  A search that exceeds the
first limit is repeated with patterns of one more tile, up to four tiles.  If it exceeds a later
limit, larger patterns follow: of five tiles if a small table holds them, then of as many tiles as
any table holds.  On larger boards, tables of four tiles take half a minute, and tables of more
tiles take minutes."""
MOST = 20_000_000
"""A table has at most this many states."""
BYTES = 200
"""The checker needs this many bytes of memory for each state."""
WALKING: Named = [("walking_distance", {})]
"""Used after patterns of four tiles for a requested bound, which the start alone has to prove."""
OF_A_PLACEMENT = 12
"""While a table is computed in arrays, each placement takes this many bytes."""
WIDER = 6
"""A search may have this many times the states of a table: it takes less memory than a check."""
FOUR = 4
AT_ONCE = 1 << 16
DIGITS = 4
KORF_FELNER = (
    (1, 2, 5, 6, 7, 12),
    (3, 4, 8, 9, 13, 14),
    (10, 11, 15, 16, 20, 21),
    (17, 18, 19, 22, 23, 24),
)
"""The cells of R. E. Korf and A. Felner's partition (2002) for 5 x 5 cells, if the blank's goal
cell is the first cell.  By symmetry, the last three patterns share one table."""


def search_tiles(asked: Search) -> Driver:
    """Find the minimum, or prove ``at_least`` moves; raises Unsupported or LimitReached."""
    assert isinstance(asked.puzzle, TilesPuzzle)
    if not asked.puzzle.playable:
        raise Unsupported("the goal cannot be reached (parity): see --evidence invariant")
    source = TileSource(TileGraph(asked.puzzle), asked)
    return Driver(asked, source.graph).climb(source)


def patterns_of(graph: TileGraph, size: int) -> Named:
    """List patterns of ``size`` tiles: in several partitions if tables are small, else in one."""
    if graph.cells**size <= SMALL:
        cuts = partitions(graph, size, both_ends=size <= FOUR)
    elif (graph.rows, graph.columns, size) == (5, 5, 6) and graph.home[0] in (0, 4, 20, 24):
        turn = next(turn for turn in graph.turns if turn[0] == graph.home[0])
        cuts = [[sorted(graph.end[turn[cell]] for cell in cells) for cells in KORF_FELNER]]
    else:
        cuts = [_cut(graph, squares(graph), size)]
    return [("tile_patterns", {"partitions": cuts})]


class TileSource(Source):
    """The present patterns of a board, and searches that use them."""

    step = 2
    """All plans have lengths of the same parity: a move changes the colour of the blank's cell."""

    def __init__(self, graph: TileGraph, asked: Search) -> None:
        self.graph = self._graph = graph
        self._emit, memory = asked.emit, asked.memory
        words = graph.digits == DIGITS
        self._slides = [
            [(np.uint64(shift), np.uint64(unit % (1 << 64))) for shift, unit in slides]
            for slides in (graph.slides if words else ())
        ]
        """Cell of the blank -> its moves, as (shift, unit); empty unless states are words."""
        most, placements = MOST, PLACEMENTS
        if memory is not None:
            most, placements = min(most, memory // BYTES), min(placements, memory // OF_A_PLACEMENT)
        asks = asked.at_least is not None and not words
        self.walks = asks and ways(graph) <= min(
            LARGE, memory or LARGE
        )  # at most a byte for each of `ways`
        self._most, self._choices = most, self._chosen(WORDS if words else WIDE, placements)
        self._use(*next(self._choices))
        claim, blank, home = 1, graph.puzzle.start.index(0), graph.home[0]
        while not self._bound.near([graph.start], claim + 1):
            claim += 1
        m = graph.columns  # the claim is one more if all plans have the other parity
        self.first = claim + (blank // m + blank % m + home // m + home % m + claim) % 2

    def _chosen(self, limits: Sequence[int], placements: int) -> Iterator[tuple[int, Named]]:
        """Yield ever larger patterns, each with the number of states that ends its search."""
        graph, end = self._graph, WIDER * self._most
        small, large = (tiles_of_a_table(graph.cells, some) for some in (SMALL, placements))
        top, *larger = sorted({min(FOUR, small), small, max(small, large)})
        stops = [limits[0]] * (top - 2) + [*limits[1 : 1 + len(larger)], end]
        for size, limit in zip((*range(2, top + 1), *larger), stops, strict=True):
            yield min(limit, end), patterns_of(graph, size)
            if size == FOUR and self.walks:
                yield 1, WALKING

    def _use(self, limit: int, named: Named) -> None:
        self._emit(Working("computing tables of patterns"))
        self._limit, self.bounds = limit, named
        (bound,) = lower_bounds(self._graph, [list(pair) for pair in named])
        if isinstance(bound, TilePatternsBound):
            self._sums = [_summing(self._graph, bound.adds, group) for group in bound.groups]
        self._bound = bound

    def search(self, at_least: int) -> Table:
        """Search for a table of the claim; if it has many states, search with larger patterns."""
        text = f"labelling for plans of {at_least - 1} moves, with lower bounds"

        def too_many(layers: Sequence[Numbers]) -> bool:
            states = sum(map(len, layers))
            self._emit(Working(text, states, None, "states"))
            return states > self._limit

        while True:
            found = self.labelled(at_least, too_many)
            many = found.cut_short or found.states > self._most
            if found.met is not None or not many:
                return found
            larger = next(self._choices, None)
            if larger is None:
                raise TooLarge(f"a table of over {self._most:,} states for {at_least} moves")
            self._use(*larger)

    # --- moves and patterns, for a whole layer ------------------------------------------------

    def ends(self) -> Iterable[int]:
        """Return the only end state."""
        return (self._graph.end_number,)

    def before(self, number: int) -> Iterable[int]:
        """Return the states one move after the state: every move can be undone."""
        puzzle = self._graph.puzzle
        return map(puzzle.pack, puzzle.successors(puzzle.unpack(number)))

    def earlier(self, layers: Sequence[Numbers]) -> Sequence[Numbers]:
        """Return the layer before the last: it has all lower-labelled neighbours of the last layer.

        Let x and y be neighbours in the table, labelled g and k.  Because y was labelled k, x was
        tested after k + 1 moves.  If x was left out then, its bound is at least L - (k + 1); x was
        kept with the label g, so its bound is less than L - g; so g is at most k + 1.  Likewise k
        is at most g + 1.  Each move changes the colour of the blank's cell, so k is g - 1 or g + 1.
        """
        return layers[-2:-1]

    def beyond(self, numbers: Numbers) -> Numbers:
        """Return the states one move away from these states."""
        found = [numbers[:0]]
        for cell, content in enumerate(self._contents(numbers)):
            mine = numbers[content == 0]
            if self._slides:
                low = np.uint64(15)
                found += [
                    mine + (mine >> height & low) * unit for height, unit in self._slides[cell]
                ]
                continue
            rows = rows_of(mine)
            for other in self._graph.neighbours[cell]:
                after = rows.copy()
                after[:, cell], after[:, other] = rows[:, other], 0
                found.append(after.view(numbers.dtype).ravel())
        return united(found)

    def near(self, numbers: Numbers, moves: int) -> Numbers:
        """Keep the states for which the sum of every partition is less than ``moves``."""
        if self.bounds is WALKING:  # for the layer after one move
            width = self._graph.puzzle.pack_width
            return numbers_from(self._bound.near(integers(numbers, width), moves), width)
        found = [numbers[:0]]
        for first in range(0, len(numbers), AT_ONCE):
            some = numbers[first : first + AT_ONCE]
            cells, here = np.empty((self._graph.cells, len(some)), np.uint8), np.arange(len(some))
            for cell, content in enumerate(self._contents(some)):
                cells[content, here] = cell
            for sums in self._sums:
                kept = sums(cells) < moves
                some, cells = some[kept], cells[:, kept]
            found.append(some)
        return np.concatenate(found)

    def _contents(self, numbers: Numbers) -> Iterable[npt.NDArray[Any]]:
        if not self._slides:
            return rows_of(numbers).T
        shifts = (np.uint64(DIGITS * k) for k in reversed(range(self._graph.cells)))
        return ((numbers >> shift & np.uint64(15)).astype(np.intp) for shift in shifts)


def _summing(
    graph: TileGraph, adds: Sequence[Sequence[int]], group: Sequence[TableField]
) -> Callable[[npt.NDArray[np.uint8]], npt.NDArray[Any]]:
    """Return a function from the cells of the tiles in some states to the sums of one partition."""
    tables = list[tuple[npt.NDArray[np.uint8], list[tuple[int, npt.NDArray[np.int32]]]]]()
    for height, low, table in group:
        columns = ([row[label] >> height & low for row in adds] for label in range(graph.cells))
        tiles = [(k, np.array(added, np.int32)) for k, added in enumerate(columns) if any(added)]
        tables.append((np.frombuffer(table, np.uint8), tiles))

    def sums(cells: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
        total = np.zeros(cells.shape[1], np.int16)
        for moves, tiles in tables:
            places = np.zeros(cells.shape[1], np.int32)
            for label, added in tiles:
                places += added[cells[label]]
            total += moves[places]
        return total

    return sums


# --- the choice of patterns ---------------------------------------------------------------


def tiles_of_a_table(cells: int, placements: int) -> int:
    """Count the tiles of the largest patterns whose tables have few enough entries."""
    size = 1
    while cells ** (size + 1) <= min(placements, LARGE_ENTRIES // -(-(cells - 1) // (size + 1))):
        size += 1
    return size


def partitions(graph: TileGraph, size: int, *, both_ends: bool) -> list[Partition]:
    """List partitions along three walks: patterns of ``size`` tiles, at most `GROUPS_LIMIT`."""
    found: dict[tuple[tuple[int, ...], ...], Partition] = {}
    for walk in (to_and_fro(graph), spiral(graph), squares(graph)):
        for cells in (walk, walk[::-1]) if both_ends else (walk,):
            cut = _cut(graph, cells, size)
            found.setdefault(tuple(sorted(map(tuple, cut))), cut)
    return list(found.values())[: GROUPS_LIMIT // -(-(graph.cells - 1) // size)]


def _cut(graph: TileGraph, walk: Sequence[int], size: int) -> Partition:
    labels = [graph.end[cell] for cell in walk if graph.end[cell]]
    return [sorted(labels[k : k + size]) for k in range(0, len(labels), size)]


def to_and_fro(graph: TileGraph) -> list[int]:
    """List the cells row by row, every other row backwards."""
    m = graph.columns
    return [r * m + (m - 1 - c if r % 2 else c) for r in range(graph.rows) for c in range(m)]


def spiral(graph: TileGraph) -> list[int]:
    """List the cells from the edge inwards."""
    order = numbers.spiral(graph.rows, graph.columns)  # 1, 2, 3, …, and 0 in the middle
    return sorted(range(graph.cells), key=lambda cell: order[cell] or graph.cells)


def squares(graph: TileGraph) -> list[int]:
    """List the cells in squares of 2 x 2 cells, one row of squares forwards, the next backwards."""
    found = list[int]()
    for band in range(0, graph.rows, 2):
        columns = range(0, graph.columns, 2)
        for first in columns[::-1] if band % 4 else columns:
            for row in range(band, min(band + 2, graph.rows)):
                across = range(first, min(first + 2, graph.columns))
                found += [row * graph.columns + column for column in across]
    return found
