"""Answer tables (docs/answers.md): the line that stands for a board, and the hash of a table."""

from collections.abc import Iterable
from hashlib import sha256

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle


def letters_of(puzzle: AnyPuzzle) -> dict[int, str]:
    """Map the letter of each sliding piece to the first letter of its kind; {} for other boards."""
    if not isinstance(puzzle, SlidingPuzzle):
        return {}
    return {ord(name): group[0] for group in puzzle.groups for name in group}


def board_line(drawing: str, letters: dict[int, str]) -> str:
    """Return a drawing in one line, rows divided by ``/``, pieces of one kind with one letter.

    No two states have the same line: the first cell, in reading order, of a region that translated
    copies of one shape cover shows where one copy lies, the first cell of the rest where the next
    one lies, and so on.
    """
    return "/".join(drawing.splitlines()).translate(letters)


def table_hash(rows: Iterable[tuple[str, int | None]]) -> str:
    """Return the SHA-256 of the sorted lines ``board,moves``; None: no goal can be reached."""
    lines = sorted(f"{line},{'' if moves is None else moves}\n" for line, moves in rows)
    found = sha256()
    for line in lines:
        found.update(line.encode())
    return found.hexdigest()
