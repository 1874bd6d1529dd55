"""The moves of sliding tiles on any rectangle, whatever the labels: the blank goes along a line.

Tiles lie on the cells of a board, one cell is blank; a tile beside the blank slides into it, so the
two exchange places.  A state holds the label of each cell in reading order, 0 the blank.  A label
that equals the number of cells is drawn as ``*``: a tile that is like every other ``*``
(`puzzleproof.models.tiles.alike`).  Moves are named by the direction in which the *blank* moves.
Metrics: ``single`` (one tile slides), ``multi`` (a run of tiles in one line slides by one cell, as
if a finger pushed the last tile: the blank goes any distance along its row or column).
"""

# Class constants override properties of `Puzzle`; mypy checks all overrides.
# pyright: reportIncompatibleMethodOverride=false
from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, product
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeAlias

from puzzleproof.models.drawing import COMPASS, STEPS, place_words
from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.models.puzzle import Info, Puzzle, State
from puzzleproof.models.tiles.numbers import ALIKE, SIDE_LIMIT, rows_of

if TYPE_CHECKING:
    from puzzleproof.models.drawing import Cell
    from puzzleproof.models.picture import Picture

Slide: TypeAlias = Callable[[State], State]
"""Takes a state; returns the state after the blank has gone from one fixed cell to another."""


class TilesMove(NamedTuple):
    """The blank goes ``cells`` cells in a direction, given as a compass letter."""

    direction: str
    cells: int = 1


