"""Read a solver's proof in FRAT and yield it as an LRAT proof about the clauses of a CNF.

FRAT: S. Baek, M. Carneiro and M. Heule, A flexible proof format for SAT solver-elaborator
communication, TACAS 2021; here as text, with hints.

The file is read twice.  The first time it is read backwards from the empty clause, to find the
lemmas that this needs and where each is used last.  The second time the needed lines are read
forwards, to number them after the clauses of the CNF and to delete each lemma after its last use.
CaDiCaL's hints are *strict* in all proofs that were looked at, as the verified checker of the ACL2
books asks: each in turn is unit and adds a literal, and the last one is false.
"""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, TypeAlias

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.lrat import Line

CHUNK_BYTES = 1 << 22
"""The bytes that are read backwards at a time."""
UNNAMED = (b"d ", b"f ", b"c ")
"""The beginnings of lines that name no clause."""
DELETED_AT_ONCE = 1 << 10
"""One deletion names at least this many lemmas."""

ClauseName: TypeAlias = bytes
"""A clause's number as the solver's file writes it; the file may reuse it for another clause."""


def proof_lines(clauses: Sequence[Sequence[int]], frat: Path) -> Iterator[Line]:
    """Yield the proof with the solver's hints; raises CertificateRejected for unknown clauses."""
    index = dict[frozenset[int], int]()
    for number, clause in enumerate(clauses, 1):
        index.setdefault(frozenset(clause), number)
    known, deleted = dict[ClauseName, int](), list[int]()
    number = len(clauses)
    with frat.open("rb") as file, _mapped(file) as data:
        for line, done in _needed(data).lines(data):
            name, literals, hints = _parsed(line)
            literals.sort(key=abs)
            if hints is None:
                place = index.get(frozenset(literals))
                if place is None:
                    raise _rejected(name, f"{literals} is no clause of the CNF")
                known[name] = place
                continue
            number += 1
            yield number, literals, [known[hint] for hint in hints]
            if not literals:
                return
            known[name] = number
            numbers = (known.pop(one) for one in done)
            deleted += [one for one in numbers if one > len(clauses)]
            if len(deleted) >= DELETED_AT_ONCE:
                yield 0, [], deleted
                deleted = []
    raise CertificateRejected("the CNF has an empty clause, which needs no proof")


def _mapped(file: BinaryIO) -> mmap.mmap:
    try:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except ValueError:
        raise CertificateRejected("solver's proof: the file is empty") from None


def _rejected(name: ClauseName, fault: str) -> CertificateRejected:
    text = name.decode(errors="replace")
    return CertificateRejected(f"solver's proof, clause {text}: {fault}")


# --- backwards ----------------------------------------------------------------------------


@dataclass(slots=True)
class _NeededLines:
    """The lines that the empty clause needs, last first, and the names last used in each."""

    starts: array[int] = field(default_factory=lambda: array("Q"))
    counts: array[int] = field(default_factory=lambda: array("Q"))
    """For each line, how many names in ``done`` are used there for the last time."""
    done: list[ClauseName] = field(default_factory=list[ClauseName])

    def lines(self, data: mmap.mmap) -> Iterator[tuple[bytes, list[ClauseName]]]:
        """Yield each line from the first on, with the names used last there; the lists shrink."""
        while self.starts:
            start, count = self.starts.pop(), self.counts.pop()
            end = data.find(b"\n", start)
            place = len(self.done) - count
            yield data[start : len(data) if end < 0 else end], self.done[place:]
            del self.done[place:]


def _needed(data: mmap.mmap) -> _NeededLines:
    """Read backwards; each empty clause starts the list anew, so the first in the file counts."""
    found, names = _NeededLines(), set[ClauseName]()
    empty = None
    for start, line in _backwards(data):
        named = _named_clause(line)
        if named is None:
            continue
        name, is_empty = named
        if is_empty:
            found, names, empty = _NeededLines(), set[ClauseName]((name,)), name
        if name in names:
            names.remove(name)
            before = len(found.done)
            for hint in _parsed(line)[2] or ():
                if hint not in names:
                    names.add(hint)
                    found.done.append(hint)
            found.starts.append(start)
            found.counts.append(len(found.done) - before)
    if empty is None:
        raise CertificateRejected("solver's proof: it has no empty clause")
    if names:
        raise _rejected(min(names), "is needed and never given")
    return found


def _backwards(data: mmap.mmap) -> Iterator[tuple[int, bytes]]:
    """Yield each line and its position, from the last line on, read in chunks."""
    end = len(data)
    while end:
        first = data.rfind(b"\n", 0, max(0, end - CHUNK_BYTES)) + 1
        start = end
        for line in reversed(data[first:end].splitlines(keepends=True)):
            start -= len(line)
            yield start, line
        end = first


# --- a line -------------------------------------------------------------------------------


def _named_clause(line: bytes) -> tuple[ClauseName, bool] | None:
    """The clause's name in a line, and whether the clause is empty; None if it names none."""
    if line.startswith(UNNAMED):
        return None
    words = line.split(None, 3)
    if words and words[0] in (b"a", b"o") and len(words) > 2:
        return words[1], words[2] == b"0"
    if words and words[0] not in (b"c", b"d", b"f"):
        raise CertificateRejected(f"solver's proof: {line[:80]!r} cannot be read as FRAT")
    return None


def _parsed(line: bytes) -> tuple[ClauseName, list[int], list[ClauseName] | None]:
    """Name, literals, hints: ``o name literals 0`` of the CNF, ``a name literals 0 l hints 0``."""
    words = line.split()
    original = words[0] == b"o"
    if not original and b"l" not in words:
        raise _rejected(words[1], "has no hints")
    middle = len(words) if original else words.index(b"l")
    try:
        literals = list(map(int, words[2 : middle - 1]))
    except ValueError:
        literals = None
    if literals is None or words[-1] != b"0":
        raise CertificateRejected(f"solver's proof: {line[:80]!r} cannot be read")
    return words[1], literals, None if original else words[middle + 1 : -1]
