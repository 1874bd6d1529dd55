"""Hua Rong Dao boards of 4 x 5 cells with a digit on each cell, as in solvers by students.

0 is an empty cell.  *By piece* (TEJMaster/Huarongdao-Solver, and others that solve an exercise of
CSC384, University of Toronto): 1 is the 2 x 2 block and 7 a unit square; any other digit is one
piece, mostly a bar.  *By shape* (conwnet/huarongdao): the first cell of a piece has 2 (a unit
square), 3 (a vertical bar), 4 (a horizontal bar) or 5 (the block); its other cells have 1.  No text
can be read in both ways: by shape, the block has a 5 and three 1s; by piece, the 1s are the four
cells of a 2 x 2 block, but the only such block with these three 1s has the 5 on its fourth cell.

A board is a line of 20 digits, or five lines of four.  The block goes to the bottom middle.
"""

import re
from collections.abc import Iterator
from typing import Any

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import ASSUMED, Likeness, of_lines
from puzzleproof.models.formats.blocks import lines_of, rectangle, size_of, sliding_document
from puzzleproof.models.formats.hrd_code import BLOCK, BOTTOM_MIDDLE, COLUMNS, GOAL, ROWS, layout_of
from puzzleproof.models.puzzle import AnyPuzzle

EMPTY, FIRST, SQUARE, OTHERS = "0", "1", "7", "2345689"
LETTERS = "ABCDEFGHIJKLMNOPQRST"
"""Names of pieces that share a digit."""
SHAPES = {"2": (1, 1), "3": (2, 1), "4": (1, 2), "5": BLOCK}
BY_SHAPE = "2 to 5 on the first cell of each piece, one of them 5, and 1 on its other cells"
EXPECTED = "20 digits, or five lines of four: 0 empty, 1 the block, 7 a unit square"
DIGITS = re.compile(rf"\d{{{ROWS * COLUMNS}}}", re.ASCII)
LIKE = re.compile(rf"(?=.*[2-9]){DIGITS.pattern}", re.ASCII)
NEARLY = re.compile(r"(?=.*[2-9])[0-9A-Za-z]{16,24}", re.ASCII)


def likeness(text: str) -> Likeness:
    """Measure how many boards have 20 digits, some of them above 1."""
    return of_lines(parts(text), LIKE.fullmatch, NEARLY.fullmatch, EXPECTED)


def parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line as a board; if all lines are short, five lines are one board."""
    lines = list(lines_of(text))
    size = ROWS if all(len(line) <= COLUMNS + 1 for _, line in lines) else 1
    for k in range(0, len(lines), size):
        yield lines[k][0], "".join(line for _, line in lines[k : k + size])


def document(line: str) -> dict[str, Any]:
    """Return the board with these 20 digits."""
    if not DIGITS.fullmatch(line):
        raise InstanceError(f"{line[:60]!r}: expected {EXPECTED}")
    pieces = _by_shape(line) or _by_piece(line)
    block = next(name for name, cells in pieces.items() if size_of(cells) == BLOCK)
    document = sliding_document((ROWS, COLUMNS), pieces, {block: rectangle(*BLOCK, GOAL)})
    return document | {ASSUMED: {"goal": BOTTOM_MIDDLE}}


def _by_shape(line: str) -> dict[str, set[Cell]] | None:
    """Return the pieces of a board by shape; None if the digits are no such board."""
    starts = [(divmod(k, COLUMNS), SHAPES[x]) for k, x in enumerate(line) if x in SHAPES]
    pieces = dict(zip(LETTERS, (rectangle(*size, at) for at, size in starts), strict=False))
    covered = sorted(cell for cells in pieces.values() for cell in cells)
    filled = [divmod(k, COLUMNS) for k, x in enumerate(line) if x != EMPTY]
    is_right = covered == filled and line.count("5") == 1
    return pieces if is_right and not {*line} - {EMPTY, FIRST, *SHAPES} else None


def _by_piece(line: str) -> dict[str, set[Cell]]:
    pieces, squares = dict[str, set[Cell]](), iter(LETTERS)
    for k, digit in enumerate(line):
        if digit != EMPTY:
            name = next(squares) if digit == SQUARE else digit
            pieces.setdefault(name, set()).add(divmod(k, COLUMNS))
    for name, cells in {FIRST: set[Cell](), **pieces}.items():
        size, wanted = size_of(cells) if cells else None, BLOCK if name == FIRST else None
        if size is None or size != (wanted or size):
            expected = f"a 2 x 2 block, or by shape {BY_SHAPE}" if wanted else "a rectangle"
            raise InstanceError(f"digit {name} is on {len(cells)} cells: expected {expected}")
    return pieces


def written(puzzle: AnyPuzzle) -> str:
    """Write the 20 digits as a line."""
    bars, digits = iter(OTHERS), [EMPTY] * (ROWS * COLUMNS)
    for at, (_, size) in layout_of(puzzle, "a layout of digits").items():
        digit = FIRST if size == BLOCK else SQUARE if size == (1, 1) else next(bars, "")
        if not digit:
            raise Unsupported(f"a layout of digits holds {len(OTHERS)} bars at most")
        for row, column in rectangle(*size, at):
            digits[COLUMNS * row + column] = digit
    return "".join(digits) + "\n"
