"""The fewest moves by some pieces that bring them home, for all placements of the pieces at once.

All other pieces are lifted off the board.  A *placement* says where the pieces of the group stand.
It is one number with a digit for each piece: the number of the cell of its anchor
(`puzzleproof.models.sliding.anchors`), to the base 'cells of the bounding box', the first piece's
the lowest.  One move, as the metric counts it, takes one piece past the others of the group.

A set of placements is one integer with a bit for each number.  A step of a piece adds a constant to
the number of the placement, so one shift moves the piece in a whole set.  One mask has the
placements that the step may enter, another those in which no two pieces overlap.  No carry into
another digit survives the masks: a step east enters no anchor in the first column, and so on.
Moves can be taken back, so a breadth-first search from the goal finds all distances to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from puzzleproof.models.sliding.anchors import MoveClass, ShapeAnchors
from puzzleproof.models.strips import bits
from puzzleproof.verify.bounds.planes import CAP, NO_WAY, as_bytes, give, repeated, union


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
        here = search.moved(here) & ~known
        depth += 1
    give(planes, CAP if here else NO_WAY, search.all ^ known)
    return as_bytes(planes, search.size)


class _Search:
    """The masks of a group, and its moves on sets of placements."""

    def __init__(
        self,
        width: int,
        cells: int,
        classes: Sequence[MoveClass],
        pieces: Sequence[ShapeAnchors],
    ) -> None:
        self._cells, self._classes, self._pieces = cells, classes, pieces
        self._places: list[int] = [cells**k for k in range(len(pieces))]
        self.size: int = cells ** len(pieces)
        self.all: int = (1 << self.size) - 1
        self._steps = {"N": -width, "E": 1, "S": width, "W": -1}
        self._apart: int = self.all & ~self._overlapping()
        """Placements in which no two pieces overlap."""
        self._entered = [
            {letter: self._within(k, shape.entered[letter]) & self._apart for letter in self._steps}
            for k, shape in enumerate(pieces)
        ]
        self._rests = [self._within(k, shape.rests) for k, shape in enumerate(pieces)]

    def _within(self, piece: int, anchors: int) -> int:
        """The placements in which a piece has one of these anchors."""
        place = self._places[piece]
        block = sum(((1 << place) - 1) << place * anchor for anchor in bits(anchors))
        return repeated(block, place * self._cells, self.size // (place * self._cells))

    def _overlapping(self) -> int:
        """The placements in which some cell is covered twice."""
        found = 0
        for cell in range(self._cells if len(self._places) > 1 else 0):
            once = 0
            for piece, shape in enumerate(self._pieces):
                covering = self._within(piece, self._covering(shape, cell))
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
            one = union(self._within(k, 1 << anchor) for k in covered.pieces)
            for number in range(covered.least, 0, -1):
                counted[number] |= counted[number - 1] & one
        return counted[covered.least]

    def moved(self, here: int) -> int:
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
            by = self._steps[letter] * self._places[piece]
            yield (here << by if by > 0 else here >> -by) & self._entered[piece][letter]
