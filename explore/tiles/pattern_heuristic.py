"""The sum of pattern databases as a heuristic: a table look-up a move.

Each table lies behind the other in one array, so a placement's number is an index into all.  The
values may fall by more than 1 in a move, since a table takes the best place of the blank; they
never exceed the distance, and that is all that f-limits need.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puzzleproof.explore.tiles.board import Array, Names, TileBoard
from puzzleproof.explore.tiles.outcome import OnRemark
from puzzleproof.explore.tiles.patterns import TilePattern, digits, number, partition
from puzzleproof.explore.tiles.store import table_of


class PatternDatabases:
    """Remembers each pattern's placement."""

    def __init__(
        self,
        board: TileBoard,
        patterns: Sequence[TilePattern] | None = None,
        remark: OnRemark | None = None,
    ) -> None:
        self.board = board
        self.patterns = tuple(partition(board) if patterns is None else patterns)
        tables = [table_of(board, pattern, remark) for pattern in self.patterns]
        self.begins = np.cumsum([0, *map(len, tables)])[:-1]
        self.tables = np.concatenate(tables)
        bits, cells = digits(board.cells), board.cells
        self.pattern_of = np.zeros(cells, np.int64)
        self.weight = np.zeros(cells, np.int64)
        for p, pattern in enumerate(self.patterns):
            for k, tile in enumerate(pattern):
                self.pattern_of[tile] = p
                self.weight[tile] = 1 << bits * k

    def start(self, names: Names) -> tuple[int, tuple[int, ...]]:
        """The sum of all tables' values, and where in the tables they stand."""
        places = [
            int(begin) + number(pattern, names)
            for begin, pattern in zip(self.begins, self.patterns, strict=True)
        ]
        return sum(int(self.tables[place]) for place in places), tuple(places)

    def after(
        self, values: Array, memory: Array, tiles: Array, origins: Array, targets: Array
    ) -> Array:
        """The sums after these tiles have moved; changes the places."""
        rows, which = np.arange(len(values)), self.pattern_of[tiles]
        before = memory[rows, which]
        after = before + self.weight[tiles] * (targets - origins)
        memory[rows, which] = after
        sums: Array = values - self.tables[before] + self.tables[after]
        return sums
