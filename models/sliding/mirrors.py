"""Mirror images of a board: their effect on places, and the test that they keep moves and goals.

A mirror image, or a half turn, takes cells to cells, and done twice it takes each cell to itself.
It is a *symmetry* of the puzzle if

1. cells of the board go to cells of the board;
2. each piece keeps its shape: its places (sets of cells) go to places of the same piece;
3. if a single step leads from a place p to a place q in some direction, a single step leads from
   the image of p to the image of q in the image of this direction (the steps are the rules' own
   `SlidingPuzzle.steps_of_kinds`, which know edges, walls and axes);
4. a piece may rest on a place if and only if it may rest on its image;
5. each goal goes to a goal.

A symmetry takes states to states, as it is one to one on cells.  It takes moves to moves: in each
metric a move is a chain of steps through cells that no other piece covers, ending where the piece
may rest; the metric only limits how many directions and how many steps the chain has.  And it
takes goal states to goal states, by 5.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from puzzleproof.models.budget import spend
from puzzleproof.models.drawing import STEPS, Cell, Pattern, Steps, shape_of
from puzzleproof.models.puzzle import State

if TYPE_CHECKING:
    from puzzleproof.models.sliding.rules import SlidingPuzzle

MIRRORS = {
    "left-right": (False, True, False),
    "top-bottom": (True, False, False),
    "half turn": (True, True, False),
    "diagonal": (False, False, True),
    "antidiagonal": (True, True, True),
}
"""Name -> whether to reverse the rows, to reverse the columns, and then to exchange the two."""

Images: TypeAlias = dict[int, int]
"""Place -> its image, as masks."""


class Mirror:
    """A symmetry of a puzzle; raises ValueError, which names the condition that fails."""

    def __init__(self, puzzle: "SlidingPuzzle", name: str) -> None:
        if name not in MIRRORS:
            raise ValueError(f"expected one of {', '.join(map(repr, MIRRORS))}")
        if puzzle.tour:
            raise ValueError("a tour: its symmetries are not supported")
        self.name, self.puzzle = name, puzzle
        rows, columns = zip(*puzzle.grid.cells, strict=True)
        # The sum of the numbers of the first and the last row, and the same for columns.
        self._ends = min(rows) + max(rows), min(columns) + max(columns)
        self._corner = min(rows), min(columns)
        if frozenset(map(self._cell, puzzle.grid.cells)) != puzzle.grid.cells:
            raise ValueError("it takes a cell of the board off the board, or on a wall")
        shapes = [shape_of(puzzle.drawn[names[0]]) for names in puzzle.groups]
        kinds = list(zip(shapes, puzzle.steps_of_kinds, strict=True))
        pieces = dict(zip(kinds, (names[0] for names in puzzle.groups), strict=True))
        images = {kind: self._images_of(pieces[kind], *kind) for kind in pieces}
        self._images = [images[kind] for kind in kinds]

        def drawn(goal: Pattern, image: Callable[[int], int]) -> object:
            labelled = frozenset((piece, image(mask)) for piece, mask in goal.labelled)
            return labelled, frozenset(map(image, goal.shapes))

        goals = puzzle.goal_patterns
        if {drawn(g, self._moved) for g in goals} != {drawn(g, int) for g in goals}:
            raise ValueError("it takes a goal to a drawing that is not a goal")

    def letter(self, letter: str) -> str:
        """Return the direction that a compass letter becomes."""
        (row, column), (to_row, to_column) = self._cell((0, 0)), self._cell(STEPS[letter])
        step = to_row - row, to_column - column
        return next(other for other in STEPS if STEPS[other] == step)

    @cached_property
    def ranks(self) -> tuple[tuple[int, ...], ...]:
        """For each group of pieces: rank of a resting place -> rank of its image."""
        found = list[tuple[int, ...]]()
        for images in self._images:
            resting = list(filter(self.puzzle.rests, images))
            rank = {place: k for k, place in enumerate(resting)}
            found.append(tuple(rank[images[place]] for place in resting))
        return tuple(found)

    def image(self, state: State) -> State:
        """Return the (canonical) image of a state."""
        places = iter(state)
        kinds = zip(self._images, self.puzzle.groups, strict=True)
        return tuple(
            place
            for images, group in kinds
            for place in sorted(images[next(places)] for _ in group)
        )

    def least(self, state: State) -> State:
        """Return the state or its image, whichever has the smaller packed number."""
        return min(state, self.image(state))  # masks of a shape are in the order of their ranks

    # --- is it a symmetry? ------------------------------------------------------------------

    def _cell(self, cell: Cell) -> Cell:
        """Return the image of a cell."""
        (row, column), (down, across, swap) = cell, MIRRORS[self.name]
        row = self._ends[0] - row if down else row
        column = self._ends[1] - column if across else column
        top, left = self._corner
        return (column - left + top, row - top + left) if swap else (row, column)

    def _moved(self, mask: int) -> int:
        """Return the image of a set of cells."""
        grid = self.puzzle.grid
        spend(5 + mask.bit_count() * (1 + mask.bit_length() // 4_000))
        return grid.mask(map(self._cell, grid.cells_of(mask)))

    def _images_of(self, name: str, shape: frozenset[Cell], steps_of: Steps) -> Images:
        """Return the images of all places of a piece, in ascending order of the places."""
        puzzle = self.puzzle
        places = puzzle.grid.translations(shape)
        images = {place: self._moved(place) for place in places}
        if set(images.values()) != set(places):
            raise ValueError(f"it gives piece {name!r} another shape")
        for place, image in images.items():
            steps = {self.letter(x): images[after] for x, after in steps_of(place).items()}
            if steps != steps_of(image):
                raise ValueError(f"it takes a step of piece {name!r} to what is not a step")
            if puzzle.rests(place) != puzzle.rests(image):
                raise ValueError(f"piece {name!r} may rest on a place, but not on its image")
        return images


def mirrors(puzzle: "SlidingPuzzle") -> Iterator[Mirror]:
    """Yield the symmetries of a puzzle among `MIRRORS` that move some place."""
    for name in MIRRORS:
        try:
            found = Mirror(puzzle, name)
        except ValueError:
            continue
        if any(list(ranks) != list(range(len(ranks))) for ranks in found.ranks):
            yield found
