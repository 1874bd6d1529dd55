"""Symmetry breaking: of first moves that symmetries map to each other, only the least is tried.

Argument: a symmetry of the task maps operators to operators and keeps the start and the goal, so it
maps a plan to a plan of the same length.  One of the plan and its images has the least first change
(in lexicographic order), so a first change that a symmetry maps to a lesser one may be forbidden.
Where a step is a whole chain of jumps, the holes in which the first moves begin are compared.
"""

from collections.abc import Sequence
from typing import Any

from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.encoders.task import Operator


def add(unrolled: StepVariables, step: int) -> None:
    """Forbid each first move that a symmetry maps to a lesser one."""
    task = unrolled.task
    if step != 1 or not task.symmetries:
        return
    if unrolled.jumps:
        for peg in unrolled.jumps.pegs:
            if any(image[peg] < peg for image in task.symmetries):
                unrolled.formula.clause("mirror", -unrolled.departs[0][peg])
    elif task.displacing:
        for change in task.displacements:
            if any(tuple(image[fact] for fact in change) < change for image in task.symmetries):
                unrolled.formula.clause("mirror", *(-x for x in unrolled.happens(change, 0)))
    else:
        same = range(len(task.facts))
        for k, operator in enumerate(task.operators):
            if any(image_of(operator, p) < image_of(operator, same) for p in task.symmetries):
                unrolled.formula.clause("mirror", -unrolled.acts(k, 0))


def image_of(operator: Operator, image: Sequence[int]) -> list[list[Any]]:
    """Return an operator's image under a symmetry of the facts, as lists that can be compared."""
    sets = (operator.requires, operator.deletes, operator.adds)
    moved: list[list[Any]] = [sorted(image[fact] for fact in facts) for facts in sets]
    return [*moved, sorted((image[f], image[g]) for f, g in operator.shifts)]
