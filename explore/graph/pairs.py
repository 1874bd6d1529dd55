"""The hardest pairs of states under a condition, each exact by few searches.

An *inversion* leads from a state to its image under a symmetry.  A search from v bounds the
inversion of s: |d(v, s) - d(v, image of s)| <= its length <= d(v, s) + d(v, image of s), by the
triangle inequality; so searches start where the upper bound is highest until none is above the
longest inversion that is known, as with the eccentricities of Takes and Kosters (2011).  Before
any, the states that are their own image and the pairs of images one move apart are searched from
all at once: what comes within d moves of one of them is inverted in 2 d moves, or 2 d + 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.graph.distances import FarthestPair
from puzzleproof.explore.graph.eccentricity import (
    Images,
    all_images,
    diameter,
    farthest_pair,
    net_of,
)
from puzzleproof.explore.graph.net import Depths, Net, Vertices
from puzzleproof.explore.graph.whole import Graph


def hardest_pair(graph: Graph, components: Iterable[int] | None = None) -> FarthestPair | None:
    """The two states farthest apart in any of some components (by default, in any at all).

    None for a directed graph, or for no component.
    """
    if graph.directed:
        return None
    chosen = range(len(graph.firsts)) if components is None else components
    done: set[int] = set()

    def find(number: int) -> FarthestPair | None:
        """One of several components that are images of one another is enough."""
        if number in done:
            return None
        done.update(k for one in all_images(graph) if (k := one.component(number)) is not None)
        return diameter(graph, number)

    return _best(graph, chosen, find)


def longest_inversion(graph: Graph, images: Images) -> FarthestPair | None:
    """The longest inversion of any component; None for a directed graph or if there is none."""
    if graph.directed:
        return None
    every = range(len(graph.firsts))
    return _best(graph, every, lambda number: longest_inversion_in(graph, images, number))


def longest_inversion_in(graph: Graph, images: Images, component: int = 0) -> FarthestPair | None:
    """The longest inversion of a component; None if its images are in another one."""
    of = None if graph.directed else images.local(component)
    if of is None:
        return None
    net, others = net_of(graph, component)
    found = _Inversions(net, np.array(of), others).longest()
    return found.shifted(graph.firsts[component])


def hardest_symmetric_pair(graph: Graph, images: Images) -> FarthestPair | None:
    """The two states of the start's component farthest apart that are both their own image."""
    of = np.array(images.local(0) or [], np.int64)
    among = np.flatnonzero(of == np.arange(len(of)))
    if graph.directed or not len(among):
        return None
    net, every = net_of(graph, 0)
    others = [of for of in every if np.isin(of[among], among).all()]
    return farthest_pair(net, others, among)


def _best(
    graph: Graph, components: Iterable[int], find: Callable[[int], FarthestPair | None]
) -> FarthestPair | None:
    """The best of some components, large ones first; n states are n - 1 moves apart at most."""
    best: FarthestPair | None = None
    searches = 0
    for number in sorted(components, key=lambda k: -len(graph.component(k))):
        if best and len(graph.component(number)) - 1 <= best.distance:
            break
        found = find(number)
        if found:
            searches += found.searches
            best = found if best is None or found.distance > best.distance else best
    return best and FarthestPair(best.distance, best.ends, searches)


class _Inversions:
    """Upper bounds of the inversions of a component."""

    def __init__(self, net: Net, of: Vertices, images: Sequence[Vertices]) -> None:
        self._net, self._of = net, of
        # s and its image have inversions of one length, so that `of` gives no further bounds.
        self._images = [image for image in images if not np.array_equal(image, of)]
        every = np.arange(len(net))
        self._left: Vertices = np.flatnonzero(every <= of)
        self._high = np.full(len(self._left), 2 * len(net))
        self._searches = 0
        self._meet(np.flatnonzero(of == every), 0)
        sources = every.repeat(net.degrees)
        self._meet(np.unique(sources[net.neighbours == of[sources]]), 1)

    def _meet(self, sources: Vertices, between: int) -> None:
        """Bound inversions through states that are their own image, or next to it."""
        if len(sources):
            near = self._search(sources)
            self._note(2 * near[self._left] + between)

    def _search(self, sources: Vertices) -> Depths:
        self._searches += 1
        return self._net.depths(sources)

    def _note(self, bounds: npt.NDArray[np.int32]) -> None:
        self._high = np.minimum(self._high, bounds)

    def _bound(self, source: int) -> int:
        """The inversion of one state; its search gives upper bounds of others."""
        of, left, found = self._of, self._left, self._search(np.array([source]))
        for image in (None, *self._images):
            at = found if image is None else found[image]
            self._note(at[left] + at[of[left]])
        return int(found[of[source]])

    def longest(self) -> FarthestPair:
        """Search until no bound is above the longest inversion that is known."""
        most, ends = -1, (0, 0)
        while len(self._left):
            source = int(self._left[self._high.argmax()])
            length = self._bound(source)
            if length > most:
                most, ends = length, (source, int(self._of[source]))
            kept = self._high > most
            self._left, self._high = self._left[kept], self._high[kept]
        return FarthestPair(most, ends, self._searches)
