"""Breadth-first search on arrays, for surveys: layers of states, or distances in a graph in memory.

If moves can be undone, a neighbour of a state at distance d is at distance d - 1, d or d + 1,
so only three layers are in memory; otherwise all layers are.  Every run compares the moves of some
states of each layer with the rules (`ArrayBoard.compare`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np

from puzzleproof.models.arrays import array_board
from puzzleproof.models.arrays.board import ArrayBoard
from puzzleproof.models.arrays.numbers import ActionBoard
from puzzleproof.models.arrays.words import Words
from puzzleproof.models.budget import spend
from puzzleproof.models.puzzle import AnyPuzzle, State

COMPARED = 8
"""The greatest number of states of a layer that are compared, each by itself."""


def array_search(
    puzzle: AnyPuzzle,
) -> Callable[[Iterable[State]], Iterator[tuple[int, int, int]]] | None:
    """Return the function `counted` of a puzzle; None if arrays cannot hold its states."""
    board = array_board(puzzle)
    return None if board is None else partial(counted, board)


def counted(board: ArrayBoard, origins: Iterable[State]) -> Iterator[tuple[int, int, int]]:
    """Yield (states, goals, states without a move) of each layer around some canonical states."""
    for layer in _layers(board, origins):
        goals, dead = len(board.goals(layer)), 0
        if not board.puzzle.reversible:
            assert isinstance(board, ActionBoard), "moves on other boards can be undone"
            dead = int(np.count_nonzero(~board.moving(layer)))
        yield len(layer), goals, dead


def _layers(board: ArrayBoard, origins: Iterable[State]) -> Iterator[Words]:
    """Yield the keys at distance 0, 1, 2, … from the nearest origin, each layer ascending."""
    here = board.of(origins)
    before = here[:0]
    while len(here):
        for place in range(0, len(here), len(here) // COMPARED + 1):
            board.compare(here, place)
        yield here
        spend(len(here) // 4, 64 * (len(here) + len(before)))
        above = board.after(here, (here, before))
        before = here if board.puzzle.reversible else board.joined(before, here)
        here = above


class Neighbours:
    """A row of neighbours for each state; the state itself fills a row up to the common length."""

    def __init__(self, beside: Sequence[Sequence[int]]) -> None:
        count = np.fromiter(map(len, beside), np.int64, len(beside))
        rows = np.arange(len(beside), dtype=np.int64)
        spend(0, 24 * len(beside) * int(count.max()))
        self._beside = np.repeat(rows[:, None], max(1, int(count.max())), 1)
        columns = np.arange(max(1, int(count.max())), dtype=np.int64)
        self._beside[columns < count[:, None]] = [one for row in beside for one in row]

    def distances(self, origins: Iterable[int], states: int) -> list[int]:
        """Return distances of the first ``states`` states from the nearest origin; -1: no path."""
        found, layer, depth = np.full(states, -1, np.int64), np.array([*origins], np.int64), 0
        found[layer] = 0
        while len(layer):
            depth += 1
            above = self._beside[layer].ravel()
            above = above[found[above] < 0]
            found[above] = depth
            layer = np.unique(above)
        numbers: list[int] = found.tolist()
        return numbers
