"""The remarks between the claim and the clauses of a formula: its table.

``c label g n n …``     packed numbers of the states labelled g, ascending; any number of lines
``c left-out r n n …``  of states that a lower bound shows to be r or more moves from the goals, r
                        descending; ``never`` for r where the claim is that there is no plan
``c var …``             what a variable means; passed over
"""

from __future__ import annotations

from typing import BinaryIO, NamedTuple

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.bounds.graphs import NEVER
from puzzleproof.verify.formula.dimacs import VARIABLE_MARK

REMARK_LIMIT = 8_000_000
"""Bytes of a line."""
LABEL, LEFT_OUT, NO_WAY = b"c label ", b"c left-out ", b"never"


class Table(NamedTuple):
    """The states that a formula names."""

    labels: list[list[int]]
    """For each label the packed numbers of the states that have it."""
    left_out: list[tuple[int, list[int]]]
    """Moves (or `NEVER`), and the states that a bound shows to be so far from the goals."""

    def __bool__(self) -> bool:
        """Whether it names any."""
        return bool(self.labels or self.left_out)


def read_table(file: BinaryIO) -> tuple[Table, bytes]:
    """The table, and the first line after it that is no remark on a variable."""
    table, line = Table([], []), file.readline(REMARK_LIMIT)
    while line.startswith(LABEL):
        label, numbers = _numbers(line, LABEL)
        if label == len(table.labels):
            table.labels.append([])
        if not 0 <= label == len(table.labels) - 1:
            raise CertificateRejected(f"label {label} is out of order")
        table.labels[label] += numbers
        line = file.readline(REMARK_LIMIT)
    while line.startswith(LEFT_OUT):
        moves, numbers = _numbers(line, LEFT_OUT)
        if not table.left_out or moves != table.left_out[-1][0]:
            table.left_out.append((moves, []))
        table.left_out[-1][1].extend(numbers)
        line = file.readline(REMARK_LIMIT)
    while line.startswith(VARIABLE_MARK):
        line = file.readline(REMARK_LIMIT)
    return table, line


def _numbers(line: bytes, mark: bytes) -> tuple[int, list[int]]:
    """What is said of some states, and their numbers."""
    words = line[len(mark) :].split()
    try:
        if mark == LEFT_OUT and words[0] == NO_WAY:
            return NEVER, list(map(int, words[1:]))
        first, *numbers = map(int, words)
    except (ValueError, IndexError):
        raise CertificateRejected(f"a remark {mark.decode().strip()!r} is not numbers") from None
    return first, numbers
