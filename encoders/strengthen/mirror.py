"""The first move, up to the symmetries of the puzzle.

Argument: a symmetry of the task maps operators to operators and keeps the start and the goal, so
it maps a plan to a plan of the same length.  Of a plan and its images one has the least first
change (in lexicographic order), so first changes that a symmetry maps to a lesser one may be
forbidden.  Where a step is a whole chain of operators, it is the hole that the first move departs
from that is to be the least.
"""

from __future__ import annotations

from puzzleproof.encoders.horizon.step_encoding import encoding_of
from puzzleproof.encoders.horizon.variables import StepVariables


def add(unrolled: StepVariables, step: int) -> None:
    """Forbid the first moves that are not the least of their images."""
    task = unrolled.task
    if step != 1 or not task.symmetries:
        return
    if unrolled.jumps:
        for peg in unrolled.jumps.pegs:
            if any(image[peg] < peg for image in task.symmetries):
                unrolled.formula.clause("mirror", -unrolled.departs(peg, 0))
        return
    encoding = encoding_of(task)
    for change in encoding.changes(task):
        if any(encoding.image(task, change, p) < change for p in task.symmetries):
            unrolled.formula.clause("mirror", *(-x for x in unrolled.happens(change, 0)))
