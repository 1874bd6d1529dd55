"""Sliding tiles as packed numbers: the labels of the cells as digits, the first cell's the highest.

Moves can be taken back, so labels may count from either end.

*Symmetries.*  Let f be a symmetry of the rectangle that keeps the blank's cell at the end.  A
state becomes another if the tile on each cell c that belongs on cell h is replaced, on cell f(c),
by the tile that belongs on f(h).  The blank belongs on a cell that f keeps, so it remains the
blank; cells beside each other remain so, and lines remain lines: moves become moves.  The end
becomes itself, as each tile that is where it belongs is so in the image.  So a state and its
images are equally far from the end: a lemma that holds of all states may judge any of them.  States
are one class only under those that keep the origin as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import TypeAlias

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.bounds.cell_sums import cell_sums
from puzzleproof.verify.bounds.graphs import LabelGraph

CellImages: TypeAlias = tuple[int, ...]
"""For each cell the one that it becomes."""
Slide: TypeAlias = tuple[int, int]
"""How far the label that moves stands from the lowest digit; what moving it by one cell adds for
each unit of the label."""


def tile_graph(puzzle: AnyPuzzle, *, backward: bool) -> LabelGraph | None:
    """The graph of a table of tiles, in either metric."""
    return TileGraph(puzzle, backward=backward) if isinstance(puzzle, TilesPuzzle) else None


class TileGraph:
    """Tables of tiles, and the slides between them."""

    def __init__(self, puzzle: TilesPuzzle, *, backward: bool) -> None:
        self.puzzle, self.backward = puzzle, backward
        self.rows, self.columns = puzzle.rows, puzzle.columns
        self.cells = self.rows * self.columns
        self.digits = 4 if self.cells <= 16 else 8
        """Bits of a label, as `TilesPuzzle.pack` has them."""
        first, self.end = (puzzle.goal, puzzle.start) if backward else (puzzle.start, puzzle.goal)
        self.home = tuple(map(self.end.index, range(self.cells)))
        """For each label the cell where the end has it, the blank's first."""
        self.end_number = puzzle.pack(self.end)
        self.symmetries = list(dict.fromkeys(self._symmetries()))
        """The identity, and the other symmetries that keep the blank's cell."""
        start = puzzle.pack(first)
        self._classes = [one for one in self._images if list(one([start])) == [start]]
        self.origins = {start}

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
        blank_of, add, runs, low = self._blank_of, found.add, self.runs, (1 << self.digits) - 1
        for number in numbers:
            blank = blank_of(number)
            for run in runs[blank]:
                after = number
                for shift, unit in run:
                    after += (after >> shift & low) * unit
                    add(after)
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
        return tuple(tuple(line[0] for line in self._lines(cell)) for cell in range(self.cells))

    def _lines(self, cell: int) -> Iterator[tuple[int, ...]]:
        """The cells north, east, south and west of a cell, nearest first; none where it is edge."""
        column = cell % self.columns
        lines = (
            range(cell - self.columns, -1, -self.columns),
            range(cell + 1, cell + self.columns - column),
            range(cell + self.columns, self.cells, self.columns),
            range(cell - 1, cell - column - 1, -1),
        )
        return (tuple(line) for line in lines if line)

    @cached_property
    def runs(self) -> list[list[list[Slide]]]:
        """For each cell of the blank the runs of slides, each slide a move more in ``multi``."""
        far = 1 if self.puzzle.metric == "single" else None
        return [
            [list(self._run((cell, *line[:far]))) for line in self._lines(cell)]
            for cell in range(self.cells)
        ]

    def _run(self, line: Sequence[int]) -> Iterator[Slide]:
        for blank, cell in pairwise(line):
            yield self._shift(cell), (1 << self._shift(blank)) - (1 << self._shift(cell))

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
        raise CertificateRejected("a lemma about sliding tiles")
    return graph
