"""Two moves in a row that do not touch one another, in one order only.

Argument: a: i → j and b: k → l commute if neither uses a place of the other and no route of one
needs a cell that the other frees or fills.  Then a b and b a are both possible, or neither, and
lead to the same state; repeated exchanges sort every plan, so 'b before a, with (k, l) > (i, j)'
may be forbidden.  On a tour the state between them may be a stop: nothing is added there.
"""

from __future__ import annotations

from functools import lru_cache

from puzzleproof.encoders.steps import Steps
from puzzleproof.encoders.task import Task

__all__ = ["add", "commuting_pairs"]

Pair = tuple[int, int]


@lru_cache(maxsize=4)
def commuting_pairs(task: Task) -> tuple[tuple[Pair, Pair], ...]:
    """Pairs of displacements (first < second) that commute."""
    needs: dict[Pair, frozenset[int]] = {}
    touches: dict[Pair, frozenset[int]] = {}
    for operator in task.operators:
        (source,), (target,) = operator.deletes & task.movers, operator.adds & task.movers
        pair = (source, target)
        needs[pair] = needs.get(pair, frozenset()) | operator.requires
        touches[pair] = operator.deletes | operator.adds
    ordered = sorted(needs)
    return tuple(
        (first, second)
        for k, first in enumerate(ordered)
        for second in ordered[k + 1 :]
        if not (needs[first] | touches[first]) & touches[second]
        and not needs[second] & touches[first]
    )


def add(horizon: Steps, step: int) -> None:
    """Forbid the greater of two commuting displacements right before the lesser."""
    if step < 2 or horizon.task.stops:
        return
    for first, second in commuting_pairs(horizon.task):
        horizon.model.clause(
            "commuting",
            -horizon.leaves(second[0], step - 2),
            -horizon.arrives(second[1], step - 2),
            -horizon.leaves(first[0], step - 1),
            -horizon.arrives(first[1], step - 1),
        )
