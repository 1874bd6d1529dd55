"""The fewest moves by some pieces that bring them home, for all placements of the pieces at once.

All other pieces are lifted off the board.  A *placement* says on which cells of the bounding box
the anchors (`puzzleproof.models.sliding.anchors`) of the pieces of the group are.  One move, as the
metric counts it, takes one piece past the others of the group.

A step of a piece shifts a whole set of placements (`puzzleproof.verify.bounds.planes`).  One mask
has the placements that the step may enter, another those in which no two pieces overlap.  No carry
into another digit survives the masks: a step east enters no anchor in the first column, and so on.
Moves can be taken back, so a breadth-first search from the goal finds all distances to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from puzzleproof.models.sliding.anchors import MoveClass, ShapeAnchors
from puzzleproof.verify.bounds.planes import CAP, NO_WAY, Placements, as_bytes, give, union


class Covered(NamedTuple):
    """Demands that pieces, which are alike, stand on at least ``least`` of some anchors."""

    pieces: tuple[int, ...]
    """The pieces' indices in the group."""
    anchors: tuple[int, ...]
    least: int


Home: TypeAlias = Sequence[Covered]
"""The placements that meet all of these demands."""


def group_table(
    width: int,
    cells: int,
    classes: Sequence[MoveClass],
    pieces: Sequence[ShapeAnchors],
    homes: Iterable[Home],
) -> bytes:
    """For each placement the fewest moves to a placement of one of the ``homes``.

    The bounding box has ``cells`` cells, ``width`` in a row; moves are those of the ``classes``.
    Each placement has a byte: a number up to `CAP`, or `NO_WAY` if no moves lead home.
    """
    search = _Search(width, cells, classes, pieces)
    here = union(map(search.home, homes))
    planes, known, depth = [0] * 8, 0, 0
    while here and depth < CAP:
        give(planes, depth, here)
        known |= here
        here = search.after_moves(here) & ~known
        depth += 1
    give(planes, CAP if here else NO_WAY, search.all ^ known)
    return as_bytes(planes, search.size)


class _Search(Placements):
    """The masks of a group, and its moves on sets of placements."""

    def __init__(
        self,
        width: int,
        cells: int,
        classes: Sequence[MoveClass],
        pieces: Sequence[ShapeAnchors],
    ) -> None:
        super().__init__(cells, len(pieces))
        self._classes, self._pieces = classes, pieces
        self._steps = {"N": -width, "E": 1, "S": width, "W": -1}
        self._apart: int = self.all & ~self._overlapping()
        """Placements in which no two pieces overlap."""
        self._entered = [
            {letter: self.within(k, shape.entered[letter]) & self._apart for letter in self._steps}
            for k, shape in enumerate(pieces)
        ]
        self._rests = [self.within(k, shape.rests) for k, shape in enumerate(pieces)]

    def _overlapping(self) -> int:
        """The placements in which some cell is covered twice."""
        found = 0
        for cell in range(self.cells if len(self.places) > 1 else 0):
            once = 0
            for piece, shape in enumerate(self._pieces):
                covering = self.within(piece, self._covering(shape, cell))
                found |= once & covering
                once |= covering
        return found

    def _covering(self, shape: ShapeAnchors, cell: int) -> int:
        """The anchors from which a shape covers a cell."""
        offsets = (0, *shape.offsets)
        return sum(1 << cell - offset for offset in offsets if offset <= cell)

    def home(self, home: Home) -> int:
        """The placements with all pieces at rest that meet all demands of ``home``."""
        found = self._apart
        for rests in self._rests:
            found &= rests
        for covered in home:
            found &= self._covered(covered)
        return found

    def _covered(self, covered: Covered) -> int:
        """The placements that meet one demand."""
        counted = [self.all] + [0] * covered.least
        for anchor in covered.anchors:
            one = union(self.within(k, 1 << anchor) for k in covered.pieces)
            for number in range(covered.least, 0, -1):
                counted[number] |= counted[number - 1] & one
        return counted[covered.least]

    def after_moves(self, here: int) -> int:
        """The placements one move from these; some of these themselves may be among them."""
        found = 0
        for piece, rests in enumerate(self._rests):
            for letters, most in self._classes:
                found |= self._slid(here, piece, letters, most) & rests
        return found

    def _slid(self, here: int, piece: int, letters: str, most: int) -> int:
        """The placements after up to ``most`` steps of a piece (0: any number of steps)."""
        seen = fresh = here
        steps = 0
        while fresh and (not most or steps < most):
            fresh = union(self._one_step(fresh, piece, letters)) & ~seen
            seen |= fresh
            steps += 1
        return seen

    def _one_step(self, here: int, piece: int, letters: str) -> Iterator[int]:
        for letter in letters:
            yield self.moved(here, piece, self._steps[letter]) & self._entered[piece][letter]
