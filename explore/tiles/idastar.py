"""Iterative deepening A* (Korf 1985), many nodes at a time with numpy.

An *f-limit* bounds f = g + h: moves made plus a lower bound on those to come.  A node is *expanded*
if its f is within the limit; a search that fails has expanded the same nodes in any order.  Here
nodes of one depth wait in a pool; a chunk of the deepest pool that can fill one is expanded at
once, so memory stays within a few chunks a level.

No move takes back the one before.

The lower bounds are Manhattan distances, or additive pattern databases (Korf & Felner 2002): moves
of the tiles of patterns, added up.  A *pattern* is a set of tiles, a *placement* the cells where
they stand.  A table holds, for every placement, the fewest moves of the pattern's own tiles that
bring them home, over all cells where the blank may be; moves of other tiles are free.  Patterns
that share no tile share no move, so the sum of their values never exceeds the true distance.
Tables are kept in the user's cache folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import perm
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import BadZipFile

import numpy as np

from puzzleproof.explore.tiles.board import Array, Names, TileBoard
from puzzleproof.models.errors import OutputError
from puzzleproof.models.files import written_whole

CHUNK = 1 << 13
DIVES = 8
MOVES_A_WORD = 32
"""Moves in 64 bits of a node's history."""
NO_MOVE = 4
"""The direction of the last move if there was none."""


@dataclass(frozen=True, slots=True)
class IdaStarResult:
    """A plan's directions or None, and the proven bound (None: there is no plan)."""

    word: tuple[int, ...] | None
    at_least: int | None
    nodes: int


Heuristic: TypeAlias = "Manhattan | PatternDatabases"
"""A lower bound on the moves to the goal, for many states at once."""
OnFailedLimit: TypeAlias = Callable[[int, int], None]
"""Called with each failed f-limit and the nodes expanded under it; may raise to stop."""


def search(
    board: TileBoard,
    names: Names,
    heuristic: Heuristic,
    on_failed: OnFailedLimit | None = None,
    at_least: int | None = None,
) -> IdaStarResult:
    """Search with f-limits that rise by 2, as the blank changes colour; stop at ``at_least``."""
    limit, nodes = heuristic.start(names)[0], 0
    if (limit - board.apart(names.index(board.home), board.home)) & 1:
        limit += 1
    while at_least is None or limit < at_least:
        tree = _IdaTree(board, names, heuristic, limit)
        word = tree.run()
        nodes += tree.nodes
        if word is not None:
            return IdaStarResult(word, limit, nodes)
        if not tree.cut:
            return IdaStarResult(None, None, nodes)
        if on_failed:
            on_failed(limit, tree.nodes)
        limit += 2
    return IdaStarResult(None, limit, nodes)


Nodes: TypeAlias = tuple[Array, ...]
"""boards (n, cells), blanks, last directions, values, memory (n, k), histories (n, words)."""


