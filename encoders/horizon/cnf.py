"""Conjunctive normal form: the clauses of a formula, for a SAT solver.

Cardinality constraints become clauses too: 'at most one' of few literals pair by pair, others by
PySAT's sequential counter (Sinz 2005).  Both propagate fully.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from pysat import card

from puzzleproof.encoders.horizon.formula import Constraint, Formula, Lit

PAIRWISE_LIMIT = 100

_pysat: Any = card


class Compiler:
    """Turn each constraint of a growing formula into clauses, a single time; may add variables."""

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.clauses: list[tuple[Lit, ...]] = []
        self._done = 0

    def update(self) -> list[tuple[Lit, ...]]:
        """Compile what has been added since the last call; returns the new clauses."""
        before = len(self.clauses)
        for constraint in self.formula.constraints[self._done :]:
            self.clauses.extend(clauses_of(self.formula, constraint))
        self._done = len(self.formula.constraints)
        return self.clauses[before:]


def clauses_of(formula: Formula, constraint: Constraint) -> Iterable[tuple[Lit, ...]]:
    """Compile a constraint of a formula."""
    match constraint.kind:
        case "clause":
            return [constraint.literals]
        case "at most one":
            return _at_most_one(formula, constraint.literals)
        case "exactly":
            return _exactly(formula, constraint.literals, constraint.number)


def _at_most_one(formula: Formula, literals: Sequence[Lit]) -> Iterable[tuple[Lit, ...]]:
    if len(literals) <= PAIRWISE_LIMIT:
        return [(-a, -b) for a, b in combinations(literals, 2)]
    return _counter(_pysat.CardEnc.atmost, formula, literals, 1)


def _exactly(formula: Formula, literals: Sequence[Lit], number: int) -> Iterable[tuple[Lit, ...]]:
    if number == 1:
        return [tuple(literals), *_at_most_one(formula, literals)]
    return _counter(_pysat.CardEnc.equals, formula, literals, number)


def _counter(
    encode: Any, formula: Formula, literals: Sequence[Lit], number: int
) -> Iterable[tuple[Lit, ...]]:
    kind = _pysat.EncType.seqcounter
    encoded = encode(list(literals), number, formula.variables, encoding=kind)
    formula.block(["count"] * (encoded.nv - formula.variables))
    return [tuple(clause) for clause in encoded.clauses]