@dataclass(frozen=True, repr=False)
class SlidingTiles(Puzzle[TilesMove]):
    """A board of ``rows`` x ``columns`` cells, its start and its goal, in a metric."""

    metrics: ClassVar[tuple[str, ...]] = ("single", "multi")
    lists_all_goals: ClassVar[bool] = True
    draws_whole_goals: ClassVar[bool] = True
    reversible: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = ("board", "goal")

    rows: int
    columns: int
    board: State
    """The labels at the start in reading order, 0 the blank."""
    goal: State

    def document(self) -> dict[str, Any]:
        """Return the keys of the instance file; the goal is always drawn."""
        return {"board": f"{self.draw(self.start)}\n", "goal": f"{self.draw(self.goal)}\n"}

    def with_start(self, state: State, info: Info) -> Self:
        """Return the puzzle with the same goal and another start."""
        return replace(self, board=state, info=info, assumed=())

    # --- the rules ------------------------------------------------------------------------

    @property
    def start(self) -> State:
        """The board as drawn."""
        return self.board

    @abstractmethod
    def goal_states(self, most: int, /) -> tuple[State, ...]:
        """Return all goals."""

    @cached_property
    def _reach(self) -> tuple[dict[TilesMove, int], ...]:
        """For each cell of the blank: move -> the cell that the blank goes to."""
        found, longest = list[dict[TilesMove, int]](), 1 if self.metric == "single" else SIDE_LIMIT
        for row, column in product(range(self.rows), range(self.columns)):
            reach = dict[TilesMove, int]()
            for letter, far in product(COMPASS, range(1, longest + 1)):
                down, right = STEPS[letter]
                r, c = row + far * down, column + far * right
                if 0 <= r < self.rows and 0 <= c < self.columns:
                    reach[TilesMove(letter, far)] = r * self.columns + c
            found.append(reach)
        return tuple(found)

    def _line(self, blank: int, target: int) -> Sequence[int]:
        """Return the cells from the blank's cell to its target, both included."""
        stride = self.columns if (target - blank) % self.columns == 0 else 1
        past = 1 if target > blank else -1
        return range(blank, target + past, past * stride)

    def _slide(self, blank: int, target: int) -> Slide:
        """Build the function that shifts a line: it reads the cells of a state in another order."""
        order = list(range(self.rows * self.columns))
        for cell, after in pairwise(self._line(blank, target)):
            order[cell] = after
        order[target] = blank
        return itemgetter(*order)

    @cached_property
    def _slides(self) -> tuple[tuple[Slide, ...], ...]:
        return tuple(
            tuple(self._slide(blank, target) for target in reach.values())
            for blank, reach in enumerate(self._reach)
        )

    def moves(self, state: State) -> Iterator[TilesMove]:
        """Yield the moves of the blank along its row and column."""
        return iter(self._reach[state.index(0)])

    def successors(self, state: State) -> list[State]:
        """Return all states one move away, in the order of `moves`."""
        return [slide(state) for slide in self._slides[state.index(0)]]

    def play(self, state: State, move: TilesMove) -> State:
        """Make a move; raises IllegalMove naming the blank's cell and the reason."""
        blank = state.index(0)
        target = self._reach[blank].get(move)
        if target is None:
            raise IllegalMove(f"{self.format_move(move)!r}: {self._fault(blank, move)}")
        return self._slide(blank, target)(state)

    def _fault(self, blank: int, move: TilesMove) -> str:
        if move.direction not in STEPS or move.cells < 1:
            return f"the blank goes one or more cells in a direction of {COMPASS}"
        if move.cells > 1 and self.metric == "single":
            return "is not one move in the metric 'single'"
        place = place_words(divmod(blank, self.columns))
        return f"the blank at {place} would leave the board"

    @cached_property
    def lines(self) -> list[Sequence[int]]:
        """Lines of cells, from the blank's cell to its target."""
        reach = enumerate(self._reach)
        return [self._line(blank, target) for blank, moves in reach for target in moves.values()]

    # --- notation and drawing -------------------------------------------------------------

    def format_move(self, move: TilesMove) -> str:
        """Write the blank's direction, and how many cells if more than one: ``N``, ``E2``."""
        return move.direction + (str(move.cells) if move.cells != 1 else "")

    def parse_move(self, text: str) -> TilesMove:
        """Read a move such as ``N`` or ``E2``; raises NotationError."""
        match = re.fullmatch(r"([NESW])([1-9]?)", text)
        if match is None:
            raise NotationError(
                f"{text!r} is not a move: expected the blank's direction, one of {COMPASS}, "
                "and how many cells if more than one, as in 'N' or 'E2'"
            )
        return TilesMove(match[1], int(match[2] or 1))

    def draw(self, state: State) -> str:
        """Draw the labels, one line for each row, aligned to the right."""
        width = len(str(len(state) - 1))
        words = [self._word(label).rjust(width) for label in state]
        return "\n".join(map(" ".join, rows_of(words, self.columns)))

    def _word(self, label: int) -> str:
        return ALIKE if label == len(self.board) else str(label)

    def picture(self, state: State) -> Picture:
        """Draw the tiles; tiles whose goal cells are on one diagonal have one colour."""
        from puzzleproof.models.picture import FLOOR, Picture, Square

        home = {label: divmod(cell, self.columns) for cell, label in enumerate(self.goal)}
        squares = [
            Square(str(label), str(label), str(sum(home[label])))
            if 0 < label < len(state)
            else Square(f"{ALIKE}{cell}", "", ALIKE)
            if label
            else FLOOR
            for cell, label in enumerate(state)
        ]
        return Picture(tuple(map(tuple, rows_of(squares, self.columns))))

    def goal_pictures(self) -> list[tuple[str, Picture]]:
        """Draw the goal, with empty cells where any tile or the blank may lie."""
        named = (label if label < len(self.goal) else 0 for label in self.goal)
        return [("goal", self.picture(tuple(named)))]

    def track(self, state: State, move: TilesMove) -> list[Cell]:
        """Return the old and the new cell of the run's furthest tile, which pushes the others."""
        down, right = STEPS[move.direction]
        blank = state.index(0)
        row, column = divmod(self._reach[blank][move], self.columns)
        return [(row, column), (row - down, column - right)]