class _IdaTree:
    """The tree of one f-limit."""

    def __init__(self, board: TileBoard, names: Names, heuristic: Heuristic, limit: int) -> None:
        self.board, self.heuristic, self.open_to = board, heuristic, _open_directions(board)
        self.limit, self.nodes, self.cut = limit, 0, False
        self.taken = 0
        self.goal = np.arange(board.cells, dtype=np.uint8)
        value, memory = heuristic.start(names)
        root: Nodes = (
            np.array([names], np.uint8),
            np.array([names.index(board.home)], np.int64),
            np.array([NO_MOVE], np.int64),
            np.array([value], np.int64),
            np.array([memory], np.int64).reshape(1, -1),
            np.zeros((1, limit // MOVES_A_WORD + 1), np.uint64),
        )
        self.pools: list[list[Nodes]] = [[] for _ in range(limit + 1)]
        self.sizes = [0] * (limit + 1)
        self._add(0, root)

    def _add(self, depth: int, nodes: Nodes) -> None:
        self.pools[depth].append(nodes)
        self.sizes[depth] += len(nodes[1])

    def _take(self) -> tuple[int, Nodes]:
        """A chunk of the deepest pool that fills one, else of the shallowest that is not empty."""
        waiting = [depth for depth, size in enumerate(self.sizes) if size]
        full = [depth for depth in waiting if self.sizes[depth] >= CHUNK]
        self.taken += 1
        depth = waiting[0]
        if full:
            depth = full[-1] if self.taken % DIVES else waiting[-1]
        pool = self.pools[depth]
        taken, size = list[Nodes](), 0
        while pool and size < CHUNK:
            nodes, room = pool.pop(), CHUNK - size
            if len(nodes[1]) > room:
                pool.append(_part(nodes, slice(room, None)))
                nodes = _part(nodes, slice(room))
            taken.append(nodes)
            size += len(nodes[1])
        self.sizes[depth] -= size
        if len(taken) == 1:
            return depth, taken[0]
        return depth, tuple(np.concatenate(parts) for parts in zip(*taken, strict=True))

    def run(self) -> tuple[int, ...] | None:
        """Expand every node within the limit, or find the goal."""
        while any(self.sizes):
            depth, nodes = self._take()
            self.nodes += len(nodes[1])
            goal = self._goal(depth, nodes)
            if goal is not None:
                return _word(nodes[5][goal], depth)
            if depth < self.limit:
                self._expand(depth, nodes)
            else:
                self.cut = True
        return None

    def _goal(self, depth: int, nodes: Nodes) -> int | None:
        """A goal's place; there is none above the last depth, by parity and bound."""
        if depth < self.limit:
            return None
        hits = np.flatnonzero((nodes[0] == self.goal).all(axis=1))
        return int(hits[0]) if hits.size else None

    def _expand(self, depth: int, nodes: Nodes) -> None:
        boards, blanks, last, values, memory, histories = nodes
        open_to = self.open_to[blanks, last]
        parents, directions = np.nonzero(open_to >= 0)
        targets = open_to[parents, directions]
        tiles = boards[parents, targets]
        origins = blanks[parents]
        memory = memory[parents]
        new = self.heuristic.after(values[parents], memory, tiles, targets, origins)
        kept = np.flatnonzero(new <= self.limit - depth - 1)
        self.cut = self.cut or len(kept) < len(new)
        if not len(kept):
            return
        parents, directions, rows = parents[kept], directions[kept], np.arange(len(kept))
        targets, after = targets[kept], boards[parents]
        after[rows, origins[kept]] = tiles[kept]
        after[rows, targets] = self.board.home
        history = histories[parents]
        word, place = divmod(depth, MOVES_A_WORD)
        history[:, word] |= directions.astype(np.uint64) << np.uint64(2 * place)
        self._add(depth + 1, (after, targets, directions, new[kept], memory[kept], history))


def _open_directions(board: TileBoard) -> Array:
    """(blank, direction of the last move, direction) -> the cell there, -1 where not open."""
    to = np.array(board.neighbours, np.int64)[:, None, :].repeat(NO_MOVE + 1, 1)
    for direction in range(NO_MOVE):
        to[:, direction, direction ^ 2] = -1
    return to


def _part(nodes: Nodes, which: slice) -> Nodes:
    """Some of the nodes."""
    return tuple(array[which] for array in nodes)


def _word(history: Sequence[Any], length: int) -> tuple[int, ...]:
    """The directions of a history."""
    return tuple(
        int(history[k // MOVES_A_WORD]) >> 2 * (k % MOVES_A_WORD) & 3 for k in range(length)
    )


# --- lower bounds ----------------------------------------------------------------------------


class Manhattan:
    """Each move changes one tile's distance by 1, so the sum is a lower bound."""

    def __init__(self, board: TileBoard) -> None:
        self.board = board
        n = board.cells
        distance = np.array([[board.apart(t, c) for c in range(n)] for t in range(n)], np.int64)
        self.change = (distance[:, None, :] - distance[:, :, None]).reshape(-1)
        """(tile, from, to) -> change of the sum; flat."""

    def start(self, names: Names) -> tuple[int, tuple[int, ...]]:
        """The sum for one state, and what to remember with it: nothing."""
        return self.board.manhattan(names), ()

    def after(
        self, values: Array, _memory: Array, tiles: Array, origins: Array, targets: Array
    ) -> Array:
        """The sums after these tiles have moved."""
        n = self.board.cells
        sums: Array = values + self.change[(tiles * np.int64(n) + origins) * n + targets]
        return sums


# --- pattern databases -----------------------------------------------------------------------

TilePattern: TypeAlias = tuple[int, ...]
"""The tiles (goal cells) in ascending order."""

OnRemark: TypeAlias = Callable[[str], None]

MakeTable: TypeAlias = Callable[[tuple[tuple[int, ...], ...], int, TilePattern], memoryview]
"""For the cells beside each cell, the blank's home and a pattern, a byte for each placement
(`puzzleproof.verify.arrays.pattern_tables.large_table`, which this level may not import)."""

INDEX_BITS = 24
"""A pattern has at most so many bits, those of a cell for each tile."""
MOST_PLACEMENTS = 6_000_000


def number(pattern: TilePattern, names: Names) -> int:
    """The placement's number in a state: a digit a tile, the first one's the lowest."""
    return sum(names.index(tile) * len(names) ** k for k, tile in enumerate(pattern))


def partition(board: TileBoard) -> tuple[TilePattern, ...]:
    """Cut the tiles into patterns, of as many tiles as a table can hold.

    On a 4×4 board with the blank's home in a corner: the 6-6-3 of Korf & Felner.  Elsewhere the
    rows (of a wide board the columns) are read to and fro, so that tiles of a pattern are close.
    """
    if board.rows == board.columns == 4 and board.home in (0, 3, 12, 15):
        return _six_six_three(board.home)
    size = _tiles_a_table(board.cells)
    lines = np.arange(board.cells).reshape(board.rows, board.columns)
    walk: list[list[int]] = (lines if board.rows >= board.columns else lines.T).tolist()
    to_and_fro = chain.from_iterable(line[:: (-1) ** k] for k, line in enumerate(walk))
    tiles = [cell for cell in to_and_fro if cell != board.home]
    return tuple(tuple(sorted(tiles[k : k + size])) for k in range(0, len(tiles), size))


def _six_six_three(home: int) -> tuple[TilePattern, ...]:
    """The partition for the blank in the last cell, turned so that its corner is ``home``."""
    last = ((0, 4, 5, 8, 9, 12), (6, 7, 10, 11, 13, 14), (1, 2, 3))
    return tuple(tuple(sorted(cell ^ home ^ 15 for cell in pattern)) for pattern in last)


def _tiles_a_table(cells: int) -> int:
    most = INDEX_BITS // max(1, (cells - 1).bit_length())
    sizes = range(1, min(cells, most) + 1)
    return max((size for size in sizes if perm(cells, size) <= MOST_PLACEMENTS), default=1)


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


def table_of(
    board: TileBoard, pattern: TilePattern, make: MakeTable, remark: OnRemark | None = None
) -> Array:
    """Read a table, or make it and keep it; ``remark`` is called if the table cannot be kept."""
    path = file_of(board, pattern)
    table = _read(path, board, pattern)
    if table is None:
        beside = tuple(tuple(cell for cell in four if cell >= 0) for four in board.neighbours)
        table = np.frombuffer(make(beside, board.home, pattern), np.uint8)
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
    size = board.cells ** len(pattern)
    return table if table.dtype == np.uint8 and table.shape == (size,) else None


class PatternDatabases:
    """The sum of the tables as a heuristic: remembers each pattern's placement.

    One array holds the tables one after the other, so an index into it names table and placement.
    The values may fall by more than 1 in a move, since a table takes the best place of the blank;
    they never exceed the distance, and that is all that f-limits need.
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
