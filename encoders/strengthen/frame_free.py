"""Frame axioms for the free cells: a cell is filled by an arrival and freed by a departure.

Argument: a group holds one free-cell fact and the movers that cover the cell.  If the free-cell
fact turns false, some mover fact of the group turns true, and that is an arrival; likewise for a
departure.  Implied by the rest, but not by unit propagation.
"""

from __future__ import annotations

from puzzleproof.encoders.horizon.variables import Steps


def add(horizon: Steps, step: int) -> None:
    """Explain each change of a free cell in the last move."""
    if not step or not horizon.task.displacing:
        return
    for group in horizon.task.groups:
        movers = [f for f in group if f in horizon.task.movers]
        for fact in group:
            if fact not in horizon.task.movers:
                now, then = horizon.fact(fact, step - 1), horizon.fact(fact, step)
                arrivals = [horizon.arrives(m, step - 1) for m in movers]
                departures = [horizon.leaves(m, step - 1) for m in movers]
                horizon.model.clause("frame of free cells", -now, then, *arrivals)
                horizon.model.clause("frame of free cells", now, -then, *departures)
