"""'At most k of these', where a literal holds: against brute force."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.formula import Formula, at_most
from puzzleproof.encoders.sat import pysat
from tests.support.questions import satisfiable


@given(st.integers(0, 6), st.integers(0, 7), st.lists(st.booleans(), min_size=6, max_size=6))
def test_at_most_against_brute_force(size: int, number: int, signs: list[bool]) -> None:
    formula = Formula()
    variables = [formula.variable(f"x{k}") for k in range(size)]
    where = formula.variable("where")
    literals = [v if sign else -v for v, sign in zip(variables, signs, strict=False)]
    at_most(formula, "count", literals, number, where)
    clauses = Compiler(formula).update()
    with pysat.Solver(name="glucose4", bootstrap_with=clauses) as solver:
        for chosen in product([False, True], repeat=size):
            values = [x if holds else -x for x, holds in zip(literals, chosen, strict=True)]
            assert solver.solve(assumptions=[where, *values]) == (sum(chosen) <= number)
            assert solver.solve(assumptions=[-where, *values])


def test_a_counter_that_counts_one_more_would_be_found() -> None:
    formula = Formula()
    literals = [formula.variable(f"x{k}") for k in range(3)]
    where = formula.variable("where")
    at_most(formula, "count", literals, 2, where)
    clauses = Compiler(formula).update()
    assert satisfiable(clauses, [where, *literals[:2]])
    assert not satisfiable(clauses, [where, *literals])
    assert satisfiable(clauses, [-where, *literals])
