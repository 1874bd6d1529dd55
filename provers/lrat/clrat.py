"""Proofs as LRAT checkers read them: written in binary, and made strict from a solver's own file.

*CLRAT* is binary LRAT: a lemma is ``a``, its number, literals, 0, hints, 0; a deletion ``d``,
numbers, 0; a number x is 2x (1 - 2x below zero) in bytes of seven bits, the lowest first, the
highest bit set on all but the last.  Strict, as the verified checker of the ACL2 books asks
(M. Heule, W. Hunt, M. Kaufmann and N. Wetzler, Efficient, verified checking of propositional
proofs, ITP 2017): literals ascend by variable, and each hint in turn is unit, the last one false.

A solver's text is read twice, each time only the lines that count: backwards from the empty
clause, to find the lemmas that it needs and where each is used last, then forwards, to number them
after the clauses of the CNF, to drop the hints that are true already, and to forget a lemma when it
is done.  FRAT: S. Baek, M. Carneiro and M. Heule, A flexible proof format for SAT solver-elaborator
communication, TACAS 2021.
"""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, TypeAlias

from puzzleproof.models.errors import CertificateRejected

CODES_KEPT, BLOCK, BATCH = 1 << 18, 1 << 12, 1 << 10


class _Codes(dict[int, bytes]):
    """A number -> its bytes, worked out when first met; the small ones are kept."""

    def __missing__(self, number: int) -> bytes:
        rest = 2 * number if number >= 0 else 1 - 2 * number
        code = bytearray()
        while rest > 127:
            code.append(rest & 127 | 128)
            rest >>= 7
        code.append(rest)
        if -CODES_KEPT < number < CODES_KEPT:
            self[number] = bytes(code)
        return bytes(code)


_code = _Codes().__getitem__


def lemma(number: int, literals: Iterable[int], hints: Iterable[int]) -> bytes:
    """Return the bytes of an added clause, its literals put in the order of their variables."""
    body = b"".join(map(_code, sorted(literals, key=abs)))
    return b"a%b%b\0%b\0" % (_code(number), body, b"".join(map(_code, hints)))


def deletion(numbers: Iterable[int]) -> bytes:
    """Return the bytes that make a checker forget clauses."""
    return b"d%b\0" % b"".join(map(_code, numbers))


@dataclass(slots=True)
class Size:
    """What a proof came to."""

    lemmas: int = 0
    hints: int = 0
    bytes: int = 0


class Writer:
    """Write lemmas and deletions in blocks, and count them; `close` writes what is left."""

    def __init__(self, out: BinaryIO) -> None:
        self.size = Size()
        self._out = out
        self._lines = list[bytes]()
        self._done = list[int]()

    def add(self, number: int, literals: Iterable[int], hints: Sequence[int]) -> None:
        """Add a clause."""
        self.size.lemmas += 1
        self.size.hints += len(hints)
        self._lines.append(lemma(number, literals, hints))
        if len(self._lines) >= BLOCK:
            self._flush()

    def forget(self, numbers: Iterable[int]) -> None:
        """Forget clauses, at the latest when so many are done that it is worth a line."""
        self._done.extend(numbers)
        if len(self._done) >= BATCH:
            self._lines.append(deletion(self._done))
            self._done.clear()

    def close(self) -> Size:
        """Write what is left; deletions after the last lemma are not needed."""
        self._flush()
        return self.size

    def _flush(self) -> None:
        block = b"".join(self._lines)
        self._out.write(block)
        self.size.bytes += len(block)
        self._lines.clear()


Name: TypeAlias = bytes
"""A clause's number in the solver's file, as it stands there; it may come to mean another one."""
Known: TypeAlias = tuple[int, frozenset[int]]
"""A clause's number in ours, and its literals."""

Parts: TypeAlias = tuple[Name, list[bytes], list[Name] | None]
"""Name, literals and hints of a line that names a clause; no hints for a clause of the CNF."""


