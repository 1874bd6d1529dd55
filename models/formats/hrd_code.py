"""Hua Rong Dao boards of 4 x 5 cells as codes: the CommonCode and ShortCode of dnomd343/klotski.

A *code* has nine hexadecimal digits.  The first is the number, in reading order, of the cell with
the upper left corner of the 2 x 2 block.  The other 32 bits are pairs.  Each pair describes the
first cell, in reading order, that nothing covers yet: 00 is an empty cell; 01 begins a horizontal
bar, 10 a vertical bar, 11 a unit square.  Up to three zeros at the end may be left out.  The block
has to get to the middle of the bottom.  L'Âne Rouge is 1A9BF0C00.

A *short code* has five digits of base 32.  It is the number, from 0, of a board among all boards
with at least two empty cells, in the order of their codes (src/core/short_code/short_code.h there).
L'Âne Rouge is 4WVE1.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from puzzleproof.models.drawing import Cell, corner, place_words
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import ASSUMED, NONE, Likeness, of_lines
from puzzleproof.models.formats.blocks import (
    letters,
    lines_of,
    only_goal,
    rectangle,
    size_of,
    sliding_document,
    sliding_of,
)
from puzzleproof.models.puzzle import AnyPuzzle

ROWS, COLUMNS, DIGITS = 5, 4, 9
BLOCK, SIZES = (2, 2), {1: (1, 2), 2: (2, 1), 3: (1, 1)}
GOAL, BOTTOM_MIDDLE = (3, 1), "the goal is the 2 x 2 block in the middle of the bottom"
EXPECTED = f"{DIGITS} hexadecimal digits, or a short code of 5 letters and digits"
BASE_32 = "123456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The digits of short codes: 0, I, L and O are left out, because they look like other digits."""
SHORT = re.compile(rf"[{BASE_32}]{{5}}", re.ASCII | re.IGNORECASE)
LINE = re.compile(rf"[0-9A-F]{{6,{DIGITS}}}|{SHORT.pattern}", re.ASCII | re.IGNORECASE)
SPACES = 2
"""The least number of empty cells on a board that has a short code."""
NEARLY = re.compile(rf"(?=.*\d)[0-9A-Za-z]{{5,{DIGITS + 1}}}", re.ASCII)
"""A line with a digit too many or too few, or with a letter that is not a digit of a code."""


def likeness(text: str) -> Likeness:
    """Measure how many lines are codes; if lines consist of 0 and 1 only, the text draws pegs."""
    lines = list(lines_of(text))
    like = of_lines(lines, LINE.fullmatch, NEARLY.fullmatch, EXPECTED)
    binary = sum(set(line) <= {"0", "1"} for _, line in lines)
    if binary == len(lines) or (like.share < 1 and 2 * binary >= len(lines)):
        return NONE
    return like


parts = lines_of


def document(line: str) -> dict[str, Any]:
    """Return the board of a line, named by its code of nine digits."""
    if not LINE.fullmatch(line):
        raise InstanceError(f"{line[:60]!r}: expected {EXPECTED}")
    code = line.upper()
    try:
        return _board(_code(code) if SHORT.fullmatch(code) else code.ljust(DIGITS, "0"))
    except InstanceError as error:
        raise InstanceError(f"{line!r}: {error}") from None


def _board(code: str) -> dict[str, Any]:
    row, column = divmod(int(code[0], 16), COLUMNS)
    if column > COLUMNS - 2:
        raise InstanceError(f"the block would stand in column {column + 1}, off the board")
    block = rectangle(*BLOCK, (row, column))
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
                raise InstanceError(f"the piece at {place_words(cell)} overlaps")
            covered |= piece
            pieces.append(piece)
    if any(kinds):
        raise InstanceError("more pieces than the board holds")
    names = letters(len(pieces))
    board, goal = dict(zip(names, pieces, strict=True)), {names[0]: rectangle(*BLOCK, GOAL)}
    document = sliding_document((ROWS, COLUMNS), board, goal, name=code)
    return document | {ASSUMED: {"goal": BOTTOM_MIDDLE}}


