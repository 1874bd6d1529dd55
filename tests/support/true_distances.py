"""Bounds beside the true distances of all states of a small board."""

from __future__ import annotations

from collections.abc import Iterable

from puzzleproof.verify.bounds import LowerBound
from puzzleproof.verify.bounds.graphs import LabelGraph


def layers_from(graph: LabelGraph, ends: Iterable[int], limit: int = 200_000) -> list[list[int]]:
    """The states 0, 1, 2, … moves from the end; moves can be taken back."""
    layers, known = [list(ends)], set(ends)
    while layers[-1] and len(known) < limit:
        layers.append(list(graph.beyond(layers[-1]) - known))
        known.update(layers[-1])
    return layers


def overstated(bound: LowerBound, layers: Iterable[list[int]]) -> int:
    """Of how many states the bound says that they are further from the end than they are."""
    return sum(len(layer) - len(bound.near(layer, d + 1)) for d, layer in enumerate(layers))


def value(bound: LowerBound, number: int) -> int:
    """The most moves that the bound says to be ahead of a state."""
    moves = 0
    while not bound.near([number], moves + 1):
        moves += 1
    return moves
