"""Lines of a proof that recur at every step: kept once, and written for each step by adding.

A number in such a line counts from a place that moves with the step: a variable from the first of
the step, a clause from the first of its family at the step, a lemma from the first that was written
for the step.  What is kept is a *mark*, the number and the kind of place that it counts from; with
the places of a step, a line is its marks with the places added.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import pairwise

from puzzleproof.provers.lrat.writer import LineBlock
from puzzleproof.verify.lrat import ADD

BLOCK_LINES = 1024
"""Lines of a block."""


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


def literals(numbers: Iterable[int]) -> tuple[int, ...]:
    """The marks of some literals."""
    return tuple(map(literal, numbers))


class RecurringLemmas:
    """Lemmas of a step, in order; another step may have only the first of them."""

    def __init__(self) -> None:
        self._marks = array("q")
        self._ends = array("q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, number: int, clause: Iterable[int], hints: Iterable[int]) -> None:
        """Add a lemma; its number, literals and hints are marks."""
        self._marks.extend((ADD << WIDE, number, *clause, 0, *hints, 0))
        self._ends.append(len(self._marks))

    def blocks(self, places: Sequence[int], count: int) -> Iterator[LineBlock]:
        """The first ``count`` lemmas at a step; ``places`` are the step's, in order of `Place`."""
        for first in range(0, count, BLOCK_LINES):
            ends = self._ends[first : min(first + BLOCK_LINES, count) + 1]
            marks = self._marks[ends[0] : ends[-1]]
            numbers = [(one >> WIDE) + places[one & MASK] for one in marks]
            yield LineBlock(numbers, tuple(end - start for start, end in pairwise(ends)))
