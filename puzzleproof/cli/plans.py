"""Plans that users give: a file, standard input, or the moves themselves."""

from __future__ import annotations

import re

from puzzleproof.models.errors import IllegalMove, InstanceError, NotationError
from puzzleproof.models.files import text_or_file
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.plans import moves_in

FILE_NAME = re.compile(r"\S+\.[A-Za-z]\w*")
"""What is meant to be a file: no move has a full stop."""


def plan_from(puzzle: AnyPuzzle, given: str, where: str = "") -> list[str]:
    """The moves of a file or of a text, not yet replayed; a fault begins with ``where``.

    Raises InstanceError for a file that cannot be read, IllegalMove or NotationError for what
    cannot be a plan.
    """
    text = text_or_file(given, "a plan")
    if text is given and FILE_NAME.fullmatch(given):
        raise InstanceError(f"{where}{': ' * bool(where)}{given!r}: there is no such file")
    return moves_of(puzzle, text, where)


def moves_of(puzzle: AnyPuzzle, text: str, where: str = "") -> list[str]:
    """The moves of a text; a fault begins with ``where``."""
    try:
        return moves_in(puzzle, text)
    except (IllegalMove, NotationError) as error:
        raise type(error)(f"{where}: {error}" if where else str(error)) from None
