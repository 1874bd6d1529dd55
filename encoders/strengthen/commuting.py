"""Two moves in a row that do not touch one another, in one order only.

Argument: a: i → j and b: k → l commute if they share no cell: neither covers, before or after, a
cell that the other covers or needs free.  Then a b and b a are both possible, or neither, and
lead to the same state; repeated exchanges sort every plan, so 'b before a, with (k, l) > (i, j)'
may be forbidden.  On a tour the state between them may be a stop: nothing is added there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from puzzleproof.encoders.steps import Steps
from puzzleproof.encoders.task import Task

__all__ = ["add", "commuting_pairs"]

Pair: TypeAlias = tuple[int, int]


@lru_cache(maxsize=4)
def commuting_pairs(task: Task) -> tuple[tuple[Pair, Pair], ...]:
    """Pairs of displacements (first < second) that commute and can be open in one state.

    Two that follow one another and commute are both open before the first of them, so pairs whose
    free cells are too many, or covered by the other mover, need no clause.
    """
    ordered = sorted(task.displacements)
    needs = {pair: frozenset[int]().union(*task.displacements[pair]) for pair in ordered}
    touches = {pair: _touched(task, pair) for pair in ordered}
    return tuple(
        (first, second)
        for k, first in enumerate(ordered)
        for second in ordered[k + 1 :]
        if not needs[first] & touches[second]
        and not needs[second] & touches[first]
        and not touches[first] & touches[second]
        and _both_open(task, first, second)
    )


def _touched(task: Task, pair: Pair) -> frozenset[int]:
    """The two places, and every free-cell fact of the cells that they cover."""
    return frozenset(pair) | covered_cells(task)[pair[0]] | covered_cells(task)[pair[1]]


def _both_open(task: Task, first: Pair, second: Pair) -> bool:
    room = sum(c.number for c in task.counts if not task.movers & set(c.facts))
    return any(
        len(one | other) <= room
        for one in task.displacements[first]
        for other in task.displacements[second]
    )


@lru_cache(maxsize=4)
def covered_cells(task: Task) -> dict[int, frozenset[int]]:
    """Mover fact -> the free-cell facts that it excludes."""
    covered: dict[int, frozenset[int]] = {}
    for group in task.groups:
        free = frozenset(group) - task.movers
        for fact in group:
            covered[fact] = covered.get(fact, frozenset()) | free
    return covered


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
