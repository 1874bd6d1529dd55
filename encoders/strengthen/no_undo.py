"""No two moves in a row that a single one, or none, could do.

Argument: a plan of minimum length has no two moves that one, or none, could take the place of.  In
the metric ``piece`` these are all moves of one piece in a row: from i to j and on to k is one move
from i to k (or, for k = i, none).  In other metrics it is a move that undoes the one before,
and, of the blank in the metric ``multi``, one that goes on in the same line.  On a tour the state
between may be a stop: there nothing is added.
"""

from puzzleproof.encoders.horizon import displacement, operators
from puzzleproof.encoders.horizon.variables import StepVariables


def add(unrolled: StepVariables, step: int) -> None:
    """Forbid such pairs in the last two moves."""
    task = unrolled.task
    if step < 2 or task.stops or task.chains:
        return
    if task.composable:
        for mover in sorted(task.movers):
            arrived, leaves = unrolled.arrives(mover, step - 2), unrolled.leaves(mover, step - 1)
            unrolled.formula.clause("no undo", -arrived, -leaves)
        return
    encoding = displacement if task.displacing else operators
    for first, second in encoding.saved_pairs(task):
        happen = (*unrolled.happens(first, step - 2), *unrolled.happens(second, step - 1))
        unrolled.formula.clause("no undo", *(-x for x in happen))
