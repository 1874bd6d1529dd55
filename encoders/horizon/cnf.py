"""Conjunctive normal form: the clauses of a formula, for a SAT solver.

Cardinality constraints become clauses too.  If that takes few clauses, 'exactly k of n' is written
by subsets, without further variables: of each k + 1 literals one is false, and of each n - k + 1
one is true.  Otherwise PySAT's sequential counter is used (Sinz 2005).  Both propagate fully.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any, TypeAlias

from pysat import card

from puzzleproof.encoders.horizon.formula import Constraint, Formula, Lit

SUBSETS_LIMIT = 1500
PAIRWISE_LIMIT = 100

Compiled: TypeAlias = tuple[list[tuple[int, ...]], int]
"""Clauses, and the highest variable in use."""

_pysat: Any = card


class Compiler:
    """Turn the constraints of a growing formula into clauses, each once."""

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.clauses: list[tuple[Lit, ...]] = []
        self.top = 0
        """The highest variable in use."""
        self._done = 0
        self._number = [0]

    def literal(self, literal: Lit) -> Lit:
        """Return the literal of the clauses for one of the formula."""
        variable = abs(literal)
        while len(self._number) <= variable:
            self.top += 1
            self._number.append(self.top)
        return self._number[variable] if literal > 0 else -self._number[variable]

    def update(self) -> list[tuple[Lit, ...]]:
        """Compile what has been added since the last call; returns the new clauses."""
        before = len(self.clauses)
        self.literal(self.formula.variables)
        for constraint in self.formula.constraints[self._done :]:
            self.clauses.extend(self._compiled(constraint))
        self._done = len(self.formula.constraints)
        return self.clauses[before:]

    def true(self, solution: Iterable[Lit]) -> set[Lit]:
        """The variables of the formula that a solution of the clauses makes true."""
        values = set(solution)
        return {v for v, number in enumerate(self._number) if number in values}

    def _compiled(self, constraint: Constraint) -> Iterable[tuple[Lit, ...]]:
        literals = [self.literal(x) for x in constraint.literals]
        match constraint.kind:
            case "clause":
                return [tuple(literals)]
            case "at most one":
                clauses, self.top = at_most_one(literals, self.top)
            case "exactly":
                clauses, self.top = exactly(literals, constraint.number, self.top)
        return clauses


# --- cardinality --------------------------------------------------------------------------


def at_most_one(literals: Sequence[int], top: int) -> Compiled:
    """Compile it with variables above ``top``, if any."""
    if len(literals) <= PAIRWISE_LIMIT:
        return [(-a, -b) for a, b in combinations(literals, 2)], top
    return _counter(_pysat.CardEnc.atmost, literals, 1, top)


def exactly(literals: Sequence[int], number: int, top: int) -> Compiled:
    """Compile it with variables above ``top``, if any."""
    size = len(literals)
    if number == 1:
        clauses, top = at_most_one(literals, top)
        return [tuple(literals), *clauses], top
    if comb(size, number + 1) + comb(size, size - number + 1) <= SUBSETS_LIMIT:
        most = (tuple(-x for x in some) for some in combinations(literals, number + 1))
        return [*most, *combinations(literals, size - number + 1)], top
    return _counter(_pysat.CardEnc.equals, literals, number, top)


def _counter(encode: Any, literals: Sequence[int], number: int, top: int) -> Compiled:
    encoded = encode(list(literals), number, top, encoding=_pysat.EncType.seqcounter)
    return [tuple(clause) for clause in encoded.clauses], max(top, encoded.nv)
