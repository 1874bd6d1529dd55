"""A Boolean formula with named variables and three kinds of constraint, solver-independent.

Variables are 1, 2, 3, …, a literal is a variable or its negative.  Every constraint carries the
name of its *family* (``frame``, ``one place a cell``, …), so that a reader can find its argument
and a test can leave a family out.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

Lit: TypeAlias = int
ConstraintKind: TypeAlias = Literal["clause", "at most one", "exactly"]


class Constraint(NamedTuple):
    """``clause``: one literal holds; ``at most one``; ``exactly``: ``number`` literals hold."""

    family: str
    kind: ConstraintKind
    literals: tuple[Lit, ...]
    number: int = 1


class Formula:
    """Variables and constraints, only ever added to."""

    def __init__(self) -> None:
        self.names: list[str] = [""]
        self.constraints: list[Constraint] = []

    @property
    def variables(self) -> int:
        """The number of variables."""
        return len(self.names) - 1

    def variable(self, name: str) -> Lit:
        """Return a new variable."""
        self.names.append(name)
        return self.variables

    def block(self, names: Iterable[str]) -> int:
        """Add a block of variables; returns the number before the first."""
        before = self.variables
        self.names.extend(names)
        return before

    def clause(self, family: str, *literals: Lit) -> None:
        """At least one of the literals holds."""
        self.constraints.append(Constraint(family, "clause", literals))

    def at_most_one(self, family: str, literals: Sequence[Lit]) -> None:
        """At most one of the literals holds."""
        self.constraints.append(Constraint(family, "at most one", tuple(literals)))

    def exactly(self, family: str, literals: Sequence[Lit], number: int) -> None:
        """Exactly ``number`` of the literals hold."""
        self.constraints.append(Constraint(family, "exactly", tuple(literals), number))


def at_most(
    formula: Formula, family: str, literals: Sequence[Lit], number: int, where: Lit
) -> None:
    """Demand that, if ``where`` holds, at most ``number`` of the literals hold.

    Sequential counter (Sinz 2005): ``s[i][j]`` says that more than j of the first i + 1 hold.  Its
    clauses are of the formula itself, as no cardinality constraint can depend on a literal.
    """
    if number >= len(literals):
        return
    if number == 0:
        for literal in literals:
            formula.clause(family, -where, -literal)
        return
    before: list[Lit] = []
    for i, literal in enumerate(literals):
        row = [formula.variable(f"more than {j} of {i + 1}") for j in range(min(number, i + 1))]
        formula.clause(family, -literal, row[0])
        for j, old in enumerate(before):
            formula.clause(family, -old, row[j])
            if j + 1 < len(row):
                formula.clause(family, -old, -literal, row[j + 1])
        if len(before) == number:
            formula.clause(family, -where, -before[-1], -literal)
        before = row
