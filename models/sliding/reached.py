"""Where one move takes a piece, remembered by its place and the cells in its way.

The *way* of a place is made of the cells that the piece covers anywhere within one move on a board
without other pieces.  Which of these places one move reaches depends on the other pieces by the
cells of the way that they cover, and by nothing else; so the rules are asked once for each of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from typing import TypeAlias

PLACES_KEPT = 1_000_000
"""Places that are remembered, at most; then all are forgotten."""

Passed: TypeAlias = Callable[[int, int], Iterable[tuple[int, str]]]
"""(place, path) of all that a piece passes in one move, from its place and the others' cells."""


class Reached(dict[int, "ReachedFrom"]):
    """Place -> what one move reaches from there, made when it is asked for first.

    ``joined`` says that what is within one move of a place, without others, is within one move of
    each other: so all of it has one way.
    """

    def __init__(self, passed: Passed, rests: Callable[[int], bool], *, joined: bool) -> None:
        super().__init__()
        self._passed, self._rests, self._joined, self._kept = passed, rests, joined, 0

    def __missing__(self, place: int) -> ReachedFrom:
        places = [place, *(after for after, _ in self._passed(place, 0))]
        way = reduce(or_, places)
        for one in places if self._joined else (place,):
            self[one] = ReachedFrom(self, one, way)
        return self[place]

    def places(self, place: int, others: int) -> tuple[int, ...]:
        """The places where the piece may come to rest."""
        found = tuple(after for after, _ in self._passed(place, others) if self._rests(after))
        self._kept += 1 + len(found)
        if self._kept > PLACES_KEPT:
            self.clear()
            self._kept = 0
        return found


class ReachedFrom(dict[int, tuple[int, ...]]):
    """The cells of the way that pieces cover -> the places that one move reaches."""

    __slots__ = ("_all", "_place", "way")

    def __init__(self, every: Reached, place: int, way: int) -> None:
        super().__init__()
        self._all, self._place, self.way = every, place, way

    def __missing__(self, covered: int) -> tuple[int, ...]:
        self[covered] = found = self._all.places(self._place, covered & ~self._place)
        return found
