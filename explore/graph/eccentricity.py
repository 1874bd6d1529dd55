"""Exact diameter and eccentricities of a component by few searches.

The *eccentricity* of a state is its distance from the state farthest from it.  The *diameter* is
the greatest eccentricity, the *radius* the least; states whose eccentricity is the radius are the
*centre*.  After a search from v with eccentricity e, every w at distance d has max(d, e - d) <=
eccentricity(w) <= e + d (Takes and Kosters, 2011, "Determining the diameter of small world
networks").  A symmetry maps w to a state of the same eccentricity, so bounds are kept for one
vertex w of each orbit, and d may be the distance of any image of w.  Searches start in turn where
the upper bound is highest and where the lower bound is lowest.  If only few states may have an
eccentricity above the greatest known distance, a search for the diameter bounds the distances of
pairs of these states too.

An *inversion* is a shortest path from a state w to its image under a symmetry.  A search from v
bounds its length: |d(v, w) - d(v, image of w)| <= length <= d(v, w) + d(v, image of w); so searches
start where the upper bound is highest, until no bound is above the longest known inversion.  Two
searches come first.  One starts at all states that are their own images: from a state within d
moves of them, an inversion has at most 2 d moves.  The other starts at all states one move from
their images, and shows at most 2 d + 1 moves.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.graph.distances import FarthestPair, Patience
from puzzleproof.explore.graph.graph import Graph
from puzzleproof.explore.graph.net import Depths, Neighbours, Net, Vertices
from puzzleproof.explore.graph.spaces import Symmetry

Images: TypeAlias = Vertices | Neighbours
"""For each vertex its image under a symmetry."""
FEW = 8_000
"""Pairs are bounded once at most so many vertices are left, images included (64 MB)."""
REMEMBERED = 8
"""The number of latest searches whose distances are kept for the bounds of pairs."""


def diameter(graph: Graph, component: int = 0, steps: int | None = None) -> FarthestPair:
    """Return the two states that are farthest apart in a component of an undirected graph.

    It gives up if it expects its searches to visit more than ``steps`` states in all.
    """
    return farthest_pair(*net_of(graph, component), steps=steps).shifted(graph.firsts[component])


def eccentricities(
    graph: Graph, component: int = 0, on_search: Callable[[int, int], None] | None = None
) -> list[int]:
    """Measure the eccentricity of every vertex of a component of an undirected graph, in order.

    After each search ``on_search`` gets the number of finished states and the number of all states;
    a state and its images count once.
    """
    return _Bounds(*net_of(graph, component)).eccentricities(on_search)


def farthest_pair(
    net: Net,
    images: Sequence[Images] = (),
    among: Vertices | None = None,
    steps: int | None = None,
) -> FarthestPair:
    """Find the two vertices of a component, or of ``among``, that are farthest apart.

    It gives up if it expects its searches to visit more than ``steps`` states in all.  ``images``
    are symmetries of the component that keep the set ``among``; with the identity, they have to be
    a group.
    """
    return _Bounds(net, images, among).farthest(Patience(steps and steps // len(net)))


def net_of(graph: Graph, component: int) -> tuple[Net, list[Images]]:
    """Return a component as arrays, its vertices numbered from 0, and its symmetries' images."""
    images = (images_in(graph, component, one) for one in graph.space.symmetries)
    return graph.net(component), [of for of in images if of is not None]


def images_in(graph: Graph, component: int, symmetry: Symmetry) -> Images | None:
    """Return the images of a component's vertices, numbered from 0; None if they are elsewhere."""
    run, images = graph.component(component), graph.images(symmetry)
    if int(images[run.start]) not in run:
        return None
    found: Images = np.asarray(images[run.start : run.stop])
    return found - np.int32(run.start) if run.start else found


