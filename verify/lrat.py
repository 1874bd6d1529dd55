"""Check an LRAT proof: each line is a clause that follows from the clauses named by its hints.

L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp, Efficient certified RAT
verification, CADE 2017.  A line adds a clause.  Suppose that all its literals are false.  Each
hint in turn names a clause with one literal that is not false, so that literal must be true.  The
last hint names a clause whose literals are all false: a contradiction, so the new clause follows
(*reverse unit propagation*).  A deletion line forgets clauses.  The proof is valid if it adds the
empty clause.  Steps that need resolution asymmetric tautologies (negative hints) are not accepted;
no proof of this project has any.

Binary form (*CLRAT*): ``a`` id literals 0 hints 0, and ``d`` ids 0.  A number x >= 0 is written as
2x and a number x < 0 as 1 - 2x, as a varint (`puzzleproof.verify.records`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from puzzleproof.models.budget import spend
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.records import VARINT, Varints

TOKEN_LIMIT, LINE_LIMIT = 10, 1 << 24

Line: TypeAlias = tuple[int, list[int], list[int]]
"""(id, literals, hints) adds a clause; (0, [], ids) forgets clauses."""


def check_lines(clauses: Iterable[Sequence[int]], variables: int, lines: Iterable[Line]) -> int:
    """Check a proof that the clauses, numbered from 1, cannot all hold; counts the hints followed.

    Raises CertificateRejected naming the first line that does not follow, or if the proof ends
    without the empty clause.
    """
    known: dict[int, Sequence[int]] = dict(enumerate(clauses, 1))
    false = bytearray(2 * variables + 1)  # by literal; a negative literal counts from the end
    hints_followed, last = 0, len(known)
    for number, literals, hints in lines:
        if not number:
            _forget(known, hints)
            continue
        if number <= last:
            raise CertificateRejected(f"proof, clause {number}: its number does not rise")
        last = number
        if literals and (0 in literals or max(*literals, -min(literals)) > variables):
            raise CertificateRejected(f"proof, clause {number}: a literal above {variables}, or 0")
        for literal in literals:
            false[literal] = 1
        trail = literals.copy()
        try:
            spend(1 + sum(map(len, map(known.__getitem__, hints))) // 4)
            good = _follow(known, false, trail, hints)
        except KeyError as error:
            raise CertificateRejected(f"proof, clause {number}: no clause {error}") from None
        if not good:
            raise CertificateRejected(f"proof, clause {number}: its hints do not make it follow")
        for literal in trail:
            false[literal] = 0
        hints_followed += len(hints)
        if not literals:
            return hints_followed
        known[number] = literals
    raise CertificateRejected("proof: it ends without the empty clause")


def _follow(
    known: dict[int, Sequence[int]], false: bytearray, trail: list[int], hints: list[int]
) -> bool:
    """Tell whether the hints lead to a contradiction at the last hint and not before."""
    last = 0
    for last, hint in enumerate(hints, 1):  # noqa: B007  compared below
        left = 0
        for literal in known[hint]:
            if not false[literal]:
                if left:
                    return False
                left = literal
        if not left:
            break
        if not false[-left]:
            false[-left] = 1
            trail.append(-left)
    else:
        return False
    return last == len(hints)


def _forget(known: dict[int, Sequence[int]], numbers: Iterable[int]) -> None:
    for number in numbers:
        if known.pop(number, None) is None:
            raise CertificateRejected(f"proof: it forgets clause {number}, which does not exist")


class _Numbers(Varints):
    """The bytes of a number -> the number, computed when the bytes are first met."""

    def value(self, varint: bytes) -> int:
        """Return the number; raises CertificateRejected if it is too long."""
        if len(varint) > TOKEN_LIMIT:
            raise CertificateRejected(f"proof: a number of over {TOKEN_LIMIT} bytes")
        value = super().value(varint)
        if value == 1 or (len(varint) > 1 and not varint[-1]):
            raise CertificateRejected("proof: a number that is not written the short way")
        return -(value >> 1) if value & 1 else value >> 1


def binary_lines(read: Callable[[], bytes]) -> Iterator[Line]:
    """Read CLRAT; ``read`` returns the next bytes, or no bytes at the end."""
    numbers = _Numbers()
    rest = b""
    pending = list[int]()
    while more := read():
        data = rest + more
        end = max(data.rfind(bytes((0,))) + 1, 0)
        rest = data[end:]
        pending += [numbers[token] for token in VARINT.findall(data[:end])]
        lines, done = _lines(pending)
        yield from lines
        del pending[:done]
        if len(pending) + len(rest) > LINE_LIMIT:
            raise CertificateRejected(f"proof: a line of over {LINE_LIMIT:,} numbers")
    if rest or pending:
        raise CertificateRejected("proof: it ends in the middle of a line")


ADD, DELETE = -48, 50
"""The bytes ``a`` and ``d``, read as numbers."""


def _lines(numbers: list[int]) -> tuple[list[Line], int]:
    """Return the complete lines, and the index after the last of them."""
    lines, place, find = list[Line](), 0, numbers.index
    while place < len(numbers):
        kind = numbers[place]
        try:
            middle = find(0, place)
            end = find(0, middle + 1) if kind == ADD else middle
        except ValueError:
            break
        if kind == ADD and middle > place + 1:
            line = numbers[place + 1], numbers[place + 2 : middle], numbers[middle + 1 : end]
        elif kind == DELETE:
            line = 0, list[int](), numbers[place + 1 : end]
        else:
            raise CertificateRejected("proof: a line begins with neither 'a' nor 'd'")
        lines.append(line)
        place = end + 1
    return lines, place


def text_lines(read: Callable[[], bytes]) -> Iterator[Line]:
    """Yield LRAT lines: ``id literals 0 hints 0`` and ``id d ids 0``; skips remarks after ``c``."""
    rest, count, odd = b"", 0, re.compile(rb"[_+]")  # int() would accept these in a number
    while more := read():
        whole = (rest + more).split(b"\n")
        rest = whole.pop()
        if len(rest) > LINE_LIMIT:
            raise CertificateRejected(f"proof: a line of over {LINE_LIMIT:,} bytes")
        for text in whole:
            count += 1
            try:
                numbers = list(map(int, text.split()))
                middle = numbers.index(0)
                if odd.search(text) or numbers[-1] or not 0 < middle < len(numbers) - 1:
                    raise ValueError
                yield numbers[0], numbers[1:middle], numbers[middle + 1 : -1]
            except ValueError:
                line = _other_line(text.split(), count)
                if line:
                    yield line
    if rest:
        raise CertificateRejected("proof: it ends in the middle of a line")


def _other_line(words: list[bytes], count: int) -> Line | None:
    """Return a deletion line; None for a remark."""
    if not words or words[0] == b"c":
        return None
    try:
        numbers = words[:1] + words[2:]
        if words[1] == b"d" and words[-1] == b"0" and all(word.isdigit() for word in numbers):
            return 0, [], [int(word) for word in words[2:-1]]
    except (IndexError, ValueError):  # int() refuses thousands of digits
        pass
    raise CertificateRejected(f"proof, line {count}: cannot be read as LRAT")
