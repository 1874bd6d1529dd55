"""Additive pattern databases (Korf & Felner 2002): the values of disjoint patterns are added.

A *pattern* is a set of tiles; a *placement* says on which cells they are.  A table has, for every
placement, the fewest moves of the pattern's own tiles that bring them to their goal cells,
minimised over all cells where the blank may be; moves of other tiles are not counted.  Each move
moves one tile, of one pattern only, so the sum of the values never exceeds the true distance.
Tables are kept in the user's cache folder.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from math import perm
from pathlib import Path
from typing import TypeAlias
from zipfile import BadZipFile

import numpy as np

from puzzleproof.explore.tiles.board import Array, Names, TileBoard
from puzzleproof.models.errors import OutputError
from puzzleproof.models.output import cache_folder, written_whole

TilePattern: TypeAlias = tuple[int, ...]
"""The tiles (goal cells) in ascending order."""

OnRemark: TypeAlias = Callable[[str], None]

MakeTable: TypeAlias = Callable[[tuple[tuple[int, ...], ...], int, TilePattern], memoryview]
"""(cells beside each cell, blank's goal cell, pattern) -> a byte for each placement; this is
`puzzleproof.verify.arrays.pattern_tables.large_table`, which this package may not import."""

INDEX_BITS = 24
"""Limit on the bits of a placement's number: for each tile, the bits of a cell's number."""
MOST_PLACEMENTS = 6_000_000


def partition(board: TileBoard) -> tuple[TilePattern, ...]:
    """Divide the tiles into patterns, each of as many tiles as a table can hold.

    On a 4×4 board with the blank's goal in a corner, this is the 6-6-3 partition of Korf & Felner.
    On other boards the rows (or on wide boards the columns) are read alternately in both
    directions, so that tiles of a pattern are close together.
    """
    if board.rows == board.columns == 4 and board.home in (0, 3, 12, 15):
        # The partition for a blank whose goal is the last cell, mirrored so that its goal is
        # ``board.home``.
        last = ((0, 4, 5, 8, 9, 12), (6, 7, 10, 11, 13, 14), (1, 2, 3))
        return tuple(tuple(sorted(cell ^ board.home ^ 15 for cell in part)) for part in last)
    most = INDEX_BITS // max(1, (board.cells - 1).bit_length())
    sizes = (
        k for k in range(1, min(board.cells, most) + 1) if perm(board.cells, k) <= MOST_PLACEMENTS
    )
    size = max(sizes, default=1)
    lines = np.arange(board.cells).reshape(board.rows, board.columns)
    walk: list[list[int]] = (lines if board.rows >= board.columns else lines.T).tolist()
    to_and_fro = chain.from_iterable(line[:: (-1) ** k] for k, line in enumerate(walk))
    tiles = [cell for cell in to_and_fro if cell != board.home]
    return tuple(tuple(sorted(tiles[k : k + size])) for k in range(0, len(tiles), size))


# --- tables on disk -------------------------------------------------------------------------


def file_of(folder: Path, board: TileBoard, pattern: TilePattern) -> Path:
    """Return the file of a pattern's table, which depends on the goal only by the blank's cell."""
    tiles = "-".join(map(str, pattern))
    return folder / f"tiles-{board.rows}x{board.columns}-home{board.home}-{tiles}.npz"


def table_of(
    board: TileBoard, pattern: TilePattern, make: MakeTable, remark: OnRemark | None = None
) -> Array:
    """Read a table, or build and keep it; ``remark`` gets a message if it cannot be kept."""
    folder = cache_folder()
    path = folder and file_of(folder, board, pattern)
    table = None if path is None else _read(path, board, pattern)
    if table is None:
        beside = tuple(tuple(cell for cell in four if cell >= 0) for four in board.neighbours)
        table = np.frombuffer(make(beside, board.home, pattern), np.uint8)
        if path is None:
            return table
        try:
            with written_whole(path) as part, part.open("wb") as file:
                np.savez(file, table=table)
        except OutputError as error:
            if remark:
                remark(f"pattern database not kept in {str(path.parent)!r}: {error.reason}")
    return table


def _read(path: Path, board: TileBoard, pattern: TilePattern) -> "Array | None":
    """Read the table from a zip file with a correct checksum; returns None for any other file."""
    try:
        with np.load(path, allow_pickle=False) as found:
            table: Array = found["table"]
    except (OSError, EOFError, KeyError, TypeError, ValueError, BadZipFile):
        return None
    size = board.cells ** len(pattern)
    return table if table.dtype == np.uint8 and table.shape == (size,) else None


# --- the heuristic --------------------------------------------------------------------------


class PatternDatabases:
    """The sum of the tables' values as a heuristic, which remembers each pattern's placement.

    One array has all tables one after another, so an index into it means a table and a placement.
    The sum may fall by more than 1 in a move, since a table assumes the best cell for the blank;
    but it never exceeds the distance, and f-limits need nothing else.
    """

    def __init__(
        self,
        board: TileBoard,
        make: MakeTable,
        patterns: Sequence[TilePattern] | None = None,
        remark: OnRemark | None = None,
    ) -> None:
        self.board = board
        self.patterns = tuple(partition(board) if patterns is None else patterns)
        tables = [table_of(board, pattern, make, remark) for pattern in self.patterns]
        self.begins = np.cumsum([0, *map(len, tables)])[:-1]
        self.tables = np.concatenate(tables)
        self.pattern_of, self.weight = np.zeros((2, board.cells), np.int64)
        for p, pattern in enumerate(self.patterns):
            for k, tile in enumerate(pattern):
                self.pattern_of[tile] = p
                self.weight[tile] = board.cells**k

    def start(self, names: Names) -> tuple[int, tuple[int, ...]]:
        """Return the sum of all tables' values, and the indices of these values."""
        # A placement's number has a digit for each tile; the first tile's digit is the lowest.
        places = [
            int(begin) + sum(names.index(tile) * len(names) ** k for k, tile in enumerate(pattern))
            for begin, pattern in zip(self.begins, self.patterns, strict=True)
        ]
        return sum(int(self.tables[place]) for place in places), tuple(places)

    def after(
        self, values: Array, memory: Array, tiles: Array, origins: Array, targets: Array
    ) -> Array:
        """Return the sums after the given tiles moved; updates ``memory``, the table indices."""
        rows, which = np.arange(len(values)), self.pattern_of[tiles]
        before = memory[rows, which]
        after = before + self.weight[tiles] * (targets - origins)
        memory[rows, which] = after
        sums: Array = values - self.tables[before] + self.tables[after]
        return sums
