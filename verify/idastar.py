"""A plain IDA* for sliding tiles, by the rules alone: the second opinion on faster searches.

The rules say which cells the blank can step to.  A tile's distance from where it belongs is the
number of such steps, and a move takes one tile one step, so the sum of the distances bounds the
moves to come (the source's π2).  The sum changes by 1 with every move: one that brings its tile
nearer keeps f = moves made + sum, any other adds 2, and *slack* counts how many of those a
threshold still allows.  Never straight back; so thresholds rise by 2 (Korf 1985).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import State
from puzzleproof.models.tiles.rules import TilesPuzzle

Away: TypeAlias = list[bool]
"""A tile's row: cell left * cells + cell reached -> whether that takes it away from home."""

Ways: TypeAlias = list[tuple[int, int, int, Any]]
"""Steps of a blank, not back: (its new cell, its cell, the tile's key in `Away`, the Ways then)."""


@dataclass(frozen=True, slots=True)
class Deepened:
    """Every plan has ``at_least`` moves (metric single); ``found``: some plan has just so many.

    ``at_least`` is None where the tree ended and nothing was cut off: there is no plan.
    """

    at_least: int | None
    found: bool
    nodes: int


def deepen(
    puzzle: TilesPuzzle,
    at_least: int | None = None,
    on_threshold: Callable[[int, int], None] | None = None,
) -> Deepened:
    """Raise the threshold until a plan is met, or ``at_least`` moves are proven.

    ``on_threshold`` is told of each failed threshold and the nodes expanded in it, and may raise.
    Never ends where no plan exists, no ``at_least`` is given and the blank can go round.
    """
    edges = _edges(puzzle)
    away, threshold = _away(puzzle, edges)
    ways, nodes = _ways(edges, puzzle.start.index(0)), 0
    low = threshold
    while at_least is None or threshold < at_least:
        board = [away[label] for label in puzzle.start]
        tree = _Tree(board)
        found = tree.visit(ways, (threshold - low) // 2, threshold)
        nodes += tree.nodes
        if found or not tree.cut:
            return Deepened(threshold if found else None, found, nodes)
        if on_threshold:
            on_threshold(threshold, tree.nodes)
        threshold += 2
    return Deepened(threshold, False, nodes)


class _Tree:
    """The tree of one threshold; a node on which no move is left is a goal, its sum being 0."""

    def __init__(self, board: list[Away]) -> None:
        self.board = board
        self.nodes = 0
        self.cut = False

    def visit(self, ways: Ways, slack: int, left: int) -> bool:
        """Whether a plan of ``left`` moves leads on from here."""
        self.nodes += 1
        if not left:
            return True
        board, left = self.board, left - 1
        for cell, blank, key, onward in ways:
            tile = board[cell]
            rest = slack - 1 if tile[key] else slack
            if rest < 0:
                self.cut = True
                continue
            board[blank] = tile
            if self.visit(onward, rest, left):
                return True
            board[cell] = tile
        return False


def _edges(puzzle: TilesPuzzle) -> list[list[int]]:
    """The cells to which the rules let a blank step; raises Unsupported unless single tiles do."""
    edges, cells = list[list[int]](), len(puzzle.start)
    for blank in range(cells):
        state: State = (*range(1, blank + 1), 0, *range(blank + 1, cells))
        beside = list[int]()
        for after in puzzle.successors(state):
            cell = after.index(0)
            if after[blank] != state[cell] or sum(map(int.__ne__, state, after)) != 2:
                raise Unsupported(f"metric {puzzle.metric!r}: this search moves one tile a move")
            beside.append(cell)
        edges.append(beside)
    if any(a not in edges[b] for a in range(cells) for b in edges[a]):
        raise Unsupported("this search needs steps that can be taken back")
    return edges


def _away(puzzle: TilesPuzzle, edges: list[list[int]]) -> tuple[dict[int, Away], int]:
    """Each label's row, and the sum of the distances at the start."""
    away, total, cells = dict[int, Away](), 0, range(len(edges))
    for label in puzzle.start:
        distance = _distances(edges, puzzle.goal.index(label))
        away[label] = [distance[b] > distance[a] for a in cells for b in cells]
        total += distance[puzzle.start.index(label)] if label else 0
    return away, total


def _distances(edges: list[list[int]], home: int) -> list[int]:
    """Steps from each cell to a tile's home."""
    distance, depth, layer = [-1] * len(edges), 0, {home}
    while layer:
        for cell in layer:
            distance[cell] = depth
        layer = {b for a in layer for b in edges[a] if distance[b] < 0}
        depth += 1
    return distance


def _ways(edges: list[list[int]], start: int) -> Ways:
    """The ways from the start; each holds the ways after it, so that a visit looks nothing up."""
    cells = range(len(edges))
    ways: dict[tuple[int, int], Ways] = {
        (cell, came): [] for cell in cells for came in (-1, *edges[cell])
    }
    for (cell, came), found in ways.items():
        for to in edges[cell]:
            if to != came:
                found.append((to, cell, to * len(edges) + cell, ways[to, cell]))
    return ways[start, -1]
