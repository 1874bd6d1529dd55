"""Where one move takes the pieces, remembered by what stands in their way.

The *way* of a place is made of the cells that a piece covers anywhere within one move from there,
on a board without other pieces.  Which of these places one move reaches depends on the other pieces
by the cells of the way that they cover, and by nothing else; so the rules are asked once for each
place and pattern of these cells.  Where the whole board has the same cells covered as before, what
was found then is found at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

PATTERNS_KEPT, PLACES_KEPT = 20_000, 1_000_000
"""Patterns of covered cells, and places reached, that are remembered at most; then all are
forgotten."""

Passed: TypeAlias = Callable[[int, int], Iterable[tuple[int, str]]]
"""(place, path) of all that a piece passes in one move, from its place and the others' cells."""


class Reached(dict[int, "ReachedOn"]):
    """Cells covered by all pieces -> what the piece on each place reaches by one move."""

    def __init__(self, passed: Passed, rests: Callable[[int], bool], *, joined: bool) -> None:
        """``joined``: what is within one move of a place, on an empty board, has the same way."""
        super().__init__()
        self._passed, self._rests, self._joined = passed, rests, joined
        self._from = dict[int, tuple[int, dict[int, tuple[int, ...]]]]()
        """Place -> its way, and what is reached by the cells of the way that are covered."""
        self._kept = 0

    def __missing__(self, covered: int) -> ReachedOn:
        if len(self) >= PATTERNS_KEPT:
            self.clear()
        self[covered] = found = ReachedOn(self, covered)
        return found

    def places(self, place: int, covered: int) -> tuple[int, ...]:
        """The places where a piece may come to rest."""
        if place not in self._from:
            self._add_ways(place)
        way, known = self._from[place]
        found = known.get(covered & way)
        if found is None:
            passed = self._passed(place, covered & ~place)
            found = known[covered & way] = tuple(p for p, _ in passed if self._rests(p))
            self._kept += 1 + len(found)
            if self._kept > PLACES_KEPT:
                self._from.clear()
                self._kept = 0
        return found

    def _add_ways(self, place: int) -> None:
        places = [place, *(after for after, _ in self._passed(place, 0))]
        way = 0
        for one in places:
            way |= one
        for one in places if self._joined else (place,):
            self._from[one] = way, {}


class ReachedOn(dict[int, tuple[int, ...]]):
    """Place -> the places that one move of its piece reaches, where these cells are covered."""

    __slots__ = ("_covered", "_every")

    def __init__(self, every: Reached, covered: int) -> None:
        super().__init__()
        self._every, self._covered = every, covered

    def __missing__(self, place: int) -> tuple[int, ...]:
        self[place] = found = self._every.places(place, self._covered)
        return found
