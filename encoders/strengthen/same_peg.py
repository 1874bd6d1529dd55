"""No two moves in a row by the same peg, where moves are chains of jumps.

Argument: a move that begins where the move before it ended continues it, so both are one move, and
a plan of minimum length has no such pair.  Nothing is added if a step is not a whole move.
"""

from puzzleproof.encoders.horizon.variables import StepVariables


def add(unrolled: StepVariables, step: int) -> None:
    """Forbid the newest move to begin where the move before it ended."""
    if step < 2 or unrolled.jumps is None:
        return
    for peg in unrolled.jumps.pegs:
        ended, departs = unrolled.ends[step - 2][peg], unrolled.departs[step - 1][peg]
        unrolled.formula.clause("same peg", -ended, -departs)
