"""Write the lines of an LRAT proof, as text or in binary (CLRAT).

Text: ``id literals 0 hints 0``, and ``id d ids 0`` for a deletion, where the first id is that of
the last clause.  Binary: see `puzzleproof.verify.lrat`; the literals of a clause ascend by their
variables, as the verified checker of the ACL2 books asks (M. Heule, W. Hunt, M. Kaufmann and
N. Wetzler, Efficient, verified checking of propositional proofs, ITP 2017).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from puzzleproof.provers.labelling.blocks import varint
from puzzleproof.verify.formula.dimacs import lines
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.lrat import ADD, DELETE, Line

PIECE_BYTES = 1 << 18
CODES_KEPT = 1 << 20


def as_text(proof: Iterable[Line], last: int) -> Iterator[bytes]:
    """The proof as text, in large pieces; ``last`` is the id of the formula's last clause."""
    return _pieces(_text_lines(proof, last))


def as_binary(proof: Iterable[Line]) -> Iterator[bytes]:
    """The proof as CLRAT, in large pieces."""
    return _pieces(map(_binary, proof))


def _pieces(lines: Iterable[bytes]) -> Iterator[bytes]:
    piece, size = list[bytes](), 0
    for line in lines:
        piece.append(line)
        size += len(line)
        if size >= PIECE_BYTES:
            yield b"".join(piece)
            piece, size = [], 0
    yield b"".join(piece)


def _text_lines(proof: Iterable[Line], last: int) -> Iterator[bytes]:
    for number, literals, hints in proof:
        if number:
            last = number
            yield f"{' '.join(map(str, (number, *literals, 0, *hints, 0)))}\n".encode()
        else:
            yield f"{last} d {' '.join(map(str, (*hints, 0)))}\n".encode()


def _binary(line: Line) -> bytes:
    number, literals, hints = line
    if number:
        numbers = (ADD, number, *sorted(literals, key=abs), 0, *hints, 0)
    else:
        numbers = (DELETE, *hints, 0)
    return b"".join(map(_code, numbers))


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
