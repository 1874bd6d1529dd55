"""Lower bounds of sliding tiles: the sum of the distances (the source's π2), and linear conflicts.

Linear conflicts (Hansson, Mayer & Yung 1985, 1992) add to Manhattan: two tiles that stand in the
line where both belong, but in the wrong order, cannot pass without one of them leaving the line,
which costs two moves that Manhattan does not count.  The fewest tiles that must leave a line are
those outside a longest subsequence in order; lines, rows and columns alike, add up, since a tile
leaves a row by a vertical move and a column by a horizontal one.

The contents of a line are a number with a digit a cell: 0 for a tile that belongs elsewhere, else
one more than its place in the line.  A table gives the cost for each number.  A move keeps the
order in the line along which it goes, so only the two lines across it change their costs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

import numpy as np

from puzzleproof.explore.tiles.board import Array, Names, TileBoard
from puzzleproof.explore.tiles.idastar import Heuristic
from puzzleproof.explore.tiles.patterns import OnRemark, PatternDatabases

LONGEST = 7
"""Lines of more cells are not counted: their tables would have 9**8 numbers."""


class Manhattan:
    """Each move changes one tile's distance by 1, so the sum is a lower bound."""

    def __init__(self, board: TileBoard) -> None:
        self.board = board
        n = board.cells
        distance = np.array([[board.apart(t, c) for c in range(n)] for t in range(n)], np.int64)
        self.change = (distance[:, None, :] - distance[:, :, None]).reshape(-1)
        """(tile, from, to) -> change of the sum; flat."""

    def start(self, names: Names) -> tuple[int, tuple[int, ...]]:
        """The sum; nothing else to remember."""
        return self.board.manhattan(names), ()

    def after(
        self, values: Array, _memory: Array, tiles: Array, origins: Array, targets: Array
    ) -> Array:
        """The sums after these tiles have moved."""
        n = self.board.cells
        sums: Array = values + self.change[(tiles * np.int64(n) + origins) * n + targets]
        return sums


def line_costs(length: int) -> Array:
    """Number of a line -> twice the fewest tiles that must leave it."""
    if length > LONGEST:
        return np.zeros(1, np.int64)
    base = length + 1
    numbers: Array = np.arange(base**length, dtype=np.int64)
    cells: list[Array] = [numbers // base**k % base for k in range(length)]
    longest: list[Array] = []
    """Of the tiles in order that end at a cell, the most."""
    for k, here in enumerate(cells):
        best: Array = np.zeros(base**length, np.int64)
        for earlier, there in zip(longest, cells[:k], strict=True):
            best = np.maximum(best, np.where((there < here) & (there > 0), earlier, 0))
        longest.append(np.where(here > 0, best + 1, 0))
    belonging: Array = np.sum([here > 0 for here in cells], axis=0)
    most: Array = np.max(longest, axis=0)
    return 2 * (belonging - most)


class LinearConflict:
    """Remembers, after the sum of both, the number of every line: rows first, then columns."""

    def __init__(self, board: TileBoard) -> None:
        self.board = board
        self.manhattan = Manhattan(board)
        self.costs = np.concatenate([line_costs(board.columns), line_costs(board.rows)])
        self.columns_from = len(line_costs(board.columns))

    @cached_property
    def _digit(self) -> Array:
        """(axis, tile, cell) -> what a tile adds to the number of the cell's row or column."""
        n, m = self.board.rows, self.board.columns
        table = np.zeros((2, n * m, n * m), np.int64)
        for tile in range(n * m):
            for cell in range(n * m):
                for axis, place, base in ((0, cell % m, m + 1), (1, cell // m, n + 1)):
                    if tile == self.board.home or base - 1 > LONGEST:
                        continue
                    if _line(axis, cell, m) == _line(axis, tile, m):
                        digit = (tile % m, tile // m)[axis] + 1
                        table[axis, tile, cell] = digit * base**place
        return table

    @cached_property
    def _where(self) -> tuple[Array, Array]:
        """(axis, cell) -> its line in the memory; line -> where its costs begin."""
        n, m = self.board.rows, self.board.columns
        cells = np.arange(n * m)
        lines = np.array([cells // m, n + cells % m])
        begins = np.array([0] * n + [self.columns_from] * m)
        return lines, begins

    def start(self, names: Names) -> tuple[int, tuple[int, ...]]:
        """The sum of both, and the lines' numbers."""
        lines, begins = self._where
        numbers = [0] * (self.board.rows + self.board.columns)
        for cell, tile in enumerate(names):
            for axis in (0, 1):
                numbers[int(lines[axis, cell])] += int(self._digit[axis, tile, cell])
        costs = sum(int(self.costs[b + x]) for b, x in zip(begins, numbers, strict=True))
        return self.board.manhattan(names) + costs, tuple(numbers)

    def after(
        self, values: Array, memory: Array, tiles: Array, origins: Array, targets: Array
    ) -> Array:
        """The sums after these tiles have moved; changes the lines' numbers."""
        lines = self._where[0]
        rows = np.arange(len(values))
        along = (abs(targets - origins) != 1).astype(np.int64)
        if self.board.columns == 1:
            along[:] = 1
        across = 1 - along
        left, entered = lines[across, origins], lines[across, targets]
        values = self.manhattan.after(values, memory, tiles, origins, targets)
        values = values - self._cost(memory, rows, left) - self._cost(memory, rows, entered)
        line = lines[along, origins]
        memory[rows, line] += self._digit[along, tiles, targets]
        memory[rows, line] -= self._digit[along, tiles, origins]
        memory[rows, left] -= self._digit[across, tiles, origins]
        memory[rows, entered] += self._digit[across, tiles, targets]
        return values + self._cost(memory, rows, left) + self._cost(memory, rows, entered)

    def _cost(self, memory: Array, rows: Array, lines: Array) -> Array:
        costs: Array = self.costs[self._where[1][lines] + memory[rows, lines]]
        return costs


def _line(axis: int, cell: int, columns: int) -> int:
    return cell // columns if axis == 0 else cell % columns


HEURISTICS: Mapping[str, Callable[[TileBoard, OnRemark], Heuristic]] = {
    "manhattan": lambda board, _: Manhattan(board),
    "linear-conflict": lambda board, _: LinearConflict(board),
    "patterns": lambda board, remark: PatternDatabases(board, remark=remark),
}
"""Each is made for a board; a table that could not be kept is worth a remark."""
