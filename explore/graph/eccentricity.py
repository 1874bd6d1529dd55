"""Exact diameter and eccentricities of a component by few searches.

The *eccentricity* of a state is its distance from the state farthest from it; the *diameter* is
the greatest, the *radius* the least, the *centre* where it is least.  After a search from v with
eccentricity e, every w at distance d has max(d, e - d) <= eccentricity(w) <= e + d (Takes and
Kosters, 2011, "Determining the diameter of small world networks").  A symmetry s gives the
search from s(v) without running it, and s(w) has the eccentricity of w: bounds are kept for one
vertex of each orbit, and the nearest and the farthest image of w count.  Searches start in turn
where the upper bound is highest and where the lower is lowest.  For the diameter, once few states
are left, `puzzleproof.explore.graph.partners` bounds pairs of them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from puzzleproof.explore.graph.distances import distances
from puzzleproof.explore.graph.partners import Partners
from puzzleproof.explore.graph.symmetric import local_images
from puzzleproof.explore.graph.whole import Graph, Rows

FEW = 8_000
"""Pairs are bounded once no more vertices are left, images included."""
REMEMBERED = 8
"""Searches whose distances are remembered for the bounds of pairs, the last ones."""


@dataclass(frozen=True, slots=True)
class FarthestPair:
    """Two vertices as far apart as any, out of those that were asked about."""

    distance: int
    ends: tuple[int, int]
    searches: int
    """How many breadth-first searches it took."""

    def shifted(self, first: int) -> FarthestPair:
        """The same where vertices are counted from another one, vertex ``first`` being 0 here."""
        one, other = self.ends
        return FarthestPair(self.distance, (first + one, first + other), self.searches)


@dataclass(frozen=True, slots=True)
class Eccentricities:
    """The eccentricity of every vertex of a component, in the order of their numbers."""

    of: list[int]
    searches: int

    @property
    def radius(self) -> int:
        """The least."""
        return min(self.of)

    def table(self) -> dict[int, int]:
        """For each eccentricity how many vertices have it, ascending."""
        return dict(sorted(Counter(self.of).items()))


def diameter(graph: Graph, component: int = 0, searches: int | None = None) -> FarthestPair | None:
    """The two states of a component that are farthest apart; None for a directed graph.

    None as well where more than ``searches`` would be needed.
    """
    if graph.directed:
        return None
    rows, images = graph.rows_of(component), local_images(graph, component)
    bounds = _Bounds(rows, range(len(rows)), images)
    found = bounds.farthest(searches)
    return found and found.shifted(graph.firsts[component])


def eccentricities(
    graph: Graph, component: int = 0, on_search: Callable[[int, int], None] | None = None
) -> Eccentricities | None:
    """The eccentricity of every vertex of a component; None for a directed graph.

    ``on_search`` is told after each search of how many states, of how many, it is known; images
    under a symmetry count once.
    """
    if graph.directed:
        return None
    rows, images = graph.rows_of(component), local_images(graph, component)
    bounds = _Bounds(rows, range(len(rows)), images)
    total = len(bounds.left)
    while bounds.left:
        bounds.search(bounds.next())
        bounds.close()
        if on_search is not None:
            on_search(total - len(bounds.left), total)
    return Eccentricities([bounds.exact[v] for v in bounds.orbit], bounds.searches)


def farthest_pair(
    rows: Rows, among: Sequence[int], images: Sequence[list[int]] = ()
) -> FarthestPair:
    """The two vertices among some that are farthest apart; all are in one component.

    ``images`` are symmetries of the component that keep the set ``among``, with all their
    compositions.
    """
    found = _Bounds(rows, among, images).farthest()
    assert found is not None, "without a bound of searches there is a pair"
    return found


class _Bounds:
    """Bounds of the eccentricities with regard to some vertices, one vertex of each orbit."""

    def __init__(self, rows: Rows, among: Sequence[int], images: Sequence[list[int]]) -> None:
        self.rows, self.among, self.images = rows, among, images
        self.orbit = self._orbits()
        self.left = sorted(set(self.orbit))
        """Vertices whose eccentricity may still matter, one of each orbit."""
        self.low = [0] * len(self.left)
        self.high = [len(rows)] * len(self.left)
        self.exact: dict[int, int] = {}
        self.found: list[int] = []
        """The distances from the source of the last search, and the greatest of them."""
        self.far = 0
        self.most = -1
        self.ends = (among[0], among[0])
        self.searches = 0
        self.upwards = False
        self.past = deque[list[int]](maxlen=REMEMBERED)
        """The distances of the last searches; only `farthest` uses them."""

    def _orbits(self) -> list[int]:
        """For each vertex among those asked about the least of its images."""
        least = list(self.among)
        for of in self.images:
            least = list(map(min, least, [of[v] for v in self.among]))
        return least

    def farthest(self, searches: int | None = None) -> FarthestPair | None:
        """Search until no two can be farther apart; None after so many searches."""
        while len(self.left) * (1 + len(self.images)) > FEW:
            if self.searches == searches:
                return None
            self.search(self.next())
            self.past.append(self.found)
            self.drop()
        return self._farthest_of_few(searches)

    def _farthest_of_few(self, searches: int | None) -> FarthestPair | None:
        """The same where pairs of those left can be bounded one by one."""
        partners = Partners(self.left, [[of[v] for v in self.left] for of in self.images])
        for found in self.past:
            self._note(partners, found)
        self._keep_those(partners)
        while self.left:
            if self.searches == searches:
                return None
            self.search(partners.most() if self.searches % 2 else self.next())
            self.drop()
            self._note(partners, self.found)
            self._keep_those(partners)
        return FarthestPair(self.most, self.ends, self.searches)

    def _note(self, partners: Partners, found: list[int]) -> None:
        """Exclude pairs by one search and its images."""
        every = partners.every
        partners.note([found[v] for v in every], self.most)
        for of in self.images:
            partners.note([found[of[v]] for v in every], self.most)

    def next(self) -> int:
        """The next source: of highest upper bound or of lowest lower bound, in turn."""
        self.upwards = not self.upwards
        if self.upwards:
            best = max(self.high)
            chosen = (k for k, high in enumerate(self.high) if high == best)
        else:
            best = min(self.low)
            chosen = (k for k, low in enumerate(self.low) if low == best)
        rows, left = self.rows, self.left
        return left[max(chosen, key=lambda k: len(rows[left[k]]))]

    def search(self, source: int) -> None:
        """One search; only its upper bounds are noted at once."""
        self.measure(source)
        far, near = self.far, self._nearest()
        self.high = list(map(min, self.high, [far + n for n in near]))

    def measure(self, source: int) -> None:
        """One search, and the greatest distance known."""
        found = cast("list[int]", distances(self.rows, (source,)))
        self.searches += 1
        at = found if self.among == range(len(found)) else [found[v] for v in self.among]
        self.far = self.exact[source] = max(at)
        if self.far > self.most:
            self.most = self.far
            self.ends = (source, self.among[at.index(self.far)])
        self.found = found

    def raise_low(self) -> None:
        """Note the lower bounds of the last search, for the vertices still left."""
        found, far, near = self.found, self.far, self._nearest()
        self.low = list(map(max, self.low, [far - n for n in near]))
        for of in (None, *self.images):
            at = [found[v] if of is None else found[of[v]] for v in self.left]
            self.low = list(map(max, self.low, at))

    def _nearest(self) -> list[int]:
        """How far the nearest image of each vertex left is from the source of the last search."""
        found = self.found
        near = [found[v] for v in self.left]
        for of in self.images:
            near = list(map(min, near, [found[of[v]] for v in self.left]))
        return near

    def drop(self) -> None:
        """Keep only vertices that may be farther from another than any two that are known."""
        most = self.most
        self._keep([k for k, high in enumerate(self.high) if high > most])
        self.raise_low()

    def close(self) -> None:
        """Keep only vertices whose bounds differ."""
        self.raise_low()
        both = list(zip(self.left, self.low, self.high, strict=True))
        self.exact.update((vertex, low) for vertex, low, high in both if low == high)
        self._keep([k for k, (_, low, high) in enumerate(both) if low < high])

    def _keep_those(self, partners: Partners) -> None:
        """Keep only vertices that have partners, and partners of these."""
        self._keep([k for k, vertex in enumerate(self.left) if vertex in partners.of])
        partners.of = {vertex: partners.of[vertex] for vertex in self.left}

    def _keep(self, kept: list[int]) -> None:
        if len(kept) < len(self.left):
            self.left = [self.left[k] for k in kept]
            self.low = [self.low[k] for k in kept]
            self.high = [self.high[k] for k in kept]
