"""Formulas as text, in the form of the second DIMACS challenge (1993), and their hash.

Remarks between the claim and the clauses, ``c var …``, say what a variable means; the checker
passes over them.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import BinaryIO

VARIABLE_MARK = b"c var "
"""The beginning of a remark on the meaning of a variable."""
LINE_LIMIT = 8_000_000
"""Limit on the bytes of a line."""


def lines(variables: int, clauses: Sequence[Sequence[int]]) -> Iterator[bytes]:
    """Yield the line ``p cnf`` and a line for each clause, each with its newline."""
    yield b"p cnf %d %d\n" % (variables, len(clauses))
    for clause in clauses:
        yield (" ".join(map(str, clause)) + " 0\n").encode()


def digest(variables: int, clauses: Sequence[Sequence[int]]) -> str:
    """Return the SHA-256 of the formula's text, in hexadecimal."""
    found = hashlib.sha256()
    for line in lines(variables, clauses):
        found.update(line)
    return found.hexdigest()


def first_line(file: BinaryIO) -> bytes:
    """Read past the remarks on variables; returns the line after them."""
    while (line := file.readline(LINE_LIMIT)).startswith(VARIABLE_MARK):
        pass
    return line
