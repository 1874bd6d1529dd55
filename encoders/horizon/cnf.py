"""Conjunctive normal form: the clauses of a formula, for a SAT solver.

Constraints that are no clauses are compiled by `puzzleproof.encoders.horizon.cardinality`.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzleproof.encoders.horizon.cardinality import at_most_one, exactly
from puzzleproof.encoders.horizon.formula import Constraint, Formula, Lit


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
