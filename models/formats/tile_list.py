"""Lists of sliding tiles: each line is a table in reading order, with 0 as the blank (Korf 1985).

A line may begin with the number of its table.  The goal is 0, 1, 2, … in reading order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt
from typing import Any

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import Entry, Likeness, attempted, of_lines
from puzzleproof.models.formats.blocks import lines_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.reading import number_in

SIDES = range(2, 9)
LINE = re.compile(r"\d+(?:[\s,]+\d+)+", re.ASCII)
EXPECTED = (
    "the numbers of a square table, as 16 for 4 x 4, "
    "with the number of the table before them or not"
)


def likeness(text: str) -> Likeness:
    """How many lines have as many numbers as a square table, or one more."""
    return of_lines(lines_of(text), _fits, LINE.fullmatch, EXPECTED)


def documents(text: str) -> Iterator[Entry]:
    """Yield a table for each line."""
    return attempted(lines_of(text), _document)


def _document(line: str) -> dict[str, Any]:
    if not _fits(line):
        raise InstanceError(f"{line[:60]!r}: expected {EXPECTED}")
    words = _words(line)
    side = _side(words)
    table = words[-side * side :]
    board, goal = (
        "\n".join(" ".join(labels[k : k + side]) for k in range(0, len(labels), side)) + "\n"
        for labels in (table, [str(label) for label in range(len(table))])
    )
    document = {"family": "tiles", "metric": "single", "board": board, "goal": goal}
    if len(words) > len(table):
        document["name"] = f"table {number_in(words[0])}"
    return document


def _fits(line: str) -> bool:
    return bool(LINE.fullmatch(line) and _side(_words(line)))


def _words(line: str) -> list[str]:
    return line.replace(",", " ").split()


def _side(words: list[str]) -> int:
    """Rows of the square table that a line holds; 0 for none."""
    for cells in (len(words), len(words) - 1):
        side = isqrt(max(cells, 0))
        if side in SIDES and side * side == cells:
            return side
    return 0


def written(puzzle: AnyPuzzle) -> str:
    """The table as a line, without a number before it."""
    from puzzleproof.models.tiles.rules import TilesPuzzle

    if not isinstance(puzzle, TilesPuzzle) or puzzle.rows != puzzle.columns:
        raise Unsupported("a list of tables holds square tables of sliding tiles")
    if puzzle.goal != tuple(range(len(puzzle.goal))):
        raise Unsupported("a list of tables has the goal 0, 1, 2, … in reading order")
    return " ".join(map(str, puzzle.start)) + "\n"
