"""The states of a plan: side by side on a terminal, else one below the other as plain text."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from puzzleproof.cli.printing.terminal import Painter, terminal_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.replay import replay


def print_states(options: argparse.Namespace, puzzle: AnyPuzzle, plan: Sequence[str]) -> None:
    """Draw the board at the start and after each move, with the move."""
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
