"""Drawings as rows of characters, and the four directions, as docs/boards.md has them."""

from collections.abc import Collection

Cell = tuple[int, int]
"""(row from the top, column), both from 0."""
Cells = frozenset[Cell]

DIRECTIONS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
OUTSIDE = "# "


def marks(drawing: str) -> dict[Cell, str]:
    """What is drawn in each cell, those outside left out."""
    return {
        (row, column): char
        for row, line in enumerate(drawing.split("\n"))
        for column, char in enumerate(line)
        if char not in OUTSIDE
    }


def moved(cells: Collection[Cell], by: Cell) -> Cells:
    """The cells, each so much further."""
    return frozenset((row + by[0], column + by[1]) for row, column in cells)


def next_to(cell: Cell, by: Cell, times: int = 1) -> Cell:
    """The cell so far away."""
    return (cell[0] + times * by[0], cell[1] + times * by[1])
