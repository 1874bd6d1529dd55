"""No two moves in a row by one peg, where moves are chains.

Argument: a move that begins where the one before it ended goes on with it, so both are one move,
and a plan of minimum length has no such pair.  It says nothing where a step is not a whole move.
"""

from __future__ import annotations

from puzzleproof.encoders.horizon.compound_moves import Moves, trails_of
from puzzleproof.encoders.horizon.variables import Steps


def add(horizon: Steps, step: int) -> None:
    """The last move departs from elsewhere than where the one before it ended."""
    trails = trails_of(horizon.task)
    if step < 2 or trails is None or not isinstance(horizon, Moves) or not horizon.by_moves:
        return
    for peg in trails.pegs:
        ended, departs = horizon.ends(peg, step - 2), horizon.departs(peg, step - 1)
        horizon.model.clause("same peg", -ended, -departs)
