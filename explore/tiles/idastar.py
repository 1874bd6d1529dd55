"""Iterative deepening A* (Korf 1985), many nodes at a time with numpy.

An *f-limit* bounds f = g + h, the moves made plus a lower bound on the moves still needed.  A node
is *expanded* if its f is within the limit; a search that fails expands all such nodes, in any
order.  Here the nodes of one depth wait in a pool.  A chunk is taken from the deepest pool that can
fill a chunk, and is expanded at once, so memory stays within a few chunks for each depth.

No move undoes the move before it.

The lower bounds are Manhattan distances, or additive pattern databases
(`puzzleproof.explore.tiles.patterns`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from puzzleproof.explore.tiles.board import Array, Names, TileBoard

if TYPE_CHECKING:
    from puzzleproof.explore.tiles.patterns import PatternDatabases

CHUNK = 1 << 13
DIVES = 8
"""While some pool can fill a chunk, one in so many chunks comes from the deepest pool in use."""
MOVES_A_WORD = 32
"""The number of moves in 64 bits of a node's history."""
NO_MOVE = 4
"""Stands for the direction of the last move if there was no move."""


@dataclass(frozen=True, slots=True)
class IdaStarResult:
    """A plan's directions or None, and the lower bound (None: there is no plan)."""

    word: tuple[int, ...] | None
    at_least: int | None
    nodes: int


Heuristic: TypeAlias = "Manhattan | PatternDatabases"
"""A lower bound on the moves to the goal, for many states at once."""
OnFailedLimit: TypeAlias = Callable[[int, int], "Heuristic | None"]
"""A function that is called with each failed f-limit and the nodes expanded under it; it may return
a better lower bound to continue with, or raise an error to stop."""


def search(
    board: TileBoard,
    names: Names,
    heuristic: Heuristic,
    on_failed: OnFailedLimit | None = None,
    at_least: int | None = None,
) -> IdaStarResult:
    """Search with f-limits that rise by 2, as each move changes the colour of the blank's cell.

    The search ends once every plan is known to have ``at_least`` moves or more.
    """
    limit, nodes = _first_limit(board, names, heuristic), 0
    while at_least is None or limit < at_least:
        tree = _IdaTree(board, names, heuristic, limit)
        word = tree.run()
        nodes += tree.nodes
        if word is not None:
            return IdaStarResult(word, limit, nodes)
        if not tree.cut:
            return IdaStarResult(None, None, nodes)
        if on_failed:
            heuristic = on_failed(limit, tree.nodes) or heuristic
        limit = max(limit + 2, _first_limit(board, names, heuristic))
    return IdaStarResult(None, limit, nodes)


def _first_limit(board: TileBoard, names: Names, heuristic: Heuristic) -> int:
    """Return a state's lower bound, plus 1 if the colour of the blank's cell requires it."""
    limit = heuristic.start(names)[0]
    return limit + (limit - board.apart(names.index(board.home), board.home)) % 2


Nodes: TypeAlias = tuple[Array, ...]
"""Boards (n, cells), blanks, last directions, values, memory (n, k), histories (n, words)."""


class _IdaTree:
    """The search tree for one f-limit."""

    def __init__(self, board: TileBoard, names: Names, heuristic: Heuristic, limit: int) -> None:
        self.board, self.heuristic = board, heuristic
        self.open_to = np.array(board.neighbours, np.int64)[:, None, :].repeat(NO_MOVE + 1, 1)
        """(blank, direction of the last move, direction) -> the cell there, -1 if not allowed."""
        for direction in range(NO_MOVE):
            self.open_to[:, direction, direction ^ 2] = -1
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
        """Take a chunk from the deepest pool that can fill it, else from the shallowest in use."""
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
                pool.append(tuple(array[room:] for array in nodes))
                nodes = tuple(array[:room] for array in nodes)
            taken.append(nodes)
            size += len(nodes[1])
        self.sizes[depth] -= size
        return depth, tuple(np.concatenate(parts) for parts in zip(*taken, strict=True))

    def run(self) -> tuple[int, ...] | None:
        """Expand every node within the limit; returns a plan's directions, or None."""
        while any(self.sizes):
            depth, nodes = self._take()
            self.nodes += len(nodes[1])
            if depth < self.limit:  # no goal: no plan is so short
                self._expand(depth, nodes)
                continue
            self.cut = True
            for goal in np.flatnonzero((nodes[0] == self.goal).all(axis=1)):
                history = list(map(int, nodes[5][goal]))
                places = (divmod(k, MOVES_A_WORD) for k in range(depth))
                return tuple(history[word] >> 2 * place & 3 for word, place in places)
        return None

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
        parents, directions, rows = parents[kept], directions[kept], np.arange(len(kept))
        targets, after = targets[kept], boards[parents]
        after[rows, origins[kept]] = tiles[kept]
        after[rows, targets] = self.board.home
        history = histories[parents]
        word, place = divmod(depth, MOVES_A_WORD)
        history[:, word] |= directions.astype(np.uint64) << np.uint64(2 * place)
        self._add(depth + 1, (after, targets, directions, new[kept], memory[kept], history))


# --- lower bounds ----------------------------------------------------------------------------


class Manhattan:
    """The sum of Manhattan distances: a lower bound, as a move changes one tile's distance by 1."""

    def __init__(self, board: TileBoard) -> None:
        self.board = board
        n = board.cells
        distance = np.array([[board.apart(t, c) for c in range(n)] for t in range(n)], np.int64)
        self.change = (distance[:, None, :] - distance[:, :, None]).reshape(-1)
        """(tile, from, to) -> the change of the sum, as a flat array."""

    def start(self, names: Names) -> tuple[int, tuple[int, ...]]:
        """Return the sum for one state; this heuristic remembers nothing else."""
        board = self.board
        return sum(board.apart(c, t) for c, t in enumerate(names) if t != board.home), ()

    def after(
        self, values: Array, _memory: Array, tiles: Array, origins: Array, targets: Array
    ) -> Array:
        """Return the sums after the given tiles have moved."""
        n = self.board.cells
        sums: Array = values + self.change[(tiles * np.int64(n) + origins) * n + targets]
        return sums
