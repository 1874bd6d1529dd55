"""No two moves in a row that a single one, or none, could do.

Argument: a move that takes back the one before leaves the state as it was, so a plan of minimum
length does without both; where two moves do what one does (a blank that goes on in its line, in
the metric ``multi``), one is enough.  On a tour the state between may be a stop, and where
displacements compose, `no_repeat` says more: in both cases nothing is added.
"""

from __future__ import annotations

from puzzleproof.encoders.horizon.step_encoding import encoding_of
from puzzleproof.encoders.horizon.variables import StepVariables


def add(unrolled: StepVariables, step: int) -> None:
    """Forbid the pairs in the last two moves."""
    task = unrolled.task
    if step < 2 or task.composable or task.stops or task.chains:
        return
    for first, second in encoding_of(task).saved_pairs(task):
        happen = (*unrolled.happens(first, step - 2), *unrolled.happens(second, step - 1))
        unrolled.formula.clause("no undo", *(-x for x in happen))
