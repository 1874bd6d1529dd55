"""The proofs of cubes joined into one LRAT proof of the formula that they split.

The proof of a cube refutes F and the cube's literals, as unit clauses.  Let each of its lemmas have
the negated literals of the cube in addition: then it follows from F alone, by the same hints less
those unit clauses, and where the proof ends with the empty clause there stands the negated cube.
The last part refutes F and all negated cubes, which shows that the cubes leave nothing out.

Numbers of clauses: F has 1 to m in every proof.  What follows is shifted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puzzleproof.provers.conquer.splits import Cube
from puzzleproof.verify.lrat import Line


class Joined:
    """The lines of the whole proof, part after part; ``clauses`` is how many F has."""

    def __init__(self, clauses: int) -> None:
        self._clauses = clauses
        self._last = clauses
        self._negated = list[int]()
        """The number of each negated cube."""

    def cube(self, cube: Cube, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield the lines of a cube's proof; the last clause is the negated cube."""
        given, units = self._clauses, self._clauses + len(cube)
        shift = self._last - units
        more = [-literal for literal in cube]
        left = set[int]()
        for number, literals, hints in lines:
            kept = [
                hint if hint <= given else hint + shift
                for hint in hints
                if hint <= given or hint > units
            ]
            if number:
                self._last = number + shift
                rest = [literal for literal in literals if literal not in more]
                yield self._last, sorted([*more, *rest], key=abs), kept
                left.add(self._last)
            elif kept:
                yield 0, [], kept
                left.difference_update(kept)
        self._negated.append(self._last)
        left.discard(self._last)
        if left:
            yield 0, [], sorted(left)

    def cover(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield the lines of the refutation of F and the negated cubes, in the order given."""
        first = self._clauses + len(self._negated)
        shift = self._last - first
        known = {self._clauses + k: number for k, number in enumerate(self._negated, 1)}
        for number, literals, hints in lines:
            found = [known.get(hint, hint + shift if hint > first else hint) for hint in hints]
            yield (number + shift if number else 0), literals, found
