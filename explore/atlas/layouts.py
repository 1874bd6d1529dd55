"""The number of placements of piece sets, counted cell by cell without listing placements.

This is the transfer-matrix method: the cells are filled in reading order, and the number of ways to
continue depends only on which of the next cells are already covered.
"""

import operator
from collections import defaultdict
from typing import TypeAlias

from puzzleproof.explore.atlas.stock import PieceSet, Shape, Stock, cells_of, is_wall, placed

Numbers: TypeAlias = tuple[int, ...]
"""The number of pieces of each shape in a piece set."""
Partial: TypeAlias = tuple[int, Numbers, int]
"""(covered cells from this cell on; pieces of each shape, block first; number of empty cells)."""


def layout_counts(stock: Stock) -> dict[Numbers, int]:
    """Return numbers of pieces by shape -> number of placements, within the limits of a stock."""
    rows, columns = stock.size
    partial: dict[Partial, int] = {(0, (0,) * (1 + len(stock.shapes)), 0): 1}
    for cell in range(rows * columns):
        following = defaultdict[Partial, int](int)
        for state, number in partial.items():
            for after in _after(stock, state, cell):
                following[after] += number
        partial = following
    found = defaultdict[Numbers, int](int)
    least = 0 if stock.empty is None else stock.empty[0]
    fewest = [1, *(fewest for fewest, _ in stock.numbers)]
    for (_, numbers, empty), number in partial.items():
        if empty >= least and all(map(operator.ge, numbers, fewest)):
            found[numbers[1:]] += number
    return dict(found)


def placements(piece_set: PieceSet) -> int:
    """Count the placements of the pieces of one set."""
    shapes, numbers = zip(*piece_set.others, strict=True) if piece_set.others else ((), ())
    one, empty = piece_set, (piece_set.empty, piece_set.empty)
    every = tuple((number, number) for number in numbers)
    stock = Stock(one.size, one.block, one.goal, shapes, every, empty, locked=one.locked)
    return layout_counts(stock).get(numbers, 0)


def layouts_by_pieces(stock: Stock) -> dict[int, tuple[int, int]]:
    """Return number of pieces -> (number of piece sets, number of their placements)."""
    counts, found = layout_counts(stock), dict[int, tuple[int, int]]()
    for piece_set in stock.sets():
        number = counts.get(tuple(number for _, number in piece_set.others), 0)
        sets, placed = found.get(piece_set.pieces, (0, 0))
        found[piece_set.pieces] = sets + bool(number), placed + number
    return dict(sorted(found.items()))


def _after(stock: Stock, state: Partial, cell: int) -> list[Partial]:
    """List the partial fillings after one cell: it stays empty, or a piece begins there."""
    covered, numbers, empty = state
    if covered & 1:
        return [(covered >> 1, numbers, empty)]
    found = list[Partial]()
    if stock.empty is None or empty < stock.empty[1]:
        found.append((covered >> 1, numbers, empty + 1))
    limits = (may_stand(stock, *divmod(cell, stock.size[1])), *(most for _, most in stock.numbers))
    room = stock.pieces is None or sum(numbers[1:]) + 1 < stock.pieces
    for k, shape in enumerate((stock.block, *stock.shapes)):
        is_left = numbers[k] < limits[k] and (room or k == 0)
        if is_left and (cells := _cells(stock, shape, cell, covered)):
            more = (*numbers[:k], numbers[k] + 1, *numbers[k + 1 :])
            found.append(((covered | cells) >> 1, more, empty))
    return found


def may_stand(asked: Stock | PieceSet, row: int, column: int) -> bool:
    """Tell whether the block may begin here: if it is locked, it has to be in its goal's line."""
    here = row == asked.goal[0] if asked.block[0] == 1 else column == asked.goal[1]
    return here or not asked.locked


def _cells(stock: Stock, shape: Shape, cell: int, covered: int) -> int:
    """Return the cells of a piece that begins here, bit 0 for this cell; 0 if it does not fit."""
    (rows, columns), (row, column) = stock.size, divmod(cell, stock.size[1])
    column -= cells_of(placed(0, 0, shape))[0][1]
    if column < 0 or row + shape[0] > rows or column + shape[1] > columns:
        return 0
    taken = cells_of(placed(row, column, shape))
    if is_wall(shape) and not set(taken).isdisjoint(cells_of(placed(*stock.goal, stock.block))):
        return 0
    cells = sum(1 << r * columns + c - cell for r, c in taken)
    return 0 if cells & covered else cells
