"""Formulas as text, in the form of the second DIMACS challenge (1993), and their hash.

Remarks (lines that begin with ``c``) between the claim and the clauses may hold:

``c label g n n …``  packed numbers of the states labelled g, ascending; any number of lines
``c var …``          what a variable means; the checker passes over it
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from puzzleproof.models.errors import CertificateRejected

VARIABLE_MARK = b"c var "
"""How a remark on the meaning of a variable begins."""
LABEL = b"c label "
REMARK_LIMIT = 8_000_000
"""The most bytes of a line."""


def lines(variables: int, clauses: Sequence[Sequence[int]]) -> Iterator[bytes]:
    """Yield the line ``p cnf`` and a line for each clause, each with its newline."""
    yield b"p cnf %d %d\n" % (variables, len(clauses))
    for clause in clauses:
        yield (" ".join(map(str, clause)) + " 0\n").encode()


def digest(variables: int, clauses: Sequence[Sequence[int]]) -> str:
    """The SHA-256 of the formula's text, in hexadecimal."""
    found = hashlib.sha256()
    for line in lines(variables, clauses):
        found.update(line)
    return found.hexdigest()


def read_labels(file: BinaryIO) -> tuple[list[list[int]], bytes]:
    """For each label the numbers of its states; and the first line after labels and variables."""
    labels, line = list[list[int]](), file.readline(REMARK_LIMIT)
    while line.startswith(LABEL):
        label, numbers = _numbers(line)
        if label == len(labels):
            labels.append([])
        if not 0 <= label == len(labels) - 1:
            raise CertificateRejected(f"label {label} is out of order")
        labels[label] += numbers
        line = file.readline(REMARK_LIMIT)
    while line.startswith(VARIABLE_MARK):
        line = file.readline(REMARK_LIMIT)
    return labels, line


def _numbers(line: bytes) -> tuple[int, list[int]]:
    """Read a label, and the numbers of the states that have it."""
    try:
        label, *numbers = map(int, line[len(LABEL) :].split())
    except ValueError:
        raise CertificateRejected(f"{LABEL.decode().strip()!r}: expected numbers") from None
    return label, numbers
