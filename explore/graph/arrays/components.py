"""Components of a graph of arrays: least labels, spread over edges and shortened."""

from __future__ import annotations

import numpy as np

from puzzleproof.explore.graph.arrays.graph import ArrayGraph, Neighbours


def component_labels(graph: ArrayGraph) -> Neighbours:
    """For each vertex the least vertex of its component.

    A label is always a vertex of the same component, and not above the vertex itself.  Each vertex
    takes the least label beside it and passes it on to the vertex whose label it had; then labels
    are followed to their ends (Y. Shiloach, U. Vishkin, An O(log n) parallel connectivity
    algorithm, 1982).  When nothing changes any more, neighbours have the same label.
    """
    label = np.arange(len(graph.keys), dtype=np.int32)
    linked = np.flatnonzero(graph.degrees)
    rows = graph.first[linked]
    while len(linked):
        least = np.minimum.reduceat(label[graph.neighbours], rows)
        better = least < label[linked]
        if not better.any():
            break
        np.minimum.at(label, label[linked[better]], least[better])
        label = _followed(label)
    return label


def _followed(label: Neighbours) -> Neighbours:
    """Labels that are labels of themselves."""
    while True:
        further = label[label]
        if np.array_equal(further, label):
            return label
        label = further
