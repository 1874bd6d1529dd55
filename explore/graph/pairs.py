"""The hardest pairs of states under a condition, each exact by few searches.

An *inversion* leads from a state to its image under a symmetry.  A search from v bounds the
inversion of s: |d(v, s) - d(v, image of s)| <= its length <= d(v, s) + d(v, image of s), by the
triangle inequality; so searches start where the upper bound is highest until none is above the
longest inversion that is known, as with the eccentricities of Takes and Kosters (2011).  Before
any, the states that are their own image and the pairs of images one move apart are searched from
all at once: what comes within d moves of one of them is inverted in 2 d moves, or 2 d + 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import cast

from puzzleproof.explore.graph.distances import distances
from puzzleproof.explore.graph.eccentricity import FarthestPair, diameter, farthest_pair
from puzzleproof.explore.graph.symmetric import Images, local_images
from puzzleproof.explore.graph.whole import Graph, Rows


def hardest_pair(graph: Graph, components: Iterable[int] | None = None) -> FarthestPair | None:
    """The two states farthest apart in any of some components (by default, in any at all).

    None for a directed graph, or for no component.
    """
    if graph.directed:
        return None
    chosen = range(len(graph.firsts)) if components is None else components
    done: set[int] = set()

    def find(number: int) -> FarthestPair | None:
        """Of components that are images of one another one is enough."""
        if number in done:
            return None
        done.update(_image_components(graph, number))
        return diameter(graph, number)

    return _best(graph, chosen, find)


def _image_components(graph: Graph, component: int) -> Iterator[int]:
    for symmetry in graph.task.symmetries:
        image = graph.index.get(symmetry.image(graph.states[graph.firsts[component]]))
        if image is not None:
            yield graph.component_of(image)


def longest_inversion(graph: Graph, images: Images) -> FarthestPair | None:
    """The longest inversion of any component; None for a directed graph or if there is none."""
    if graph.directed:
        return None
    return _best(graph, images.kept(), lambda number: longest_inversion_in(graph, images, number))


def longest_inversion_in(graph: Graph, images: Images, component: int = 0) -> FarthestPair | None:
    """The longest inversion of a component; None where its images are in another one."""
    of = None if graph.directed else images.local(component)
    if of is None:
        return None
    found = _Inversions(graph.rows_of(component), of, local_images(graph, component)).longest()
    return found.shifted(graph.firsts[component])


def hardest_symmetric_pair(graph: Graph, images: Images, component: int = 0) -> FarthestPair | None:
    """The two states farthest apart that are both their own image; None where there are none."""
    first = graph.firsts[component]
    fixed = [vertex - first for vertex in images.fixed_in(component)]
    if graph.directed or not fixed:
        return None
    known = set(fixed)
    others = [of for of in local_images(graph, component) if all(of[v] in known for v in fixed)]
    return farthest_pair(graph.rows_of(component), fixed, others).shifted(first)


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

    def __init__(self, rows: Rows, of: list[int], images: Sequence[list[int]]) -> None:
        self.rows, self.of = rows, of
        # s and its image have inversions of one length, so that `of` gives no further bounds.
        self.images = [image for image in images if image != of]
        self.left: list[int] = [v for v, image in enumerate(of) if v <= image]
        self.high: list[int] = [2 * len(rows)] * len(self.left)
        self.searches = 0
        self._meet([v for v, image in enumerate(of) if v == image], 0)
        self._meet([v for v, image in enumerate(of) if image in rows[v]], 1)

    def _meet(self, sources: list[int], between: int) -> None:
        """Bound inversions through states that are their own image, or next to it."""
        if sources:
            near = self._search(sources)
            self._note([2 * near[v] + between for v in self.left])

    def _search(self, sources: list[int]) -> list[int]:
        self.searches += 1
        return cast("list[int]", distances(self.rows, sources))

    def _note(self, bounds: list[int]) -> None:
        self.high = [min(high, bound) for high, bound in zip(self.high, bounds, strict=True)]

    def _bound(self, source: int) -> int:
        """The inversion of one state; its search gives upper bounds of others."""
        of, found = self.of, self._search([source])
        for image in (None, *self.images):
            at = found if image is None else [found[v] for v in image]
            self._note([at[v] + at[of[v]] for v in self.left])
        return found[of[source]]

    def longest(self) -> FarthestPair:
        """Search until no bound is above the longest inversion that is known."""
        most, ends = -1, (0, 0)
        while self.left:
            source = self.left[max(range(len(self.left)), key=self.high.__getitem__)]
            length = self._bound(source)
            if length > most:
                most, ends = length, (source, self.of[source])
            kept = [k for k, high in enumerate(self.high) if high > most]
            self.left = [self.left[k] for k in kept]
            self.high = [self.high[k] for k in kept]
        return FarthestPair(most, ends, self.searches)
