"""Boards for the eye: pictures of `puzzleproof.models.picture` as lines of text, side by side.

Blocks stand in frames that leave no line between the squares of one piece; pegs stand in their
holes without frames.  A line is made of *spans*, texts with the name of a colour; which colour
that is on a terminal, and whether there is one, is decided in `puzzleproof.cli.printing.terminal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias
from unicodedata import east_asian_width

from puzzleproof.models.picture import Picture, Square

GAP = 3
"""Columns between boards side by side."""
CORNERS = {
    (False, False, True, True): "─",
    (True, True, False, False): "│",
    (False, True, False, True): "┌",
    (False, True, True, False): "┐",
    (True, False, False, True): "└",
    (True, False, True, False): "┘",
    (True, True, False, True): "├",
    (True, True, True, False): "┤",
    (False, True, True, True): "┬",
    (True, False, True, True): "┴",
    (True, True, True, True): "┼",
}
"""Where lines lead from a corner (up, down, left, right) -> its character."""
ASCII = str.maketrans("─│┌┐└┘├┤┬┴┼●○", "-|+++++++++xo")
"""What stands for lines, pegs and holes where the console knows ASCII alone."""


class Span(NamedTuple):
    """Some text; ``colour`` is a colour of the picture, empty for none."""

    text: str
    colour: str = ""


Line: TypeAlias = list[Span]


class Board(NamedTuple):
    """A board as lines of equal width, to be printed below a title."""

    title: str
    lines: list[Line]

    @property
    def width(self) -> int:
        """Columns that it takes, its title included."""
        return max(columns(self.title), width_of(self.lines[0]) if self.lines else 0)


def width_of(line: Line) -> int:
    """The columns of a line."""
    return sum(columns(span.text) for span in line)


def columns(text: str) -> int:
    """The columns that a text takes on a terminal: letters of East Asia take two each."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _left(text: str, wide: int) -> str:
    return text + " " * (wide - columns(text))


def _centred(text: str, wide: int) -> str:
    before = (wide - columns(text)) // 2
    return _left(" " * before + text, wide)


def drawn(picture: Picture, width: int) -> list[Line] | None:
    """The picture in at most ``width`` columns: framed, else without frames; None if too wide."""
    if picture.form != "pegs" and framed_size(picture)[0] <= width:
        return framed(picture)
    lines = flat(picture)
    return lines if width_of(lines[0]) <= width else None


def framed_size(picture: Picture) -> tuple[int, int]:
    """The columns and lines of the picture in frames."""
    frames = _Frames(picture)
    return frames.columns * (frames.wide + 1) + 1, 2 * frames.rows + 1


def plain(text: str) -> list[Line]:
    """Lines of text without colours, filled up to the width of the longest."""
    rows = text.splitlines()
    width = max(map(columns, rows), default=0)
    return [[Span(_left(row, width))] for row in rows]


# --- one board ----------------------------------------------------------------------------


def flat(picture: Picture) -> list[Line]:
    """Two columns a square, no frames: pieces by letters and colours, pegs and holes by signs."""
    wide = max((columns(square.text) for _, square in picture.squares()), default=1) + 1
    return [[_flat(picture, square, max(2, wide)) for square in row] for row in picture.rows]


def _flat(picture: Picture, square: Square | None, wide: int) -> Span:
    if square is None:
        return Span(" " * wide)
    if picture.form == "pegs":
        return Span(("●" if square.piece else "○").ljust(wide), square.colour)
    text = square.text or "."
    return Span(" " * (wide - 1 - columns(text)) + text + " ", square.colour)


def framed(picture: Picture) -> list[Line]:
    """Lines between squares of different pieces, and around the board; a piece has one letter."""
    return _Frames(picture).lines()


class _Frames:
    """The corners of the squares make a grid; on each of its edges is a line or there is none."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        longest = max((columns(square.text) for _, square in picture.squares()), default=1)
        self.wide = max(3, longest + 2)
        self.rows, self.columns = picture.size

    def lines(self) -> list[Line]:
        """Borders and squares in turn, from the top."""
        found = list[Line]()
        for row in range(self.rows):
            found += [self._border(row), self._squares(row)]
        return [*found, self._border(self.rows)]

    def _region(self, row: int, column: int) -> str | None:
        """What two squares have in common where no line divides them."""
        square = self.picture.at(row, column)
        return None if square is None else square.piece

    def _across(self, row: int, column: int) -> bool:
        """Whether there is a line above a square."""
        return self._region(row - 1, column) != self._region(row, column)

    def _upright(self, row: int, column: int) -> bool:
        """Whether there is a line to the left of a square."""
        return self._region(row, column - 1) != self._region(row, column)

    def _colour(self, row: int, column: int) -> str:
        square = self.picture.at(row, column)
        return "" if square is None else square.colour

    def _border(self, row: int) -> Line:
        line = list[Span]()
        for column in range(self.columns + 1):
            line.append(self._corner(row, column))
            if column < self.columns and self._across(row, column):
                line.append(Span("─" * self.wide))
            elif column < self.columns:
                line.append(Span(" " * self.wide, self._colour(row, column)))
        return line

    def _corner(self, row: int, column: int) -> Span:
        up, down = self._upright(row - 1, column), self._upright(row, column)
        left, right = self._across(row, column - 1), self._across(row, column)
        char = CORNERS.get((up, down, left, right))
        return Span(" ", self._colour(row, column)) if char is None else Span(char)

    def _squares(self, row: int) -> Line:
        line = list[Span]()
        for column in range(self.columns + 1):
            bar = self._upright(row, column)
            line.append(Span("│") if bar else Span(" ", self._colour(row, column)))
            if column < self.columns:
                text = _centred(self._text(row, column), self.wide)
                line.append(Span(text, self._colour(row, column)))
        return line

    def _text(self, row: int, column: int) -> str:
        """The piece's letter, where no square of it is above or to the left."""
        square = self.picture.at(row, column)
        first = self._across(row, column) and self._upright(row, column)
        return square.text if square is not None and first else ""


# --- several boards -----------------------------------------------------------------------


def side_by_side(boards: Iterable[Board], width: int) -> list[Line]:
    """Rows of boards, each as wide as the columns allow, below their titles."""
    lines = list[Line]()
    for row in _rows(boards, width):
        lines += [[]] if lines else []
        lines += _joined(row)
    return lines


def _rows(boards: Iterable[Board], width: int) -> Iterator[list[Board]]:
    row, used = list[Board](), 0
    for board in boards:
        if row and used + GAP + board.width > width:
            yield row
            row, used = [], 0
        used += board.width + (GAP if row else 0)
        row.append(board)
    if row:
        yield row


def _joined(row: Sequence[Board]) -> Iterator[Line]:
    """The titles, then the boards line by line."""
    height = max(len(board.lines) for board in row)
    titles = "".join(_left(board.title, board.width + GAP) for board in row).rstrip()
    yield [Span(titles)]
    for number in range(height):
        line = list[Span]()
        for board in row:
            spans = board.lines[number] if number < len(board.lines) else []
            line += [*spans, Span(" " * (board.width + GAP - width_of(spans)))]
        yield line[:-1]
