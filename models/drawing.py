"""Drawings: rows of characters, one character a cell, as instance files hold them.

A drawing is a rectangle.  ``.`` is an empty (or, in a goal, a don't-care) cell, ``#`` and a space
are outside the board, any other printable character belongs to the piece of that name.  Every
error names the file's key and the row, counted from 1 at the top.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from puzzleproof.models.errors import InstanceError

EMPTY = "."
OUTSIDE = "# "

Cell: TypeAlias = tuple[int, int]
"""(row, column), both from 0, row 0 at the top."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A rectangular drawing; ``key`` is where it stood in the file, for messages."""

    rows: tuple[str, ...]
    key: str = field(compare=False)

    @property
    def size(self) -> tuple[int, int]:
        """(number of rows, number of columns)."""
        return len(self.rows), len(self.rows[0])

    def cells(self) -> dict[Cell, str]:
        """Every cell inside the board with its character."""
        return {
            (r, c): char
            for r, row in enumerate(self.rows)
            for c, char in enumerate(row)
            if char not in OUTSIDE
        }

    def pieces(self) -> dict[str, frozenset[Cell]]:
        """Name -> cells of every piece drawn, in reading order of each piece's first cell."""
        found: dict[str, set[Cell]] = {}
        for cell, char in self.cells().items():
            if char != EMPTY:
                found.setdefault(char, set()).add(cell)
        return {name: frozenset(cells) for name, cells in found.items()}

    def text(self) -> str:
        """Return the rows as one text, each row ended by a newline."""
        return "\n".join(self.rows) + "\n"


def read_drawing(text: object, key: str) -> Drawing:
    r"""Read a multi-line string; a first and a last empty line do not count.

    Raises InstanceError for anything that is not a rectangle of printable characters.

    >>> read_drawing("AB\nA.\n", "board").rows
    ('AB', 'A.')
    """
    if not isinstance(text, str):
        raise InstanceError(f"key {key!r}: expected a drawing (a string), got {text!r}")
    rows = text.split("\n")
    if rows and not rows[0]:
        rows = rows[1:]
    if rows and not rows[-1]:
        rows = rows[:-1]
    if not rows or not rows[0]:
        raise InstanceError(f"key {key!r}: the drawing is empty")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InstanceError(
                f"key {key!r}: row {number} {row!r} has {len(row)} characters, "
                f"row 1 has {len(rows[0])}; a drawing is a rectangle ('#' is outside)"
            )
        for char in row:
            if not char.isprintable():
                raise InstanceError(f"key {key!r}: row {number} has the unprintable {char!r}")
    return Drawing(tuple(rows), key)


def shape_of(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Move a set of cells to the upper left corner.

    >>> sorted(shape_of({(3, 4), (4, 4), (4, 5)}))
    [(0, 0), (1, 0), (1, 1)]
    """
    cells = list(cells)
    top = min((r for r, _ in cells), default=0)
    left = min((c for _, c in cells), default=0)
    return frozenset((r - top, c - left) for r, c in cells)
