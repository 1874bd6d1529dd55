"""Complete a stack by the rules alone: a depth-first search that tries no state twice.

Every move adds one of few pieces, so all plans from a state are equally long and the first one
found is shortest.
"""

from __future__ import annotations

from typing import Any

from puzzleproof.models.errors import LimitReached
from puzzleproof.models.puzzle import AnyPuzzle, State

STATES_LIMIT = 20_000
"""The most states that are tried; this takes a few seconds."""


def rest_of(puzzle: AnyPuzzle, state: State) -> list[Any] | None:
    """Moves from a state to a goal; None if there are none.

    Raises LimitReached if more than `STATES_LIMIT` states would have to be tried.

    >>> from puzzleproof.models.instances import load
    >>> cubes = load("instant-insanity")
    >>> len(rest_of(cubes, cubes.start))
    4
    """
    tried = set[State]()

    def rest(here: State) -> list[Any] | None:
        if puzzle.is_goal(here):
            return []
        for move in puzzle.moves(here):
            after = puzzle.play(here, move)
            if (known := puzzle.canonical(after)) in tried:
                continue
            if len(tried) >= STATES_LIMIT:
                fault = f"no plan among the first {STATES_LIMIT:,} stacks that were tried"
                raise LimitReached(fault)
            tried.add(known)
            if (moves := rest(after)) is not None:
                return [move, *moves]
        return None

    return rest(state)
