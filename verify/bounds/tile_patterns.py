"""Additive pattern databases of sliding tiles: add up the fewest moves by disjoint sets of tiles.

*Claim.*  Let the patterns of one partition have no tile in common.  For each pattern, let V be the
least number of moves by its own tiles that brings them home, if all other tiles are alike, their
moves cost nothing, and the blank may begin on any cell.  Then a plan has at least as many moves as
the sum of the V.

*Proof.*  In ``single`` every move is made by one tile, which is in at most one pattern.  In the
graph of a pattern (see `pattern_table`) the plan is a path from the state's
placement to the goal's.  Its cost is the number of moves by the pattern's tiles, so this number is
at least V.  The sum over the patterns counts no move twice.  q.e.d.

(In ``multi`` tiles of several patterns may move at once, so the lemma does not hold there.)  A
bound is the largest of its partitions' sums, for the state and for its images under the symmetries
of the graph, which are as far from the goal.  No file holds the tables: they are computed here.
The lemma holds for all states.

*One table for several patterns.*  The blank roams at no cost, so it may as well end on any cell of
its *region*: the cells that it reaches from its home past the pattern.  A symmetry of the rectangle
maps nodes and moves of one pattern to nodes and moves of another.  So both have one table if the
symmetry maps the homes and the region of one pattern to the homes and the region of the other, even
if it moves the blank's home.

J. Culberson and J. Schaeffer, Pattern databases (1998); R. E. Korf and A. Felner, Disjoint
pattern database heuristics, Artificial Intelligence 134 (2002).

Parameters: ``partitions``, a list of partitions, each a list of patterns, each a list of labels.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from operator import mul
from typing import TypeAlias, cast

from puzzleproof.models.budget import spend
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.bounds import Parameters, check_names, full_list, partitions_of
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.bounds.planes import CAP, NO_WAY, Placements, as_bytes, give, union
from puzzleproof.verify.bounds.tile_graph import CellImages, TileGraph

Pattern: TypeAlias = tuple[int, ...]
Partition: TypeAlias = tuple[Pattern, ...]
Table: TypeAlias = bytes | memoryview
TableField: TypeAlias = tuple[int, int, Table]
"""The lowest bit of a table's field, the field's mask once it is shifted down, and the table."""

TOGETHER = 4
"""The number of cells that one lookup sums up."""
REMEMBERED = 1 << 19
"""All lookups together remember the sums of at most this many contents; a full one is emptied."""
SUMS = 1 << 22
"""The sums of one bound count as this many entries of a table."""
PLACEMENTS = 16**7
"""Limit on the placements of one pattern: seven tiles on 16 cells.  Such a table takes minutes."""
SMALL = 1 << 20
"""Limit on the placements of a table in plain Python: five tiles on 16 cells, in a second."""


def tile_patterns(
    graph: LabelGraph, parameters: Parameters
) -> tuple["Callable[[], TilePatternsBound]", int]:
    """Prepare a bound by partitions, and count its entries; raises CertificateRejected."""
    if not isinstance(graph, TileGraph):
        raise CertificateRejected("this lemma holds only for sliding tiles in the metric 'single'")
    check_names(parameters, "partitions")
    partitions = partitions_of(
        parameters["partitions"], "patterns", partial(_pattern, graph), "tile {}".format
    )
    kinds = {kind_of(graph, pattern)[1:] for partition in partitions for pattern in partition}
    entries = SUMS + sum(graph.cells ** len(homes) for _, homes in kinds)
    return partial(TilePatternsBound, graph, partitions), entries


def _pattern(graph: TileGraph, value: object) -> Pattern:
    labels = full_list(value, "a pattern")
    if graph.cells ** len(labels) > PLACEMENTS:
        raise CertificateRejected(f"a pattern of {len(labels)} tiles has too many placements")
    for label in labels:
        if type(label) is not int or not 0 < label < graph.cells:
            raise CertificateRejected(f"{label!r} is no tile: expected 1 to {graph.cells - 1}")
    return tuple(cast("list[int]", labels))


def kind_of(graph: TileGraph, pattern: Pattern) -> tuple[CellImages, int, tuple[int, ...]]:
    """Return a symmetry, and the least region cell and the homes of the pattern's image under it.

    The first image by homes, then by region, is chosen.  Same cell and homes mean the same table.
    """
    homes = [graph.home[label] for label in pattern]
    region, neighbours = {graph.home[0]}, graph.neighbours
    more = list(region)
    while more:
        new = set(neighbours[more.pop()]) - region - set(homes)
        region |= new
        more += new
    return min(
        (
            (turn, min(turn[c] for c in region), tuple(sorted(turn[c] for c in homes)))
            for turn in graph.turns
        ),
        key=lambda kind: (kind[2], sorted(kind[0][c] for c in region)),
    )


def table_of(graph: TileGraph, blank: int, homes: tuple[int, ...]) -> Table:
    """Return the table of a pattern, in plain Python if it is small."""
    if graph.cells ** len(homes) <= SMALL:
        return pattern_table(graph.neighbours, blank, homes)
    from puzzleproof.verify.arrays.pattern_tables import large_table

    return large_table(graph.neighbours, blank, homes)


class TilePatternsBound:
    """The tables of all patterns.  Each field of a state's sum is the state's index in a table."""

    def __init__(self, graph: TileGraph, partitions: Sequence[Partition]) -> None:
        self.adds = adds = [[0] * graph.cells for _ in range(graph.cells)]
        """For each cell, what each label there adds to the sum that holds all fields."""
        self.groups = list[list[TableField]]()
        """For each partition and each symmetry the tables, with their fields of the sum."""
        self.in_arrays = False
        """Whether numpy made a table."""
        height = 0
        for partition in partitions:
            kinds = [kind_of(graph, pattern) for pattern in partition]
            tables = [table_of(graph, blank, homes) for _, blank, homes in kinds]
            self.in_arrays |= any(isinstance(table, memoryview) for table in tables)
            for images in graph.symmetries:
                group = list[TableField]()
                for (turn, _, homes), table in zip(kinds, tables, strict=True):
                    bits = (len(table) - 1).bit_length()
                    _add_placements(adds, graph, homes, [turn[cell] for cell in images], height)
                    group.append((height, (1 << bits) - 1, table))
                    height += bits
                self.groups.append(group)
        self._sums = cell_sums(graph.digits, adds)

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """Return the states for which no partition of any image adds up to ``moves`` moves."""
        some = list(numbers)
        fields = list(self._sums(some))
        for group in self.groups:
            some, fields = _kept(group, some, fields, moves)
        return some


def _kept(
    group: Sequence[TableField], some: list[int], fields: list[int], moves: int
) -> tuple[list[int], list[int]]:
    """Return the states for which a partition adds up to less than ``moves``, and their fields."""
    spend(len(some) * len(group) // 8)
    kept, left = list[int](), list[int]()
    for number, field in zip(some, fields, strict=True):
        total = 0
        for height, mask, table in group:
            total += table[field >> height & mask]
        if total < moves:
            kept.append(number)
            left.append(field)
    return kept, left


def _add_placements(
    adds: list[list[int]],
    graph: TileGraph,
    homes: Sequence[int],
    images: Sequence[int],
    height: int,
) -> None:
    """Make the field at ``height`` the placement of a table's tiles in the image of the state.

    If the state has, on cell c, the tile that belongs on h, its image has, on cell f(c), the tile
    that belongs on f(h).
    """
    for k, home in enumerate(homes):
        label = graph.end[images.index(home)]
        for cell in range(graph.cells):
            adds[cell][label] += images[cell] * graph.cells**k << height


# --- sums over the cells of a packed board ------------------------------------------------
#
# A table says what tile t on cell c adds.  The sum is looked up for several cells at once, and the
# sums of their contents are remembered, as boards near each other differ in few cells.


def cell_sums(
    digits: int, adds: Sequence[Sequence[int]]
) -> Callable[[Iterable[int]], Iterator[int]]:
    """Return a function: packed boards -> their sums; ``adds[c][t]`` is for tile t on cell c.

    A label has ``digits`` bits; the first cell has the highest bits.

    >>> list(cell_sums(4, [[0, 10], [0, 7]])([0x01, 0x10]))
    [7, 10]
    """
    parts, firsts = list[tuple[int, int, _Chunk]](), range(0, len(adds), TOGETHER)
    for first in firsts:
        some = adds[first : first + TOGETHER]
        shift, mask = digits * (len(adds) - first - len(some)), (1 << digits * len(some)) - 1
        parts.append((shift, mask, _Chunk(digits, some, REMEMBERED // len(firsts))))

    def sums(numbers: Iterable[int]) -> Iterator[int]:
        for number in numbers:
            total = 0
            for shift, mask, chunk in parts:
                total += chunk[number >> shift & mask]
            yield total

    return sums


class _Chunk(dict[int, int]):
    """Contents of some cells -> what they add together."""

    def __init__(self, digits: int, adds: Sequence[Sequence[int]], most: int) -> None:
        super().__init__()
        self._most, self._digits, self._adds = most, digits, adds

    def __missing__(self, contents: int) -> int:
        if len(self) >= self._most:
            self.clear()
        low, rest, total = (1 << self._digits) - 1, contents, 0
        for added in reversed(self._adds):
            total += added[rest & low]
            rest >>= self._digits
        self[contents] = total
        return total


# --- the fewest moves by the tiles of a pattern, for all placements at once -----------------
#
# A *pattern* is a set of tiles; all other tiles are alike.  A node is (placement of the pattern's
# tiles, cell of the blank).  The blank steps to a cell without a tile of the pattern at no cost, or
# changes places with a tile of the pattern at the cost 1.  The breadth-first search expands a layer
# of sets of placements (`puzzleproof.verify.bounds.planes`) at a time; for five tiles of fifteen
# it takes a second.

Neighbours: TypeAlias = tuple[tuple[int, ...], ...]
"""For each cell the cells beside it."""
Sets: TypeAlias = list[int]
"""For each cell of the blank a set of placements."""

KEPT = 64
"""The number of tables kept in memory; each has at most `SMALL` bytes."""


@lru_cache(KEPT)
def pattern_table(neighbours: Neighbours, blank: int, homes: tuple[int, ...]) -> bytes:
    """Return for each placement the fewest moves of the pattern's tiles that bring them home.

    ``homes`` are the cells where the tiles belong, ``blank`` is the cell where the blank belongs.
    Each placement has a byte, the least number over all cells of the blank; 255 means that no moves
    bring the tiles home.

    >>> row = ((1,), (0, 2), (1,))
    >>> list(pattern_table(row, 0, (1,)))
    [1, 0, 255]
    """
    sets, cells = Placements(len(neighbours), len(homes)), range(len(neighbours))
    on = [[sets.within(tile, 1 << cell) for tile in range(len(homes))] for cell in cells]
    clear = [sets.all & ~union(tiles) for tiles in on]
    planes, known, depth, seen, here = [0] * 8, 0, 0, [0 for _ in cells], [0 for _ in cells]
    here[blank] = 1 << sum(map(mul, homes, sets.places))
    while any(here):
        here = _roamed(neighbours, clear, here, seen)
        seen = [old | new for old, new in zip(seen, here, strict=True)]
        fresh = union(here) & ~known
        known |= fresh
        give(planes, min(depth, CAP), fresh)
        here, depth = _moved(sets, neighbours, on, here), depth + 1
    give(planes, NO_WAY, sets.all ^ known)
    return as_bytes(planes, sets.size)


def _roamed(neighbours: Neighbours, clear: Sets, here: Sets, seen: Sets) -> Sets:
    """Return the new nodes that the blank reaches past tiles outside the pattern.

    ``clear`` has, for each cell, the placements without a tile of the pattern there.
    """
    found = [some & ~old for some, old in zip(here, seen, strict=True)]
    left = [some & ~old & ~new for some, old, new in zip(clear, seen, found, strict=True)]
    fresh = {cell: some for cell, some in enumerate(found) if some}
    while fresh:
        some = fresh.pop(cell := next(iter(fresh)))
        for to in neighbours[cell]:
            if new := some & left[to]:
                left[to] ^= new
                found[to] |= new
                fresh[to] = fresh.get(to, 0) | new
    return found


def _moved(sets: Placements, neighbours: Neighbours, on: Sequence[Sets], here: Sets) -> Sets:
    """Return the nodes after a tile of the pattern beside the blank has changed places with it."""
    found = [0] * len(here)
    for blank, some in enumerate(here):
        for cell in neighbours[blank] if some else ():
            for tile, there in enumerate(on[cell]):
                found[cell] |= sets.moved(some & there, tile, blank - cell)
    return found
