"""No piece moves twice in a row, where two displacements in a row are one.

Argument: in the ``piece`` metric a piece that goes from i to j and on to k could go from i to k in
one move (or, for k = i, in none), so a plan of minimum length has no such pair.  It is not so in
the other metrics, nor on a tour, where stopping at j may visit a stop: there nothing is added.
"""

from __future__ import annotations

from puzzleproof.encoders.horizon.variables import StepVariables


def add(unrolled: StepVariables, step: int) -> None:
    """The piece that arrived somewhere in the move before does not leave it in the last one."""
    if unrolled.task.composable and unrolled.task.displacing and step >= 2:
        for mover in sorted(unrolled.task.movers):
            arrived, leaves = unrolled.arrives(mover, step - 2), unrolled.leaves(mover, step - 1)
            unrolled.formula.clause("no repeat", -arrived, -leaves)
