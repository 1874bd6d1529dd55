"""No piece moves twice in a row, where two displacements in a row are one.

Argument: in the ``piece`` metric a piece that goes from i to j and on to k could go from i to k in
one move (or, for k = i, in none), so a plan of minimum length has no such pair.  It is not so in
the other metrics, nor on a tour, where stopping at j may visit a stop: there nothing is added.
"""

from __future__ import annotations

from puzzleproof.encoders.horizon.variables import Steps


def add(horizon: Steps, step: int) -> None:
    """The piece that arrived somewhere in the move before does not leave it in the last one."""
    if horizon.task.composable and horizon.task.displacing and step >= 2:
        for mover in sorted(horizon.task.movers):
            arrived, leaves = horizon.arrives(mover, step - 2), horizon.leaves(mover, step - 1)
            horizon.model.clause("no repeat", -arrived, -leaves)
