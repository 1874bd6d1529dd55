"""Two moves in a row that do not touch one another, in one order only.

Argument: two changes commute if neither touches what the other needs or changes.  Then a b and
b a are both possible, or neither, and lead to the same state; repeated exchanges sort every plan,
so 'b before a, with b > a' may be forbidden.  On a tour the state between them may be a stop, and
where moves are chains the order decides what is one move: nothing is added there.

A displacement touches its places and the cells that they cover; an operator its facts.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product

from puzzleproof.encoders.horizon.operators import touched
from puzzleproof.encoders.horizon.variables import Change, StepVariables
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
    ordered, covered = sorted(task.displacements), _covered(task)
    needs = {pair: frozenset[int]().union(*task.displacements[pair]) for pair in ordered}
    touches = {pair: frozenset(pair).union(*(covered[mover] for mover in pair)) for pair in ordered}
    return [
        (first, second)
        for first, second in combinations(ordered, 2)
        if not needs[first] & touches[second]
        and not needs[second] & touches[first]
        and not touches[first] & touches[second]
        and _both_open(task, first, second)
    ]


def _covered(task: Task) -> dict[int, frozenset[int]]:
    """Mover fact -> the free-cell facts that it excludes."""
    covered = dict.fromkeys(task.movers, frozenset[int]())
    for group in task.groups:
        free = frozenset(group) - task.movers
        covered |= {mover: covered[mover] | free for mover in task.movers.intersection(group)}
    return covered


def _both_open(task: Task, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether there are enough free cells for a route of each."""
    free = sum(c.number for c in task.counts if not task.movers & set(c.facts))
    routes = product(task.displacements[first], task.displacements[second])
    return any(len((one | other) - task.movers) <= free for one, other in routes)


def add(unrolled: StepVariables, step: int) -> None:
    """Forbid the greater of two commuting changes right before the lesser."""
    if step < 2 or unrolled.task.stops or unrolled.task.chains:
        return
    for first, second in commuting_pairs(unrolled.task):
        happen = (*unrolled.happens(second, step - 2), *unrolled.happens(first, step - 1))
        unrolled.formula.clause("commuting", *(-x for x in happen))
