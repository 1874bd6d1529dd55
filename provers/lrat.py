"""LRAT proofs: read from a SAT solver in FRAT, and written as text or in binary (CLRAT).

FRAT: S. Baek, M. Carneiro and M. Heule, A flexible proof format for SAT solver-elaborator
communication, TACAS 2021; here as text, with hints.  The file is read twice.  The first time it is
read backwards from the empty clause, to find the lemmas that the empty clause needs, and where each
lemma is used for the last time.  The second time the needed lines are read forwards, to number the
lemmas after the clauses of the CNF and to delete each lemma after its last use.  The verified
checker of the ACL2 books demands *strict* hints: the clause of each hint is unit and adds a literal
to the assignment, until the clause of the last hint is false.  CaDiCaL's hints were strict in all
proofs that were examined.

LRAT as text: ``id literals 0 hints 0``, and ``id d ids 0`` for a deletion, where the first id is
the number of the last clause so far.  CLRAT: see `puzzleproof.verify.lrat`; the literals of a
clause are sorted by their variables, as the verified checker demands (M. Heule, W. Hunt, M.
Kaufmann, N. Wetzler, Efficient, verified checking of propositional proofs, ITP 2017).
"""

import mmap
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.provers.labelling.blocks import varint
from puzzleproof.verify.formula.dimacs import lines
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.lrat import ADD, DELETE, Line

# --- a solver's proof ----------------------------------------------------------------------

OTHERS = (b"d ", b"f ", b"c ", b"c\n")
"""Lines that begin in one of these ways give no clause."""
DELETED_AT_ONCE = 1 << 10
"""A deletion line is written when this many lemmas can be deleted."""

ClauseName: TypeAlias = bytes
"""A clause's number as text in the solver's file, which may use it again for another clause."""


def proof_lines(clauses: Sequence[Sequence[int]], frat: Path) -> Iterator[Line]:
    """Yield the proof with the solver's hints; raises CertificateRejected if the file is faulty."""
    index = dict[frozenset[int], int]()
    for number, clause in enumerate(clauses, 1):
        index.setdefault(frozenset(clause), number)
    known, deleted = dict[ClauseName, int](), list[int]()
    number = len(clauses)
    if not frat.stat().st_size:
        raise CertificateRejected("solver's proof: the file is empty")
    with frat.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        starts, counts, done = _needed(data)
        while starts:
            data.seek(starts.pop())
            words = _words(line := data.readline())
            name, literals, hints = words[1], _literals(words, line), _hints(words)
            if words[0] == b"o":
                place = index.get(frozenset(literals))
                if place is None:
                    raise _rejected(name, f"{literals} is not a clause of the CNF")
                known[name] = place
                counts.pop()
                continue
            number += 1
            yield number, literals, [known[hint] for hint in hints]
            if not literals:
                return
            known[name] = number
            place = len(done) - counts.pop()
            deleted += filter(len(clauses).__lt__, map(known.pop, done[place:]))
            del done[place:]
            if len(deleted) >= DELETED_AT_ONCE:
                yield 0, [], deleted
                deleted = []
    raise CertificateRejected("the CNF has an empty clause, which needs no proof")


def _needed(data: mmap.mmap) -> "tuple[array[int], array[int], list[ClauseName]]":
    """Read the file backwards, and find the lines that the empty clause needs.

    Return three lists, last line first: where each needed line begins; how many names are used for
    the last time in each line; and these names.  If the file has more than one empty clause, the
    first one is used: each empty clause starts the lists anew.
    """
    starts, counts, done = array("Q"), array("Q"), list[ClauseName]()
    names: set[ClauseName] | None = None
    end = len(data)
    while end:
        start = data.rfind(b"\n", 0, end - 1) + 1
        line, end = data[start:end], start
        if line.startswith(OTHERS) or not (words := line.split(None, 3)):
            continue
        if len(words) < 3 or words[0] not in (b"a", b"o"):
            raise _unreadable(line)
        if words[2] == b"0":
            starts, counts, done = array("Q"), array("Q"), list[ClauseName]()
            names = {words[1]}
        if names is not None and words[1] in names:
            names.remove(words[1])
            new = [hint for hint in dict.fromkeys(_hints(_words(line))) if hint not in names]
            names.update(new)
            done += new
            starts.append(start)
            counts.append(len(new))
    if names is None:
        raise CertificateRejected("solver's proof: it has no empty clause")
    if names:
        raise _rejected(min(names), "is needed, but is not in the file")
    return starts, counts, done


def _words(line: bytes) -> list[bytes]:
    """Split a line: ``o name literals 0`` (of the CNF) or ``a name literals 0 l hints 0``."""
    words = line.split()
    if words[-1] != b"0":
        raise _unreadable(line)
    return words


def _literals(words: list[bytes], line: bytes) -> list[int]:
    try:
        return sorted(map(int, words[2 : words.index(b"0", 2)]), key=abs)
    except ValueError:
        raise _unreadable(line) from None


def _hints(words: list[bytes]) -> list[ClauseName]:
    if words[0] == b"o":
        return []
    if b"l" not in words:
        raise _rejected(words[1], "has no hints")
    return words[words.index(b"l") + 1 : -1]


def _unreadable(line: bytes) -> CertificateRejected:
    return CertificateRejected(f"solver's proof: {line[:80]!r} cannot be read as FRAT")


def _rejected(name: ClauseName, fault: str) -> CertificateRejected:
    text = name.decode(errors="replace")
    return CertificateRejected(f"solver's proof, clause {text}: {fault}")


# --- as text and in binary -----------------------------------------------------------------

PIECE_LINES, CODES_KEPT = 1 << 12, 1 << 20


def as_text(proof: Iterable[Line], last: int) -> Iterator[bytes]:
    """Yield the proof as text, in large pieces; ``last`` is the number of the CNF's last clause."""

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