class _Bounds:
    """Bounds of eccentricities within ``among``, for one vertex of each orbit."""

    def __init__(self, net: Net, images: Sequence[Images], among: Vertices | None = None) -> None:
        self._net, self._images = net, images
        self._among: Vertices = np.arange(len(net)) if among is None else np.sort(among)
        self._left = self._among
        """Vertices whose eccentricity may still matter."""
        for image in images:
            self._left = self._left[image[self._left] >= self._left]
        self._low = np.zeros(len(self._left), np.int32)
        self._high = np.full(len(self._left), len(net), np.int32)
        first = int(self._among[0])
        self._most, self._ends, self._searches = -1, (first, first), 0

    def farthest(self, patience: Patience) -> FarthestPair:
        """Search until no two vertices can be farther apart, or until the patience is over.

        After a search from v, d(x, y) <= d(v, x) + d(v, y) for all x and y.  Bounds of
        eccentricities take the worst y for each x: when all but a few hundred states are excluded,
        the states left are far from v as well, and such bounds say little about them.  When few
        states x are left, ``pairs`` has a row for each x: the states y for which no search has
        shown that d(x, y) is at most the greatest known distance.  Excluded states need no columns,
        as no distance from them is greater; images of the states left need columns.  A symmetry s
        gives the distances from s(v) too: d(s(v), x) = d(v, s'(x)) with s' its inverse, which is
        among the symmetries as well.
        """
        past = deque[Depths](maxlen=REMEMBERED)
        while len(self._left) * (1 + len(self._images)) > FEW:
            if patience.is_over(self._searches, len(self._left)):
                return self._given_up()
            past.append(self._search(self._next()))
            self._keep(self._high > self._most)
        left = self._left
        every = np.unique(np.concatenate([left, *(image[left] for image in self._images)]))
        pairs = np.ones((len(left), len(every)), np.bool_)
        while True:
            for found in past:
                left = self._left
                for one, other in ((every, left), *((i[every], i[left]) for i in self._images)):
                    far = found[one]
                    for row, depth in zip(pairs, found[other].tolist(), strict=True):
                        row &= far > self._most - depth
            kept = pairs.any(1) & (self._high > self._most)
            self._keep(kept)
            pairs = pairs[kept]
            if not len(pairs):
                return FarthestPair(self._most, self._ends, self._searches)
            if patience.is_over(self._searches, len(self._left)):
                return self._given_up()
            most = int(self._left[pairs.sum(1).argmax()])  # a search from it settles all its pairs
            past.clear()
            past.append(self._search(most if self._searches % 2 else self._next()))

    def _given_up(self) -> FarthestPair:
        return FarthestPair(self._most, self._ends, self._searches, int(self._high.max()))

    def eccentricities(self, on_search: Callable[[int, int], None] | None) -> list[int]:
        """Search until the bounds of each vertex agree."""
        exact, total = np.zeros(len(self._net), np.int32), len(self._left)
        orbits = self._left
        while len(self._left):
            self._search(self._next())
            known = self._low == self._high
            exact[self._left[known]] = self._low[known]
            self._keep(~known)
            if on_search is not None:
                on_search(total - len(self._left), total)
        for image in self._images:
            exact[image[orbits]] = exact[orbits]
        found: list[int] = exact.tolist()
        return found

    def _next(self) -> int:
        """Choose a vertex with the lowest lower bound or, in turn, with the highest upper bound.

        Of several such vertices, the one with the highest degree is taken.
        """
        low, high = self._low, self._high
        some = self._left[high == high.max() if self._searches % 2 else low == low.min()]
        return int(some[self._net.degrees[some].argmax()])

    def _search(self, source: int) -> Depths:
        """Run a search, and update the bounds of the vertices left."""
        found = self._net.depths(np.array([source]))
        self._searches += 1
        at = found[self._among]
        far = int(at.max())
        if far > self._most:
            self._most, self._ends = far, (source, int(self._among[at.argmax()]))
        every = [found[self._left], *(found[image[self._left]] for image in self._images)]
        near, most = np.minimum.reduce(every), np.maximum.reduce(every)
        self._high = np.minimum(self._high, far + near)
        self._low = np.maximum(self._low, np.maximum(most, far - near))
        return found

    def _keep(self, kept: npt.NDArray[np.bool_]) -> None:
        self._left, self._low, self._high = self._left[kept], self._low[kept], self._high[kept]


# --- the hardest pairs of some kind ---------------------------------------------------------


def hardest_pair(graph: Graph, components: Iterable[int] | None = None) -> FarthestPair | None:
    """Find the two states farthest apart within one of some components (by default, of all)."""
    return _best(graph, components, lambda number: diameter(graph, number))


def longest_inversion(graph: Graph, symmetry: Symmetry) -> FarthestPair | None:
    """Return the longest inversion of any component; None if no component has one."""
    return _best(graph, None, lambda number: longest_inversion_in(graph, symmetry, number))


def longest_inversion_in(
    graph: Graph, symmetry: Symmetry, component: int = 0
) -> FarthestPair | None:
    """Return the longest inversion of a component; None if images are outside the component."""
    of = images_in(graph, component, symmetry)
    if of is None:
        return None
    return _longest(*net_of(graph, component), of).shifted(graph.firsts[component])


def hardest_symmetric_pair(graph: Graph, symmetry: Symmetry) -> FarthestPair | None:
    """Find the farthest pair of states that are their own images, in the start's component."""
    of = images_in(graph, 0, symmetry)
    among = np.flatnonzero(of == np.arange(graph.size(0)))
    if of is None or not len(among):
        return None
    net, every = net_of(graph, 0)
    others = [of for of in every if np.isin(of[among], among).all()]
    return farthest_pair(net, others, among)


def _best(
    graph: Graph, components: Iterable[int] | None, find: Callable[[int], FarthestPair | None]
) -> FarthestPair | None:
    """Choose the farthest pair; large components first: n states are at most n - 1 moves apart."""
    best: FarthestPair | None = None
    chosen, searches = range(len(graph.firsts)) if components is None else components, 0
    for number in sorted(chosen, key=lambda k: -len(graph.component(k))):
        if best and len(graph.component(number)) - 1 <= best.distance:
            break
        if found := find(number):
            searches += found.searches
            best = found if best is None or found.distance > best.distance else best
    return best and FarthestPair(best.distance, best.ends, searches)


def _longest(net: Net, images: Sequence[Images], of: Images) -> FarthestPair:
    """Search a component until no bound is above the longest inversion that is known."""
    # A state and its image have inversions of the same length: `of` gives no further bounds.
    images = [image for image in images if not np.array_equal(image, of)]
    every = np.arange(len(net))
    left, sources = np.flatnonzero(every <= of), every.repeat(net.degrees)
    high = np.full(len(left), 2 * len(net))
    most, ends, searches = -1, (0, 0), 0
    met = np.flatnonzero(of == every), np.unique(sources[net.neighbours == of[sources]])
    for between, some in enumerate(met):
        if len(some):
            searches += 1
            high = np.minimum(high, 2 * net.depths(some)[left] + between)
    while len(left):
        searches += 1
        source = int(left[high.argmax()])
        found = net.depths(np.array([source]))
        for at in (found, *(found[image] for image in images)):
            high = np.minimum(high, at[left] + at[of[left]])
        if found[of[source]] > most:
            most, ends = int(found[of[source]]), (source, int(of[source]))
        kept = high > most
        left, high = left[kept], high[kept]
    return FarthestPair(most, ends, searches)
