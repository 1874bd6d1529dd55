"""Symmetry breaking: two moves in a row that touch no hole in common have only one order.

Argument: two such moves (chains of jumps) can be exchanged, and each does the same as before.
Consider all plans of minimum length that such exchanges (and symmetries) turn into one another, and
the holes in which their moves begin.  One plan has the least sequence of these holes.  In this
plan, if a move begins in a lesser hole than the move before it, both moves touch a common hole.
`mirror` and `same_peg` allow this plan too.
"""

from itertools import combinations

from puzzleproof.encoders.horizon.formula import Lit
from puzzleproof.encoders.horizon.jump_graph import JumpGraph
from puzzleproof.encoders.horizon.variables import StepVariables


def touching(jumps: JumpGraph) -> dict[int, list[int]]:
    """Return hole -> the jumps that begin in it, pass over it or land in it."""
    sides = (jumps.out, jumps.over, jumps.into)
    return {hole: sorted(k for side in sides for k in side[hole]) for hole in jumps.pegs}


def add(unrolled: StepVariables, step: int) -> None:
    """The two newest moves begin in ascending holes, or touch a common hole."""
    jumps, formula, shared = unrolled.jumps, unrolled.formula, list[Lit]()
    if step < 2 or jumps is None:
        return
    for hole, operators in touching(jumps).items():
        shared.append(formula.variable(f"shared {unrolled.task.facts[hole]}@{step - 1}"))
        for one in (step - 2, step - 1):
            acts = (unrolled.acts(k, one) for k in operators)
            formula.clause("move order", -shared[-1], *acts)
    some = formula.variable(f"shared@{step - 1}")
    formula.clause("move order", -some, *shared)
    for less, more in combinations(jumps.pegs, 2):
        first, second = unrolled.departs[step - 2][more], unrolled.departs[step - 1][less]
        formula.clause("move order", -first, -second, some)
