"""A game: the moves made from the start, those taken back, and the plans that it may follow.

Every move is played by the rules, and the legal ones are those that the rules list.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from puzzleproof.models.game import Offered, offered
from puzzleproof.models.puzzle import AnyPuzzle, State


class Plan(NamedTuple):
    """Moves from the start, and what is known of them."""

    moves: tuple[str, ...]
    words: str
    """How sure it is that nothing shorter leads from the state after ``begins`` moves."""
    begins: int = 0
    """So many of the moves are those of the game in which the plan was found."""


class Game:
    """One puzzle being played."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self.puzzle = puzzle
        self.moves = list[str]()
        self.undone = list[str]()
        """Moves that can be made again, the next one last."""
        self.states: list[State] = [puzzle.start]
        """The start, and the state after each move."""
        self._offered: tuple[State, list[Offered]] | None = None

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.states[-1]

    @property
    def solved(self) -> bool:
        """Whether this is a goal."""
        return self.puzzle.is_goal(self.state)

    @property
    def offered(self) -> list[Offered]:
        """The legal moves from here."""
        if self._offered is None or self._offered[0] != self.state:
            self._offered = self.state, offered(self.puzzle, self.state)
        return self._offered[1]

    def after(self, move: str) -> State:
        """The state that a move leads to; raises NotationError or IllegalMove."""
        return self.puzzle.play(self.state, self.puzzle.parse_move(move))

    # --- making moves and taking them back ------------------------------------------------

    def play(self, move: str) -> None:
        """Make a move; raises NotationError or IllegalMove, and the game stays as it was."""
        self.states.append(self.after(move))
        self.moves.append(move)
        if self.undone and self.undone[-1] == move:
            self.undone.pop()
        else:
            self.undone.clear()

    def undo(self) -> str | None:
        """Take the last move back; returns it, None at the start."""
        if not self.moves:
            return None
        self.states.pop()
        self.undone.append(self.moves.pop())
        return self.undone[-1]

    def redo(self) -> str | None:
        """Make the move again that was taken back last; returns it, None where there is none."""
        if not self.undone:
            return None
        move = self.undone[-1]
        self.play(move)
        return move

    def reset(self) -> None:
        """Take all moves back; they can be made again."""
        while self.undo() is not None:
            pass

    # --- plans ----------------------------------------------------------------------------

    def step_of(self, plan: Plan) -> int | None:
        """How many moves of a plan were made; None where the game has left it."""
        here = len(self.moves)
        return here if list(plan.moves[:here]) == self.moves else None

    def rest_of(self, plan: Plan | None) -> tuple[str, ...]:
        """The moves of a plan that are still to be made from here; none where it was left."""
        if plan is None or self.step_of(plan) is None or len(self.moves) < plan.begins:
            return ()
        return plan.moves[len(self.moves) :]

    def go_to(self, plan: Plan, step: int) -> None:
        """Stand where so many moves of a plan lead; the others can be made by `redo`."""
        wanted = plan.moves[:step]
        for _ in range(len(self.moves) - common(self.moves, wanted)):
            self.undo()
        for move in wanted[len(self.moves) :]:
            self.play(move)
        self.undone = list(reversed(plan.moves[step:]))


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many equal moves both begin."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
