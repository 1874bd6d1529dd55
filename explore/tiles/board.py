"""Geometry of an n×m board as tables; every tile is named by its goal cell.

Cells are numbered in reading order.  With these names the goal is 0, 1, 2, … whatever its labels
are, and the tables depend on no part of the goal but the blank's goal cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from puzzleproof.models.drawing import COMPASS, STEPS

if TYPE_CHECKING:
    import numpy as np

Names: TypeAlias = tuple[int, ...]
"""A state: for each cell, the name of the tile there."""
Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

LETTERS = COMPASS
"""The directions in which the blank moves; a *direction* is an index of one of these letters."""


@dataclass(frozen=True)
class TileBoard:
    """A board and its goal (labels in reading order; 0 is the blank)."""

    rows: int
    columns: int
    goal: tuple[int, ...]

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    @cached_property
    def home(self) -> int:
        """The blank's goal cell, which is also its name."""
        return self.goal.index(0)

    def named(self, labels: Sequence[int]) -> Names:
        """Return the state with every label replaced by its goal cell."""
        return tuple(map(self.goal.index, labels))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Cell -> the cells north, east, south and west of it; -1 is off the board."""
        places = list(product(range(self.rows), range(self.columns)))
        number = {place: cell for cell, place in enumerate(places)}
        steps = [STEPS[letter] for letter in LETTERS]
        return tuple(
            tuple(number.get((row + down, column + right), -1) for down, right in steps)
            for row, column in places
        )

    def apart(self, one: int, other: int) -> int:
        """Return the Manhattan distance of two cells."""
        m = self.columns
        return abs(one // m - other // m) + abs(one % m - other % m)
