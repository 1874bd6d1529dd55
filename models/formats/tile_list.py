"""Lists of sliding tiles: tables of numbers in reading order.

*In a line* (Korf 1985): a square table, perhaps after its number in a list.  The goal is mostly 0,
1, 2, …  *In rows* (as in the exercise COS 226, Princeton): lines of at most eight numbers are the
rows of a table up to an empty line.  The number of rows, or the numbers of rows and columns, may
stand above them.  The goal is mostly 1, 2, 3, … with the blank last.  No table states its goal, so
the usual goal is assumed, or the other of these two goals if only the other can be reached.  The
blank is 0 or one of `BLANKS`, or else the number of cells.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from math import isqrt
from typing import Any

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import ASSUMED, by_line, number_in
from puzzleproof.models.formats.game_id import drawn
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.numbers import GOALS, usual_goal

SIDES = range(2, 9)
BLANKS = ("_", "x", "X", ".")
IN_LINE, IN_ROWS = "blank-first", "blank-last"
"""The usual goals."""
SMALL = re.compile(r"(?:\d+\s+)?[0-4_xX.](?:\s+[0-4_xX.]){3}", re.ASCII)
"""A 2 x 2 table in a line; no table in rows has only such lines."""
LINE = re.compile(r"(?:\d+|[_xX.])(?:[\s,/]+(?:\d+|[_xX.]))*", re.ASCII)
NEARLY = re.compile(r"\d+(?:[\s,/]+\S+)+", re.ASCII)
ROW = " / "
"""The separator of the rows of a table."""
EXPECTED = (
    "the numbers of a square table in one line (16 numbers for 4 x 4), "
    "perhaps after the table's own number; or the rows of a table, all of one length"
)


def parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield each long line, and each block of short lines as one text."""
    numbered = enumerate(text.splitlines(), 1)
    rows = [(k, line.split("#")[0].strip()) for k, line in numbered if line.lstrip()[:1] != "#"]

    def is_short_row(row: tuple[int, str]) -> bool:
        return 0 < len(row[1].replace(",", " ").split()) < SIDES.stop

    for is_short, block in groupby(rows, is_short_row):
        lines = list(block)
        if is_short and not all(SMALL.fullmatch(line) for _, line in lines):
            yield f"line {lines[0][0]}", ROW.join(line for _, line in lines)
        else:
            yield from ((f"line {k}", line) for k, line in lines if line)


def _document(rows: list[list[str]]) -> dict[str, Any]:
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InstanceError(f"row {number} has {len(row)} numbers: expected {len(rows[0])}")
    words, before = [word for row in rows for word in row], list[str]()
    columns, usual = len(rows[0]), IN_ROWS
    if len(rows) == 1:
        columns, usual = isqrt(len(words)), IN_LINE
        before, words = words[: -columns * columns], words[-columns * columns :]
    labels, taken = _labels(words)
    goal, said = usual_goal(tuple(labels), columns, IN_ROWS if taken else usual)
    document = {"family": "tiles", "metric": "single", "goal": goal}
    document |= {"name": f"table {number_in(before[0])}"} if before else {}
    board = drawn([*map(str, labels)], columns)
    return {**document, "board": board, ASSUMED: {"goal": said, **taken}}


def _labels(words: list[str]) -> tuple[list[int], dict[str, str]]:
    """Return the labels, and an assumption if the number of cells stands for the blank."""
    labels, most = [0 if word in BLANKS else number_in(word) for word in words], len(words)
    if 0 in labels or most not in labels:
        return labels, {}
    return [label % most for label in labels], {"board": f"no blank is drawn: it is {most}"}


def _rows(text: str) -> list[list[str]]:
    """Split a table into its rows, without a line of sizes above them; [] if it is no table."""
    found = re.split(r"[\s,/]+", text)
    marks = sum(word in BLANKS for word in found)
    marks += "0" in found
    if not LINE.fullmatch(text) or marks > 1 or not set(found) - {"0", "1", *BLANKS}:
        return []  # the text may be a drawing of pegs
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
    """Write the table as a line, or in rows if its goal has the blank last."""
    from puzzleproof.models.tiles.rules import TilesPuzzle

    if isinstance(puzzle, TilesPuzzle):
        usual = {IN_ROWS: min(puzzle.rows, puzzle.columns) > 1}
        usual[IN_LINE] = puzzle.rows == puzzle.columns in SIDES
        table = [*map(str, puzzle.start)]
        for goal, fits in usual.items():
            named = usual_goal(puzzle.start, puzzle.columns, goal)[0]
            if fits and named == goal and puzzle.goal == GOALS[goal](puzzle.rows, puzzle.columns):
                return drawn(table, puzzle.columns) if goal == IN_ROWS else " ".join(table) + "\n"
    raise Unsupported(
        "a list of tables holds sliding tiles: square tables with the goal 0, 1, 2, …, or tables "
        "with the goal 1, 2, 3, … and the blank last, if this goal can be reached"
    )
