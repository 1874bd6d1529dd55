"""Sliding tiles in ``single`` as packed numbers: labels as digits, the first cell's the highest.

*Symmetries.*  Let f be a symmetry of the rectangle that keeps the blank's cell at the end.  A
state becomes another if the tile on each cell c that belongs on cell h is replaced, on cell f(c),
by the tile that belongs on f(h).  The blank belongs on a cell that f keeps, so it remains the
blank; cells beside each other remain so: moves become moves.  The end
becomes itself, as each tile that is where it belongs is so in the image.  So a state and its
images are equally far from the end: a lemma that holds of all states may judge any of them.  States
are one class only under those that keep the start as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.bounds.graphs import LabelGraph

TOGETHER = 4
"""Cells of which the sum is looked up together."""
REMEMBERED = 1 << 19
"""Contents of so many cells are remembered, for all lookups together; then it is begun anew."""
SUMS = 1 << 22
"""What the sums of one bound take of a budget (`puzzleproof.verify.bounds.Budget`)."""
FOUR = 4
CellImages: TypeAlias = tuple[int, ...]
"""For each cell the one that it becomes."""
Slide: TypeAlias = tuple[int, int]
"""How far the label that moves stands from the lowest digit; what moving it by one cell adds for
each unit of the label."""


def tile_graph(puzzle: AnyPuzzle) -> LabelGraph | None:
    """The graph of a table of tiles; None where a move may take several."""
    if not isinstance(puzzle, TilesPuzzle) or puzzle.metric != "single":
        return None
    return TileGraph(puzzle)


class TileGraph:
    """Tables of tiles, and the slides between them."""

    def __init__(self, puzzle: TilesPuzzle) -> None:
        self.puzzle, self.end = puzzle, puzzle.goal
        self.rows, self.columns = puzzle.rows, puzzle.columns
        self.cells = self.rows * self.columns
        self.digits = 4 if self.cells <= 16 else 8
        """Bits of a label, as `TilesPuzzle.pack` has them."""
        self.home = tuple(map(self.end.index, range(self.cells)))
        """For each label the cell where the end has it, the blank's first."""
        self.end_number = puzzle.pack(self.end)
        self.symmetries = list(dict.fromkeys(self._symmetries()))
        """The identity, and the other symmetries that keep the blank's cell."""
        self.start = start = puzzle.pack(puzzle.start)
        self._classes = [one for one in self._images if list(one([start])) == [start]]

    @property
    def merges(self) -> bool:
        """Whether some states are one class with others."""
        return bool(self._classes)

    # --- what a labelling asks ------------------------------------------------------------

    def is_end(self, number: int) -> bool:
        """Whether all tiles lie as the end has them."""
        return number == self.end_number

    def state(self, number: int) -> State:
        """The labels of the cells."""
        return self.puzzle.unpack(number)

    def beyond(self, numbers: Iterable[int]) -> set[int]:
        """The classes one move further."""
        found = set[int]()
        blank_of, add, slides, low = self._blank_of, found.add, self.slides, (1 << self.digits) - 1
        for number in numbers:
            for shift, unit in slides[blank_of(number)]:
                add(number + (number >> shift & low) * unit)
        return self.classes(found) if self._classes else found

    def misses(self, number: int) -> State | None:
        """A state that only one formulation of the moves leads to."""
        states = set(map(self.puzzle.pack, self.puzzle.successors(self.state(number))))
        differing = self.classes(states) ^ self.beyond([number])
        return self.state(min(differing)) if differing else None

    @cached_property
    def _blank_of(self) -> Callable[[int], int]:
        """The cell of the blank in a packed state."""
        cells, text = self.cells, f"%0{self.cells}x"
        if self.digits == 4:
            return lambda number: (text % number).index("0")
        return lambda number: number.to_bytes(cells, "big").index(0)

    # --- moves ----------------------------------------------------------------------------

    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells beside it."""
        return tuple(tuple(self._beside(cell)) for cell in range(self.cells))

    def _beside(self, cell: int) -> Iterator[int]:
        """The cells north, east, south and west of a cell."""
        row, column = divmod(cell, self.columns)
        if row > 0:
            yield cell - self.columns
        if column + 1 < self.columns:
            yield cell + 1
        if row + 1 < self.rows:
            yield cell + self.columns
        if column > 0:
            yield cell - 1

    @cached_property
    def slides(self) -> list[list[Slide]]:
        """For each cell of the blank the slides."""
        return [
            [
                (self._shift(cell), (1 << self._shift(blank)) - (1 << self._shift(cell)))
                for cell in self._beside(blank)
            ]
            for blank in range(self.cells)
        ]

    def _shift(self, cell: int) -> int:
        return self.digits * (self.cells - 1 - cell)

    # --- symmetries -----------------------------------------------------------------------

    def _symmetries(self) -> Iterator[CellImages]:
        rows, columns = range(self.rows), range(self.columns)
        for turned in (False, True) if self.rows == self.columns else (False,):
            for up in (1, -1):
                for left in (1, -1):
                    places = [(r, c) for r in rows[::up] for c in columns[::left]]
                    images = tuple(
                        (c * self.columns + r if turned else r * self.columns + c)
                        for r, c in places
                    )
                    if images[self.home[0]] == self.home[0]:
                        yield images

    @cached_property
    def _images(self) -> list[Callable[[Iterable[int]], Iterator[int]]]:
        """The images of packed states, under all symmetries but the identity."""
        return [self._image(one) for one in self.symmetries[1:]]

    def _image(self, images: CellImages) -> Callable[[Iterable[int]], Iterator[int]]:
        label = [self.end[images[self.home[one]]] for one in range(self.cells)]
        adds = [[one << self._shift(images[cell]) for one in label] for cell in range(self.cells)]
        return cell_sums(self.digits, adds)

    def members(self, number: int) -> list[int]:
        """The state and, where states are classes, its images."""
        images = (one([number]) for one in self._classes)
        return list(dict.fromkeys(chain([number], *images)))

    def classes(self, numbers: Iterable[int]) -> set[int]:
        """The least image of each state."""
        if not self._classes:
            return set(numbers)
        some = list(numbers)
        images = (one(some) for one in self._classes)
        return set(map(min, zip(some, *images, strict=True)))


def tile_graph_of(graph: LabelGraph) -> TileGraph:
    """The graph, for a lemma about it; raises CertificateRejected for another."""
    if not isinstance(graph, TileGraph):
        raise CertificateRejected("a lemma about sliding tiles in the metric 'single'")
    return graph


# --- sums over the cells of a packed board ------------------------------------------------
#
# What tile t on cell c adds is a table; a number's sum is looked up for some cells at once, and
# what these cells hold is remembered, as boards near each other differ in few of them.


def cell_sums(
    digits: int, adds: Sequence[Sequence[int]]
) -> Callable[[Iterable[int]], Iterator[int]]:
    """The function from packed boards to their sums; ``adds[c][t]`` for tile t on cell c.

    ``digits`` are the bits of a label; the first cell's are the highest.

    >>> list(cell_sums(4, [[0, 10], [0, 7]])([0x01, 0x10]))
    [7, 10]
    """
    chunks, firsts = list[_Chunk](), range(0, len(adds), TOGETHER)
    for first in firsts:
        some = adds[first : first + TOGETHER]
        shift = digits * (len(adds) - first - len(some))
        chunks.append(_Chunk(digits, shift, some, REMEMBERED // len(firsts)))
    return _of_four(chunks) if len(chunks) == FOUR else _of_any(chunks)


class _Chunk(dict[int, int]):
    """Contents of some cells -> what they add."""

    def __init__(self, digits: int, shift: int, adds: Sequence[Sequence[int]], most: int) -> None:
        super().__init__()
        self._most = most
        self.shift, self.mask = shift, (1 << digits * len(adds)) - 1
        self._digits, self._adds = digits, adds

    def __missing__(self, contents: int) -> int:
        if len(self) >= self._most:
            self.clear()
        low, rest, total = (1 << self._digits) - 1, contents, 0
        for added in reversed(self._adds):
            total += added[rest & low]
            rest >>= self._digits
        self[contents] = total
        return total


def _of_any(chunks: Sequence[_Chunk]) -> Callable[[Iterable[int]], Iterator[int]]:
    def sums(numbers: Iterable[int]) -> Iterator[int]:
        for number in numbers:
            yield sum(chunk[number >> chunk.shift & chunk.mask] for chunk in chunks)

    return sums


def _of_four(chunks: Sequence[_Chunk]) -> Callable[[Iterable[int]], Iterator[int]]:
    """The same for boards of 13 to 16 cells, spelt out: most of the time goes here.

    Only the last chunk may have fewer cells than the others; its mask is its own.
    """
    a, b, c, d = chunks
    one, two, three, low = a.shift, b.shift, c.shift, d.mask
    high = b.mask

    def sums(numbers: Iterable[int]) -> Iterator[int]:
        for n in numbers:
            yield a[n >> one] + b[n >> two & high] + c[n >> three & high] + d[n & low]

    return sums
