"""Formulas as text, in the form of the second DIMACS challenge (1993), and their hash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

FORMULA_MARK = b"c puzzleproof-formula "
"""How the first remark of a formula of ours begins."""
VARIABLE_MARK = b"c var "
"""How a remark begins that says what a variable means."""


def lines(variables: int, clauses: Sequence[Sequence[int]]) -> Iterator[bytes]:
    """The line ``p cnf`` and a line a clause, each with its newline."""
    yield b"p cnf %d %d\n" % (variables, len(clauses))
    yield from clause_lines(clauses)


def clause_lines(clauses: Iterable[Sequence[int]]) -> Iterator[bytes]:
    """A line a clause."""
    for clause in clauses:
        yield (" ".join(map(str, clause)) + " 0\n").encode()


def digest(variables: int, clauses: Sequence[Sequence[int]]) -> str:
    """The SHA-256 of the text, in hexadecimal."""
    found = hashlib.sha256()
    for line in lines(variables, clauses):
        found.update(line)
    return found.hexdigest()