@dataclass(frozen=True, slots=True)
class _Format:
    """How a line of a solver's file is read."""

    glance: Callable[[bytes], tuple[Name, bool] | None]
    """The name that a line gives to a clause, and whether that is an empty lemma; None for a line
    that names no clause."""
    parts: Callable[[bytes], Parts]
    """Raises ValueError where the line is broken."""


def from_frat(clauses: Sequence[Sequence[int]], frat: Path, out: BinaryIO) -> Size:
    """Write the strict CLRAT of a solver's FRAT (text, with hints) about the CNF ``clauses``.

    Raises CertificateRejected where the file has no empty clause, or needs one that is neither a
    lemma nor in the CNF, or where hints do not lead to a contradiction.
    """
    index = dict[frozenset[int], int]()
    for number, clause in enumerate(clauses, 1):
        index.setdefault(frozenset(clause), number)
    return _normalise(_Format(_frat_glance, _frat_parts), {}, index, len(clauses), frat, out)


def from_lrat(clauses: Sequence[Sequence[int]], lrat: Path, out: BinaryIO) -> Size:
    """Write the strict CLRAT of LRAT as text, whose first numbers are those of the CNF's clauses.

    Raises CertificateRejected as `from_frat` does.
    """
    known = {b"%d" % n: (n, frozenset(clause)) for n, clause in enumerate(clauses, 1)}
    return _normalise(_Format(_lrat_glance, _lrat_parts), known, {}, len(clauses), lrat, out)


def _normalise(
    form: _Format,
    known: dict[Name, Known],
    index: Mapping[frozenset[int], int],
    last: int,
    path: Path,
    out: BinaryIO,
) -> Size:
    """Number the lemmas after ``last``; ``known`` and ``index`` say which clauses the CNF has."""
    writer, number = Writer(out), last
    with path.open("rb") as file, _mapped(file) as data:
        needed = _needed(form, data, known)
        for line, done in needed.lines(data):
            name, literals, hints = _read(form, line)
            if hints is None:
                known[name] = _of_cnf(index, name, literals), literals
                continue
            number += 1
            writer.add(number, literals, _followed(known, name, literals, hints))
            if not literals:
                break
            known[name] = number, literals
            forgotten = [known.pop(one)[0] for one in done]
            writer.forget(one for one in forgotten if one > last)
    if number == last:
        raise CertificateRejected("the CNF has an empty clause, which needs no proof")
    return writer.close()


def _mapped(file: BinaryIO) -> mmap.mmap:
    try:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except ValueError:
        raise CertificateRejected("solver's proof: the file is empty") from None


def _of_cnf(index: Mapping[frozenset[int], int], name: Name, literals: frozenset[int]) -> int:
    number = index.get(literals)
    if number is None:
        raise _rejected(name, f"{sorted(literals, key=abs)} is no clause of the CNF")
    return number


def _followed(
    known: Mapping[Name, Known], name: Name, literals: frozenset[int], hints: Iterable[Name]
) -> list[int]:
    """The hints, as numbers, up to the contradiction, without those that are true already."""
    false, kept = set(literals), list[int]()
    for hint in hints:
        number, clause = known[hint]
        left = clause - false
        if len(left) == 1:
            (literal,) = left
            if -literal not in false:
                false.add(-literal)
                kept.append(number)
        elif not left:
            return [*kept, number]
        elif not any(-literal in false for literal in left):
            raise _rejected(name, f"its hint {hint.decode()} is not unit")
    raise _rejected(name, "its hints do not lead to a contradiction")


def _rejected(name: Name, fault: str) -> CertificateRejected:
    return CertificateRejected(f"solver's proof, clause {name.decode(errors='replace')}: {fault}")


