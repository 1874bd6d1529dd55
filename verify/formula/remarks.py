"""The remarks between the claim and the clauses of a formula: its labels.

``c label g n n …``  packed numbers of the states labelled g, ascending; any number of lines
``c var …``          what a variable means; passed over
"""

from __future__ import annotations

from typing import BinaryIO

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.formula.dimacs import VARIABLE_MARK

REMARK_LIMIT = 8_000_000
"""Bytes of a line."""
LABEL = b"c label "


def read_labels(file: BinaryIO) -> tuple[list[list[int]], bytes]:
    """For each label the numbers of its states; the first line after them and the variables."""
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
    """A label, and the numbers of states that have it."""
    try:
        label, *numbers = map(int, line[len(LABEL) :].split())
    except ValueError:
        raise CertificateRejected(f"a remark {LABEL.decode().strip()!r} is not numbers") from None
    return label, numbers
