"""What becomes of a formula when one family of its constraints is left out.

*needed*: what had no solution has one.  *noticed*: the rest allows what the family forbids, though
that makes no false plan here.  *implied*: the rest forbids the same.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from puzzleproof.encoders.horizon.formula import Compiler, Constraint, Formula
from puzzleproof.encoders.sat import pysat
from tests.support.questions import satisfiable

ASSERTED = "asserted"
"""The family of what a question adds: a plan is wanted."""


def families(formula: Formula) -> set[str]:
    return {constraint.family for constraint in formula.constraints} - {ASSERTED}


def fate(formula: Formula, family: str) -> str:
    def others(one: str) -> bool:
        return one != family

    if not satisfiable(_kept(formula, bool)) and satisfiable(_kept(formula, others)):
        return "needed"
    ours = [constraint for constraint in formula.constraints if constraint.family == family]
    rest = _kept(formula, lambda one: one not in (family, ASSERTED))
    with pysat.Solver(name="glucose4", bootstrap_with=rest) as solver:
        for constraint in ours:
            for broken in _broken(constraint):
                if solver.solve(assumptions=broken):
                    return "noticed"
    return "implied"


def _kept(formula: Formula, keep: Callable[[str], object]) -> list[tuple[int, ...]]:
    """The clauses of some families; the variables of the formula keep their numbers."""
    fewer = Formula()
    fewer.names = formula.names
    fewer.constraints = [one for one in formula.constraints if keep(one.family)]
    return Compiler(fewer).update()


def _broken(constraint: Constraint) -> Iterator[Sequence[int]]:
    """Literals that break a constraint: too many, or too few, in each combination."""
    literals, number = constraint.literals, constraint.number
    if constraint.kind == "clause":
        yield [-x for x in literals]
        return
    yield from combinations(literals, number + 1)
    if constraint.kind == "exactly":
        for false in combinations(literals, len(literals) - number + 1):
            yield [-x for x in false]
