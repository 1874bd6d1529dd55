"""The exact diameter of a component of a graph of arrays.

The bounds and the order of searches are those of `puzzleproof.explore.graph.eccentricity`, whose
docstring has the argument; here they are arrays over the vertices of the component.  No orbits are
formed: bounds of images are equal, and all of them are kept.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from puzzleproof.explore.graph.arrays.distances import Depths, depths_from
from puzzleproof.explore.graph.arrays.graph import ArrayGraph, Vertices
from puzzleproof.explore.graph.eccentricity import FEW, REMEMBERED, FarthestPair
from puzzleproof.explore.graph.partners import Partners

MOST = 30_000
"""The more states a search visits, the more pairs may be looked at instead; these take 0.1 GB."""


def diameter(graph: ArrayGraph, component: Vertices) -> FarthestPair:
    """The two vertices of a component that are farthest apart; ``component`` is ascending."""
    return _Bounds(graph, component).farthest()


class _Bounds:
    """Bounds of the eccentricities of the vertices that still matter."""

    def __init__(self, graph: ArrayGraph, component: Vertices) -> None:
        self._graph, self._component = graph, component
        self._images = self._all_images()
        """The place in the component of each vertex's image, for each symmetry that keeps it."""
        self._left = np.arange(len(component))
        for image in self._images:
            self._left = self._left[image[self._left] >= self._left]
        self._low = np.zeros(len(self._left), np.int32)
        self._high = np.full(len(self._left), len(component), np.int32)
        self._found: Depths = np.empty(0, np.int32)
        self._past = deque[Depths](maxlen=REMEMBERED)
        self._most, self._ends, self._searches = -1, (int(component[0]), int(component[0])), 0

    def _all_images(self) -> list[Vertices]:
        """Images of the whole component, where they are in it."""
        found, component = list[Vertices](), self._component
        for symmetry in self._graph.task.symmetries:
            first = self._graph.images(symmetry, component[:1])
            at = min(int(np.searchsorted(component, first)[0]), len(component) - 1)
            if component[at] == first[0]:
                images = self._graph.images(symmetry, component)
                found.append(np.searchsorted(component, images))
        return found

    def farthest(self) -> FarthestPair:
        """Search until no two vertices can be farther apart."""
        few = max(FEW, min(MOST, len(self._component) // 100))
        while len(self._left) * (1 + len(self._images)) > few:
            self._search(self._next())
            self._past.append(self._found)
        left = self._left
        partners = Partners(left.tolist(), [image[left].tolist() for image in self._images])
        for found in self._past:
            self._note(partners, found)
        self._keep_those(partners)
        while len(self._left):
            self._search(partners.most() if self._searches % 2 else self._next())
            self._note(partners, self._found)
            self._keep_those(partners)
        return FarthestPair(self._most, self._ends, self._searches)

    def _next(self) -> int:
        """Where the lower bound is lowest or the upper one highest, in turn; of these by degree."""
        low, high = self._low, self._high
        best = high == high.max() if self._searches % 2 else low == low.min()
        some = self._left[best]
        return int(some[self._graph.degrees_of(self._component[some]).argmax()])

    def _search(self, source: int) -> None:
        """One search; vertices that no other can be too far from are dropped."""
        sources = self._component[source : source + 1]
        found = depths_from(self._graph, sources)[self._component]
        self._searches += 1
        far = int(found.max())
        if far > self._most:
            self._most = far
            self._ends = (int(sources[0]), int(self._component[found.argmax()]))
        self._found = found
        at = [found[self._left], *(found[image[self._left]] for image in self._images)]
        near, most = np.minimum.reduce(at), np.maximum.reduce(at)
        self._high = np.minimum(self._high, far + near)
        self._low = np.maximum(self._low, np.maximum(most, far - near))
        self._keep(self._high > self._most)

    def _note(self, partners: Partners, found: Depths) -> None:
        """Exclude pairs by one search and its images."""
        every = np.array(partners.every, np.int64)
        for image in (None, *self._images):
            at = every if image is None else image[every]
            partners.note(found[at].tolist(), self._most)

    def _keep_those(self, partners: Partners) -> None:
        kept = [vertex in partners.of for vertex in self._left.tolist()]
        self._keep(np.array(kept, np.bool_))
        partners.of = {vertex: partners.of[vertex] for vertex in self._left.tolist()}

    def _keep(self, kept: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
        self._left, self._low, self._high = self._left[kept], self._low[kept], self._high[kept]
