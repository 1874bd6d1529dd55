"""The blank's cell alternates between the two colours of a chessboard.

Argument: if every move takes the blank to a cell of the other colour, its cell at step t has the
colour that it has at the start if t is even, and the other colour if t is odd, unless the horizon
idles.  So start and goal determine the parity of a plan's length.
"""

from puzzleproof.encoders.horizon.variables import StepVariables


def add(unrolled: StepVariables, step: int) -> None:
    """Forbid the wrong colour at this step, unless the step before it is idle."""
    task = unrolled.task
    if not step or not task.alternates:
        return
    group = next(g for g in task.groups if task.alternates < set(g))
    black = any(fact in task.alternates for fact in task.start) != (step % 2 == 1)
    for fact in group:
        if (fact in task.alternates) != black:
            unrolled.formula.clause("parity", -unrolled.fact(fact, step), unrolled.idle(step - 1))
