"""Boards printed on a terminal, within its width and in its colours.

If output goes to a file, a pipe or a dumb terminal (``TERM=dumb``), this module is not used: the
text is plain.  rich, which knows the colours of terminals, is imported only for a terminal with
colours; without rich there are none.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from puzzleproof.cli.printing import can_be_live, columns_of, wants_no_color
from puzzleproof.cli.printing.boards import (
    Board,
    Line,
    drawn,
    plain,
    side_by_side,
    width_of,
    words_of,
)
from puzzleproof.models.picture import HasNets, HasPictures, Picture
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.render.palette import LIGHT, NAMED, paints

if TYPE_CHECKING:
    from rich.console import Console

FULL_STYLES = tuple(f"#000000 on {colour}" for colour in LIGHT)
FEW_STYLES = (
    *("white on blue", "black on yellow", "black on white", "black on cyan"),
    *("white on magenta", "black on green", "white on red"),
)
"""For terminals of 8 or 16 colours: red and green come last."""
FULL_PEG, FEW_PEG = "bold #ee8866", "bold yellow"


def paints_of(puzzle: AnyPuzzle, number: int) -> dict[str, int]:
    """One of ``number`` paints for each colour of a puzzle; for cubes, letters name the colours."""
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

    def __init__(self, puzzle: AnyPuzzle, console: Console | None) -> None:
        few = console is not None and console.color_system in ("standard", "windows")
        self.puzzle, self._console = puzzle, console
        self._width = columns_of(sys.stdout)
        self._styles = FEW_STYLES if few else FULL_STYLES
        self._paints = paints_of(puzzle, len(self._styles))
        self._pictures = puzzle if isinstance(puzzle, HasPictures) else None
        self._peg = ""
        if self._pictures is not None and self._pictures.picture(puzzle.start).form == "pegs":
            self._peg = FEW_PEG if few else FULL_PEG

    def board(self, title: str, state: State) -> Board:
        """A state below a title; as plain text if the family has no pictures."""
        if self._pictures is not None:
            return self.picture(title, self._pictures.picture(state), self.puzzle.draw(state))
        return Board(title, plain(self.puzzle.draw(state)))

    def picture(self, title: str, picture: Picture, otherwise: str = "") -> Board:
        """A picture below a title; the text ``otherwise`` if the picture is too wide."""
        lines = drawn(picture)
        fits = width_of(lines[0]) <= self._width
        return Board(title, lines if fits else plain(otherwise))

    def print(self, boards: Iterable[Board], indent: int = 0) -> None:
        """Print boards side by side, as many in a row as the terminal is wide."""
        for line in side_by_side(boards, self._width - indent):
            self._print(line, indent)

    def _print(self, line: Line, indent: int) -> None:
        if self._console is None:
            print(f"{' ' * indent}{words_of([line])[0]}".rstrip())
            return
        from rich.text import Text

        text_of_line = Text(" " * indent)
        for span in line:
            text_of_line.append(span.text, self._style(span.colour))
        if not any(span.colour for span in line):
            text_of_line.rstrip()
        self._console.print(text_of_line)

    def _style(self, colour: str) -> str:
        styles = self._styles
        return colour and (self._peg or styles[self._paints.get(colour, 0) % len(styles)])


def painter_of(puzzle: AnyPuzzle, options: argparse.Namespace) -> Painter | None:
    """The painter for standard output; None if that is no terminal, or a dumb one."""
    if not can_be_live(sys.stdout):
        return None
    return Painter(puzzle, None if wants_no_color(options) else _console())


def _console() -> Console | None:
    """Rich's console, if rich is installed and the terminal has colours."""
    try:
        from rich.console import Console
    except ImportError:
        return None
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)
    return None if console.color_system is None else console


def print_states(options: argparse.Namespace, puzzle: AnyPuzzle, plan: Sequence[str]) -> None:
    """Draw the board at the start and after each move, with the move."""
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
