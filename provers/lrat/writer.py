"""Write the lines of an LRAT proof, as text or in binary (CLRAT).

Text: ``id literals 0 hints 0``, and ``id d ids 0`` for a deletion, where the first id is the last
clause's.  Binary: see `puzzleproof.verify.lrat`; the literals of a clause ascend by their
variables, as the verified checker of the ACL2 books asks (M. Heule, W. Hunt, M. Kaufmann and
N. Wetzler, Efficient, verified checking of propositional proofs, ITP 2017).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from puzzleproof.provers.labelling.blocks import varint
from puzzleproof.verify.formula.dimacs import lines
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.lrat import ADD, DELETE, Line

PIECE_LINES, CODES_KEPT = 1 << 12, 1 << 20


def as_text(proof: Iterable[Line], last: int) -> Iterator[bytes]:
    """Yield the proof as text, in large pieces; ``last`` is the formula's last clause."""

    def text(line: Line) -> bytes:
        nonlocal last
        number, literals, hints = line
        if number:
            last = number
            return f"{' '.join(map(str, (number, *literals, 0, *hints, 0)))}\n".encode()
        return f"{last} d {' '.join(map(str, (*hints, 0)))}\n".encode()

    return _pieces(map(text, proof))


def as_binary(proof: Iterable[Line]) -> Iterator[bytes]:
    """Yield the proof as CLRAT, in large pieces."""

    def binary(line: Line) -> bytes:
        number, literals, hints = line
        added = (ADD, number, *sorted(literals, key=abs), 0, *hints, 0)
        return b"".join(map(_code, added if number else (DELETE, *hints, 0)))

    return _pieces(map(binary, proof))


def _pieces(lines: Iterator[bytes]) -> Iterator[bytes]:
    while piece := b"".join(islice(lines, PIECE_LINES)):
        yield piece


@lru_cache(CODES_KEPT)
def _code(number: int) -> bytes:
    return varint(2 * number if number >= 0 else 1 - 2 * number)


# --- a formula and the proof that it has no solution, as two files --------------------------


@dataclass(frozen=True, slots=True)
class ProvenFormula:
    """A formula and its proof, not yet written."""

    variables: int
    clauses: list[Clause]
    proof: Iterable[Line]

    def write(self, cnf: Path, proof: Path, *, binary: bool, head: Iterable[bytes] = ()) -> None:
        """Write the formula after the lines ``head``, and the proof as text or as strict CLRAT."""
        with cnf.open("wb") as file:
            file.writelines(head)
            file.writelines(lines(self.variables, self.clauses))
        with proof.open("wb") as file:
            file.writelines(
                as_binary(self.proof) if binary else as_text(self.proof, len(self.clauses))
            )
