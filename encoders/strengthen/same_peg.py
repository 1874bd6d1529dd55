"""No two moves in a row by one peg, where moves are chains.

Argument: a move that begins where the one before it ended goes on with it, so both are one move,
and a plan of minimum length has no such pair.  It says nothing where a step is not a whole move.
"""

from puzzleproof.encoders.horizon.variables import StepVariables


def add(unrolled: StepVariables, step: int) -> None:
    """The last move departs from elsewhere than where the one before it ended."""
    if step < 2 or unrolled.jumps is None:
        return
    for peg in unrolled.jumps.pegs:
        ended, departs = unrolled.ends[step - 2][peg], unrolled.departs[step - 1][peg]
        unrolled.formula.clause("same peg", -ended, -departs)
