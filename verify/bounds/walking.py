"""Walking distance of sliding tiles: add up the fewest slides between rows and between columns.

*Claim.*  Name each tile by the row where the goal has it.  The *bag* of a row is the multiset of
the names of its tiles.  A *step* takes one tile from a row beside the blank's row into the blank's
row, and the blank into the tile's row.  Let V be the fewest steps from the state's bags to the
goal's, and H the same for columns.  Then a plan has at least V + H moves.

*Proof.*  In ``single`` a move takes one tile to the blank's cell, from a cell beside it.  A
vertical move is a step between rows.  A horizontal move changes neither a row's bag nor the blank's
row.  So a plan has at least V vertical moves, and likewise at least H horizontal ones.  No move is
both.  q.e.d.

(In ``multi`` a move takes several tiles, so the lemma does not hold there.)  The lemma holds for
all states.  A symmetry of the graph takes rows to rows, or rows to columns and columns to rows.  So
the images of a state have the state's sum, and need no lookup.

Takahashi Ken'ichiro, Walking distance, a heuristic for the fifteen puzzle (about 2002).

Parameters: none.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple, TypeAlias

from puzzleproof.models.budget import foresee, spend
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.bounds import NEVER, Parameters, check_names
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.tile_graph import TileGraph
from puzzleproof.verify.bounds.tile_patterns import cell_sums

Step: TypeAlias = tuple[int, int, int, int]
"""(the blank's line before it, the lowest bit of the tile's line in a key, the tile's name, what
the step adds to the key)."""
Lookup: TypeAlias = Callable[[Sequence[int]], list[int]]
"""A function: keys -> for each the fewest steps to the goal's key, `NEVER` if there is no way."""

KEY_BITS = 63
"""A key is an integer of 64 bits, and not negative."""
SMALL = 1 << 16
"""The most keys of a table in plain Python: 4 x 4 cells have 24,964."""
LARGE = 1 << 27
"""The most keys of a table: 5 x 5 cells have 65,650,495, which take 15 seconds."""
OF_A_KEY = 12
"""While a large table is computed, each key takes this many bytes."""
KEPT = 2
"""The number of tables kept in memory."""


