"""Cells of a board as bits: one integer is a set of cells, one step is one shift.

Cells are numbered row by row with one cell of padding around the drawing, so that a set moved by
one step never wraps round: whatever leaves the drawing lands on padding, outside the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from puzzleproof.models.drawing import Cell

COMPASS = "NESW"


@dataclass(frozen=True)
class Grid:
    """A drawing of ``rows`` x ``columns`` characters, of which ``cells`` are inside the board."""

    rows: int
    columns: int
    cells: frozenset[Cell]

    @property
    def stride(self) -> int:
        """Distance of two cells above one another: the columns and one of padding."""
        return self.columns + 1

    def mask(self, cells: Iterable[Cell]) -> int:
        """The set of some cells; (row, column) both from 0."""
        return sum(1 << ((r + 1) * self.stride + c + 1) for r, c in cells)

    @cached_property
    def all(self) -> int:
        """The cells of the board."""
        return self.mask(self.cells)

    def cell_of(self, mask: int) -> Cell:
        """(row, column) of the lowest cell in a mask."""
        number = (mask & -mask).bit_length() - 2
        return number // self.stride - 1, number % self.stride

    def cells_of(self, mask: int) -> Iterator[Cell]:
        """Every cell of a mask, in reading order."""
        while mask:
            yield self.cell_of(mask)
            mask &= mask - 1

    def extent(self, mask: int) -> tuple[int, int]:
        """(rows, columns) of the bounding box."""
        rows, columns = zip(*self.cells_of(mask), strict=True)
        return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1

    def neighbours(self, mask: int) -> dict[str, int]:
        """Compass letter -> the mask one step away, where that stays on the board."""
        shifted = (mask >> self.stride, mask << 1, mask << self.stride, mask >> 1)
        return {x: m for x, m in zip(COMPASS, shifted, strict=True) if not m & ~self.all}

    def beside(self, mask: int) -> int:
        """The cells one step from some cell of a mask, on the board or off it."""
        return mask >> self.stride | mask << 1 | mask << self.stride | mask >> 1

    def translations(self, cells: Iterable[Cell]) -> list[int]:
        """Every place on the board of a shape given at the upper left corner, ascending."""
        shape = list(cells)
        corners = ((r, c) for r in range(self.rows) for c in range(self.columns))
        places = ({(r + dr, c + dc) for dr, dc in shape} for r, c in corners)
        return [self.mask(place) for place in places if place <= self.cells]

    @cached_property
    def _corners(self) -> int:
        pairs = ((r, c) for r in range(0, self.rows, 2) for c in range(0, self.columns, 2))
        return self.mask(pairs)

    def whole(self, mask: int, cell: int) -> bool:
        """Whether a mask is made of whole cells, ``cell`` x ``cell`` characters each."""
        corners = mask & self._corners
        quads = corners | corners << 1 | corners << self.stride | corners << self.stride + 1
        return cell == 1 or quads == mask
