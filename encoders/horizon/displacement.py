"""One move between two steps: which mover leaves, where it arrives, what must be free.

For mover facts (a piece of kind K at a place): ``leaves`` = true, then false; ``arrives`` = false,
then true.  At most one leaves and one arrives.  Frame axioms are part of these definitions: a
mover fact that neither leaves nor arrives keeps its truth, and the free cells follow from the
groups.  A source and a target are joined by the minimal sets of free cells (*routes*) of the task;
with several routes, a choice is either multiplied out into clauses or given a variable each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

from puzzleproof.encoders.horizon.variables import Change, StepVariables
from puzzleproof.encoders.task import Task

PRODUCT_LIMIT = 4
"""Routes are multiplied out into at most this many clauses; beyond, each has a variable."""


def add_step(unrolled: StepVariables, step: int) -> None:
    """Add the constraints between ``step`` and ``step + 1``."""
    define_changes(unrolled, step)
    _join(unrolled, step)
    _need_free(unrolled, step)


def define_changes(unrolled: StepVariables, step: int) -> None:
    """Define leaving and arriving; at most one mover does so."""
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
    """A mover that leaves arrives at a place within reach, and vice versa."""
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
    for need in _needs(unrolled.task):
        moving = (-unrolled.leaves(need.source, step), -unrolled.arrives(need.target, step))
        for facts in need.clauses:
            literals = (unrolled.fact(fact, step) for fact in facts)
            unrolled.formula.clause("needs", *moving, *literals)
        if need.routes:
            _choose_route(unrolled, step, moving, need.routes)


class Need(NamedTuple):
    """The needs of a displacement: some fact of each clause, and all facts of some route."""

    source: int
    target: int
    clauses: tuple[tuple[int, ...], ...]
    routes: tuple[tuple[int, ...], ...]
    """Empty if the clauses are enough."""


@lru_cache(maxsize=4)
def _needs(task: Task) -> tuple[Need, ...]:
    return tuple(
        _need(source, target, routes) for (source, target), routes in task.displacements.items()
    )


def _need(source: int, target: int, routes: tuple[frozenset[int], ...]) -> Need:
    shared = routes[0].intersection(*routes)
    clauses = [(fact,) for fact in sorted(shared)]
    rest = [sorted(route - shared) for route in routes]
    if prod(map(len, rest)) > PRODUCT_LIMIT:
        return Need(source, target, tuple(clauses), tuple(map(tuple, rest)))
    choices = (tuple(sorted(set(choice))) for choice in product(*rest))
    return Need(source, target, (*clauses, *choices), ())


def _choose_route(
    unrolled: StepVariables, step: int, moving: tuple[int, int], routes: Iterable[Sequence[int]]
) -> None:
    formula = unrolled.formula
    choices = [formula.variable(f"route {k}@{step}") for k, _ in enumerate(routes)]
    formula.clause("needs", *moving, *choices)
    for choice, route in zip(choices, routes, strict=True):
        for fact in route:
            formula.clause("needs", -choice, unrolled.fact(fact, step))


def step_size(task: Task) -> int:
    """The constraints of a step, without those of `define_changes`."""
    needs = sum(
        len(need.clauses) + (1 + sum(map(len, need.routes)) if need.routes else 0)
        for need in _needs(task)
    )
    return 2 * len(task.movers) + needs


def saved_pairs(task: Task) -> list[tuple[Change, Change]]:
    """Pairs of displacements, there and back, that together do nothing."""
    return [((s, t), (t, s)) for s, t in task.displacements if (t, s) in task.displacements]
