"""Vertices and their neighbours in arrays; breadth-first search, layer by layer; components."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.models.arrays.words import Words
from puzzleproof.models.errors import LimitReached

Vertices: TypeAlias = npt.NDArray[np.int64]
Neighbours: TypeAlias = npt.NDArray[np.int32]
Depths: TypeAlias = npt.NDArray[np.int32]
"""For each vertex its distance, `NONE` where there is no path."""
NONE = -1
AT_ONCE = 1 << 17
"""The number of vertices whose neighbours are held at a time."""
CHUNK = 1 << 14
"""The number of states expanded at once; their indices fit 16 bits, which numpy sorts by radix."""
STATE_BYTES, NEIGHBOUR_BYTES = 60, 20
"""Bytes for a state without its neighbours, and for a neighbour, working memory included."""
Arcs: TypeAlias = Callable[[Words], Iterable[tuple[Words, Words]]]
"""States -> their successors, in any order, with the indices of sources (`ArrayBoard.arcs`)."""


@dataclass(frozen=True, eq=False)
class Net:
    """An undirected graph as two arrays: every move can be undone."""

    first: Vertices
    """The index of each vertex's first neighbour, and at the end the number of neighbours."""
    neighbours: Neighbours

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> "Net":
        """Build the arrays of a graph from lists of neighbours."""
        first = np.fromiter(accumulate(map(len, rows), initial=0), np.int64, len(rows) + 1)
        return cls(first, np.fromiter(chain.from_iterable(rows), np.int32, int(first[-1])))

    def __len__(self) -> int:
        """Count the vertices."""
        return len(self.first) - 1

    @property
    def degrees(self) -> Vertices:
        """The number of neighbours of each vertex."""
        return np.diff(self.first)

    def __getitem__(self, vertex: int) -> list[int]:
        """Return the neighbours of a vertex."""
        found: list[int] = self.neighbours[self.first[vertex] : self.first[vertex + 1]].tolist()
        return found

    def beside(self, vertices: Vertices | Neighbours) -> Neighbours:
        """Return the neighbours of some vertices, vertex by vertex."""
        first = self.first.take(vertices)
        counts = self.first.take(vertices + 1) - first
        ends = counts.cumsum()
        where = (first - ends + counts).repeat(counts)
        where += np.arange(len(where))
        found: Neighbours = self.neighbours.take(where)
        return found

    def depths(self, sources: Vertices) -> Depths:
        """Measure how far every vertex is from the nearest of ``sources``, which are distinct."""
        found = np.full(len(self), NONE, np.int32)
        place = np.empty(len(self), np.int32)
        layer: Vertices | Neighbours = sources
        depth = 0
        found[layer] = 0
        while len(layer):
            depth += 1
            parts = list[Neighbours]()
            for first in range(0, len(layer), AT_ONCE):
                beside = self.beside(layer[first : first + AT_ONCE])
                beside = beside.compress(found.take(beside) == NONE)
                found[beside] = depth
                # If a vertex occurs several times, only its last place is kept.
                numbers = np.arange(len(beside), dtype=np.int32)
                place[beside] = numbers
                parts.append(beside.compress(place.take(beside) == numbers))
            layer = parts[0] if len(parts) == 1 else np.concatenate(parts)
        return found

    def run(self, vertices: range) -> "Net":
        """Return the component that is this run of ``vertices``, numbered from 0."""
        first = self.first[vertices.start : vertices.stop + 1]
        neighbours = self.neighbours[first[0] : first[-1]]
        if not vertices.start:
            return Net(first, neighbours)
        return Net(first - first[0], neighbours - np.int32(vertices.start))

    def numbered(self, order: Neighbours, number: Neighbours) -> "Net":
        """Return the same graph in another ``order``; ``number`` has each vertex's new number."""
        first = np.zeros(len(order) + 1, np.int64)
        np.cumsum(self.degrees[order], out=first[1:])
        neighbours = np.empty(first[-1], np.int32)
        for k in range(0, len(order), AT_ONCE):
            last = min(k + AT_ONCE, len(order))
            neighbours[first[k] : first[last]] = number.take(self.beside(order[k:last]))
        return Net(first, neighbours)

    def labels(self) -> Neighbours:
        """Return for each vertex the least vertex of its component.

        A label is always a vertex of the same component, and not above the vertex itself.  If a
        vertex has the label v, and the least label beside it is below v, then v gets that label;
        then labels are followed to their ends (Y. Shiloach, U. Vishkin, An O(log n) parallel
        connectivity algorithm, 1982).  When nothing changes any more, neighbours have the same
        label.
        """
        label = np.arange(len(self), dtype=np.int32)
        linked = np.flatnonzero(self.degrees)
        rows = self.first[linked]
        while len(linked):
            least = np.minimum.reduceat(label[self.neighbours], rows)
            better = least < label[linked]
            if not better.any():
                break
            np.minimum.at(label, label[linked[better]], least[better])
            while not np.array_equal(further := label[label], label):
                label = further
        return label


# --- made from moves ------------------------------------------------------------------------


def net_of(every: Words, arcs: Arcs, memory: int | None = None) -> Net:
    """Return the graph of the ascending states ``every``; the index of a state is its vertex.

    Raises LimitReached before it takes more bytes than ``memory``.
    """
    degrees, rows = [np.zeros(1, np.int64)], list[Neighbours]()
    for first in range(0, len(every), CHUNK):
        degree, row = _rows(every[first : first + CHUNK], every, arcs)
        need = len(every) * int(STATE_BYTES + NEIGHBOUR_BYTES * degree.mean())
        if memory is not None and need > memory:
            raise LimitReached(f"a graph of some {need:,} bytes")
        degrees.append(degree)
        rows.append(row)
    ends = np.cumsum(np.concatenate(degrees))
    neighbours = np.empty(ends[-1], np.int32)
    for first in reversed(range(0, len(every), CHUNK)):
        neighbours[ends[first] : ends[min(first + CHUNK, len(every))]] = rows.pop()
    return Net(ends, neighbours)


def _rows(some: Words, every: Words, arcs: Arcs) -> tuple[Vertices, Neighbours]:
    """Return the numbers of neighbours of some states, and their neighbours, state by state."""
    made = list(arcs(some))
    if not made:
        return np.zeros(len(some), np.int64), np.empty(0, np.int32)
    after, sources = (np.concatenate(parts) for parts in zip(*made, strict=True))
    order = np.argsort(sources.astype(np.uint16), kind="stable")
    # Each part is almost in order, which makes searches quick.
    found = np.searchsorted(every, after).astype(np.int32)
    return np.bincount(sources, minlength=len(some)), found.take(order)
