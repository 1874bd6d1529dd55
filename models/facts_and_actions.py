"""The facts and actions of a puzzle, if its family has them and the board is not too large."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import DRAWING_LIMIT, AnyPuzzle
from puzzleproof.models.strips import Shifts, Slides

if TYPE_CHECKING:
    from puzzleproof.models.strips import Strips

PRODUCT_LIMIT = 20_000_000
"""Above this product of groups and actions, no formulas and no features are made."""


def strips_of(puzzle: AnyPuzzle) -> Strips:
    """The facts and actions of a puzzle.

    Raises Unsupported with the reason if there are none, or if the board is too large.
    """
    _check_size(puzzle)
    strips = puzzle.strips()
    if len(strips.groups) * len(strips.actions) > PRODUCT_LIMIT:
        raise Unsupported("a board with so many cells and moves has no clausal form")
    return strips


def slides_of(puzzle: AnyPuzzle) -> Slides:
    """The places and steps of a puzzle whose moves are paths.

    Raises Unsupported with the reason if there are none, or if the board is too large.
    """
    _check_size(puzzle)
    slides = puzzle.slides()
    if slides is None:
        raise Unsupported(
            f"no paths of steps in family {puzzle.family!r}, metric {puzzle.metric!r}"
        )
    return slides


def shifts_of(puzzle: AnyPuzzle) -> Shifts:
    """The contents and lines of a puzzle whose moves shift contents.

    Raises Unsupported with the reason if there are none, or if the board is too large.
    """
    _check_size(puzzle)
    shifts = puzzle.shifts()
    if shifts is None:
        raise Unsupported(f"no shifts of contents in family {puzzle.family!r}")
    return shifts


def _check_size(puzzle: AnyPuzzle) -> None:
    if len(puzzle.draw(puzzle.start)) > DRAWING_LIMIT:
        raise Unsupported(f"a board of over {DRAWING_LIMIT} characters has no clausal form")
