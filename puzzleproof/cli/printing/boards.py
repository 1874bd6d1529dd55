"""Boards for the eye: pictures of `puzzleproof.models.picture` as lines of text, side by side.

A square takes two columns: a piece its letter, a peg ``x``, a hole ``o``; behind the letter of a
piece bound to an axis stands ``-`` (east and west) or ``|`` (north and south).  A line is made of
*spans*, texts with the name of a colour; which colour that is on a terminal, and whether there is
one, is decided in `puzzleproof.cli.printing.terminal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias
from unicodedata import east_asian_width

from puzzleproof.models.picture import Picture, Square

GAP = 3
"""Columns between boards side by side."""
AXIS_MARKS = {"EW": "-", "NS": "|"}


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
        """The width in columns, the title included."""
        return max(columns(self.title), width_of(self.lines[0]) if self.lines else 0)


def width_of(line: Line) -> int:
    """The columns of a line."""
    return sum(columns(span.text) for span in line)


def columns(text: str) -> int:
    """The columns of a text on a terminal: East Asian letters take two each."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _left(text: str, wide: int) -> str:
    return text + " " * (wide - columns(text))


def plain(text: str) -> list[Line]:
    """Lines of text without colours, padded to the width of the longest."""
    rows = text.splitlines()
    width = max(map(columns, rows), default=0)
    return [[Span(_left(row, width))] for row in rows]


# --- one board ----------------------------------------------------------------------------


def drawn(picture: Picture) -> list[Line]:
    """The picture with two columns a square, or more if a letter needs them."""
    wide = max((columns(square.text) for _, square in picture.squares()), default=1) + 1
    return [[_drawn(picture, square, max(2, wide)) for square in row] for row in picture.rows]


def _drawn(picture: Picture, square: Square | None, wide: int) -> Span:
    if square is None:
        return Span(" " * wide)
    if picture.form == "pegs":
        return Span(("x" if square.piece else "o").ljust(wide), square.colour)
    text = square.text or "."
    mark = AXIS_MARKS.get(square.axis, " ")
    return Span(" " * (wide - 1 - columns(text)) + text + mark, square.colour)


# --- several boards -----------------------------------------------------------------------


def side_by_side(boards: Iterable[Board], width: int) -> list[Line]:
    """Rows of boards, each as wide as the columns allow, below their titles."""
    lines = list[Line]()
    for row in _rows(boards, width):
        lines += [[]] if lines else []
        lines += _joined(row)
    return lines


def words_of(lines: Iterable[Line]) -> list[str]:
    """The lines as plain text."""
    return ["".join(span.text for span in line).rstrip() for line in lines]


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
