"""Drawings, as instance files hold them, and sets of cells as integers.

A drawing is a rectangle of characters, one for each cell.  ``.`` is an empty cell (in a goal: any
content will do), ``#`` and a space are outside the board, and any other printable character belongs
to the piece of that name.  Every error names the file's key and the row, from 1 at the top.

In a *grid* a set of cells is an integer, its *mask*, and a step is a shift.  Cells are numbered
row by row with one cell of padding around the drawing.  So a set moved by one step never wraps
round: what leaves the drawing lands on padding, outside the board.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, cast

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.texts import TYPE_NAMES, count

EMPTY = "."
OUTSIDE = "# "
COMPASS = "NESW"
CHARACTERS_LIMIT = 10_000
"""The greatest number of characters in a drawing; searches fail on much smaller drawings."""
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
"""Compass letter -> (rows down, columns to the right)."""

Cell: TypeAlias = tuple[int, int]
"""(row, column), both from 0, row 0 at the top."""
Steps: TypeAlias = Callable[[int], dict[str, int]]
"""Mask of a piece -> the masks one step away, by direction."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A rectangular drawing; ``key`` is its key in the file, for messages."""

    rows: tuple[str, ...]
    key: str = field(compare=False)

    @property
    def size(self) -> tuple[int, int]:
        """(number of rows, number of columns)."""
        return len(self.rows), len(self.rows[0])

    def cells(self) -> dict[Cell, str]:
        """Return every cell inside the board with its character."""
        return {
            (r, c): char
            for r, row in enumerate(self.rows)
            for c, char in enumerate(row)
            if char not in OUTSIDE
        }

    def pieces(self) -> dict[str, frozenset[Cell]]:
        """Map each piece's name to its cells, in the reading order of the pieces' first cells."""
        found: dict[str, set[Cell]] = {}
        for cell, char in self.cells().items():
            if char != EMPTY:
                found.setdefault(char, set()).add(cell)
        return {name: frozenset(cells) for name, cells in found.items()}

    def text(self) -> str:
        """Return the rows as one text, each row ended by a newline."""
        return "\n".join(self.rows) + "\n"

    def check_size(self, rows: int, columns: int) -> None:
        """Raise InstanceError unless the drawing has the size of the board."""
        if self.size != (rows, columns):
            raise InstanceError(
                f"key {self.key!r}: the drawing is {size_words(*self.size)}, "
                f"the board is {size_words(rows, columns)}"
            )


def size_words(rows: int, columns: int) -> str:
    """Write the size of a drawing for messages, as in ``1 row x 5 columns``."""
    return f"{count(rows, 'row')} x {count(columns, 'column')}"


def read_drawing(text: object, key: str) -> Drawing:
    r"""Read a multi-line string; an empty first or last line is left out.

    In a drawing with spaces, a short row is filled up with spaces: cells outside the board.
    Raises InstanceError for anything that is not a rectangle of printable characters, and
    Unsupported for a rectangle of more than `CHARACTERS_LIMIT` characters.

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
    width = max(map(len, rows)) * (" " in text)  # an editor may have stripped spaces at the ends
    rows = [row.ljust(width) for row in rows]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InstanceError(
                f"key {key!r}: row {number} {row!r} has {count(len(row), 'character')}, "
                f"row 1 {rows[0]!r} has {len(rows[0])}; a drawing is a rectangle ('#' is outside)"
            )
        for char in row:
            if not char.isprintable():
                raise InstanceError(f"key {key!r}: row {number} has the unprintable {char!r}")
    if len(rows) * len(rows[0]) > CHARACTERS_LIMIT:
        raise Unsupported(
            f"key {key!r}: a drawing of {size_words(len(rows), len(rows[0]))} is too large: "
            f"expected {CHARACTERS_LIMIT:,} characters at most; rows and columns that no piece "
            "needs can be left out"
        )
    return Drawing(tuple(rows), key)


def corner(cells: Iterable[Cell]) -> Cell:
    """Return (row, column) of the upper left corner of the box around some cells."""
    rows, columns = zip(*cells, strict=True)
    return min(rows), min(columns)


def shape_of(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Move a set of cells to the upper left corner.

    >>> sorted(shape_of({(3, 4), (4, 4), (4, 5)}))
    [(0, 0), (1, 0), (1, 1)]
    """
    cells = list(cells)
    top, left = corner(cells)
    return frozenset((r - top, c - left) for r, c in cells)


