"""From the facts that hold on the way to the states of the rules."""

from __future__ import annotations

from collections.abc import Iterable

from puzzleproof.models.errors import IllegalMove
from puzzleproof.models.puzzle import AnyPuzzle, State


def states_with(puzzle: AnyPuzzle, masks: Iterable[int]) -> list[State]:
    """The canonical states in which these facts hold, each one move of the rules after the other.

    Raises IllegalMove where no move leads there.
    """
    here: State | None = None
    states = list[State]()
    for number, mask in enumerate(masks):
        around = [puzzle.canonical(puzzle.start)] if here is None else puzzle.successors(here)
        here = next((state for state in around if _holds(puzzle, state, mask)), None)
        if here is None:
            raise IllegalMove(f"no move leads to what is said to hold after move {number}")
        states.append(here)
    return states


def _holds(puzzle: AnyPuzzle, state: State, mask: int) -> bool:
    return any(puzzle.state_facts(view) == mask for view in puzzle.preimages(state))
