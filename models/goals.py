"""Goal states that can be listed: what a search from the end begins with.

A puzzle lists all states in which it is solved, where its goal fixes every piece.  `listed_goals`
gives them where moves can be taken back as well, so that a search may begin with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Protocol, runtime_checkable

from puzzleproof.models.puzzle import AnyPuzzle, State

GOALS_LIMIT = 1_000
"""More goal states are not listed."""


@runtime_checkable
class HasGoalList(Protocol):
    """A puzzle that may know all its goal states."""

    def goal_states(self) -> tuple[State, ...] | None:
        """All goal states, canonical; None where there are too many, or pieces are left free."""
        ...


def listed_goals(puzzle: AnyPuzzle) -> tuple[State, ...] | None:
    """All goal states of a puzzle whose moves can be taken back, if it lists them."""
    if not puzzle.reversible or not isinstance(puzzle, HasGoalList):
        return None
    return puzzle.goal_states()


def arrangements(
    kinds: Sequence[slice], places: Sequence[Sequence[int]], fixed: Mapping[int, int],
    free: Iterable[int],
) -> set[State] | None:  # fmt: skip
    """All states in which the pieces take just these masks; None where they are too many.

    Pieces of a kind (a slice of the state) are alike and have the same ``places``; ``fixed`` tells
    the mask of some pieces, and each of the ``free`` masks is for any piece that has it as a place.
    """
    ways: list[tuple[State, frozenset[int]]] = [((), frozenset(free))]
    for kind in kinds:
        pieces = range(kind.start, kind.stop)
        own = [fixed[piece] for piece in pieces if piece in fixed]
        missing, fitting = len(pieces) - len(own), frozenset(places[pieces[0]])
        more = (
            ((*taken, *sorted((*own, *some))), rest.difference(some))
            for taken, rest in ways
            for some in _choices(rest & fitting, missing)
        )
        ways = list(islice(more, GOALS_LIMIT + 1))
        if len(ways) > GOALS_LIMIT:
            return None
    return {taken for taken, rest in ways if not rest}


def _choices(masks: Iterable[int], number: int) -> Iterator[tuple[int, ...]]:
    return combinations(masks, number)