# --- short codes --------------------------------------------------------------------------


def _code(short: str) -> str:
    """Return the nine digits of a short code."""
    number = 0
    for digit in short:
        number = 32 * number + BASE_32.index(digit)
    for head in range(ROWS * COLUMNS):
        covered = 0b110011 << head
        if head % COLUMNS == COLUMNS - 1 or covered >> ROWS * COLUMNS:
            continue
        if number < _boards(covered, SPACES):
            return f"{head:X}{_bits(covered, number):08X}"
        number -= _boards(covered, SPACES)
    raise InstanceError("no board has this short code: its number is too large")


def _bits(covered: int, number: int, spaces: int = SPACES, left: int = 16) -> int:
    """Return the last ``left`` pairs of board ``number`` among boards with the same first pairs."""
    for kind, after in _first(covered):
        wanted = max(spaces - (kind == 0), 0)
        if number < _boards(after, wanted):
            return kind << 2 * (left - 1) | _bits(after, number, wanted, left - 1)
        number -= _boards(after, wanted)
    return 0


@cache
def _boards(covered: int, spaces: int) -> int:
    """Count the ways to fill the cells not covered so that at least ``spaces`` stay empty."""
    if covered == (1 << ROWS * COLUMNS) - 1:
        return int(spaces <= 0)
    return sum(_boards(after, max(spaces - (kind == 0), 0)) for kind, after in _first(covered))


def _first(covered: int) -> Iterator[tuple[int, int]]:
    """Yield what may lie on the first free cell: a kind of piece, and the cells then covered."""
    cell = (~covered & covered + 1).bit_length() - 1
    for kind, shape in ((0, 0b1), (1, 0b11), (2, 0b10001), (3, 0b1)):
        off = shape << cell >> ROWS * COLUMNS or (kind == 1 and cell % COLUMNS == COLUMNS - 1)
        if not off and not shape << cell & covered:
            yield kind, covered | shape << cell


# --- writing ------------------------------------------------------------------------------


def layout_of(puzzle: AnyPuzzle, what: str) -> dict[Cell, tuple[str, Cell]]:
    """Map the corner of each piece to its name and size; raises Unsupported if no code fits."""
    sliding = sliding_of(puzzle, what)
    name, at = only_goal(sliding, what)
    sizes = {piece: size_of(cells) or (0, 0) for piece, cells in sliding.drawn.items()}
    if sliding.board.size != (ROWS, COLUMNS) or len(sliding.grid.cells) != ROWS * COLUMNS:
        raise Unsupported(f"{what} takes boards of {ROWS} rows, {COLUMNS} columns and no walls")
    blocks = [piece for piece, size in sizes.items() if size == BLOCK]
    if blocks != [name] or at != GOAL or not {*sizes.values()} <= {BLOCK, *SIZES.values()}:
        raise Unsupported(
            f"{what} takes bars, squares and one 2 x 2 block that goes to the bottom middle"
        )
    corners = {corner(cells): piece for piece, cells in sliding.drawn.items()}
    return {at: (corners[at], sizes[corners[at]]) for at in sorted(corners)}


def written(puzzle: AnyPuzzle) -> str:
    """Write the nine digits as a line."""
    layout, bits, covered, head = layout_of(puzzle, "a code"), "", set[Cell](), 0
    kind_of = {size: kind for kind, size in SIZES.items()}
    for at, (_, size) in layout.items():
        if size == BLOCK:
            head, covered = COLUMNS * at[0] + at[1], rectangle(*size, at)
    for cell in (divmod(k, COLUMNS) for k in range(ROWS * COLUMNS)):
        if cell not in covered:
            _, size = layout.get(cell, ("", (0, 0)))
            bits += f"{kind_of.get(size, 0):02b}"
            covered |= rectangle(*size, cell)
    return f"{head:X}{int(bits.ljust(32, '0'), 2):08X}\n"
