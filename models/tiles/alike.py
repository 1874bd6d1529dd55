"""Sliding tiles of which some are alike: only the tiles that the goal names have to get home.

A *pattern* is the set of named tiles (J. Culberson and J. Schaeffer, Pattern databases, 1998).  All
other tiles are drawn as ``*``, and in a goal without a blank the blank may lie on any ``*``.  A
plan for a numbered board solves the pattern too, so the pattern's minimum is a lower bound.  If a
number of moves solves every start of a pattern, it is an upper bound for a stage of a solution.
"""

# pyright: reportIncompatibleMethodOverride=false
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar, Self

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.puzzle import Info, State
from puzzleproof.models.tiles.numbers import read_goal, read_table
from puzzleproof.models.tiles.slides import SlidingTiles

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, repr=False)
class AlikeTiles(SlidingTiles):
    """A board with alike tiles; on the board and in the goal their label is the number of cells."""

    family: ClassVar[str] = "alike-tiles"

    @classmethod
    def from_document(cls, doc: Mapping[str, Any], info: Info, metric: str) -> Self:
        """Build from the keys of an instance file; tiles that the goal does not name are alike.

        Raises InstanceError naming key and place.
        """
        for key in cls.keys:
            if key not in doc:
                raise InstanceError(f"key '{key}' is missing")
        rows, columns, board = read_table(doc["board"], "board", alike=True)
        goal = read_goal(doc["goal"], rows, columns, alike=True)
        alike = len(board)
        for label in goal:
            if label not in (*board, alike):
                raise InstanceError.at("board", f"the goal has tile {label}, the board has not")
        start = tuple(label if label in (0, *goal) else alike for label in board)
        return cls(info, metric, rows, columns, start, goal)

    @property
    def states_at_most(self) -> int:
        """The number of ways to place the blank and the named tiles."""
        return math.perm(len(self.board), len(self._placed))

    def is_goal(self, state: State) -> bool:
        """Tell whether every named tile, and the blank if it is named, lies at home."""
        return state in self._goals

    def goal_states(self, _most: int, /) -> tuple[State, ...]:
        """Return the goals: one for each cell where the blank may lie."""
        return self._goals

    @cached_property
    def _goals(self) -> tuple[State, ...]:
        goal, alike = self.goal, len(self.goal)
        if 0 in goal:
            return (goal,)
        cells = (cell for cell, label in enumerate(goal) if label == alike)
        return tuple((*goal[:cell], 0, *goal[cell + 1 :]) for cell in cells)

    def placements(self, most: int, /) -> list[State] | None:
        """List the placements of the blank and the named tiles."""
        if self.states_at_most > most:
            return None
        return list(map(self._state, permutations(range(len(self.board)), len(self._placed))))

    def placed(self, chance: Random) -> State:
        """Shuffle the labels."""
        return tuple(chance.sample(self.board, len(self.board)))

    # --- packing: the cell of the blank, then the cells of the named tiles ----------------------

    @cached_property
    def _placed(self) -> tuple[int, ...]:
        """The blank and the named tiles, ascending."""
        return tuple(sorted({0, *self.goal} - {len(self.goal)}))

    @property
    def _bits(self) -> int:
        return (len(self.board) - 1).bit_length()

    def place_lines(self) -> tuple[int, Sequence[Sequence[int]]]:
        """Return the number of digits, and the lines along which the blank goes."""
        return len(self._placed), self.lines

    @property
    def pack_width(self) -> int:
        """The number of bytes of a packed number."""
        return -(-len(self._placed) * self._bits // 8)

    def pack(self, state: State) -> int:
        """Return the cells as digits, the blank's cell as the highest digit."""
        number = 0
        for cell in map(state.index, self._placed):
            number = number << self._bits | cell
        return number

    def unpack(self, number: int) -> State:
        """Invert `pack`; raises ValueError for digits that are no placement."""
        cells = list[int]()
        for _ in self._placed:
            number, cell = divmod(number, 1 << self._bits)
            cells.append(cell)
        cells.reverse()
        if number or len({*cells}) < len(cells) or max(cells) >= len(self.board):
            raise ValueError("no state has this number")
        return self._state(cells)

    def _state(self, cells: Sequence[int]) -> State:
        labels = [len(self.board)] * len(self.board)
        for label, cell in zip(self._placed, cells, strict=True):
            labels[cell] = label
        return tuple(labels)
