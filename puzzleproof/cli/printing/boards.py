"""Boards as text: pictures of `puzzleproof.models.picture` as lines, side by side.

A square takes two columns.  A piece is shown by its letter, a peg by ``x``, a hole by ``o``; after
the letter of a piece bound to an axis comes ``-`` (east and west) or ``|`` (north and south).  A
line is made of *spans*, texts with the name of a colour.  On a terminal a `Painter` prints lines
within the terminal's width, and in colours if the library rich is installed; in a file, a pipe or a
dumb terminal (``TERM=dumb``) the text is plain.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from shutil import get_terminal_size
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from unicodedata import east_asian_width

from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import can_be_live, wants_no_color
from puzzleproof.models.picture import HasNets, HasPictures, Picture, Square
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.render.palette import LIGHT, NAMED, paints

if TYPE_CHECKING:
    from rich.console import Console

GAP = 3
"""The number of columns between boards side by side."""
AXIS_MARKS = {"EW": "-", "NS": "|"}
STYLES = tuple(f"#000000 on {colour}" for colour in LIGHT)
PEG = "bold #ee8866"
"""A style of the library rich, which uses the nearest colours that the terminal has."""


class Span(NamedTuple):
    """Some text; ``colour`` names a colour of the picture, or is empty for no colour."""

    text: str
    colour: str = ""


Line: TypeAlias = list[Span]


class Board(NamedTuple):
    """A board as lines of equal width, to be printed below a title."""

    title: str
    lines: list[Line]

    @property
    def width(self) -> int:
        """The width in columns, including the title."""
        return max(columns(self.title), width_of(self.lines[0]) if self.lines else 0)


def width_of(line: Line) -> int:
    """Count the columns of a line."""
    return sum(columns(span.text) for span in line)


def columns(text: str) -> int:
    """Count the columns of a text on a terminal, where an East Asian letter takes two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _left(text: str, wide: int) -> str:
    return text + " " * (wide - columns(text))


def plain(text: str) -> list[Line]:
    """Return lines of text without colours, padded to the width of the longest."""
    rows = text.splitlines()
    width = max(map(columns, rows), default=0)
    return [[Span(_left(row, width))] for row in rows]


def drawn(picture: Picture) -> list[Line]:
    """Return the picture as lines; a square has two columns, or more if a letter needs them."""
    wide = max((columns(square.text) for _, square in picture.squares()), default=1) + 1
    return [[_span(picture, square, max(2, wide)) for square in row] for row in picture.rows]


def _span(picture: Picture, square: Square | None, wide: int) -> Span:
    if square is None:
        return Span(" " * wide)
    if picture.form == "pegs":
        return Span(("x" if square.piece else "o").ljust(wide), square.colour)
    text = square.text or "."
    mark = AXIS_MARKS.get(square.axis, " ")
    return Span(" " * (wide - 1 - columns(text)) + text + mark, square.colour)


def side_by_side(boards: Iterable[Board], width: int) -> list[Line]:
    """Return the lines of boards below their titles, as many in a row as ``width`` allows."""
    lines, row = list[Line](), list[Board]()
    for board in boards:
        if row and sum(one.width + GAP for one in row) + board.width > width:
            lines += [*_joined(row), []]
            row = []
        row.append(board)
    return [*lines, *_joined(row)] if row else lines


def words_of(lines: Iterable[Line]) -> list[str]:
    """Return the lines as plain text."""
    return ["".join(span.text for span in line).rstrip() for line in lines]


def _joined(row: Sequence[Board]) -> Iterator[Line]:
    titles = "".join(_left(board.title, board.width + GAP) for board in row).rstrip()
    yield [Span(titles)]
    for lines in zip_longest(*(board.lines for board in row), fillvalue=list[Span]()):
        whole = list[Span]()
        for board, line in zip(row, lines, strict=True):
            whole += [*line, Span(" " * (board.width + GAP - width_of(line)))]
        yield whole[:-1]


def paints_of(puzzle: AnyPuzzle, number: int) -> dict[str, int]:
    """Choose one of ``number`` paints for each colour; for cubes, letters name the colours."""
    if isinstance(puzzle, HasPictures):
        return paints(puzzle.picture(puzzle.start), number)
    if isinstance(puzzle, HasNets):
        nets = Picture(tuple(row for _, net in puzzle.nets() for row in net.rows))
        return paints(nets, number, NAMED)
    return {}


class Painter:
    """Draws the boards of one puzzle on standard output, if that is a terminal.

    A piece keeps its paint from board to board; without a ``console`` there are no colours.
    """

    def __init__(self, puzzle: AnyPuzzle, console: "Console | None") -> None:
        self.puzzle, self._console = puzzle, console
        self._width = get_terminal_size().columns
        self._paints = paints_of(puzzle, len(STYLES))
        self._peg = ""
        if isinstance(puzzle, HasPictures) and puzzle.picture(puzzle.start).form == "pegs":
            self._peg = PEG

    def board(self, title: str, state: State) -> Board:
        """Return a state below a title, as plain text if the family has no pictures."""
        text = self.puzzle.draw(state)
        if not isinstance(self.puzzle, HasPictures):
            return Board(title, plain(text))
        return self.picture(title, self.puzzle.picture(state), text)

    def picture(self, title: str, picture: Picture, otherwise: str = "") -> Board:
        """Return a picture below a title, or the text ``otherwise`` if the picture is too wide."""
        lines = drawn(picture)
        fits = width_of(lines[0]) <= self._width
        return Board(title, lines if fits else plain(otherwise))

    def print(self, boards: Iterable[Board], indent: int = 0) -> None:
        """Print boards side by side, as many in a row as the terminal's width allows."""
        lines = side_by_side(boards, self._width - indent)
        if self._console is None:
            for text in words_of(lines):
                print(f"{' ' * indent}{text}".rstrip())
            return
        from rich.text import Text

        for line in lines:
            row = Text(" " * indent)
            for span in line:
                paint = STYLES[self._paints.get(span.colour, 0) % len(STYLES)]
                row.append(span.text, span.colour and (self._peg or paint))
            if not any(span.colour for span in line):
                row.rstrip()
            self._console.print(row)


def painter_of(puzzle: AnyPuzzle, options: Context) -> Painter | None:
    """Return a painter for standard output, or None if it is no terminal with control codes."""
    if not can_be_live(sys.stdout):
        return None
    if wants_no_color(options):
        return Painter(puzzle, None)
    try:
        from rich.console import Console
    except ImportError:
        return Painter(puzzle, None)
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)
    return Painter(puzzle, None if console.color_system is None else console)


def print_states(options: Context, puzzle: AnyPuzzle, plan: Sequence[str]) -> None:
    """Print the board at the start and after each move, with the move."""
    from puzzleproof.verify.replay import replay

    painter = painter_of(puzzle, options)
    states = replay(puzzle, plan)
    if painter is None:
        for move, state in zip(("start", *plan), states, strict=True):
            drawing = puzzle.draw(state)
            print(f"{drawing}  {move}" if "\n" not in drawing else f"{move}:\n{drawing}")
        return
    titles = ["start", *(f"{number} {move}" for number, move in enumerate(plan, 1))]
    print()
    painter.print(map(painter.board, titles, states))
