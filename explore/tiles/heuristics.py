"""Lower bounds of sliding tiles: the sum of the distances (the source's π2), pattern databases."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from puzzleproof.explore.tiles.board import Array, Names, TileBoard
from puzzleproof.explore.tiles.idastar import Heuristic
from puzzleproof.explore.tiles.patterns import OnRemark, PatternDatabases


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


HEURISTICS: Mapping[str, Callable[[TileBoard, OnRemark], Heuristic]] = {
    "manhattan": lambda board, _: Manhattan(board),
    "patterns": lambda board, remark: PatternDatabases(board, remark=remark),
}
"""Each is made for a board; a table that could not be kept is worth a remark."""
