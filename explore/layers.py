"""Breadth-first search on a board; only the layers that are still needed are kept."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from puzzleproof.models.arrays import array_board
from puzzleproof.models.board import Board, Layer, RuleBoard
from puzzleproof.models.puzzle import AnyPuzzle, State


def quick_board(puzzle: AnyPuzzle, memory: int | None = None) -> Board[Any]:
    """Return a board on arrays of at most ``memory`` bytes if possible, else a `RuleBoard`."""
    with suppress(ImportError):
        if memory != 0 and (found := array_board(puzzle, memory)) is not None:
            return found
    return RuleBoard(puzzle)


def layers_on(board: Board[Layer], sources: Iterable[State]) -> Iterator[Layer]:
    """Yield the layers at distance 0, 1, 2, … from some canonical states.

    Raises LimitReached if the board's arrays exceed their limit of memory.
    """
    before, layer = board.of(()), board.of(sources)
    while board.size(layer):
        yield layer
        known = (before, layer)
        before = layer if board.puzzle.reversible else board.joined(before, layer)
        layer = board.after(layer, known)
