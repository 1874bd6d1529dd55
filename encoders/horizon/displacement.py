"""One move between two steps: which mover leaves, where it arrives, what must be free.

For mover facts (a piece of kind K at a place): ``leaves`` = true, then false; ``arrives`` = false,
then true.  At most one leaves and one arrives.  Frame axioms are part of these definitions: a
mover fact that neither leaves nor arrives keeps its truth, and the free cells follow from the
groups.  A source and a target are joined by the minimal sets of free cells (*routes*) of the task;
with several routes, a choice is either multiplied out into clauses or given a variable each.
"""

from __future__ import annotations

from itertools import product
from math import prod

from puzzleproof.encoders.horizon.variables import Change, StepVariables
from puzzleproof.encoders.task import Task

PRODUCT_LIMIT = 4
"""Routes are multiplied out into at most this many clauses; beyond, each has a variable."""


def add_step(unrolled: StepVariables, step: int) -> None:
    """Add the constraints between ``step`` and ``step + 1``."""
    _define_changes(unrolled, step)
    _join(unrolled, step)
    _need_free(unrolled, step)


def _define_changes(unrolled: StepVariables, step: int) -> None:
    formula = unrolled.formula
    movers = sorted(unrolled.task.movers)
    leaving = [unrolled.leaves(m, step) for m in movers]
    arriving = [unrolled.arrives(m, step) for m in movers]
    idle = unrolled.idle(step)
    for mover, leaves, arrives in zip(movers, leaving, arriving, strict=True):
        now, then = unrolled.fact(mover, step), unrolled.fact(mover, step + 1)
        for first, last, change in ((now, then, leaves), (then, now, arrives)):
            formula.clause("change", -change, first)
            formula.clause("change", -change, -last)
            formula.clause("frame", -first, last, change)
    formula.at_most_one("one move a step", leaving)
    formula.at_most_one("one move a step", arriving)
    formula.clause("move or idle", idle, *leaving)
    for change in (*leaving, *arriving):
        formula.clause("idle is still", -idle, -change)


def _join(unrolled: StepVariables, step: int) -> None:
    """Whoever leaves arrives at a place within reach, and conversely."""
    targets: dict[int, list[int]] = {m: [] for m in unrolled.task.movers}
    sources: dict[int, list[int]] = {m: [] for m in unrolled.task.movers}
    for source, target in unrolled.task.displacements:
        targets[source].append(target)
        sources[target].append(source)
    for mover in sorted(unrolled.task.movers):
        reach = (unrolled.arrives(m, step) for m in targets[mover])
        unrolled.formula.clause("join", -unrolled.leaves(mover, step), *reach)
        reach = (unrolled.leaves(m, step) for m in sources[mover])
        unrolled.formula.clause("join", -unrolled.arrives(mover, step), *reach)


def _need_free(unrolled: StepVariables, step: int) -> None:
    for (source, target), routes in unrolled.task.displacements.items():
        moving = (-unrolled.leaves(source, step), -unrolled.arrives(target, step))
        shared = routes[0].intersection(*routes)
        for fact in sorted(shared):
            unrolled.formula.clause("needs", *moving, unrolled.fact(fact, step))
        rest = [sorted(route - shared) for route in routes]
        if prod(map(len, rest)) <= PRODUCT_LIMIT:
            for choice in product(*rest):
                facts = (unrolled.fact(fact, step) for fact in sorted(set(choice)))
                unrolled.formula.clause("needs", *moving, *facts)
        else:
            _choose_route(unrolled, step, moving, rest)


def _choose_route(
    unrolled: StepVariables, step: int, moving: tuple[int, int], routes: list[list[int]]
) -> None:
    formula = unrolled.formula
    choices = [formula.variable(f"route {k}@{step}") for k in range(len(routes))]
    formula.clause("needs", *moving, *choices)
    for choice, route in zip(choices, routes, strict=True):
        for fact in route:
            formula.clause("needs", -choice, unrolled.fact(fact, step))


def changes(task: Task) -> list[Change]:
    """Whatever may happen between two steps: (source, target) of a mover."""
    return list(task.displacements)


def image(task: Task, change: Change, permutation: tuple[int, ...]) -> Change:
    """What a permutation of the facts makes of a displacement."""
    return tuple(permutation[fact] for fact in change)


def saved_pairs(task: Task) -> list[tuple[Change, Change]]:
    """There and back again: two displacements that one after the other do nothing."""
    return [((s, t), (t, s)) for s, t in task.displacements if (t, s) in task.displacements]
