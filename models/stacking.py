"""Complete a stack by the rules alone: a depth-first search that tries no state twice.

Every move adds one piece, so all plans from a state are equally long and the first one found is
shortest.
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
    trail: list[tuple[Any, State]] = [(None, state)]
    waiting = [puzzle.moves(state)]
    while waiting:
        if puzzle.is_goal(trail[-1][1]):
            return [move for move, _ in trail[1:]]
        for move in waiting[-1]:
            after = puzzle.play(trail[-1][1], move)
            if (known := puzzle.canonical(after)) not in tried:
                if len(tried) >= STATES_LIMIT:
                    raise LimitReached(
                        f"no plan among the first {STATES_LIMIT:,} stacks that were tried"
                    )
                tried.add(known)
                trail.append((move, after))
                waiting.append(puzzle.moves(after))
                break
        else:
            trail.pop()
            waiting.pop()
    return None