@dataclass(slots=True)
class _Needed:
    """The lines that the empty clause needs, from the last back, and where names are used last."""

    starts: array[int] = field(default_factory=lambda: array("Q"))
    counts: array[int] = field(default_factory=lambda: array("Q"))
    """How many of ``done`` are used last in each line."""
    done: list[Name] = field(default_factory=list[Name])

    def lines(self, data: mmap.mmap) -> Iterator[tuple[bytes, list[Name]]]:
        """Yield each line from the first on, with the names used last there; the lists shrink."""
        while self.starts:
            start, count = self.starts.pop(), self.counts.pop()
            end = data.find(b"\n", start)
            place = len(self.done) - count
            yield data[start : len(data) if end < 0 else end], self.done[place:]
            del self.done[place:]


def _needed(form: _Format, data: mmap.mmap, known: Container[Name]) -> _Needed:
    """Read backwards from the first empty clause: later ones start anew as they are passed."""
    found, names = _Needed(), set[Name]()
    empty = None
    for start, end in _backwards(data):
        named = form.glance(data[start:end])
        if named is None:
            continue
        name, is_empty = named
        if is_empty:
            found, names, empty = _Needed(), set[Name]((name,)), name
        if name in names:
            names.remove(name)
            _note(found, names, start, _read(form, data[start:end])[2])
    if empty is None:
        raise CertificateRejected("solver's proof: it has no empty clause")
    missing = next((name for name in names if name not in known), None)
    if missing is not None:
        raise _rejected(missing, "is needed and never given")
    return found


def _note(found: _Needed, names: set[Name], start: int, hints: list[Name] | None) -> None:
    before = len(found.done)
    for hint in hints or ():
        if hint not in names:
            names.add(hint)
            found.done.append(hint)
    found.starts.append(start)
    found.counts.append(len(found.done) - before)


def _backwards(data: mmap.mmap) -> Iterator[tuple[int, int]]:
    """Where each line starts and ends, from the last line on."""
    end = len(data)
    while end > 0:
        start = data.rfind(b"\n", 0, end - 1) + 1
        yield start, end
        end = start


def _read(form: _Format, line: bytes) -> tuple[Name, frozenset[int], list[Name] | None]:
    try:
        name, words, hints = form.parts(line)
        return name, frozenset(map(int, words)), hints
    except ValueError:
        raise CertificateRejected(f"solver's proof: {line[:80]!r} cannot be read") from None


def _frat_glance(line: bytes) -> tuple[Name, bool] | None:
    words = line.split(None, 3)
    kind = words[0] if words else b"c"
    if kind in (b"a", b"o") and len(words) > 2:
        return words[1], words[2] == b"0"
    if kind in (b"c", b"d", b"f"):
        return None
    raise CertificateRejected(f"solver's proof: {line[:80]!r} cannot be read as FRAT")


def _frat_parts(line: bytes) -> Parts:
    """``o name literals 0``, or ``a name literals 0 l hints 0``."""
    words = _whole(line)
    if words[0] == b"o":
        return words[1], words[2:-1], None
    if b"l" not in words:
        raise _rejected(words[1], "has no hints")
    middle = words.index(b"l")
    return words[1], words[2 : middle - 1], words[middle + 1 : -1]


def _lrat_glance(line: bytes) -> tuple[Name, bool] | None:
    """``name literals 0 hints 0``, or ``name d names 0``."""
    words = line.split(None, 2)
    if not words or words[0] == b"c" or words[1:2] == [b"d"]:
        return None
    if len(words) < 3:
        raise CertificateRejected(f"solver's proof: {line[:80]!r} cannot be read as LRAT")
    return words[0], words[1] == b"0"


def _lrat_parts(line: bytes) -> Parts:
    words = _whole(line)
    middle = words.index(b"0", 0, -1)
    return words[0], words[1:middle], words[middle + 1 : -1]


def _whole(line: bytes) -> list[bytes]:
    words = line.split()
    if words[-1] != b"0":
        raise ValueError("a line that does not end by 0")
    return words
