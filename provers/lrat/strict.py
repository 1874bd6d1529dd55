"""Make the hints of an LRAT proof strict, as the verified checker of the ACL2 books asks.

*Strict* (see `puzzleproof.provers.lrat.writer`): each hint in turn is unit and adds a literal, and
the last one is false.  Hints that are satisfied, or come after the contradiction, are dropped.
CaDiCaL's hints were strict in all proofs that were looked at, so certificates have them as they
are: the checker of `verify` reads every proof, and this is for other checkers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.lrat import Line


def made_strict(clauses: Sequence[Sequence[int]], lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the proof with strict hints.

    Raises CertificateRejected where hints do not lead to a contradiction.
    """
    known = dict(enumerate(map(frozenset, clauses), 1))
    for number, literals, hints in lines:
        if number:
            known[number] = frozenset(literals)
            yield number, literals, _strict_hints(known, number, hints)
        else:
            for one in hints:
                del known[one]
            yield 0, [], hints


def rejected(name: object, fault: str) -> CertificateRejected:
    """The error to raise for a clause of a solver's proof."""
    return CertificateRejected(f"solver's proof, clause {name}: {fault}")


def _strict_hints(
    known: Mapping[int, frozenset[int]], number: int, hints: Iterable[int]
) -> list[int]:
    """The hints up to the contradiction, without those that are satisfied."""
    false, kept = set(known[number]), list[int]()
    for hint in hints:
        left = known[hint] - false
        if len(left) == 1:
            (literal,) = left
            if -literal not in false:
                false.add(-literal)
                kept.append(hint)
        elif not left:
            return [*kept, hint]
        elif not any(-literal in false for literal in left):
            raise rejected(number, f"its hint {hint} is not unit")
    raise rejected(number, "its hints do not lead to a contradiction")
