"""Lines of a proof that recur at every step: told once, and written for each step by adding.

A number in such a line counts from a place that moves with the step: a variable from the first of
the step, a clause from the first of its family at the step, a lemma from the first that was written
for the step.  What is kept is a *mark*, the number and the kind of place that it counts from; with
the places of a step, a line is its marks with the places added.  Lines are written as LRAT or CLRAT
(see `puzzleproof.verify.lrat`), some thousands of numbers at a time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import pairwise

from puzzleproof.provers.lrat.clrat import deletion
from puzzleproof.verify.lrat import Line

BLOCK = 1024
"""Lines that are written at once."""

CODES_KEPT = 1 << 20
ADD = -48
"""``a``, the beginning of a line of CLRAT, read as a number."""


class Place(IntEnum):
    """What a number counts from: the number just before the first of these."""

    NUMBERS = 0
    """All numbers: it is what it is."""
    TRUE = 1
    """The step's variables; a literal that is a variable."""
    FALSE = 2
    """The same, negative; a literal that is the opposite of a variable."""
    STATE = 3
    """The clauses about the step alone."""
    AFTER = 4
    """Those about the next step alone."""
    MOVE = 5
    """The clauses about the step and the next."""
    LEMMA = 6
    """The step's lemmas about moves."""
    NOT = 7
    """The step's lemmas that it is not in a state."""
    LATER = 8
    """Those of the next step."""


WIDE, MASK = 4, 15


def mark(number: int, place: Place) -> int:
    """A number and what it counts from."""
    return number << WIDE | place


def literal(number: int) -> int:
    """The mark of a literal, given as it is at step 0."""
    return mark(number, Place.TRUE if number > 0 else Place.FALSE)


class Recurring:
    """Lemmas of a step, in order; at another step there may be just the first so many of them."""

    def __init__(self) -> None:
        self._marks = array("q")
        self._ends = array("q", [0])
        self._hints = array("q", [0])
        self._formats = dict[int, str]()

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, number: int, literals: Iterable[int], hints: Sequence[int]) -> None:
        """Add a lemma; its number, literals and hints are marks."""
        self._marks.extend((ADD << WIDE, number, *literals, 0, *hints, 0))
        self._ends.append(len(self._marks))
        self._hints.append(self._hints[-1] + len(hints))

    def hints(self, count: int) -> int:
        """How many hints the first so many lemmas have together."""
        return self._hints[count]

    def lines(self, places: Sequence[int], count: int) -> Iterator[Line]:
        """The first so many lemmas where these are the places of the step, in order of `Place`."""
        for first in range(count):
            numbers = self._numbers(places, first, first + 1)
            middle = numbers.index(0)
            yield numbers[1], numbers[2:middle], numbers[middle + 1 : -1]

    def text(self, places: Sequence[int], count: int) -> Iterator[bytes]:
        """The same in LRAT."""
        for first in range(0, count, BLOCK):
            last = min(first + BLOCK, count)
            numbers = self._numbers(places, first, last)
            yield (self._format(first, last) % tuple(numbers)).encode("ascii")

    def binary(self, places: Sequence[int], count: int, codes: Codes) -> Iterator[bytes]:
        """The same in CLRAT."""
        for first in range(0, count, BLOCK):
            numbers = self._numbers(places, first, min(first + BLOCK, count))
            yield b"".join(map(codes.__getitem__, numbers))

    def _numbers(self, places: Sequence[int], first: int, last: int) -> list[int]:
        marks = self._marks[self._ends[first] : self._ends[last]]
        return [(one >> WIDE) + places[one & MASK] for one in marks]

    def _format(self, first: int, last: int) -> str:
        """How lines are printed; what stands for ``a`` is printed as nothing."""
        found = self._formats.get(first) if last == first + BLOCK else None
        if found is None:
            ends = self._ends[first : last + 1]
            lengths = (end - start for start, end in pairwise(ends))
            found = "".join(f"%.0s{'%d ' * (length - 2)}%d\n" for length in lengths)
            if last == first + BLOCK:
                self._formats[first] = found
        return found


class Codes(dict[int, bytes]):
    """A number -> its bytes in CLRAT, worked out when first met."""

    def __missing__(self, number: int) -> bytes:
        if len(self) >= CODES_KEPT:
            self.clear()
        self[number] = code = deletion((number,))[1:-1]
        return code
