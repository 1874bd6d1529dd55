"""The neighbours of every state, whatever the direction of arcs."""

from __future__ import annotations

from collections.abc import Sequence

from puzzleproof.models.graph_view import GraphView


def neighbours(view: GraphView) -> Sequence[Sequence[int]]:
    """For each vertex those that an edge or an arc joins to it, each once."""
    if not view.directed:
        return view.rows
    found = [set(row) for row in view.rows]
    for vertex, row in enumerate(view.rows):
        for after in row:
            found[after].add(vertex)
    return [sorted(row) for row in found]
