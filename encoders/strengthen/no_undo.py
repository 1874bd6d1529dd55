"""No move takes back the one before.

Argument: the pair leaves the state as it was, so a plan of minimum length does without it.  On a
tour it may have visited a stop, and where displacements compose, `no_repeat` says more: in both
cases nothing is added.
"""

from __future__ import annotations

from puzzleproof.encoders.steps import Steps

__all__ = ["add"]


def add(horizon: Steps, step: int) -> None:
    """A mover that went from i to j does not go from j to i next."""
    task = horizon.task
    if step < 2 or task.composable or task.stops:
        return
    for source, target in task.displacements:
        horizon.model.clause(
            "no undo",
            -horizon.leaves(source, step - 2),
            -horizon.arrives(target, step - 2),
            -horizon.leaves(target, step - 1),
            -horizon.arrives(source, step - 1),
        )
