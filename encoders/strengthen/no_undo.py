"""No two moves in a row that a single move could replace, or that could be left out.

Argument: otherwise the plan could be shortened.  In the metric ``piece`` these are any two moves in
a row by one piece: from i to j and on to k is one move from i to k (or, for k = i, no move).  In
other metrics they are a move and its reverse and, in the metric ``multi``, two moves of the blank
in the same line.  On a tour nothing is added, because the state between the two moves may be a
stop.
"""

from puzzleproof.encoders.horizon import displacement, operators
from puzzleproof.encoders.horizon.variables import StepVariables


def add(unrolled: StepVariables, step: int) -> None:
    """Forbid that the two newest moves are such a pair."""
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
