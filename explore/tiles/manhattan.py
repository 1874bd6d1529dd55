"""Sum of the tiles' distances (the source's π2), changed move by move; and no bound at all."""

from __future__ import annotations

import numpy as np

from puzzleproof.explore.tiles.board import Array, Names, TileBoard


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


class Blind:
    """Knows nothing: iterative deepening."""

    def start(self, _names: Names) -> tuple[int, tuple[int, ...]]:
        """Return 0."""
        return 0, ()

    def after(
        self, values: Array, _memory: Array, _tiles: Array, _origins: Array, _targets: Array
    ) -> Array:
        """Return 0 for each."""
        return values
