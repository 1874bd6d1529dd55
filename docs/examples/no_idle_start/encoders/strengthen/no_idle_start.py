"""A plan that is not empty begins with a move: the horizon does not idle at once and move later.

Argument: idling comes at the end of a horizon.  This repeats what the horizon says of two steps in
a row, from the first step to each later one.
"""

from __future__ import annotations

from puzzleproof.encoders.horizon.variables import StepVariables


def add(unrolled: StepVariables, step: int) -> None:
    """If nothing happens in the first step, nothing happens in the last one."""
    if step >= 2 and unrolled.task.length is None and not unrolled.task.chains:
        unrolled.formula.clause("no idle start", -unrolled.idle(0), unrolled.idle(step - 1))
