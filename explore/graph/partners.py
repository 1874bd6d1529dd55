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

    def __init__(self, left: Sequence[int], images: Sequence[list[int]]) -> None:
        self._images = images
        every = dict.fromkeys(left)
        for of in images:
            every.update(dict.fromkeys([of[vertex] for vertex in left]))
        self._every = list(every)
        self.of = dict.fromkeys(left, (1 << len(every)) - 1)
        """For each vertex that has any, its partners: bits number the images of all of ``left``."""

    def note(self, found: Sequence[int], most: int) -> None:
        """Exclude by the distances of one search; ``most`` is the greatest known distance."""
        for of in (None, *self._images):
            at = found if of is None else [found[image] for image in of]
            beyond = _beyond([at[vertex] for vertex in self._every], most)
            partners = ((x, bits & beyond[most - at[x]]) for x, bits in self.of.items())
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
