"""Two moves in a row that do not touch one another, in one order only.

Argument: two changes commute if neither touches what the other needs or changes.  Then a b and
b a are both possible, or neither, and lead to the same state; repeated exchanges sort every plan,
so 'b before a, with b > a' may be forbidden.  On a tour the state between them may be a stop, and
where moves are chains the order decides what is one move: nothing is added there.

A displacement touches its places and the cells that they cover; an operator its facts.
"""

from __future__ import annotations

from functools import lru_cache

from puzzleproof.encoders.horizon.operators import touched
from puzzleproof.encoders.horizon.variables import Change, Steps
from puzzleproof.encoders.task import Task


@lru_cache(maxsize=4)
def commuting_pairs(task: Task) -> tuple[tuple[Change, Change], ...]:
    """Pairs of changes (first < second) that commute and can be open in one state."""
    return tuple(_displacements(task) if task.displacing else _operators(task))


def _operators(task: Task) -> list[tuple[Change, Change]]:
    facts = [touched(operator) for operator in task.operators]
    return [((a,), (b,)) for b in range(len(facts)) for a in range(b) if not facts[a] & facts[b]]


def _displacements(task: Task) -> list[tuple[Change, Change]]:
    """Two that follow one another and commute are both open before the first of them.

    So pairs whose free cells are too many, or covered by the other mover, need no clause.
    """
    ordered = sorted(task.displacements)
    needs = {pair: frozenset[int]().union(*task.displacements[pair]) for pair in ordered}
    touches = {pair: _touched(task, pair) for pair in ordered}
    return [
        (first, second)
        for k, first in enumerate(ordered)
        for second in ordered[k + 1 :]
        if not needs[first] & touches[second]
        and not needs[second] & touches[first]
        and not touches[first] & touches[second]
        and _both_open(task, first, second)
    ]


def _touched(task: Task, pair: tuple[int, int]) -> frozenset[int]:
    """The two places, and every free-cell fact of the cells that they cover."""
    return frozenset(pair) | covered_cells(task)[pair[0]] | covered_cells(task)[pair[1]]


def _both_open(task: Task, first: tuple[int, int], second: tuple[int, int]) -> bool:
    room = sum(c.number for c in task.counts if not task.movers & set(c.facts))
    return any(
        len((one | other) - task.movers) <= room
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
    """Forbid the greater of two commuting changes right before the lesser."""
    if step < 2 or horizon.task.stops or horizon.task.chains:
        return
    for first, second in commuting_pairs(horizon.task):
        happen = (*horizon.happens(second, step - 2), *horizon.happens(first, step - 1))
        horizon.model.clause("commuting", *(-x for x in happen))
