"""What a terminal can show: its width and its colours; and boards printed there.

Nothing here is used where output goes to a file or a pipe, or where the terminal is a dumb one
(``TERM=dumb``): text is then printed as it always is.  rich, which knows the colours of terminals,
is imported only for a terminal that is to have colours; without rich there are none.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from puzzleproof.cli.printing import can_be_live, columns_of, wants_no_color
from puzzleproof.cli.printing.boards import Board, Line, drawn, plain, side_by_side, width_of
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


@dataclass(frozen=True, slots=True)
class Terminal:
    """A terminal that boards may be drawn on."""

    stream: TextIO
    width: int
    console: Console | None
    """Where there are colours: what writes them."""

    @property
    def styles(self) -> tuple[str, ...]:
        """The paints of pieces."""
        return FEW_STYLES if self._few else FULL_STYLES

    @property
    def peg(self) -> str:
        """The style of a peg, which has no background."""
        return FEW_PEG if self._few else FULL_PEG

    @property
    def _few(self) -> bool:
        return self.console is not None and self.console.color_system in ("standard", "windows")


def terminal_of(stream: TextIO | None, options: argparse.Namespace) -> Terminal | None:
    """The terminal that a stream is; None where it is none, or a dumb one."""
    if stream is None or not can_be_live(stream):
        return None
    console = None if wants_no_color(options) else _console(stream)
    return Terminal(stream, columns_of(stream), console)


def _console(stream: TextIO) -> Console | None:
    """Rich's console, where rich is installed and the terminal has colours."""
    try:
        from rich.console import Console
    except ImportError:
        return None
    console = Console(file=stream, highlight=False, markup=False, emoji=False, soft_wrap=True)
    return None if console.color_system is None else console


# --- boards -------------------------------------------------------------------------------


def paints_of(puzzle: AnyPuzzle, number: int) -> dict[str, int]:
    """One of ``number`` paints for each colour of a puzzle; of cubes, letters name them."""
    if isinstance(puzzle, HasPictures):
        return paints(puzzle.picture(puzzle.start), number)
    if isinstance(puzzle, HasNets):
        nets = Picture(tuple(row for _, net in puzzle.nets() for row in net.rows))
        return paints(nets, number, NAMED)
    return {}


class Painter:
    """Draws the boards of one puzzle on a terminal; a piece keeps its paint from board to board."""

    def __init__(self, puzzle: AnyPuzzle, terminal: Terminal) -> None:
        self.puzzle, self.terminal = puzzle, terminal
        self._pictures = puzzle if isinstance(puzzle, HasPictures) else None
        self._paints = paints_of(puzzle, len(terminal.styles))
        self._pegs = False
        if self._pictures is not None:
            self._pegs = self._pictures.picture(puzzle.start).form == "pegs"

    def board(self, title: str, state: State) -> Board:
        """A state below a title; as plain text where the family has no pictures."""
        if self._pictures is not None:
            return self.picture(title, self._pictures.picture(state), self.puzzle.draw(state))
        return Board(title, plain(self.puzzle.draw(state)))

    def picture(self, title: str, picture: Picture, otherwise: str = "") -> Board:
        """A picture below a title; the text ``otherwise`` where the picture is too wide."""
        lines = drawn(picture)
        fits = width_of(lines[0]) <= self.terminal.width
        return Board(title, lines if fits else plain(otherwise))

    def print(self, boards: Iterable[Board], indent: int = 0) -> None:
        """Print boards side by side, as many in a row as the terminal is wide."""
        for line in side_by_side(boards, self.terminal.width - indent):
            self._print(line, indent)

    def _print(self, line: Line, indent: int) -> None:
        if self.terminal.console is None:
            text = "".join(span.text for span in line)
            print(f"{' ' * indent}{text}".rstrip(), file=self.terminal.stream)
            return
        from rich.text import Text

        text_of_line = Text(" " * indent)
        for span in line:
            text_of_line.append(span.text, self._style(span.colour))
        if not any(span.colour for span in line):
            text_of_line.rstrip()
        self.terminal.console.print(text_of_line)

    def _style(self, colour: str) -> str:
        if not colour:
            return ""
        if self._pegs:
            return self.terminal.peg
        styles = self.terminal.styles
        return styles[self._paints.get(colour, 0) % len(styles)]


def print_states(options: argparse.Namespace, puzzle: AnyPuzzle, plan: Sequence[str]) -> None:
    """Draw the board at the start and after each move, with the move."""
    from puzzleproof.verify.replay import replay

    terminal = terminal_of(sys.stdout, options)
    states = replay(puzzle, plan)
    if terminal is None:
        for move, state in zip(("start", *plan), states, strict=True):
            drawing = puzzle.draw(state)
            print(f"{drawing}  {move}" if "\n" not in drawing else f"{move}:\n{drawing}")
        return
    painter = Painter(puzzle, terminal)
    titles = ["start", *(f"{number} {move}" for number, move in enumerate(plan, 1))]
    print()
    painter.print(map(painter.board, titles, states))
