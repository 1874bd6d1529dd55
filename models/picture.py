"""Pictures of boards: a grid of squares and what stands on each, for whatever draws them.

A family that offers pictures (`HasPictures`, or `HasNets` for cubes) says here what is to be
seen: which squares belong to one piece, what is written on it, which pieces look alike.  How that
looks (frames, colours, shapes) is the renderer's business, which has no text to parse and knows no
family.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from puzzleproof.models.drawing import EMPTY, OUTSIDE, Cell
from puzzleproof.models.puzzle import State


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


# --- what a family may offer to those who look at it or play it -----------------------------


@runtime_checkable
class HasPictures(Protocol):
    """A puzzle whose board can be shown as squares and pieces (`models.picture`)."""

    def picture(self, state: State) -> Picture:
        """What is to be seen of a state."""
        ...

    def goal_pictures(self) -> Sequence[tuple[str, Picture]]:
        """Each goal or stop that can be drawn, with its key; pieces left free are left out."""
        ...

    def track(self, state: State, move: Any, /) -> Sequence[Cell]:
        """The squares that a hand passes, from where it takes a piece to where it lets go.

        A block is held at its first square in reading order.
        """
        ...


@runtime_checkable
class HasNets(Protocol):
    """A puzzle of cubes: nets in place of a board, a stack in place of a state."""

    def nets(self) -> Sequence[tuple[str, Picture]]:
        """Each cube unfolded, with its name."""
        ...

    def stack(self, plan: Sequence[str]) -> Picture:
        """The cubes put by some moves, the last one on top, with room for those to come.

        The columns are front, right, back and left, a gap, then the hidden faces below and above.
        """
        ...

    def colour_edges(self) -> Sequence[ColourEdge]:
        """The multigraph on the colours: three edges a cube."""
        ...

    def factors(self, plan: Sequence[str]) -> Sequence[tuple[str, Sequence[ColourEdge]]]:
        """The edges that show in front and behind, and those right and left, with these words."""
        ...
