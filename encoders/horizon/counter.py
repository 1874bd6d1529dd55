"""'At most k of these', where a literal holds: a sequential counter that any solver can take.

Sinz 2005: ``s[i][j]`` says that more than j of the first i + 1 hold.  Written as clauses of the
formula itself, since it depends on a literal, which a cardinality constraint cannot.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzleproof.encoders.horizon.formula import Formula, Lit


def at_most(
    formula: Formula, family: str, literals: Sequence[Lit], number: int, where: Lit
) -> None:
    """Where ``where`` holds, at most ``number`` of the literals hold."""
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
