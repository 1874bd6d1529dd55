"""A Boolean formula for any solver, with named variables and three kinds of constraint.

Variables are 1, 2, 3, …; a literal is a variable or its negative.  Every constraint carries the
name of its *family* (``frame``, ``one place a cell``, …), so that a reader can find its argument
and a test can leave a family out.

For a SAT solver, cardinality constraints become clauses too: 'at most one' of few literals becomes
a clause for each pair; any other constraint becomes PySAT's sequential counter (Sinz 2005).  Both
encodings propagate fully.
"""

from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import combinations
from typing import Any, Literal, NamedTuple, TypeAlias

Lit: TypeAlias = int
PAIRWISE_LIMIT = 100
ConstraintKind: TypeAlias = Literal["clause", "at most one", "exactly"]


class Constraint(NamedTuple):
    """``clause``: at least one literal holds; ``exactly``: ``number`` of the literals hold."""

    family: str
    kind: ConstraintKind
    literals: tuple[Lit, ...]
    number: int = 1


class Formula:
    """Variables and constraints; more can be added, none is ever removed."""

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
        """Add a variable for each name; returns the number of the variable before them."""
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

    Sequential counter (Sinz 2005): ``s[i][j]`` says that more than j of the first i + 1 literals
    hold.  The clauses are added directly, because a `Constraint` cannot depend on a literal.
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


# --- clauses -------------------------------------------------------------------------------


class Compiler:
    """Turns each constraint of a growing formula into clauses once; may add variables to it."""

    def __init__(self, formula: Formula) -> None:
        self.formula, self._done = formula, 0

    def update(self) -> list[tuple[Lit, ...]]:
        """Compile the constraints added since the last call; returns the new clauses."""
        new = self.formula.constraints[self._done :]
        self._done += len(new)
        return [clause for one in new for clause in clauses_of(self.formula, one)]


def clauses_of(formula: Formula, constraint: Constraint) -> list[tuple[Lit, ...]]:
    """Turn a constraint into clauses; may add variables to the formula."""
    literals, number = constraint.literals, constraint.number
    match constraint.kind:
        case "clause":
            return [literals]
        case "at most one":
            return _at_most_one(formula, literals)
        case "exactly" if number == 1:
            return [literals, *_at_most_one(formula, literals)]
        case "exactly":
            return _counter("equals", formula, literals, number)


def _at_most_one(formula: Formula, literals: Sequence[Lit]) -> list[tuple[Lit, ...]]:
    if len(literals) <= PAIRWISE_LIMIT:
        return [(-a, -b) for a, b in combinations(literals, 2)]
    return _counter("atmost", formula, literals, 1)


def _counter(
    bound: str, formula: Formula, literals: Sequence[Lit], number: int
) -> list[tuple[Lit, ...]]:
    pysat: Any = import_module("pysat.card")
    encode, kind = getattr(pysat.CardEnc, bound), pysat.EncType.seqcounter
    encoded = encode(list(literals), number, formula.variables, encoding=kind)
    formula.block(["count"] * (encoded.nv - formula.variables))
    return [tuple(clause) for clause in encoded.clauses]
