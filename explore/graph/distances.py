"""Distances in a state graph: breadth-first search from one state or from many (Moore, 1959).

The *distance* is the number of moves.  A *path* is a sequence of states: two moves between the same
two states count as one.  Everything here needs the standard library alone, and works in a browser.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from puzzleproof.models.graph_view import distances as distances

Rows: TypeAlias = list[list[int]]
"""For each vertex its neighbours, each once."""
Distances: TypeAlias = list[int | None]
"""For each vertex its distance, None if there is no path."""


def layer_sizes(found: Distances) -> list[int]:
    """Count the vertices at each distance, from 0 on."""
    counts = Counter(found)
    return [counts[depth] for depth in range(len(counts) - (None in counts))]


@dataclass(frozen=True, slots=True)
class FarthestPair:
    """Two of the requested vertices that are farthest apart."""

    distance: int
    ends: tuple[int, int]
    searches: int
    """The number of breadth-first searches."""
    at_most: int | None = None
    """If the search gave up, an upper bound of all distances; else None."""

    def shifted(self, first: int) -> "FarthestPair":
        """Return the same pair with ``first`` added to the number of each vertex."""
        one, other = self.ends
        return replace(self, ends=(first + one, first + other))


FIRST_LOOK = 32
"""The progress is judged after this many searches, and whenever their number has doubled."""


class Patience:
    """Stops a series of searches when too many would be needed.

    The number needed is estimated from the vertices settled since the last estimate.
    """

    def __init__(self, most: int | None) -> None:
        """Allow at most ``most`` searches; None: never stop."""
        self._most, self._look, self._left = most, FIRST_LOOK, 0

    def is_over(self, done: int, left: int) -> bool:
        """Tell whether to give up; ask after each search, while vertices are left."""
        if self._most is None or done < min(self._look, self._most):
            return False
        settled, since = self._left - left, done // 2
        needed = done + left * since / max(1, settled)
        first, self._look, self._left = done == FIRST_LOOK, 2 * done, left
        return done >= self._most or (needed > self._most and not first)


Matters: TypeAlias = Callable[[int, int, int, int], bool]
"""Takes a lower and an upper bound of an eccentricity, and the greatest and the least known
eccentricity; tells whether the bounds still matter."""


def searches_from_few(
    rows: Rows, vertices: int, search: Callable[[int], list[int]], matters: Matters
) -> Iterator[tuple[int, list[int], int, int]]:
    """Search a connected graph from some of its first ``vertices`` vertices until no bounds matter.

    Yields the source of each search, the distances from it, how many vertices have bounds that
    still matter, and the greatest upper bound of these vertices (0 if no vertex is left).  The
    bounds are the ones of `puzzleproof.explore.graph.eccentricity`, without symmetries or pairs.
    """
    left: list[int] = list(range(vertices))
    low, high, most, least = [0] * vertices, [vertices] * vertices, 0, vertices
    by_low = False
    while left:
        bounds, best = (low, min(low)) if by_low else (high, max(high))
        chosen = (k for k, bound in enumerate(bounds) if bound == best)
        source, by_low = left[max(chosen, key=lambda k: len(rows[left[k]]))], not by_low
        found = search(source)
        far = max(found)
        most, least = max(most, far), min(least, far)
        at = [found[vertex] for vertex in left]
        high = [min(bound, far + depth) for bound, depth in zip(high, at, strict=True)]
        low = [max(bound, depth, far - depth) for bound, depth in zip(low, at, strict=True)]
        kept = [k for k in range(len(left)) if matters(low[k], high[k], most, least)]
        left, low, high = ([some[k] for k in kept] for some in (left, low, high))
        yield source, found, len(left), max(high, default=0)


def farthest_of_few(rows: Rows, searches: int | None = None) -> FarthestPair:
    """Return the two vertices of a connected graph that are farthest apart.

    It gives up if it expects to need more than ``searches`` searches.
    """

    def search(source: int) -> list[int]:
        return cast("list[int]", distances(rows, (source,)))

    most, ends, done, patience = -1, (0, 0), 0, Patience(searches)
    series = searches_from_few(rows, len(rows), search, lambda _, high, most, __: high > most)
    for source, found, left, highest in series:
        done += 1
        if max(found) > most:
            most = max(found)
            ends = source, found.index(most)
        if left and patience.is_over(done, left):
            return FarthestPair(most, ends, done, highest)
    return FarthestPair(most, ends, done)
