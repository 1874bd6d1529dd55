"""Places of pieces as sets of anchors: breadth-first search on bits finds all moves of a piece.

The *anchor* of a piece is its first cell in reading order; with the shape it says where the piece
is.  Cells are numbered row by row in the bounding box of the board, so a set of anchors is an
integer and a step of all of them is one shift.  Each shape has four masks: the anchors that may be
*entered* by a step north, east, south or west.  Only these masks depend on edges, walls and locked
axes.  They come from the rules' own single steps (`SlidingPuzzle.steps_of_kinds`).

A *class of moves* is a set of paths that a metric counts as one move:

- ``piece``: one class, any path;
- ``line``: two classes, runs east and west, and runs north and south;
- ``unit``: one class, a single step; with half cells four classes, up to two steps in a direction.

In the metrics ``piece`` and ``line`` the moves of a class are chains of steps that can be undone
and joined.  So, with all other pieces fixed, the places that one piece can reach by a class form a
*clique*: each is one move from every other one.  A search from any place finds the whole clique.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from puzzleproof.models.budget import spend
from puzzleproof.models.drawing import COMPASS, Cell, Grid, Pattern, Steps, shape_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle


class MoveClass(NamedTuple):
    """The directions of a move, and ``most``, the limit on its steps (0: any number of steps)."""

    letters: str
    most: int


def move_classes(metric: str, cell: int) -> tuple[MoveClass, ...]:
    """List the classes of moves of a metric; ``cell`` is the number of steps across one cell."""
    single = ("NESW",) if cell == 1 else tuple(COMPASS)
    found = {
        "piece": (MoveClass("NESW", 0),),
        "line": (MoveClass("EW", 0), MoveClass("NS", 0)),
        "unit": tuple(MoveClass(letters, cell) for letters in single),
    }
    return found[metric]


class CellNumbers:
    """The cells of a board, numbered row by row in its bounding box."""

    def __init__(self, grid: Grid) -> None:
        rows, columns = zip(*grid.cells, strict=True)
        self._grid, self._top, self._left = grid, min(rows), min(columns)
        self.width = max(columns) - self._left + 1
        self.count = self.width * (max(rows) - self._top + 1)

    def anchor(self, mask: int) -> int:
        """Return the first cell of a mask of the grid, as a set of one cell."""
        return self.mask(mask & -mask)

    def mask(self, mask: int) -> int:
        """Convert a mask of the grid to a set of cells of the box."""
        return sum(
            1 << (row - self._top) * self.width + column - self._left
            for row, column in self._grid.cells_of(mask)
        )


@dataclass(frozen=True, slots=True)
class ShapeAnchors:
    """The anchors of one shape: sets of cells, one bit each."""

    offsets: tuple[int, ...]
    """The distances of the shape's other cells from the anchor, as numbers of bits."""
    resting: tuple[int, ...]
    """The anchor of each place where a move may end (*resting place*), in ascending order."""
    entered: Mapping[str, int]
    """Compass letter -> the anchors that a step in that direction may enter."""

    @property
    def rests(self) -> int:
        """All anchors of resting places."""
        return sum(self.resting)

    def cells(self, anchor: int) -> int:
        """Return the cells covered by a piece with this anchor."""
        return anchor | sum(anchor << offset for offset in self.offsets)


Clause: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs (kind, rank of a place): for at least one pair, a piece of the kind is on the place."""


class AnchorLayout(NamedTuple):
    """The data of a board for moves and goals."""

    width: int
    """The number of cells in a row of the bounding box."""
    cells: int
    """The number of cells of the bounding box."""
    classes: tuple[MoveClass, ...]
    shapes: tuple[ShapeAnchors, ...]
    """The anchors of each kind of pieces."""
    pieces: tuple[int, ...]
    """The number of pieces of each kind."""
    goals: tuple[tuple[Clause, ...], ...]
    """The clauses of each goal."""


@lru_cache(maxsize=8)
def anchors_of(puzzle: AnyPuzzle) -> AnchorLayout | None:
    """Return the board as sets of anchors; None for a tour, and for other families."""
    if not isinstance(puzzle, SlidingPuzzle) or puzzle.tour:
        return None
    numbers, places = CellNumbers(puzzle.grid), puzzle.places_of_kinds
    shapes = (shape_of(puzzle.drawn[names[0]]) for names in puzzle.groups)
    kinds = list(zip(shapes, puzzle.steps_of_kinds, strict=True))
    known = {
        kind: _shape_anchors(puzzle.grid, numbers, *kind, resting)
        for kind, resting in dict(zip(kinds, places, strict=True)).items()
    }
    kind_of = [kind for kind, names in enumerate(puzzle.groups) for _ in names]
    return AnchorLayout(
        width=numbers.width,
        cells=numbers.count,
        classes=move_classes(puzzle.metric, puzzle.cell),
        shapes=tuple(known[kind] for kind in kinds),
        pieces=tuple(map(len, puzzle.groups)),
        goals=tuple(_goal_clauses(kind_of, places, goal) for goal in puzzle.goal_patterns),
    )


def _shape_anchors(
    grid: Grid, numbers: CellNumbers, shape: frozenset[Cell], steps: Steps, resting: Sequence[int]
) -> ShapeAnchors:
    """Find the anchors of a shape from its moves by one cell and its resting places (masks)."""
    entered = dict.fromkeys(COMPASS, 0)
    for place in grid.translations(shape):
        spend(10 + numbers.count // 100)
        for letter, after in steps(place).items():
            entered[letter] |= numbers.anchor(after)
    cells = numbers.mask(resting[0])
    first = numbers.anchor(resting[0]).bit_length() - 1
    offsets = tuple(k - first for k in range(first + 1, cells.bit_length()) if cells >> k & 1)
    return ShapeAnchors(offsets, tuple(map(numbers.anchor, resting)), entered)


def _goal_clauses(
    kind_of: Sequence[int], places: Sequence[Sequence[int]], goal: Pattern
) -> tuple[Clause, ...]:
    """List the clauses of a goal; a labelled piece is the only one of its kind."""
    named = [
        ((kind_of[piece], places[kind_of[piece]].index(mask)),) for piece, mask in goal.labelled
    ]
    alike = [
        tuple((k, masks.index(mask)) for k, masks in enumerate(places) if mask in masks)
        for mask in goal.shapes
    ]
    return (*named, *alike)
