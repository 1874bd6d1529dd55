"""Which pairs of states may still be farther apart than any pair that is known.

After a search from v, d(x, y) <= d(v, x) + d(v, y) for all x and y.  Bounds of eccentricities
(Takes and Kosters, 2011) take the worst y for each x: when all but a few hundred states are
excluded, those left are far from v as well, and such bounds say little about them.  Here each x has
the set of its *partners*, the y for which no search has shown that d(x, y) is at most the greatest
known distance.  Sets are bits of integers.  States excluded before are no partners, as none of
their distances is greater.  Where x has no partner left it is excluded, and with none left the
greatest known distance is the diameter.

A symmetry s gives the distances from s(v) too: d(s(v), x) = d(v, s'(x)) with s' its inverse, which
is among the symmetries as well.
"""

from __future__ import annotations

from collections.abc import Sequence


class Partners:
    """The partners of some vertices, one of each orbit; ``images`` are all other symmetries."""

    def __init__(self, left: Sequence[int], images: Sequence[Sequence[int]]) -> None:
        """``images`` give for each of ``left`` its image under each symmetry."""
        every = dict.fromkeys(left)
        for image in images:
            every.update(dict.fromkeys(image))
        self.every = list(every)
        """All images of ``left``, which are the first of them."""
        self._numbers = {vertex: number for number, vertex in enumerate(left)}
        self.of = dict.fromkeys(left, (1 << len(every)) - 1)
        """For each vertex that has any, its partners: bits number ``every``."""

    def note(self, found: Sequence[int], most: int) -> None:
        """Exclude by the distances of ``every`` from one vertex; ``most`` is the greatest known."""
        beyond, numbers = _beyond(found, most), self._numbers
        partners = ((x, bits & beyond[most - found[numbers[x]]]) for x, bits in self.of.items())
        self.of = {x: bits for x, bits in partners if bits}

    def most(self) -> int:
        """The vertex with the most partners: its own search excludes them all."""
        return max(self.of, key=lambda vertex: self.of[vertex].bit_count())


def _beyond(distances: Sequence[int], most: int) -> list[int]:
    """For each distance up to ``most`` the numbers of those that are farther, as bits.

    >>> _beyond([2, 0, 1], 2) == [0b101, 0b001, 0]
    True
    """
    there = [0] * (most + 1)
    for number, distance in enumerate(distances):
        there[distance] |= 1 << number
    farther = 0
    for distance in range(most, -1, -1):
        there[distance], farther = farther, farther | there[distance]
    return there
