"""Clauses in DIMACS, both ways, and what the compiler makes of each kind of constraint."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzleproof.encoders.families import ground
from puzzleproof.encoders.horizon.cnf import Cnf, Compiler
from puzzleproof.encoders.horizon.formula import Formula
from puzzleproof.encoders.horizon.unrolled import unroll
from puzzleproof.models.errors import NotationError
from tests.support.boards import SMALL
from tests.support.questions import satisfiable

LITERALS = st.integers(1, 9) | st.integers(-9, -1)
CLAUSES = st.lists(st.lists(LITERALS, max_size=5).map(tuple), max_size=8)
NAMES = st.dictionaries(st.integers(1, 9), st.text("abc@,0123", min_size=1, max_size=6))


@given(CLAUSES, NAMES)
def test_dimacs_reads_back_as_it_was_printed(
    clauses: list[tuple[int, ...]], names: dict[int, str]
) -> None:
    cnf = Cnf(9, clauses, names)
    assert Cnf.from_dimacs(cnf.dimacs()) == cnf


def test_the_clauses_of_a_horizon_read_back() -> None:
    compiler = Compiler(unroll(ground(SMALL["walls"]).task, 3).model)
    compiler.update()
    assert Cnf.from_dimacs(compiler.cnf.dimacs()) == compiler.cnf


def test_a_clause_may_span_lines_and_comments_do_not_count() -> None:
    text = "c a comment\np cnf 3 2\n1 -2\n3 0 -1\nc more\n0\n"
    assert Cnf.from_dimacs(text).clauses == [(1, -2, 3), (-1,)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 0\n",
        "p cnf 1 1\n",
        "p cnf 1 1\n1\n",
        "p cnf 1 1\n1 x 0\n",
        "p cnf\n",
        "p cnf 1 0\n1 0\n",
    ],
)
def test_what_is_no_dimacs_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError, match="DIMACS"):
        Cnf.from_dimacs(text)


def test_a_literal_beyond_the_header_cannot_be_read() -> None:
    with pytest.raises(NotationError):
        Cnf.from_dimacs("p cnf 1 1\n2 0\n")


def solutions(model: Formula) -> set[tuple[int, ...]]:
    """The solutions over the model's own variables."""
    compiler = Compiler(model)
    clauses, found = compiler.update(), set[tuple[int, ...]]()
    numbers = [compiler.literal(v) for v in range(1, model.variables + 1)]
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
    model = Formula()
    literals = [model.variable(f"x{k}") for k in range(variables)]
    if exactly:
        model.exactly("test", literals, min(number, variables))
        expected = {
            s for s in product([0, 1], repeat=variables) if sum(s) == min(number, variables)
        }
    else:
        model.at_most_one("test", literals)
        expected = {s for s in product([0, 1], repeat=variables) if sum(s) <= 1}
    assert solutions(model) == expected


def test_a_growing_model_is_compiled_once() -> None:
    model = Formula()
    compiler = Compiler(model)
    one = model.variable("one")
    model.clause("test", one)
    assert compiler.update() == [(1,)]
    ten = [model.variable(f"x{k}") for k in range(10)]
    model.exactly("test", ten, 3)
    first = compiler.update()
    model.clause("test", -ten[0], -ten[1])
    assert compiler.update() == [(-compiler.literal(ten[0]), -compiler.literal(ten[1]))]
    assert compiler.cnf.clauses == [(1,), *first, compiler.cnf.clauses[-1]]
