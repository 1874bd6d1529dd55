"""Two chains in a row that touch no hole in common, in one order only.

Argument: two such moves can be exchanged, and each stays the move that it was.  Of all plans of
minimum length that come of one another by exchanges (and symmetries), one has the least sequence of
departures, hole by hole; in it, a move that departs from a lesser hole than the one before it has a
hole in common with that one.  `mirror` and `same_peg` keep that plan too.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from puzzleproof.encoders.horizon.compound_moves import Moves, trails_of
from puzzleproof.encoders.horizon.formula import Lit
from puzzleproof.encoders.horizon.operators import touched
from puzzleproof.encoders.horizon.variables import Steps
from puzzleproof.encoders.task import Task


@lru_cache(maxsize=4)
def touching(task: Task) -> dict[int, list[int]]:
    """Hole (as the fact of a peg there) -> the operators that begin, pass or land there."""
    trails, found = trails_of(task), defaultdict[int, list[int]](list)
    pegs = frozenset(trails.pegs) if trails else frozenset[int]()
    for k, operator in enumerate(task.operators):
        for peg in touched(operator) & pegs:
            found[peg].append(k)
    return found


def add(horizon: Steps, step: int) -> None:
    """The last two moves depart in ascending order, or share a hole."""
    trails = trails_of(horizon.task)
    if step < 2 or trails is None or not isinstance(horizon, Moves) or not horizon.by_moves:
        return
    model, shared = horizon.model, list[Lit]()
    for hole, operators in sorted(touching(horizon.task).items()):
        shared.append(model.variable(f"shared {horizon.task.facts[hole]}@{step - 1}"))
        for one in (step - 2, step - 1):
            acts = (horizon.acts(k, one) for k in operators)
            model.clause("move order", -shared[-1], *acts)
    some = model.variable(f"shared@{step - 1}")
    model.clause("move order", -some, *shared)
    for k, less in enumerate(trails.pegs):
        for more in trails.pegs[k + 1 :]:
            departs = horizon.departs(more, step - 2), horizon.departs(less, step - 1)
            model.clause("move order", -departs[0], -departs[1], some)
