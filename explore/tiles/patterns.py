"""Additive pattern databases (Korf & Felner 2002): moves of the tiles of patterns, added up.

A *pattern* is a set of tiles, a *placement* the cells where they stand, and its number has
``bits`` binary digits a tile.  A table holds, for every placement, the fewest moves of the
pattern's own tiles that bring them home, over all cells where the blank may be; moves of other
tiles are free.  Patterns that share no tile share no move, so the sum of their values never
exceeds the true distance.

Built backwards from the goal, layer by layer.  For a given placement the blank roams freely in a
region of cells that no pattern tile occupies, so a layer is a set of placements, each with a mask
of the blank's cells, flooded at once for all of them.  Tables are kept in the user's cache folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias
from zipfile import BadZipFile

import numpy as np

from puzzleproof.explore.tiles.board import Array, Names, TileBoard
from puzzleproof.models.errors import OutputError
from puzzleproof.models.files import written_whole

TilePattern: TypeAlias = tuple[int, ...]
"""The tiles (goal cells) in ascending order."""

OnRemark: TypeAlias = Callable[[str], None]
"""Called if a table could not be kept."""

UNREACHED = 255
INDEX_BITS = 24
"""Bits of the largest index into a table."""
MOST_PLACEMENTS = 6_000_000


def digits(cells: int) -> int:
    """Bits that hold a cell."""
    return max(1, (cells - 1).bit_length())


def number(pattern: TilePattern, names: Names) -> int:
    """The placement's number in a state."""
    bits = digits(len(names))
    return sum(names.index(tile) << bits * k for k, tile in enumerate(pattern))


def partition(board: TileBoard) -> tuple[TilePattern, ...]:
    """Cut the tiles into patterns, of as many tiles as a table can hold.

    On a 4×4 board with the blank's home in a corner: the 6-6-3 of Korf & Felner.  Elsewhere the
    rows (of a wide board the columns) are read to and fro, so that tiles of a pattern are close.
    """
    if board.rows == board.columns == 4 and board.home in (0, 3, 12, 15):
        return _six_six_three(board.home)
    size = _tiles_a_table(board.cells)
    tiles = [cell for cell in _to_and_fro(board) if cell != board.home]
    return tuple(tuple(sorted(tiles[k : k + size])) for k in range(0, len(tiles), size))


def _six_six_three(home: int) -> tuple[TilePattern, ...]:
    """The partition for the blank in the last cell, turned so that its corner is ``home``."""
    last = ((0, 4, 5, 8, 9, 12), (6, 7, 10, 11, 13, 14), (1, 2, 3))
    return tuple(tuple(sorted(cell ^ home ^ 15 for cell in pattern)) for pattern in last)


def _tiles_a_table(cells: int) -> int:
    size, placements = 0, 1
    while size < cells and digits(cells) * (size + 1) <= INDEX_BITS:
        placements *= cells - size
        if placements > MOST_PLACEMENTS:
            break
        size += 1
    return max(1, size)


def _to_and_fro(board: TileBoard) -> Iterator[int]:
    n, m = board.rows, board.columns
    lines = (
        [[r * m + c for c in range(m)] for r in range(n)]
        if n >= m
        else [[r * m + c for r in range(n)] for c in range(m)]
    )
    for k, line in enumerate(lines):
        yield from reversed(line) if k & 1 else line


def build(board: TileBoard, pattern: TilePattern) -> Array:
    """Placement's number -> moves (uint8); `UNREACHED` where the search meets no placement."""
    return _Retrograde(board, pattern).table()


