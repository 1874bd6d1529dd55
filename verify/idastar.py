"""A plain IDA* for sliding tiles, by the rules alone: the second opinion on faster searches.

The rules say to which cells the blank can step.  A tile's distance from its goal cell is the number
of such steps, and a move takes one tile one step, so the sum of the distances is a lower bound on
the remaining moves (the source's π2).  The sum changes by 1 with every move: a move that brings its
tile nearer keeps f = moves made + sum, any other adds 2; *slack* counts how many of these the
f-limit still allows.  No move takes the last one back; f-limits rise by 2 (Korf 1985).
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

BlankSteps: TypeAlias = list[tuple[int, int, int, Any]]
"""Steps of a blank, none back: (new cell, old cell, the tile's key in `Away`, the next steps)."""


@dataclass(frozen=True, slots=True)
class Deepened:
    """Every plan has ``at_least`` moves (metric single); ``found``: some plan has exactly these.

    ``at_least`` is None where the whole tree was searched and nothing cut off: there is no plan.
    """

    at_least: int | None
    found: bool
    nodes: int


def deepen(
    puzzle: TilesPuzzle,
    at_least: int | None = None,
    on_limit: Callable[[int, int], None] | None = None,
) -> Deepened:
    """Raise the f-limit until a plan is found, or ``at_least`` moves are proven.

    ``on_limit(f-limit, nodes)`` is called for each f-limit that fails, and may raise.
    Never ends where no plan exists, no ``at_least`` is given and the blank can go round.
    """
    edges = _edges(puzzle)
    away, low = _away(puzzle, edges)
    limit, steps, nodes = low, _steps(edges, puzzle.start.index(0)), 0
    while at_least is None or limit < at_least:
        tree = _LimitedTree([away[label] for label in puzzle.start])
        found = tree.visit(steps, (limit - low) // 2, limit)
        nodes += tree.nodes
        if found or not tree.cut:
            return Deepened(limit if found else None, found, nodes)
        if on_limit:
            on_limit(limit, tree.nodes)
        limit += 2
    return Deepened(limit, False, nodes)


class _LimitedTree:
    """The tree of one f-limit; a node with no moves left is a goal, as its sum is then 0."""

    def __init__(self, board: list[Away]) -> None:
        self.board = board
        self.nodes = 0
        self.cut = False

    def visit(self, steps: BlankSteps, slack: int, left: int) -> bool:
        """Whether a plan of ``left`` moves leads on from here."""
        self.nodes += 1
        if not left:
            return True
        board, left = self.board, left - 1
        for cell, blank, key, onward in steps:
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
    """The cells to which a blank can step; raises Unsupported unless moves move single tiles."""
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


def _steps(edges: list[list[int]], start: int) -> BlankSteps:
    """The steps from the start; each holds those after it, so that a visit looks nothing up."""
    steps: dict[tuple[int, int], BlankSteps] = {
        (cell, came): [] for cell, beside in enumerate(edges) for came in (-1, *beside)
    }
    for (cell, came), found in steps.items():
        for to in edges[cell]:
            if to != came:
                found.append((to, cell, to * len(edges) + cell, steps[to, cell]))
    return steps[start, -1]
