"""Plans that users give: a file, standard input, or the moves themselves."""

from __future__ import annotations

import re

from puzzleproof.models.errors import IllegalMove, InstanceError, NotationError
from puzzleproof.models.files import text_or_file
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.plans import moves_in

FILE_NAME = re.compile(r"\S+\.[A-Za-z]\w*")
"""A text with a full stop is taken for a file: no move has one."""


def plan_from(puzzle: AnyPuzzle, given: str, where: str = "") -> list[str]:
    """The moves of a file or of a text, not yet replayed; an error message begins with ``where``.

    Raises InstanceError for a file that cannot be read, IllegalMove or NotationError for a text
    that cannot be a plan.
    """
    text = text_or_file(given, "a plan")
    if text is given and FILE_NAME.fullmatch(given):
        raise InstanceError(f"{where}{': ' * bool(where)}{given!r}: there is no such file")
    return moves_of(puzzle, text, where)


def moves_of(puzzle: AnyPuzzle, text: str, where: str = "") -> list[str]:
    """The moves of a text; an error message begins with ``where``."""
    try:
        return moves_in(puzzle, text)
    except (IllegalMove, NotationError) as error:
        raise type(error)(f"{where}: {error}" if where else str(error)) from None
