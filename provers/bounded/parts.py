"""Cuts of a peg board into the parts of a bound, and of these into the small parts of a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

from puzzleproof.models.pegs.boards import Hole
from puzzleproof.verify.bounds.departures import PARTS
from puzzleproof.verify.bounds.peg_graph import PegGraph

Part: TypeAlias = tuple[int, ...]
"""Places of holes, ascending."""

MOST_HOLES = 19
"""Of a part: its table has half a million entries."""
ORDERS: tuple[Callable[[Hole], tuple[int, int]], ...] = (
    lambda hole: (hole[1], hole[0]),
    lambda hole: (hole[0], hole[1]),
    lambda hole: (hole[0] + hole[1], hole[0]),
)
"""Cuts are by rows, by columns and by diagonals: the holes in this order, in equal pieces."""


def cuts_of(graph: PegGraph) -> list[tuple[Part, ...]]:
    """Ways to cut the board into as few parts as tables allow; none twice, up to the symmetries."""
    number, found = -(-graph.holes // MOST_HOLES), list[tuple[Part, ...]]()
    seen = set[frozenset[Part]]()
    for order in ORDERS:
        parts = _pieces(graph, order, max(2, number))
        if frozenset(parts) not in seen:
            found.append(parts)
        for images in graph.group:
            seen.add(frozenset(tuple(sorted(images[k] for k in part)) for part in parts))
    return found


def _pieces(
    graph: PegGraph, order: Callable[[Hole], tuple[int, int]], number: int
) -> tuple[Part, ...]:
    holes = graph.puzzle.board.holes
    places = sorted(range(len(holes)), key=lambda k: order(holes[k]))
    ends = [len(places) * k // number for k in range(number + 1)]
    return tuple(tuple(sorted(places[a:b])) for a, b in pairwise(ends) if a < b)


def letters(parts: Sequence[Part]) -> str:
    """A letter for each hole, as the header of a certificate has them.

    >>> letters([(0, 2), (1,)])
    'aba'
    """
    letter = {k: PARTS[number] for number, part in enumerate(parts) for k in part}
    return "".join(letter[k] for k in range(len(letter)))


def small_parts(graph: PegGraph, part: Part, size: int) -> list[Part]:
    """Divide a part into clusters of neighbouring holes, of so many each at most."""
    holes, left, found = graph.puzzle.board.holes, set(part), list[Part]()
    for rest in range(-(-len(part) // size), 0, -1):
        cluster: list[int] = []
        wanted = -(-len(left) // rest)
        while len(cluster) < wanted:
            cluster.append(_nearest(holes, left, cluster))
            left.discard(cluster[-1])
        found.append(tuple(sorted(cluster)))
    return found


def _nearest(holes: Sequence[Hole], left: set[int], cluster: Sequence[int]) -> int:
    return min(left, key=lambda k: (*_distance(holes, k, cluster), k))


def _distance(holes: Sequence[Hole], k: int, cluster: Sequence[int]) -> tuple[float, ...]:
    """How far a hole is from the middle of a cluster; of an empty one, from the corner."""
    x, y = holes[k]
    if not cluster:
        return (x + y, x)
    middle = [sum(axis) / len(cluster) for axis in zip(*(holes[i] for i in cluster), strict=True)]
    return ((x - middle[0]) ** 2 + (y - middle[1]) ** 2,)
