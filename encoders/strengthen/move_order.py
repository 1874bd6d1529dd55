"""Two chains in a row that touch no hole in common, in one order only.

Argument: two such moves can be exchanged, and each stays the move that it was.  Of all plans of
minimum length that exchanges (and symmetries) make of one another, one has the least sequence of
move starts, hole by hole; in it, a move that departs from a lesser hole than the one before it has
a hole in common with that one.  `mirror` and `same_peg` keep that plan too.
"""

from itertools import combinations

from puzzleproof.encoders.horizon.formula import Lit
from puzzleproof.encoders.horizon.jump_graph import JumpGraph
from puzzleproof.encoders.horizon.variables import StepVariables


def touching(jumps: JumpGraph) -> dict[int, list[int]]:
    """Return, by hole, the jumps that begin in it, pass over it or land in it."""
    sides = (jumps.out, jumps.over, jumps.into)
    return {hole: sorted(k for side in sides for k in side[hole]) for hole in jumps.pegs}


def add(unrolled: StepVariables, step: int) -> None:
    """The last two moves depart in ascending order, or share a hole."""
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
