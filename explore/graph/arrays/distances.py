"""Distances in a graph of arrays: breadth-first search, a whole layer at a time."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.graph.arrays.graph import ArrayGraph, Neighbours, Vertices

Depths = npt.NDArray[np.int32]
"""For each vertex its distance, `NONE` where there is no path."""
NONE = -1
AT_ONCE = 1 << 17
"""Vertices whose neighbours are held at a time."""


def depths_from(graph: ArrayGraph, sources: Vertices) -> Depths:
    """The distance of every vertex from the nearest of ``sources`` (each once)."""
    found = np.full(len(graph.keys), NONE, np.int32)
    place = np.empty(len(graph.keys), np.int32)
    layer: Vertices | Neighbours = sources
    depth = 0
    found[layer] = 0
    while len(layer):
        depth += 1
        parts = list[Neighbours]()
        for first in range(0, len(layer), AT_ONCE):
            beside = neighbours_of(graph, layer[first : first + AT_ONCE])
            beside = beside.compress(found.take(beside) == NONE)
            found[beside] = depth
            # Of each vertex that came several times the place noted last counts.
            numbers = np.arange(len(beside), dtype=np.int32)
            place[beside] = numbers
            parts.append(beside.compress(place.take(beside) == numbers))
        layer = parts[0] if len(parts) == 1 else np.concatenate(parts)
    return found


def neighbours_of(graph: ArrayGraph, vertices: Vertices | Neighbours) -> Neighbours:
    """The neighbours of some vertices, vertex by vertex."""
    first = graph.first.take(vertices)
    counts = graph.first.take(vertices + 1) - first
    ends = counts.cumsum()
    where = (first - ends + counts).repeat(counts)
    where += np.arange(len(where))
    found: Neighbours = graph.neighbours.take(where)
    return found


def layer_sizes(found: Depths) -> list[int]:
    """How many vertices there are at each distance, from 0 on."""
    sizes: list[int] = np.bincount(found[found != NONE]).tolist()
    return sizes
