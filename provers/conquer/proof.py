"""The proofs of cubes joined into one LRAT proof of the formula that they split.

The proof of a cube refutes F and the cube's literals, as unit clauses.  Let each of its lemmas have
the negated literals of the cube in addition: then it follows from F alone, by the same hints less
those unit clauses, and where the proof ends with the empty clause there stands the negated cube.
The last part refutes F and all negated cubes, which shows that the cubes leave nothing out.

Numbers of clauses: F has 1 to m in every proof.  What follows is shifted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

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
        units = range(self._clauses + 1, self._clauses + len(cube) + 1)
        more = [-literal for literal in cube]
        numbers = self._numbers(len(cube), dict.fromkeys(units))
        left = set[int]()
        for number, literals, hints in lines:
            kept = [new for new in map(numbers, hints) if new is not None]
            if number:
                self._last = _known(numbers(number))
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
        given = {self._clauses + k: number for k, number in enumerate(self._negated, 1)}
        numbers = self._numbers(len(given), given)
        for number, literals, hints in lines:
            found = [_known(numbers(hint)) for hint in hints]
            yield (_known(numbers(number)) if number else 0), literals, found

    def _numbers(self, extra: int, known: Mapping[int, int | None]) -> Callable[[int], int | None]:
        """The number in the whole proof of one in a part, whose formula has ``extra`` clauses."""
        first, shift = self._clauses + extra, self._last - self._clauses - extra

        def number(one: int) -> int | None:
            if one <= self._clauses:
                return one
            return one + shift if one > first else known[one]

        return number


def _known(number: int | None) -> int:
    assert number is not None
    return number
