"""Boards on arrays: the rules on many states at once, with numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzleproof.models.puzzle import AnyPuzzle

if TYPE_CHECKING:
    from puzzleproof.models.arrays.board import ArrayBoard
    from puzzleproof.models.sliding.mirrors import Mirror


def array_board(
    puzzle: AnyPuzzle, memory: int | None = None, mirror: Mirror | None = None
) -> ArrayBoard | None:
    """Return the array board of a puzzle, or None if its states or moves do not fit into arrays.

    ``memory`` limits the bytes of all layers that are held together.  With ``mirror``, a symmetry,
    layers hold representatives.  Raises ImportError without numpy.
    """
    from puzzleproof.models.arrays.sliding import sliding_board

    found = sliding_board(puzzle, memory, mirror)
    if found is not None or mirror is not None:
        return found
    from puzzleproof.models.arrays.numbers import number_board

    return number_board(puzzle, memory)
