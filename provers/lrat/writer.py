"""Write the lines of an LRAT proof, as text or in binary (CLRAT): nothing else formats a line.

Text: ``id literals 0 hints 0``, and ``id d ids 0`` for a deletion, where the first id is that of
the last clause.  Binary: see `puzzleproof.verify.lrat`; the literals of a clause ascend by their
variables, as the verified checker of the ACL2 books asks (M. Heule, W. Hunt, M. Kaufmann and
N. Wetzler, Efficient, verified checking of propositional proofs, ITP 2017).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from puzzleproof.verify.lrat import ADD, DELETE, Line

PIECE_BYTES = 1 << 18
CODES_KEPT = 1 << 20
FORMATS_KEPT = 1 << 10


class LineBlock(NamedTuple):
    """Lines that add clauses, as one list: each is ADD, id, literals, 0, hints, 0."""

    numbers: list[int]
    lengths: tuple[int, ...]
    """How many numbers each line has."""


ProofPart: TypeAlias = Line | LineBlock


def as_text(proof: Iterable[ProofPart], last: int) -> Iterator[bytes]:
    """The proof as text, in large pieces; ``last`` is the id of the formula's last clause."""
    return _pieces(_text_lines(proof, last))


def as_binary(proof: Iterable[ProofPart]) -> Iterator[bytes]:
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


def _text_lines(proof: Iterable[ProofPart], last: int) -> Iterator[bytes]:
    for part in proof:
        if isinstance(part, LineBlock):
            yield (_format(part.lengths) % tuple(part.numbers)).encode()
            last = part.numbers[1 - part.lengths[-1]]
        elif part[0]:
            last, literals, hints = part
            yield f"{' '.join(map(str, (last, *literals, 0, *hints, 0)))}\n".encode()
        else:
            yield f"{last} d {' '.join(map(str, (*part[2], 0)))}\n".encode()


@lru_cache(FORMATS_KEPT)
def _format(lengths: tuple[int, ...]) -> str:
    """How the lines of a block are printed; ADD is printed as nothing."""
    return "".join(f"%.0s{'%d ' * (length - 2)}%d\n" for length in lengths)


def _binary(part: ProofPart) -> bytes:
    if isinstance(part, LineBlock):
        return b"".join(map(_code, part.numbers))
    number, literals, hints = part
    if number:
        numbers = (ADD, number, *sorted(literals, key=abs), 0, *hints, 0)
    else:
        numbers = (DELETE, *hints, 0)
    return b"".join(map(_code, numbers))


class _ByteCodes(dict[int, bytes]):
    """A number -> its bytes, worked out when first met."""

    def __missing__(self, number: int) -> bytes:
        rest = 2 * number if number >= 0 else 1 - 2 * number
        code = bytearray()
        while rest > 127:
            code.append(rest & 127 | 128)
            rest >>= 7
        code.append(rest)
        if len(self) >= CODES_KEPT:
            self.clear()
        self[number] = bytes(code)
        return self[number]


_code = _ByteCodes().__getitem__
