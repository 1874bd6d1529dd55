"""The facts and actions of a puzzle, where its family has them and the board is not too large."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import DRAWING_LIMIT, AnyPuzzle, HasStrips

if TYPE_CHECKING:
    from puzzleproof.models.strips import Strips

PRODUCT_LIMIT = 20_000_000
"""More groups times actions make no formulas and no features; nor do larger drawings."""


def strips_of(puzzle: AnyPuzzle) -> Strips:
    """The facts and actions of a puzzle.

    Raises Unsupported, with the reason, where there are none and for large boards.
    """
    if not isinstance(puzzle, HasStrips):
        raise Unsupported(f"family {puzzle.family!r} has no facts and actions")
    if len(puzzle.draw(puzzle.start)) > DRAWING_LIMIT:
        raise Unsupported(f"a board of over {DRAWING_LIMIT} characters has no clausal form")
    strips = puzzle.strips()
    if len(strips.groups) * len(strips.actions) > PRODUCT_LIMIT:
        raise Unsupported("a board with so many cells and moves has no clausal form")
    return strips
