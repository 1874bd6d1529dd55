"""Hua Rong Dao boards of 4 x 5 cells in nine hexadecimal digits, as in dnomd343/klotski.

The first digit is the number, in reading order, of the cell with the upper left corner of the 2 x 2
block.  The other 32 bits are pairs.  Each pair describes the first cell, in reading order, that
nothing covers yet: 00 is an empty cell; 01 begins a horizontal bar, 10 a vertical bar, 11 a unit
square.  Zeros at the end may be left out.  The block has to get to the middle
of the bottom.  L'Âne Rouge is 1A9BF0C00.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import NONE, Entry, Likeness, attempted, of_lines
from puzzleproof.models.formats.blocks import (
    board_of,
    corner,
    letters,
    lines_of,
    only_goal,
    rectangle,
    size_of,
    sliding_of,
)
from puzzleproof.models.puzzle import AnyPuzzle

ROWS, COLUMNS, DIGITS = 5, 4, 9
SIZES = {1: (1, 2), 2: (2, 1), 3: (1, 1)}
GOAL = (3, 1)
EXPECTED = f"{DIGITS} hexadecimal digits"
LINE = re.compile(rf"[0-9A-Fa-f]{{1,{DIGITS}}}")
NEARLY = re.compile(rf"(?=.*\d)[0-9A-Za-z]{{{DIGITS - 1},{DIGITS + 1}}}", re.ASCII)
"""A line with a digit too many or too few, or a letter that is no digit."""


def likeness(text: str) -> Likeness:
    """How many lines have at most nine hexadecimal digits; lines of only 0 and 1 draw pegs."""
    lines = list(lines_of(text))
    like = of_lines(lines, LINE.fullmatch, NEARLY.fullmatch, EXPECTED)
    binary = sum(set(line) <= {"0", "1"} for _, line in lines)
    if binary == len(lines) or (like.share < 1 and 2 * binary >= len(lines)):
        return NONE
    return like


def documents(text: str) -> Iterator[Entry]:
    """Yield a board for each line; its name is its code."""
    return attempted(lines_of(text), _document)


def _document(line: str) -> dict[str, Any]:
    if not LINE.fullmatch(line):
        raise InstanceError(f"{line[:60]!r}: expected {EXPECTED}")
    try:
        return _board(line.upper().ljust(DIGITS, "0"))
    except InstanceError as error:
        raise InstanceError(f"{line!r}: {error}") from None


def _board(code: str) -> dict[str, Any]:
    row, column = divmod(int(code[0], 16), COLUMNS)
    if column > COLUMNS - 2:
        raise InstanceError(f"the block would stand in column {column + 1}, off the board")
    block = rectangle(2, 2, (row, column))
    bits = f"{int(code[1:], 16):032b}"
    kinds = iter([int(bits[k : k + 2], 2) for k in range(0, len(bits), 2)])
    covered, pieces = set(block), [block]
    for cell in (divmod(k, COLUMNS) for k in range(ROWS * COLUMNS)):
        if cell in covered:
            continue
        kind = next(kinds)
        covered.add(cell)
        if kind:
            piece = rectangle(*SIZES[kind], cell)
            if (piece - {cell}) & covered:
                raise InstanceError(
                    f"the piece at row {cell[0] + 1}, column {cell[1] + 1} overlaps"
                )
            covered |= piece
            pieces.append(piece)
    if any(kinds):
        raise InstanceError("more pieces than the board holds")
    names = letters(len(pieces))
    return {
        "family": "sliding",
        "name": code,
        "metric": "piece",
        "board": board_of(ROWS, COLUMNS, dict(zip(names, pieces, strict=True))),
        "goal": board_of(ROWS, COLUMNS, {names[0]: rectangle(2, 2, GOAL)}),
        "labelled": names[0],
    }


def written(puzzle: AnyPuzzle) -> str:
    """The nine digits as a line."""
    sliding = sliding_of(puzzle, "a code")
    name, at = only_goal(sliding, "a code")
    first: dict[Cell, tuple[str, Cell | None]] = {
        min(cells): (piece, size_of(cells)) for piece, cells in sliding.drawn.items()
    }
    blocks = [piece for piece, size in first.values() if size == (2, 2)]
    cells = ROWS * COLUMNS
    if sliding.board.size != (ROWS, COLUMNS) or len(sliding.grid.cells) != cells:
        raise Unsupported(f"a code is for boards of {ROWS} rows and {COLUMNS} columns, no walls")
    if (
        blocks != [name]
        or at != GOAL
        or any(size not in (*SIZES.values(), (2, 2)) for _, size in first.values())
    ):
        raise Unsupported("a code is for one 2 x 2 block to the bottom middle, bars and squares")
    kind_of = {size: kind for kind, size in SIZES.items()}
    drawn, bits = sliding.board.cells(), ""
    for cell in sorted(drawn):
        if drawn[cell] == ".":
            bits += "00"
        elif cell in first and first[cell][0] != name:
            bits += f"{kind_of[first[cell][1] or (1, 1)]:02b}"
    row, column = corner(sliding.drawn[name])
    return f"{COLUMNS * row + column:X}{int(bits.ljust(32, '0'), 2):08X}\n"
