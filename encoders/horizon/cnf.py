"""Conjunctive normal form: clauses over named variables, to and from DIMACS.

Constraints of a model that are no clauses are compiled by
`puzzleproof.encoders.horizon.cardinality`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from puzzleproof.encoders.horizon.cardinality import at_most_one, exactly
from puzzleproof.encoders.horizon.formula import Constraint, Formula, Lit
from puzzleproof.models.errors import NotationError


@dataclass
class Cnf:
    """Clauses over variables 1..``variables``; ``names`` holds those that have one."""

    variables: int = 0
    clauses: list[tuple[Lit, ...]] = field(default_factory=list[tuple[Lit, ...]])
    names: dict[int, str] = field(default_factory=dict[int, str])

    def dimacs(self) -> str:
        """Print in DIMACS, names as comment lines ``c var NUMBER NAME``."""
        lines = [f"c var {number} {name}" for number, name in sorted(self.names.items())]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_dimacs(cls, text: str) -> Cnf:
        """Read DIMACS; raises NotationError naming the line."""
        cnf, header = cls(), False
        open_clause: list[Lit] = []
        wanted = 0
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            try:
                if words[:2] == ["c", "var"]:
                    cnf.names[int(words[2])] = " ".join(words[3:])
                elif words[:2] == ["p", "cnf"]:
                    cnf.variables, wanted, header = int(words[2]), int(words[3]), True
                elif words and words[0] != "c":
                    for literal in map(int, words):
                        if literal:
                            open_clause.append(literal)
                        else:
                            cnf.clauses.append(tuple(open_clause))
                            open_clause.clear()
            except (ValueError, IndexError):
                raise NotationError(f"DIMACS line {number}: {line!r} cannot be read") from None
        if not header or open_clause or wanted != len(cnf.clauses):
            raise NotationError(
                f"DIMACS: expected a 'p cnf' line and {wanted} clauses each ended by 0, "
                f"read {len(cnf.clauses)}"
            )
        highest = max((abs(x) for clause in cnf.clauses for x in clause), default=0)
        if highest > cnf.variables:
            raise NotationError(f"DIMACS: literal {highest} of {cnf.variables} variables")
        return cnf


class Compiler:
    """Turn the constraints of a growing model into clauses, each once."""

    def __init__(self, model: Formula) -> None:
        self.model = model
        self.cnf = Cnf()
        self._done = 0
        self._number: list[int] = [0]

    def literal(self, literal: Lit) -> Lit:
        """Return the CNF's literal for the model's."""
        variable = abs(literal)
        while len(self._number) <= variable:
            self.cnf.variables += 1
            self.cnf.names[self.cnf.variables] = self.model.names[len(self._number)]
            self._number.append(self.cnf.variables)
        return self._number[variable] if literal > 0 else -self._number[variable]

    def update(self) -> list[tuple[Lit, ...]]:
        """Compile what has been added since the last call; returns the new clauses."""
        before = len(self.cnf.clauses)
        self.literal(self.model.variables)
        for constraint in self.model.constraints[self._done :]:
            self.cnf.clauses.extend(self._clauses(constraint))
        self._done = len(self.model.constraints)
        return self.cnf.clauses[before:]

    def _clauses(self, constraint: Constraint) -> Iterable[tuple[Lit, ...]]:
        literals = [self.literal(x) for x in constraint.literals]
        match constraint.kind:
            case "clause":
                return [tuple(literals)]
            case "at most one":
                clauses, self.cnf.variables = at_most_one(literals, self.cnf.variables)
            case "exactly":
                clauses, self.cnf.variables = exactly(
                    literals, constraint.number, self.cnf.variables
                )
        return clauses
