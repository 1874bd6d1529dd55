"""Lists of sliding tiles: tables of numbers in reading order, with 0 as the blank.

*In a line* (Korf 1985): a square table; its number may stand before it, and the goal is 0, 1, 2, …
*In rows* (as in the exercise COS 226, Princeton): lines of at most eight numbers are the rows of a
table up to an empty line.  Above them may stand the number of rows, or those of rows and columns.
The goal is 1, 2, 3, … with the blank last.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from math import isqrt
from typing import Any

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import by_line
from puzzleproof.models.formats.game_id import drawn, table_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.reading import number_in

SIDES = range(2, 9)
SMALL = re.compile(r"(?:\d+\s+)?[0-3](?:\s+[0-3]){3}", re.ASCII)
"""A 2 x 2 table in a line; no table in rows has only such lines."""
LINE = re.compile(r"\d+(?:[\s,/]+\d+)*", re.ASCII)
NEARLY = re.compile(r"\d+(?:[\s,/]+\S+)+", re.ASCII)
ROW = " / "
"""What is put between the rows of a table."""
EXPECTED = (
    "the numbers of a square table, as 16 for 4 x 4, "
    "with the number of the table before them or not; or a table in rows of one length"
)


def parts(text: str) -> Iterator[tuple[str, str]]:
    """Each long line, and each block of short ones as one text."""
    rows = [(k, line.strip()) for k, line in enumerate(text.splitlines(), 1)]
    rows = [(k, line) for k, line in rows if not line.startswith("#")]
    for is_short, block in groupby(rows, lambda row: _is_short(row[1])):
        lines = list(block)
        if is_short and not all(SMALL.fullmatch(line) for _, line in lines):
            yield f"line {lines[0][0]}", ROW.join(line for _, line in lines)
        else:
            yield from ((f"line {k}", line) for k, line in lines if line)


def _is_short(line: str) -> bool:
    return 0 < len(line.replace(",", " ").split()) < SIDES.stop


def _document(rows: list[list[str]]) -> dict[str, Any]:
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InstanceError(f"row {number} has {len(row)} numbers: expected {len(rows[0])}")
    if len(rows) > 1:
        return table_of([label for row in rows for label in row], len(rows[0]))
    side = isqrt(len(rows[0]))
    table = rows[0][-side * side :]
    goal = [str(label) for label in range(len(table))]
    tables = {"board": drawn(table, side), "goal": drawn(goal, side)}
    document = {"family": "tiles", "metric": "single", **tables}
    if len(rows[0]) > len(table):
        document["name"] = f"table {number_in(rows[0][0])}"
    return document


def _rows(text: str) -> list[list[str]]:
    """The rows of a table, without the line above them; of a table in a line one; [] for none."""
    if not LINE.fullmatch(text):
        return []
    rows = [row.replace(",", " ").split() for row in text.split(ROW)]
    if len(rows) == 1:
        words = rows[0]
        return rows if any(len(words) - side * side in (0, 1) for side in SIDES) else []
    size = [str(len(rows) - 1), str(len(rows[-1]))]
    if rows[0] in (size, size[:1]) and any(rows[0][0] in row for row in rows[1:]):
        rows = rows[1:]  # no table has a number twice
    return rows if len(rows) > 1 and min(map(len, rows)) > 1 else []


likeness, document = by_line(parts, _rows, NEARLY.fullmatch, EXPECTED, _document)


def written(puzzle: AnyPuzzle) -> str:
    """The table as a line, or in rows if its goal has the blank last."""
    from puzzleproof.models.tiles.rules import TilesPuzzle

    if isinstance(puzzle, TilesPuzzle):
        cells, table = range(len(puzzle.goal)), [*map(str, puzzle.start)]
        if puzzle.goal == (*cells[1:], 0) and min(puzzle.rows, puzzle.columns) > 1:
            return drawn(table, puzzle.columns)
        if puzzle.goal == (*cells,) and puzzle.rows == puzzle.columns in SIDES:
            return " ".join(table) + "\n"
    raise Unsupported(
        "a list of tables holds sliding tiles: square ones with the goal "
        "0, 1, 2, …, or any with the goal 1, 2, 3, … and the blank last"
    )
