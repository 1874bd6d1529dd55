"""What becomes of a model when one family of its constraints is left out.

*needed*: what had no solution has one.  *noticed*: the rest allows what the family forbids, though
that makes no false plan here.  *implied*: the rest forbids the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.formula import Constraint, Formula
from tests.support.operator_tasks import pysat

ASSERTED = "asserted"
"""The family of what a question adds: a plan is wanted."""


def families(model: Formula) -> set[str]:
    return {constraint.family for constraint in model.constraints} - {ASSERTED}


def fate(model: Formula, family: str) -> str:
    def others(one: str) -> bool:
        return one != family

    if not _satisfiable(model, bool) and _satisfiable(model, others):
        return "needed"
    ours = [constraint for constraint in model.constraints if constraint.family == family]
    rest = _kept(model, lambda one: one not in (family, ASSERTED))
    with pysat.Solver(name="glucose4", bootstrap_with=rest) as solver:
        for constraint in ours:
            for broken in _broken(constraint):
                if solver.solve(assumptions=broken):
                    return "noticed"
    return "implied"


def _kept(model: Formula, keep: Callable[[str], object]) -> list[tuple[int, ...]]:
    """The clauses of some families; the variables of the model keep their numbers."""
    fewer = Formula()
    fewer.names = model.names
    fewer.constraints = [one for one in model.constraints if keep(one.family)]
    return Compiler(fewer).update()


def _satisfiable(model: Formula, keep: Callable[[str], object]) -> bool:
    with pysat.Solver(name="glucose4", bootstrap_with=_kept(model, keep)) as solver:
        answer: bool = solver.solve()
    return answer


def _broken(constraint: Constraint) -> Iterator[Sequence[int]]:
    """Literals that break a constraint: each way to have too many, or too few."""
    literals, number = constraint.literals, constraint.number
    if constraint.kind == "clause":
        yield [-x for x in literals]
        return
    yield from combinations(literals, number + 1)
    if constraint.kind == "exactly":
        for false in combinations(literals, len(literals) - number + 1):
            yield [-x for x in false]
