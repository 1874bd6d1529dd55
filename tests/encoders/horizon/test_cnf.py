"""What the compiler makes of each kind of constraint."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.formula import Formula, at_most
from puzzleproof.encoders.sat import pysat
from tests.support.questions import satisfiable


def solutions(formula: Formula) -> set[tuple[int, ...]]:
    """The solutions over the formula's own variables."""
    compiler = Compiler(formula)
    clauses, found = compiler.update(), set[tuple[int, ...]]()
    numbers = [compiler.literal(v) for v in range(1, formula.variables + 1)]
    for signs in product([1, -1], repeat=len(numbers)):
        chosen = [number * sign for number, sign in zip(numbers, signs, strict=True)]
        if satisfiable(clauses, chosen):
            found.add(tuple(int(sign > 0) for sign in signs))
    return found


@settings(max_examples=12)
@given(st.integers(1, 8), st.integers(0, 8), st.booleans())
def test_cardinalities_become_the_clauses_that_they_mean(
    variables: int, number: int, exactly: bool
) -> None:
    formula = Formula()
    literals = [formula.variable(f"x{k}") for k in range(variables)]
    if exactly:
        formula.exactly("test", literals, min(number, variables))
        expected = {
            s for s in product([0, 1], repeat=variables) if sum(s) == min(number, variables)
        }
    else:
        formula.at_most_one("test", literals)
        expected = {s for s in product([0, 1], repeat=variables) if sum(s) <= 1}
    assert solutions(formula) == expected


def test_a_growing_model_is_compiled_once() -> None:
    formula = Formula()
    compiler = Compiler(formula)
    one = formula.variable("one")
    formula.clause("test", one)
    assert compiler.update() == [(1,)]
    ten = [formula.variable(f"x{k}") for k in range(10)]
    formula.exactly("test", ten, 3)
    first = compiler.update()
    formula.clause("test", -ten[0], -ten[1])
    assert compiler.update() == [(-compiler.literal(ten[0]), -compiler.literal(ten[1]))]
    assert compiler.clauses == [(1,), *first, compiler.clauses[-1]]


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