def walking_distance(
    graph: LabelGraph, parameters: Parameters
) -> tuple["Callable[[], WalkingBound]", int]:
    """Prepare the bound, and return its units of work; raises CertificateRejected."""
    if not isinstance(graph, TileGraph):
        raise CertificateRejected("this lemma holds only for sliding tiles in the metric 'single'")
    check_names(parameters)
    keys = table_sizes(graph)
    if max(keys) > LARGE:
        board = f"a board of {graph.rows} x {graph.columns} cells"
        raise CertificateRejected(f"{board} has too many bags: expected {LARGE:,} at most")
    foresee(0, OF_A_KEY * sum(keys))
    return partial(WalkingBound, graph), sum(k // 4 if k > SMALL else 8 * k for k in keys)


def table_sizes(graph: TileGraph) -> list[int]:
    """Count the keys of each table: one if rows and columns are alike, else two."""
    return [bags.keys() for bags in {bags for bags, _ in axes_of(graph)}]


class Bags(NamedTuple):
    """The bags of all lines (rows or columns) as keys, and the steps between them.

    A key has a field for each line and each name but the last: the number of such tiles there.  The
    last name has the rest.  The blank's line stands above all fields.
    """

    lines: int
    size: int
    """The number of cells of a line."""
    home: int
    """The line where the goal has the blank."""

    @property
    def field(self) -> int:
        """The number of bits of a field."""
        return self.size.bit_length()

    @property
    def width(self) -> int:
        """The number of bits of a line."""
        return (self.lines - 1) * self.field

    @property
    def top(self) -> int:
        """The lowest bit of the blank's line."""
        return self.lines * self.width

    def tile(self, line: int, name: int) -> int:
        """Return what a tile adds to a key."""
        return 0 if name == self.lines - 1 else 1 << line * self.width + name * self.field

    def goal(self) -> int:
        """Return the key of the goal, where each tile is on the line of its name."""
        every = range(self.lines)
        tiles = (self.tile(line, line) * (self.size - (line == self.home)) for line in every)
        return sum(tiles, self.home << self.top)

    def steps_to(self, line: int) -> Iterator[Step]:
        """Yield the steps that take the blank to this line."""
        for before in sorted({line - 1, line + 1}.intersection(range(self.lines))):
            for name in range(self.lines):
                added = self.tile(before, name) - self.tile(line, name)
                yield before, line * self.width, name, added + (line - before << self.top)

    def holds(self) -> list[list[bool]]:
        """List for each name, by the fields of a line, whether a line of tiles has such a tile."""
        low, heights = (1 << self.field) - 1, range(0, self.width, self.field)
        lines = [[fields >> h & low for h in heights] for fields in range(1 << self.width)]
        counts = [(*line, self.size - sum(line)) for line in lines]
        return [[count[name] > 0 for count in counts] for name in range(self.lines)]

    def keys(self) -> int:
        """Count the keys, or more than `LARGE` if they are too wide; some may be out of reach.

        By symmetry each line of the blank has equally many.  Lines are filled one by one; the order
        of what is left of the names makes no difference.
        """
        if self.lines << self.top >= 1 << KEY_BITS:
            return LARGE + 1
        lines = self.size - 1, *[self.size] * (self.lines - 1)
        ways = Counter({lines: 1})
        for cells in lines:
            after = Counter[tuple[int, ...]]()
            for names, number in ways.items():
                for left in _left(names, cells):
                    after[tuple(sorted(left))] += number
            ways = after
        return self.lines * ways.total()


def _left(names: Sequence[int], cells: int) -> Iterator[tuple[int, ...]]:
    """Yield what may be left of each name after a line has got its tiles."""
    if len(names) == 1:
        if cells <= names[0]:
            yield (names[0] - cells,)
        return
    for number in range(min(cells, names[0]) + 1):
        for left in _left(names[1:], cells - number):
            yield names[0] - number, *left


def axes_of(graph: TileGraph) -> list[tuple[Bags, list[int]]]:
    """Return the bags of rows and those of columns, each with the line of each cell.

    Lines are counted from the side that is nearer to the blank's home, so alike axes are equal.
    """
    found, cells = list[tuple[Bags, list[int]]](), range(graph.cells)
    for lines, line in (
        (graph.rows, [cell // graph.columns for cell in cells]),
        (graph.columns, [cell % graph.columns for cell in cells]),
    ):
        home, last = line[graph.home[0]], lines - 1
        back = home > last - home
        bags = Bags(lines, graph.cells // lines, min(home, last - home))
        found.append((bags, [last - one if back else one for one in line]))
    return found


@lru_cache(KEPT)
def steps_home(bags: Bags) -> Lookup:
    """Return the table of the fewest steps to the goal's key, in plain Python if it is small."""
    if bags.keys() > SMALL:
        from puzzleproof.verify.arrays.walking_tables import large_table

        return large_table(bags)
    found = small_table(bags)
    return lambda keys: [found.get(key, NEVER) for key in keys]


def small_table(bags: Bags) -> dict[int, int]:
    """Search back from the goal, as each step can be undone; keys without a way are left out.

    >>> sorted(small_table(Bags(2, 1, 0)).values())
    [0, 1]
    """
    holds, low = bags.holds(), (1 << bags.width) - 1
    layer, moves = {bags.goal()}, 0
    found = dict.fromkeys(layer, moves)
    steps = [step for line in range(bags.lines) for step in bags.steps_to(line)]
    while layer:
        moves += 1
        layer = {
            key + added
            for before, height, name, added in steps
            for key in layer
            if key >> bags.top == before and holds[name][key >> height & low]
        }.difference(found)
        found |= dict.fromkeys(layer, moves)
    return found


class WalkingBound:
    """The tables of rows and of columns; a state's sum has its keys, one above the other."""

    def __init__(self, graph: TileGraph) -> None:
        adds = [[0] * graph.cells for _ in range(graph.cells)]
        self._tables = list[tuple[int, Lookup]]()
        axes = axes_of(graph)
        for height, (bags, line) in zip((0, KEY_BITS), axes, strict=True):
            self._tables.append((height, steps_home(bags)))
            for cell, label in product(range(graph.cells), repeat=2):
                tile = bags.tile(line[cell], line[graph.home[label]])
                adds[cell][label] += (tile if label else line[cell] << bags.top) << height
        self._sums = cell_sums(graph.digits, adds)
        self.in_arrays = any(bags.keys() > SMALL for bags, _ in axes)
        """Whether numpy made a table."""

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """Return the states from which the steps of rows and columns are fewer than ``moves``."""
        some = list(numbers)
        spend(2 * len(some))
        sums, low = list(self._sums(some)), (1 << KEY_BITS) - 1
        rows, columns = (look([one >> h & low for one in sums]) for h, look in self._tables)
        return [n for n, v, h in zip(some, rows, columns, strict=True) if v + h < moves]