def parts_of(cells: Iterable[Cell]) -> list[set[Cell]]:
    """List the sets of cells that are connected by their sides, in reading order."""
    left, parts = set(cells), list[set[Cell]]()
    while left:
        queue = [min(left)]
        left.discard(queue[0])
        for r, c in queue:
            beside = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & left
            left -= beside
            queue += beside
        parts.append(set(queue))
    return parts


def place_words(cell: Cell) -> str:
    """Write a cell for messages, counted from 1, as in ``row 2, column 4``."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def one_or_more(value: object, key: str) -> list[tuple[object, str]]:
    """List the drawings at a key (one drawing or a list), each with its key for messages."""
    if not isinstance(value, list):
        return [(value, key)]
    if not value:
        raise InstanceError(f"key {key!r}: the list of drawings is empty")
    return [(text, f"{key}[{k}]") for k, text in enumerate(cast("list[object]", value), 1)]


def typed(doc: Mapping[str, Any], key: str, default: object) -> Any:
    """Return the value of a key, which must have the type of its default."""
    value, kind = doc.get(key, default), type(default)
    if type(value) is not kind:
        raise InstanceError.at(key, f"expected {TYPE_NAMES[kind]}, got {value!r}")
    return value


@dataclass(frozen=True)
class Grid:
    """A drawing of ``rows`` x ``columns`` characters; ``cells`` are the cells of the board."""

    rows: int
    columns: int
    cells: frozenset[Cell]

    @property
    def stride(self) -> int:
        """The distance between a cell and the cell below it: the columns plus one of padding."""
        return self.columns + 1

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the mask of cells, each given as (row, column) from 0."""
        return sum(1 << ((r + 1) * self.stride + c + 1) for r, c in cells)

    @cached_property
    def all(self) -> int:
        """The cells of the board."""
        return self.mask(self.cells)

    def cell_of(self, mask: int) -> Cell:
        """Return (row, column) of the lowest cell in a mask."""
        number = (mask & -mask).bit_length() - 2
        return number // self.stride - 1, number % self.stride

    def cells_of(self, mask: int) -> Iterator[Cell]:
        """Yield every cell of a mask, in reading order."""
        while mask:
            yield self.cell_of(mask)
            mask &= mask - 1

    def neighbours(self, mask: int) -> dict[str, int]:
        """Map each compass letter to the mask shifted by one cell, if it stays on the board."""
        shifted = (mask >> self.stride, mask << 1, mask << self.stride, mask >> 1)
        return {x: m for x, m in zip(COMPASS, shifted, strict=True) if not m & ~self.all}

    def translations(self, cells: Iterable[Cell]) -> list[int]:
        """List, ascending, the masks on the board of the shape ``cells`` (see `shape_of`)."""
        shape = list(cells)
        down, right = (max(numbers) for numbers in zip(*shape, strict=True))
        first, board = self.mask(shape), self.all
        places = (
            first << r * self.stride + c
            for r in range(self.rows - down)
            for c in range(self.columns - right)
        )
        return [place for place in places if place & board == place]

    @cached_property
    def _corners(self) -> int:
        pairs = ((r, c) for r in range(0, self.rows, 2) for c in range(0, self.columns, 2))
        return self.mask(pairs)

    def whole(self, mask: int, cell: int) -> bool:
        """Tell whether a mask is made of whole cells, ``cell`` x ``cell`` characters each."""
        corners = mask & self._corners
        quads = corners | corners << 1 | corners << self.stride | corners << self.stride + 1
        return cell == 1 or quads == mask


class Pattern(NamedTuple):
    """A goal or a stop: masks of named pieces, and masks where any piece of the shape will do."""

    labelled: tuple[tuple[int, int], ...]
    shapes: tuple[int, ...]

    def holds(self, masks: tuple[int, ...]) -> bool:
        """Tell whether the pieces stand as drawn."""
        for i, mask in self.labelled:
            if masks[i] != mask:
                return False
        return all(mask in masks for mask in self.shapes) if self.shapes else True
