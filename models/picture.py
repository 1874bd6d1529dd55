"""Pictures of boards: a grid of squares and what stands on each, for whatever draws them.

A family that offers pictures (`puzzleproof.models.shown.HasPictures`) says here what is to be
seen: which squares belong to one piece, what is written on it, which pieces look alike.  How that
looks (frames, colours, shapes) is the renderer's business, which has no text to parse and knows no
family.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from puzzleproof.models.drawing import EMPTY, OUTSIDE, Cell


class Square(NamedTuple):
    """A square of the board: squares of one ``piece`` are drawn as one; empty without a piece."""

    piece: str = ""
    """The piece's own name: unlike for every piece, one letter or more."""
    text: str = ""
    """What is written on the piece."""
    colour: str = ""
    """Pieces of one colour look alike; any text, which is no name of a colour."""
    label: str = ""
    """The name that moves give to the square, where they name squares and not pieces."""


FLOOR = Square()
"""An empty square."""


class ColourEdge(NamedTuple):
    """Two colours joined by a cube that shows them on opposite faces."""

    cube: int
    pair: int
    """Which of the cube's three pairs of opposite faces, from 0."""
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A board: rows from top to bottom, squares from left to right, None where there is no board.

    ``form`` says what pieces are: ``blocks`` fill their squares; ``pegs`` stand in holes, one on a
    square, and squares without a hole are left out.
    """

    rows: tuple[tuple[Square | None, ...], ...]
    form: Literal["blocks", "pegs"] = "blocks"
    scale: int = 1
    """Squares along one side of a cell of the board: 2 where pieces may stand half-way."""

    @property
    def size(self) -> tuple[int, int]:
        """(number of rows, number of columns)."""
        return len(self.rows), len(self.rows[0])

    def at(self, row: int, column: int) -> Square | None:
        """The square there; None beyond the edges too."""
        rows, columns = self.size
        inside = 0 <= row < rows and 0 <= column < columns
        return self.rows[row][column] if inside else None

    def squares(self) -> Iterator[tuple[Cell, Square]]:
        """Every square of the board with its place, in reading order."""
        for r, row in enumerate(self.rows):
            for c, square in enumerate(row):
                if square is not None:
                    yield (r, c), square


def picture_of_rows(
    rows: Iterable[str],
    cells: Container[Cell] | None = None,
    square: Callable[[str, Cell], Square] | None = None,
    scale: int = 1,
) -> Picture:
    """Make a picture of a drawing, whose characters are those of `puzzleproof.models.drawing`.

    ``cells`` are those of the board (default: all that the drawing has inside).  ``square`` makes a
    square of the character of a piece and its cell; by default a character is a piece's name.

    >>> [square and square.piece for square in picture_of_rows(["AA.#"]).rows[0]]
    ['A', 'A', '', None]
    """
    make = square or _named_square

    def found(char: str, cell: Cell) -> Square | None:
        if char in OUTSIDE if cells is None else cell not in cells:
            return None
        return FLOOR if char == EMPTY else make(char, cell)

    squares = (tuple(found(x, (r, c)) for c, x in enumerate(row)) for r, row in enumerate(rows))
    return Picture(tuple(squares), scale=scale)


def _named_square(char: str, _cell: Cell) -> Square:
    return Square(char, char, char)
