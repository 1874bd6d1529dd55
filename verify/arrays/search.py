"""Breadth-first search on arrays, for surveys: the layers around the start, or around the goals.

If moves can be taken back, a neighbour of a state at distance d is at distance d - 1, d or d + 1,
so three layers are in memory; otherwise all states are.  Every run compares some states of each
layer with the rules (`puzzleproof.verify.arrays.check.compare`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np

from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.arrays.boards import array_boards
from puzzleproof.verify.arrays.check import Boards, compare, distinct, moved
from puzzleproof.verify.arrays.numbers import ActionBoards, number_boards
from puzzleproof.verify.arrays.records import Words

CHUNK = 1 << 16
"""States whose moves are sorted together."""
COMPARED = 8
"""In each layer at most this many states are compared, each by itself."""


def array_search(
    puzzle: AnyPuzzle,
) -> Callable[[Iterable[State]], Iterator[tuple[int, int, int]]] | None:
    """The function `counted` of a puzzle; None if arrays cannot hold its states."""
    boards: Boards | None = array_boards(puzzle) or number_boards(puzzle)
    return None if boards is None else partial(counted, puzzle, boards)


def counted(
    puzzle: AnyPuzzle, boards: Boards, origins: Iterable[State]
) -> Iterator[tuple[int, int, int]]:
    """Yield (states, goal states, states without a move) of each layer around the origins.

    Origins are canonical states.  If moves can be taken back, the last number is 0.
    """
    for layer in _layers(puzzle, boards, origins):
        goals, dead = int(np.count_nonzero(boards.goals(layer))), 0
        if not puzzle.reversible:
            assert isinstance(boards, ActionBoards), "the others' moves can be taken back"
            dead = int(np.count_nonzero(~boards.moving(layer)))
        yield len(layer), goals, dead


def _layers(puzzle: AnyPuzzle, boards: Boards, origins: Iterable[State]) -> Iterator[Words]:
    """Yield the keys at distance 0, 1, 2, … from the nearest origin, each layer ascending."""
    here = distinct(boards.keys_of(origins))
    before = here[:0]
    while len(here):
        for place in range(0, len(here), len(here) // COMPARED + 1):
            compare(puzzle, boards, here[place : place + 1])
        yield here
        chunks = (here[begin : begin + CHUNK] for begin in range(0, len(here), CHUNK))
        above = distinct(np.concatenate([moved(boards, keys, (here, before)) for keys in chunks]))
        before = here if puzzle.reversible else distinct(np.concatenate([before, here]))
        here = above
