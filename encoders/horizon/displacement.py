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

from puzzleproof.encoders.horizon.variables import Change, Steps
from puzzleproof.encoders.task import Task

PRODUCT_LIMIT = 4
"""Routes are multiplied out up to so many clauses; beyond, each route has a variable."""


def add_step(horizon: Steps, step: int) -> None:
    """Add the constraints between ``step`` and ``step + 1``."""
    _define_changes(horizon, step)
    _join(horizon, step)
    _need_free(horizon, step)


def _define_changes(horizon: Steps, step: int) -> None:
    model = horizon.model
    movers = sorted(horizon.task.movers)
    leaving = [horizon.leaves(m, step) for m in movers]
    arriving = [horizon.arrives(m, step) for m in movers]
    idle = horizon.idle(step)
    for mover, leaves, arrives in zip(movers, leaving, arriving, strict=True):
        now, then = horizon.fact(mover, step), horizon.fact(mover, step + 1)
        for first, last, change in ((now, then, leaves), (then, now, arrives)):
            model.clause("change", -change, first)
            model.clause("change", -change, -last)
            model.clause("frame", -first, last, change)
    model.at_most_one("one move a step", leaving)
    model.at_most_one("one move a step", arriving)
    model.clause("move or idle", idle, *leaving)
    for change in (*leaving, *arriving):
        model.clause("idle is still", -idle, -change)


def _join(horizon: Steps, step: int) -> None:
    """Whoever leaves arrives at a place within reach, and the other way round."""
    targets: dict[int, list[int]] = {m: [] for m in horizon.task.movers}
    sources: dict[int, list[int]] = {m: [] for m in horizon.task.movers}
    for source, target in horizon.task.displacements:
        targets[source].append(target)
        sources[target].append(source)
    for mover in sorted(horizon.task.movers):
        reach = (horizon.arrives(m, step) for m in targets[mover])
        horizon.model.clause("join", -horizon.leaves(mover, step), *reach)
        reach = (horizon.leaves(m, step) for m in sources[mover])
        horizon.model.clause("join", -horizon.arrives(mover, step), *reach)


def _need_free(horizon: Steps, step: int) -> None:
    for (source, target), routes in horizon.task.displacements.items():
        moving = (-horizon.leaves(source, step), -horizon.arrives(target, step))
        shared = routes[0].intersection(*routes)
        for fact in sorted(shared):
            horizon.model.clause("needs", *moving, horizon.fact(fact, step))
        rest = [sorted(route - shared) for route in routes]
        if prod(map(len, rest)) <= PRODUCT_LIMIT:
            for choice in product(*rest):
                facts = (horizon.fact(fact, step) for fact in sorted(set(choice)))
                horizon.model.clause("needs", *moving, *facts)
        else:
            _choose_route(horizon, step, moving, rest)


def _choose_route(
    horizon: Steps, step: int, moving: tuple[int, int], routes: list[list[int]]
) -> None:
    model = horizon.model
    choices = [model.variable(f"route {k}@{step}") for k in range(len(routes))]
    model.clause("needs", *moving, *choices)
    for choice, route in zip(choices, routes, strict=True):
        for fact in route:
            model.clause("needs", -choice, horizon.fact(fact, step))


def changes(task: Task) -> list[Change]:
    """Whatever may happen between two steps: (source, target) of a mover."""
    return list(task.displacements)


def image(task: Task, change: Change, permutation: tuple[int, ...]) -> Change:
    """What a permutation of the facts makes of a displacement."""
    return tuple(permutation[fact] for fact in change)


def saved_pairs(task: Task) -> list[tuple[Change, Change]]:
    """There and back again: two displacements that one after the other do nothing."""
    return [((s, t), (t, s)) for s, t in task.displacements if (t, s) in task.displacements]
