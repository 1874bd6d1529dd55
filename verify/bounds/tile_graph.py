"""Sliding tiles in ``single``: the digits of a packed state are its labels in reading order.

*Symmetries.*  Let f be a symmetry of the rectangle that keeps the cell where the goal has the
blank.  The image of a state is made so: if a state has, on cell c, the tile that belongs on cell h,
its image has, on cell f(c), the tile that belongs on f(h).  The blank remains the blank, as f keeps
its goal cell.  Neighbouring cells go to neighbouring cells, so moves become moves.  The goal is its
own image, as a tile on its own cell becomes a tile on its own cell.  So a state and its images are
equally far from the goal, and a lemma that holds for all states may be applied to any of them.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import product
from typing import TypeAlias

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.bounds.graphs import LabelGraph

CellImages: TypeAlias = tuple[int, ...]
"""For each cell its image."""
Slide: TypeAlias = tuple[int, int]
"""(the number of bits below the moving label, what the slide adds to the packed number for each
unit of the label)."""


def tile_graph(puzzle: AnyPuzzle) -> LabelGraph | None:
    """Return the graph that is labelled; None in ``multi``, where a move may take several tiles."""
    if not isinstance(puzzle, TilesPuzzle) or puzzle.metric != "single":
        return None
    return TileGraph(puzzle)


class TileGraph(LabelGraph):
    """Packed states of sliding tiles, and the slides between them."""

    def __init__(self, puzzle: TilesPuzzle) -> None:
        super().__init__(puzzle)
        self.end = puzzle.goal
        self.rows, self.columns = puzzle.rows, puzzle.columns
        self.cells = self.rows * self.columns
        unit = [puzzle.part(cell, 1) for cell in range(self.cells)]
        self.digits = unit[-2].bit_length() - 1
        """The number of bits of a tile's number."""
        exchanges = puzzle.permuting().exchanges
        ways = sorted((*exchanges, *(pair[::-1] for pair in exchanges)))
        self.neighbours = tuple(
            tuple(other for cell, other in ways if cell == blank) for blank in range(self.cells)
        )
        """For each cell the cells beside it."""
        self.slides: list[list[Slide]] = [
            [(unit[cell].bit_length() - 1, unit[blank] - unit[cell]) for cell in beside]
            for blank, beside in enumerate(self.neighbours)
        ]
        """For each cell of the blank the slides from there."""
        self.home = tuple(map(self.end.index, range(self.cells)))
        """For each label, beginning with the blank's 0, the cell where the goal has it."""
        self.end_number = puzzle.pack(self.end)
        self.turns = list(dict.fromkeys(self._turns()))
        """The symmetries of the rectangle, the identity first."""
        self.symmetries = [turn for turn in self.turns if turn[self.home[0]] == self.home[0]]
        """The identity, and the other symmetries that keep the blank's cell."""

    def beyond(self, numbers: Iterable[int]) -> set[int]:
        """Return the states one move later."""
        found = set[int]()
        blank_of, add, slides, low = self._blank_of, found.add, self.slides, (1 << self.digits) - 1
        for number in numbers:
            for shift, unit in slides[blank_of(number)]:
                add(number + (number >> shift & low) * unit)
        return found

    @cached_property
    def _blank_of(self) -> Callable[[int], int]:
        """The cell of the blank in a packed state."""
        cells, text = self.cells, f"%0{self.cells}x"
        if self.digits == 4:
            return lambda number: (text % number).index("0")
        return lambda number: number.to_bytes(cells, "big").index(0)

    def _turns(self) -> Iterator[CellImages]:
        square = (False, True) if self.rows == self.columns else (False,)
        for turned, up, left in product(square, (1, -1), (1, -1)):
            yield tuple(
                c * self.columns + r if turned else r * self.columns + c
                for r, c in product(range(self.rows)[::up], range(self.columns)[::left])
            )
