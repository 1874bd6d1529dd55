"""Geometry of an n×m board as tables; every tile is named by the cell where it belongs.

Cells are numbered in reading order.  With this naming the goal is 0, 1, 2, … whatever its labels
were, and tables that depend on the goal depend on the blank's goal cell alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np

Names: TypeAlias = tuple[int, ...]
"""A state: for each cell the name of the tile there."""
Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

LETTERS = "NESW"
"""The directions in which the blank moves; a *direction* is an index into this."""


@dataclass(frozen=True)
class TileBoard:
    """A board and its goal (labels in reading order, 0 the blank)."""

    rows: int
    columns: int
    goal: tuple[int, ...]

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.rows * self.columns

    @cached_property
    def home(self) -> int:
        """The blank's goal cell, which is the blank's name too."""
        return self.goal.index(0)

    @cached_property
    def _names(self) -> dict[int, int]:
        return {label: cell for cell, label in enumerate(self.goal)}

    def named(self, labels: Sequence[int]) -> Names:
        """The state with every label replaced by its goal cell."""
        return tuple(self._names[label] for label in labels)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Cell -> the cell north, east, south and west of it; -1 off the board."""
        n, m = self.rows, self.columns

        def cell(row: int, column: int) -> int:
            return row * m + column if 0 <= row < n and 0 <= column < m else -1

        return tuple(
            (cell(r - 1, c), cell(r, c + 1), cell(r + 1, c), cell(r, c - 1))
            for r in range(n)
            for c in range(m)
        )

    def apart(self, one: int, other: int) -> int:
        """Rows and columns between two cells."""
        m = self.columns
        return abs(one // m - other // m) + abs(one % m - other % m)

    def manhattan(self, names: Sequence[int]) -> int:
        """Sum of all tiles' distances from where they belong; the blank does not count."""
        return sum(self.apart(c, t) for c, t in enumerate(names) if t != self.home)

    def playable(self, names: Sequence[int]) -> bool:
        """Whether the parity of the permutation is that of the blank's path (Johnson, Story 1879).

        Each move exchanges the blank with a tile.  On a board of one line this is not enough.
        """
        seen, odd = [False] * self.cells, 0
        for first in range(self.cells):
            cell, length = first, 0
            while not seen[cell]:
                seen[cell] = True
                cell, length = names[cell], length + 1
            odd ^= length > 0 and not length & 1
        return odd == self.apart(names.index(self.home), self.home) & 1

    def walk(self, names: Sequence[int], word: Sequence[int]) -> Names:
        """The state after the blank has moved in these directions; it must stay on the board."""
        state = list(names)
        blank = state.index(self.home)
        for direction in word:
            to = self.neighbours[blank][direction]
            assert to >= 0, "the blank left the board"
            state[blank], state[to] = state[to], self.home
            blank = to
        return tuple(state)
