"""One move between two time steps: which piece leaves, where it arrives, what must be free.

A location variable says that a piece of kind K is at a place.  ``leaves`` says that this variable
is true now and false at the next step; ``arrives`` says the reverse.  At most one piece leaves and
one arrives.  These definitions contain the frame axioms: where no piece leaves or arrives, a
location variable keeps its value; the free cells follow from the groups.  A *route* is a minimal
set of cells that have to be free for a move from a source to a target; if there are several routes,
each has a variable.
"""

from functools import lru_cache
from typing import TypeAlias

from puzzleproof.encoders.horizon.variables import Change, StepVariables
from puzzleproof.encoders.task import Task


def add_step(unrolled: StepVariables, step: int) -> None:
    """Add the constraints between ``step`` and ``step + 1``."""
    define_changes(unrolled, step)
    _join(unrolled, step)
    _need_free(unrolled, step)


def define_changes(unrolled: StepVariables, step: int) -> None:
    """Define ``leaves`` and ``arrives``; at most one piece leaves and one arrives."""
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
    """A piece that leaves a place arrives at a place within reach, and vice versa."""
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
    """Require that cells on all routes of a displacement, and the rest of one route, are free."""
    formula = unrolled.formula
    for (source, target), shared, routes in _needs(unrolled.task):
        moving = (-unrolled.leaves(source, step), -unrolled.arrives(target, step))
        for fact in shared:
            formula.clause("needs", *moving, unrolled.fact(fact, step))
        choices = [formula.variable(f"route {k}@{step}") for k, _ in enumerate(routes)]
        if choices:
            formula.clause("needs", *moving, *choices)
        for choice, route in zip(choices, routes, strict=True):
            for fact in route:
                formula.clause("needs", -choice, unrolled.fact(fact, step))


Need: TypeAlias = tuple[tuple[int, int], list[int], list[list[int]]]
"""A displacement, the facts that all its routes need, and what each route needs besides these (no
list if there is only one route)."""


@lru_cache(maxsize=4)
def _needs(task: Task) -> list[Need]:
    found = list[Need]()
    for change, routes in task.displacements.items():
        shared = routes[0].intersection(*routes)
        rest = [sorted(route - shared) for route in routes] if len(routes) > 1 else []
        found.append((change, sorted(shared), rest))
    return found


def saved_pairs(task: Task) -> list[tuple[Change, Change]]:
    """List the pairs of displacements of which the second takes the piece back."""
    return [((s, t), (t, s)) for s, t in task.displacements if (t, s) in task.displacements]
