"""Every strategy by name: a board and a state in, an outcome out.

Breadth-first search from the start, or *bidirectional*, from the start and the goal in turn; and
IDA* with each lower bound.  In layers a state is a number with ``bits`` binary digits a cell.  The
states of a layer are grouped by the blank's cell; so one exclusive or makes a move for a whole
group: it exchanges the blank with the tile beside it.  All layers are kept: they mark the tables
met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from puzzleproof.explore.tiles.board import Names, TileBoard
from puzzleproof.explore.tiles.heuristics import HEURISTICS
from puzzleproof.explore.tiles.idastar import search

OnProgress: TypeAlias = Callable[[int, int], None]
"""Called while a strategy works: the moves that every plan has at least, the nodes expanded."""
Strategy: TypeAlias = Callable[[TileBoard, Names, OnProgress], "Outcome"]
"""Searches for a plan from a playable table; reports a bound and a count now and then."""
TileLayer: TypeAlias = dict[int, set[int]]
"""The blank's cell -> states."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a strategy; ``word`` is the blank's directions, None where it gave up."""

    word: tuple[int, ...] | None
    nodes: int
    at_least: int = 0
    """By this strategy, every plan has this many moves at least; 0 where it cannot know."""
    remark: str = ""


class TileLayers:
    """The states at distance 0, 1, 2, … from one state."""

    def __init__(self, board: TileBoard, names: Names) -> None:
        self.board = board
        self.bits = (board.cells - 1).bit_length()
        self.nodes = 0
        """States expanded."""
        self.layers: list[TileLayer] = [{names.index(board.home): {self.packed(names)}}]

    def packed(self, names: Names) -> int:
        """The state as a number."""
        return sum(tile << self.bits * cell for cell, tile in enumerate(names))

    @property
    def depth(self) -> int:
        """Moves to the last layer."""
        return len(self.layers) - 1

    @property
    def size(self) -> int:
        """States of the last layer."""
        return sum(map(len, self.layers[-1].values()))

    def grow(self) -> None:
        """Add the next layer: a state is new if it is not two layers before."""
        after: TileLayer = {}
        for blank, states in self.layers[-1].items():
            self.nodes += len(states)
            for to in self.board.neighbours[blank]:
                if to >= 0:
                    after.setdefault(to, set()).update(self._moved(states, blank, to))
        if self.depth:
            for blank, states in self.layers[-2].items():
                after.get(blank, set[int]()).difference_update(states)
        self.layers.append({blank: states for blank, states in after.items() if states})

    def _moved(self, states: set[int], blank: int, to: int) -> set[int]:
        shift, digit, home = self.bits * to, (1 << self.bits) - 1, self.board.home
        pair = 1 << self.bits * blank | 1 << shift
        return {state ^ (state >> shift & digit ^ home) * pair for state in states}

    def path_to(self, blank: int, state: int) -> tuple[int, ...]:
        """Directions from the first state to one of the last layer."""
        word = list[int]()
        for layer in reversed(self.layers[:-1]):
            for direction, before in enumerate(self.board.neighbours[blank]):
                if before < 0:
                    continue
                (earlier,) = self._moved({state}, blank, before)
                if earlier in layer.get(before, ()):
                    word.append(direction ^ 2)
                    blank, state = before, earlier
                    break
        return tuple(reversed(word))


def breadth_first(board: TileBoard, names: Names, report: OnProgress) -> Outcome:
    """Make layer after layer until the goal is in one."""
    search = TileLayers(board, names)
    goal = search.packed(tuple(range(board.cells)))
    while goal not in search.layers[-1].get(board.home, ()):
        if not search.layers[-1]:
            return Outcome(None, search.nodes, remark="every table that can be reached was met")
        report(search.depth + 1, search.nodes)
        search.grow()
    return Outcome(search.path_to(board.home, goal), search.nodes, search.depth)


def bidirectional(board: TileBoard, names: Names, report: OnProgress) -> Outcome:
    """Make layers from the start and from the goal, the smaller side first, until two meet.

    Where d layers were made in all and the last two do not meet, no plan has d moves.
    """
    there, back = TileLayers(board, names), TileLayers(board, tuple(range(board.cells)))
    while (meeting := _meeting(there, back)) is None:
        if not (there.layers[-1] and back.layers[-1]):
            return Outcome(None, there.nodes + back.nodes, remark="the two searches never meet")
        report(there.depth + back.depth + 1, there.nodes + back.nodes)
        (there if there.size <= back.size else back).grow()
    word = there.path_to(*meeting)
    word += tuple(direction ^ 2 for direction in reversed(back.path_to(*meeting)))
    return Outcome(word, there.nodes + back.nodes, len(word))


def _meeting(there: TileLayers, back: TileLayers) -> tuple[int, int] | None:
    """The blank's cell and the state where the last layers meet."""
    for blank, states in there.layers[-1].items():
        for state in states & back.layers[-1].get(blank, set()):
            return blank, state
    return None


def _idastar(heuristic: str, board: TileBoard, names: Names, report: OnProgress) -> Outcome:
    remarks, total = list[str](), 0
    bound = HEURISTICS[heuristic](board, remarks.append)
    report(bound.start(names)[0], 0)

    def failed(limit: int, nodes: int) -> None:
        """Add the nodes up; the blank's parity makes the next bound 2 more."""
        nonlocal total
        total += nodes
        report(limit + 2, total)

    found = search(board, names, bound, failed)
    if found.word is None:
        return Outcome(None, found.nodes, remark="the search tree was exhausted")
    return Outcome(found.word, found.nodes, len(found.word), "; ".join(remarks))


STRATEGIES: Mapping[str, Strategy] = {
    "breadth-first": breadth_first,
    "bidirectional": bidirectional,
    **{f"IDA* {name}": partial(_idastar, name) for name in HEURISTICS},
}
"""In the order of the table that `puzzleproof compare` prints."""
