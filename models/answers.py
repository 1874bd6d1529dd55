"""Answer tables (docs/answers.md): the line that stands for a board, and the hash of a table."""

from collections.abc import Iterable
from hashlib import sha256

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle


def letters_of(puzzle: AnyPuzzle) -> dict[int, str]:
    """Map each sliding piece's code point to the first letter of its kind; {} in other families."""
    if not isinstance(puzzle, SlidingPuzzle):
        return {}
    return {ord(name): group[0] for group in puzzle.groups for name in group}


def board_line(drawing: str, letters: dict[int, str]) -> str:
    """Return a drawing in one line, rows divided by ``/``, pieces of one kind with one letter.

    No two states have the same line.  The pieces of a kind have one shape and cover a region.  The
    region's first cell in reading order is the first cell of a piece; without this piece, the first
    cell of the rest is the first cell of another piece; and so on.
    """
    return "/".join(drawing.splitlines()).translate(letters)


def table_hash(rows: Iterable[tuple[str, int | None]]) -> str:
    """Return the SHA-256 of sorted lines ``board,moves``; without a plan, ``board,``."""
    lines = sorted(f"{line},{'' if moves is None else moves}\n" for line, moves in rows)
    found = sha256()
    for line in lines:
        found.update(line.encode())
    return found.hexdigest()
