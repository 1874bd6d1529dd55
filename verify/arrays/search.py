"""Breadth-first search on arrays, for surveys: the layers around the start, or around the goals.

If moves can be taken back, a neighbour of a state at distance d is at distance d - 1, d or d + 1,
so three layers are in memory; otherwise all states are.  Every run compares the moves of some
states of each layer with the rules' `successors`.  This proves nothing, but it may find a bug.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np

from puzzleproof.models.errors import InternalError
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.verify.arrays.boards import ArrayBoards, array_boards
from puzzleproof.verify.arrays.check import distinct, found_in
from puzzleproof.verify.arrays.numbers import ActionBoards, LineBoards, number_boards
from puzzleproof.verify.arrays.records import Words

Boards: TypeAlias = ArrayBoards | ActionBoards | LineBoards
CHUNK = 1 << 20
"""States whose moves are sorted together."""
COMPARED = 8
"""In each layer the moves of at most this many states are compared."""


class ArraySearch:
    """The layers of a puzzle."""

    def __init__(self, puzzle: AnyPuzzle, boards: Boards) -> None:
        self._puzzle, self._boards = puzzle, boards

    def layers(self, origins: Iterable[State]) -> Iterator[Words]:
        """Yield the keys at distance 0, 1, 2, … from the nearest origin, each layer ascending.

        Origins are canonical states.
        """
        here = distinct(self._boards.keys_of(origins))
        before = here[:0]
        while len(here):
            self._compare(here)
            yield here
            above = self._above(here, before)
            before = here if self._puzzle.reversible else distinct(np.concatenate([before, here]))
            here = above

    def counted(self, origins: Iterable[State]) -> Iterator[tuple[int, int, int]]:
        """Yield (states, goal states, states without a move) of each layer.

        If moves can be taken back, the last number is 0.
        """
        boards = self._boards
        for layer in self.layers(origins):
            goals, dead = int(np.count_nonzero(boards.goals(layer))), 0
            if not self._puzzle.reversible:
                assert isinstance(boards, ActionBoards), "the others' moves can be taken back"
                dead = int(np.count_nonzero(~boards.moving(layer)))
            yield len(layer), goals, dead

    def _above(self, here: Words, before: Words) -> Words:
        found = [here[:0]]
        for begin in range(0, len(here), CHUNK):
            keys = distinct(self._boards.moves(here[begin : begin + CHUNK]))
            for layer in (here, before):
                keys = keys[~found_in(layer, keys)]
            found.append(keys)
        return distinct(np.concatenate(found))

    def _compare(self, layer: Words) -> None:
        boards, keys = self._boards, layer[:: len(layer) // COMPARED + 1]
        for state in boards.states(keys):
            after = boards.states(distinct(boards.moves(boards.keys_of([state]))))
            goals = bool(boards.goals(boards.keys_of([state])).all())
            faults = {
                "moves from": set(after) != set(self._puzzle.successors(state)),
                "goals in": goals != self._puzzle.is_goal(state),
            }
            for what in (what for what, fault in faults.items() if fault):
                line = " / ".join(self._puzzle.draw(state).splitlines())
                raise InternalError(f"arrays and the rules disagree about {what} {line}")


def array_search(puzzle: AnyPuzzle) -> ArraySearch | None:
    """The search on arrays; None if arrays cannot hold the puzzle's states."""
    boards: Boards | None = array_boards(puzzle) or number_boards(puzzle)
    return None if boards is None else ArraySearch(puzzle, boards)
