"""The colour of the blank's cell, step by step.

Argument: where every move changes the colour of the cell on which the blank stands, as on a
chessboard, step t has the start's colour if t is even and the other if it is odd, unless the
horizon idles.  So a plan's length has the parity that start and goal say.
"""

from puzzleproof.encoders.horizon.variables import StepVariables


def add(unrolled: StepVariables, step: int) -> None:
    """Forbid the wrong colour at this step, unless idle before it."""
    task = unrolled.task
    if not step or not task.alternates:
        return
    group = next(g for g in task.groups if task.alternates < set(g))
    black = any(fact in task.alternates for fact in task.start) != (step % 2 == 1)
    for fact in group:
        if (fact in task.alternates) != black:
            unrolled.formula.clause("parity", -unrolled.fact(fact, step), unrolled.idle(step - 1))
