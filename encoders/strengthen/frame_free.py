"""Frame axioms for the free cells: a cell is filled by an arrival and freed by a departure.

Argument: a group holds one free-cell fact and the movers that cover the cell.  If the free-cell
fact turns false, some mover fact of the group turns true, and that is an arrival; likewise for a
departure.  Implied by the rest, but not by unit propagation.
"""

from __future__ import annotations

from puzzleproof.encoders.horizon.variables import StepVariables


def add(unrolled: StepVariables, step: int) -> None:
    """Explain each change of a free cell in the last move."""
    if not step or not unrolled.task.displacing:
        return
    for group in unrolled.task.groups:
        movers = [f for f in group if f in unrolled.task.movers]
        for fact in group:
            if fact not in unrolled.task.movers:
                now, then = unrolled.fact(fact, step - 1), unrolled.fact(fact, step)
                arrivals = [unrolled.arrives(m, step - 1) for m in movers]
                departures = [unrolled.leaves(m, step - 1) for m in movers]
                unrolled.formula.clause("frame of free cells", -now, then, *arrivals)
                unrolled.formula.clause("frame of free cells", now, -then, *departures)
