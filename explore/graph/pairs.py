"""The hardest pairs of states of an undirected graph, each exact by few searches.

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

from puzzleproof.explore.graph.distances import FarthestPair
from puzzleproof.explore.graph.eccentricity import diameter, farthest_pair, net_of
from puzzleproof.explore.graph.net import Net, Vertices
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.explore.packed_task import Symmetry


def hardest_pair(graph: Graph, components: Iterable[int] | None = None) -> FarthestPair | None:
    """The two states farthest apart in any of some components (by default, in any at all)."""
    chosen = range(len(graph.firsts)) if components is None else components
    done: set[int] = set()

    def find(number: int) -> FarthestPair | None:
        """One of several components that are images of one another is enough."""
        if number in done:
            return None
        images = (graph.image(one, graph.firsts[number]) for one in graph.task.symmetries)
        done.update(graph.component_of(image) for image in images if image is not None)
        return diameter(graph, number)

    return _best(graph, chosen, find)


def longest_inversion(graph: Graph, symmetry: Symmetry) -> FarthestPair | None:
    """The longest inversion of any component; None if there is none."""
    every = range(len(graph.firsts))
    return _best(graph, every, lambda number: longest_inversion_in(graph, symmetry, number))


def longest_inversion_in(
    graph: Graph, symmetry: Symmetry, component: int = 0
) -> FarthestPair | None:
    """The longest inversion of a component; None if its images are in another one."""
    of = graph.images_in(component, symmetry)
    if of is None:
        return None
    return _longest(*net_of(graph, component), np.array(of)).shifted(graph.firsts[component])


def hardest_symmetric_pair(graph: Graph, symmetry: Symmetry) -> FarthestPair | None:
    """The two states of the start's component farthest apart that are both their own image."""
    of = np.array(graph.images_in(0, symmetry) or [], np.int64)
    among = np.flatnonzero(of == np.arange(len(of)))
    if not len(among):
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


def _longest(net: Net, images: Sequence[Vertices], of: Vertices) -> FarthestPair:
    """Search a component until no bound is above the longest inversion that is known."""
    # s and its image have inversions of one length, so that `of` gives no further bounds.
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