class _Retrograde:
    """The backward search of one pattern."""

    def __init__(self, board: TileBoard, pattern: TilePattern) -> None:
        self.board, self.pattern = board, pattern
        self.bits = digits(board.cells)
        size = 1 << self.bits * len(pattern)
        cells = board.cells
        self.mask = np.uint16 if cells <= 16 else np.uint32 if cells <= 32 else np.uint64
        self.seen: Array = np.zeros(size, self.mask)
        """Placement -> the cells of the blank met so far, always whole connected regions."""
        self.arriving: Array = np.zeros(size, self.mask)
        self.moves = np.full(size, UNREACHED, np.uint8)
        self.steps = np.array(board.neighbours, np.int64)
        self.bit = np.left_shift(self.mask(1), np.arange(cells, dtype=self.mask))

    def table(self) -> Array:
        """Search until no placement is new."""
        names = tuple(range(self.board.cells))
        placements = np.array([number(self.pattern, names)], np.int64)
        blanks = np.array([self.bit[self.board.home]], self.mask)
        depth = 0
        while placements.size:
            blanks = self._flood(placements, blanks)
            self.seen[placements] = self.seen[placements] | blanks
            first = placements[self.moves[placements] == UNREACHED]
            self.moves[first] = depth
            placements, blanks = self._before(placements, blanks)
            depth += 1
        return self.moves

    def _cells_of(self, placements: Array, k: int) -> Array:
        return placements >> self.bits * k & (1 << self.bits) - 1

    def _flood(self, placements: Array, blanks: Array) -> Array:
        """All cells that the blank can reach without moving a tile of the pattern."""
        cells, m = self.board.cells, self.board.columns
        free = np.full(placements.shape, int(self.bit.sum(dtype=np.uint64)), self.mask)
        for k in range(len(self.pattern)):
            free = free & ~self.bit[self._cells_of(placements, k)]
        left = self.mask(sum(1 << c for c in range(cells) if c % m))
        right = self.mask(sum(1 << c for c in range(cells) if c % m != m - 1))
        one, row = self.mask(1), self.mask(m)
        while True:
            wider = blanks | (blanks & right) << one | (blanks & left) >> one
            wider |= blanks << row | blanks >> row
            wider &= free
            if np.array_equal(wider, blanks):
                return blanks
            blanks = wider

    def _before(self, placements: Array, blanks: Array) -> tuple[Array, Array]:
        """The placements one counted move away, with the blank where the tile stood."""
        found: list[Array] = []
        for k in range(len(self.pattern)):
            cells = self._cells_of(placements, k)
            for direction in range(4):
                to = self.steps[cells, direction]
                can = np.flatnonzero((to >= 0) & (blanks & self.bit[to] != 0))
                came = cells[can]
                after = placements[can] + (to[can] - came << self.bits * k)
                bit = self.bit[came]
                new = self.seen[after] & bit == 0
                after, bit = after[new], bit[new]
                known = self.arriving[after]
                found.append(after[known == 0])
                self.arriving[after] = known | bit
        placements = np.concatenate(found)
        blanks = self.arriving[placements]
        self.arriving[placements] = 0
        return placements, blanks


# --- tables on disk -------------------------------------------------------------------------


def cache_folder() -> Path:
    """``PUZZLEPROOF_CACHE``, else ``puzzleproof`` in ``XDG_CACHE_HOME`` or ``~/.cache``."""
    if own := os.environ.get("PUZZLEPROOF_CACHE"):
        return Path(own)
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared) / "puzzleproof"
    return Path("~/.cache/puzzleproof").expanduser()


def file_of(board: TileBoard, pattern: TilePattern) -> Path:
    """Where a pattern's table is kept; labels do not matter, only the blank's home does."""
    tiles = "-".join(map(str, pattern))
    return cache_folder() / f"tiles-{board.rows}x{board.columns}-home{board.home}-{tiles}.npz"


def table_of(board: TileBoard, pattern: TilePattern, remark: OnRemark | None = None) -> Array:
    """Read a table, or build it and keep it; ``remark`` is called if the table cannot be kept."""
    path = file_of(board, pattern)
    table = _read(path, board, pattern)
    if table is None:
        table = build(board, pattern)
        try:
            with written_whole(path) as part, part.open("wb") as file:
                np.savez(file, table=table)
        except OutputError as error:
            if remark:
                remark(f"pattern database not kept in {str(path.parent)!r}: {error.reason}")
    return table


def _read(path: Path, board: TileBoard, pattern: TilePattern) -> Array | None:
    """The table in a zip file with a right checksum; None for any other file."""
    try:
        with np.load(path, allow_pickle=False) as found:
            table: Array = found["table"]
    except (OSError, EOFError, KeyError, TypeError, ValueError, BadZipFile):
        return None
    size = 1 << digits(board.cells) * len(pattern)
    return table if table.dtype == np.uint8 and table.shape == (size,) else None


# --- the heuristic --------------------------------------------------------------------------


class PatternDatabases:
    """The sum of the tables as a heuristic: remembers each pattern's placement.

    One array holds the tables one after the other, so an index into it names table and placement.
    The values may fall by more than 1 in a move, since a table takes the best place of the blank;
    they never exceed the distance, and that is all that f-limits need.
    """

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
        """The tables' sums after these tiles have moved; updates ``memory``, the table indices."""
        rows, which = np.arange(len(values)), self.pattern_of[tiles]
        before = memory[rows, which]
        after = before + self.weight[tiles] * (targets - origins)
        memory[rows, which] = after
        sums: Array = values - self.tables[before] + self.tables[after]
        return sums
