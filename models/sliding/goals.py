"""Goal states of sliding blocks, listed: what a search from the goal begins with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, islice

from puzzleproof.models.puzzle import State

GOALS_LIMIT = 1_000
"""More goal states are not listed."""


def arrangements(
    kinds: Sequence[slice],
    places: Sequence[Sequence[int]],
    fixed: Mapping[int, int],
    free: Iterable[int],
) -> set[State] | None:
    """All states in which the pieces take just these masks; None where they are too many.

    Pieces of a kind (a slice of the state) are alike and have the same ``places``; ``fixed`` holds
    the mask of some pieces, and each of the ``free`` masks is for any piece that has it as a place.
    """
    partial: list[tuple[State, frozenset[int]]] = [((), frozenset(free))]
    for kind in kinds:
        pieces = range(kind.start, kind.stop)
        own = [fixed[piece] for piece in pieces if piece in fixed]
        missing, fitting = len(pieces) - len(own), frozenset(places[pieces[0]])
        more = (
            ((*taken, *sorted((*own, *some))), rest.difference(some))
            for taken, rest in partial
            for some in combinations(rest & fitting, missing)
        )
        partial = list(islice(more, GOALS_LIMIT + 1))
        if len(partial) > GOALS_LIMIT:
            return None
    return {taken for taken, rest in partial if not rest}
