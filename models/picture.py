"""Pictures of boards: a grid of squares and the pieces on them, for any renderer.

A family that has pictures (`HasPictures`, or `HasNets` for cubes) states which squares belong to
one piece, what is written on it, and which pieces look alike.  The renderer decides how this looks
(frames, colours, shapes); it parses no text and knows no family.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from puzzleproof.models.drawing import EMPTY, OUTSIDE, Cell
from puzzleproof.models.puzzle import State


class Square(NamedTuple):
    """A square of the board, empty if it has no ``piece``; the squares of a piece are one shape."""

    piece: str = ""
    """The piece's name, different for every piece, of one letter or more."""
    text: str = ""
    """The text on the piece."""
    colour: str = ""
    """A key, not the name of a colour: pieces with the same key look alike."""
    label: str = ""
    """The square's name in moves, if moves name squares and not pieces."""
    axis: str = ""
    """'EW' or 'NS' if the piece moves along this axis only; a mark on the piece shows the axis."""


FLOOR = Square()
"""An empty square."""


class ColourEdge(NamedTuple):
    """Two colours joined by a cube that shows them on opposite faces."""

    cube: int
    pair: int
    """The number, from 0, of this pair among the cube's three pairs of opposite faces."""
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A board: rows from top to bottom, squares from left to right, None outside the board.

    ``form`` says how pieces look: ``blocks`` fill their squares; ``pegs`` stand in holes, one in a
    square, and squares without a hole are left out.
    """

    rows: tuple[tuple[Square | None, ...], ...]
    form: Literal["blocks", "pegs"] = "blocks"
    scale: int = 1
    """The number of squares along a cell's side: 2 if pieces may stand half-way between cells."""

    @property
    def size(self) -> tuple[int, int]:
        """(number of rows, number of columns)."""
        return len(self.rows), len(self.rows[0])

    def at(self, row: int, column: int) -> Square | None:
        """Return the square at a place; None outside the board and beyond the edges."""
        rows, columns = self.size
        inside = 0 <= row < rows and 0 <= column < columns
        return self.rows[row][column] if inside else None

    def squares(self) -> Iterator[tuple[Cell, Square]]:
        """Yield every square of the board with its place, in reading order."""
        for r, row in enumerate(self.rows):
            for c, square in enumerate(row):
                if square is not None:
                    yield (r, c), square

    def pieces(self) -> dict[str, list[Cell]]:
        """Return the squares of each piece, in the reading order of the pieces' first squares."""
        found = dict[str, list[Cell]]()
        for cell, square in self.squares():
            if square.piece:
                found.setdefault(square.piece, []).append(cell)
        return found


def picture_of_rows(
    rows: Iterable[str],
    cells: Container[Cell] | None = None,
    square: Callable[[str, Cell], Square] | None = None,
    scale: int = 1,
) -> Picture:
    """Make a picture of a drawing, as `puzzleproof.models.drawing` defines it.

    ``cells`` are the cells of the board (default: all cells drawn inside).  ``square`` turns a
    piece's character and its cell into a square; by default the character is the piece's name.

    >>> [square and square.piece for square in picture_of_rows(["AA.#"]).rows[0]]
    ['A', 'A', '', None]
    """

    def found(char: str, cell: Cell) -> Square | None:
        if char in OUTSIDE if cells is None else cell not in cells:
            return None
        if char == EMPTY:
            return FLOOR
        return square(char, cell) if square else Square(char, char, char)

    squares = (tuple(found(x, (r, c)) for c, x in enumerate(row)) for r, row in enumerate(rows))
    return Picture(tuple(squares), scale=scale)


# --- what a family may offer for pictures and play ------------------------------------------


@runtime_checkable
class HasPictures(Protocol):
    """A puzzle whose board can be shown as squares and pieces (`models.picture`)."""

    def picture(self, state: State) -> Picture:
        """Return the picture of a state."""
        ...

    def goal_pictures(self) -> Sequence[tuple[str, Picture]]:
        """List the key and picture of each goal or stop that can be drawn, without free pieces."""
        ...

    def track(self, state: State, move: Any, /) -> Sequence[Cell]:
        """List the squares that the piece's first square (in reading order) passes in a move."""
        ...


@runtime_checkable
class HasNets(Protocol):
    """A puzzle of cubes: nets in place of a board, a stack in place of a state."""

    def nets(self) -> Sequence[tuple[str, Picture]]:
        """Return each cube unfolded, with its name."""
        ...

    def stack(self, plan: Sequence[str]) -> Picture:
        """Draw the cubes that these moves stack, the last on top, and room for all other cubes.

        The columns are front, right, back and left, a gap, then the hidden faces below and above.
        """
        ...

    def colour_edges(self) -> Sequence[ColourEdge]:
        """List the edges of the multigraph on the colours: three edges for each cube."""
        ...

    def factors(self, plan: Sequence[str]) -> Sequence[tuple[str, Sequence[ColourEdge]]]:
        """List (title, edges) of two factors: faces in front and behind, faces right and left."""
        ...
