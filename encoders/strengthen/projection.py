"""Time-indexed abstraction: forget all pieces but the goal's, and bound the distances that remain.

Argument: dropping facts from a task maps every plan to a path in the *projection*, so a projected
state at distance f from the start cannot hold before step f, and one at distance b from the goal
cannot hold after step T - b if the goal holds at T.  The projection keeps the free cells and the
kinds that the goal names; it is used where it has at most `STATE_LIMIT` states.  A forgotten piece
still frees only cells that are not free: without that, a projected state would stand for others.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from puzzleproof.encoders.horizon.formula import Lit
from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.encoders.task import Condition, Task

STATE_LIMIT = 3000

FactSet: TypeAlias = frozenset[int]


@lru_cache(maxsize=4)
def projected_distances(task: Task) -> tuple[dict[FactSet, int], dict[FactSet, int]]:
    """(distance from the start, distance to the goal) of each projected state; empty if too many.

    A projected state from which the projected goal cannot be reached is missing in the second.
    """
    kept = _kept(task)
    rows = {(o.requires & kept, o.deletes & kept, o.adds & kept) for o in task.operators}
    moves = [row for row in rows if row[1] or row[2]]
    forward, parents = {task.start & kept: 0}, dict[FactSet, set[FactSet]]()
    queue = list(forward)
    for here in queue:
        for requires, deletes, adds in moves:
            if requires <= here and not adds & here:
                after = here - deletes | adds
                parents.setdefault(after, set()).add(here)
                if after not in forward:
                    forward[after] = forward[here] + 1
                    queue.append(after)
        if len(queue) > STATE_LIMIT:
            return {}, {}
    goals = [s for s in forward if any(_may_hold(kept, goal, s) for goal in task.goals)]
    return forward, _backward(goals, parents)


def _kept(task: Task) -> FactSet:
    """Free cells, and the movers of every count that a goal names."""
    named = {f for goal in task.goals for clause in goal for f in clause}
    kinds = (c.facts for c in task.counts if named & set(c.facts) & task.movers)
    free = set(range(len(task.facts))) - task.movers
    return frozenset(free.union(*kinds))


def _may_hold(kept: FactSet, goal: Condition, state: FactSet) -> bool:
    return all(any(f in state or f not in kept for f in clause) for clause in goal)


def _backward(goals: list[FactSet], parents: dict[FactSet, set[FactSet]]) -> dict[FactSet, int]:
    distance = dict.fromkeys(goals, 0)
    queue = list(goals)
    for here in queue:
        for before in parents.get(here, ()):
            if before not in distance:
                distance[before] = distance[here] + 1
                queue.append(before)
    return distance


def _not_here(unrolled: StepVariables, state: FactSet, step: int) -> list[Lit]:
    return [-unrolled.fact(f, step) for f in sorted(state)]


def add(unrolled: StepVariables, step: int) -> None:
    """Forbid projected states at a step that comes before their distance from the start."""
    if unrolled.task.stops or not unrolled.task.displacing:
        return
    for state, distance in projected_distances(unrolled.task)[0].items():
        if distance > step:
            unrolled.formula.clause("projection", *_not_here(unrolled, state, step))


def add_goal(unrolled: StepVariables, goal: Lit, last: int) -> None:
    """Forbid projected states too late to reach the goal that holds at step ``last``."""
    if unrolled.task.stops or not unrolled.task.displacing:
        return
    forward, backward = projected_distances(unrolled.task)
    for state in forward:
        distance = backward.get(state, last + 1)
        for step in range(max(0, last - distance + 1), last + 1):
            if forward[state] <= step:
                unrolled.formula.clause("projection", -goal, *_not_here(unrolled, state, step))
