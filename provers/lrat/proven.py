"""A formula and the proof that it has no solution, as two files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzleproof.provers.lrat.writer import as_binary, as_text
from puzzleproof.verify.formula.dimacs import LABEL, lines
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.lrat import Line

NUMBERS_A_LINE = 1000


@dataclass(frozen=True, slots=True)
class ProvenFormula:
    """A formula and its proof, yet to be written."""

    variables: int
    clauses: list[Clause]
    proof: Iterable[Line]
    labels: Sequence[Sequence[int]] = ()
    """For each label the packed numbers of the states that have it, if it names any."""

    def write(self, cnf: Path, proof: Path, *, binary: bool, head: Iterable[bytes] = ()) -> None:
        """Write the formula after the lines ``head``, and the proof as text or as strict CLRAT."""
        with cnf.open("wb") as file:
            file.writelines(head)
            file.writelines(remarks_of(self.labels))
            file.writelines(lines(self.variables, self.clauses))
        with proof.open("wb") as file:
            file.writelines(
                as_binary(self.proof) if binary else as_text(self.proof, len(self.clauses))
            )


def remarks_of(labels: Sequence[Sequence[int]]) -> Iterator[bytes]:
    """The lines that name the states of each label."""
    for label, numbers in enumerate(labels):
        for k in range(0, len(numbers), NUMBERS_A_LINE):
            some = " ".join(map(str, numbers[k : k + NUMBERS_A_LINE]))
            yield b"%b%d %b\n" % (LABEL, label, some.encode())
