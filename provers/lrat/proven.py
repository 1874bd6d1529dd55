"""A formula and the proof that it has no solution, as two files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puzzleproof.provers.lrat.writer import ProofPart, as_binary, as_text
from puzzleproof.verify.bounds.graphs import NEVER
from puzzleproof.verify.formula.dimacs import lines
from puzzleproof.verify.formula.remarks import LABEL, LEFT_OUT, NO_WAY, Table
from puzzleproof.verify.formula.steps import Clause

NUMBERS_A_LINE = 1000
NO_TABLE = Table([], [])


@dataclass(frozen=True, slots=True)
class ProvenFormula:
    """A formula and its proof, yet to be written."""

    variables: int
    clauses: list[Clause]
    proof: Iterable[ProofPart]
    table: Table = NO_TABLE
    """The states that it names, if any."""
    more: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What the first remark says besides the claim."""

    def write(self, cnf: Path, proof: Path, *, binary: bool, head: Iterable[bytes] = ()) -> None:
        """Write the formula after the lines ``head``, and the proof as text or as strict CLRAT."""
        with cnf.open("wb") as file:
            file.writelines(head)
            file.writelines(remarks_of(self.table))
            file.writelines(lines(self.variables, self.clauses))
        with proof.open("wb") as file:
            file.writelines(
                as_binary(self.proof) if binary else as_text(self.proof, len(self.clauses))
            )


def remarks_of(table: Table) -> Iterator[bytes]:
    """The lines that name the states of a table."""
    for label, numbers in enumerate(table.labels):
        yield from _numbered(LABEL + str(label).encode(), numbers)
    for moves, numbers in table.left_out:
        yield from _numbered(
            LEFT_OUT + (NO_WAY if moves == NEVER else str(moves).encode()), numbers
        )


def _numbered(begin: bytes, numbers: list[int]) -> Iterator[bytes]:
    for k in range(0, len(numbers), NUMBERS_A_LINE):
        yield b"%b %b\n" % (begin, " ".join(map(str, numbers[k : k + NUMBERS_A_LINE])).encode())
