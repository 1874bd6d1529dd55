"""Bounds beside the true distances of all states of a small board."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.verify.bounds import LowerBound
from puzzleproof.verify.bounds.graphs import LabelGraph

T = TypeVar("T")


def layered(
    ends: Iterable[int], beyond: Callable[[list[int]], set[int]], limit: int = 200_000
) -> list[list[int]]:
    """The states 0, 1, 2, … moves from the end; ``beyond`` are those one move from some."""
    layers = [list(ends)]
    known = set(layers[0])
    while layers[-1] and len(known) < limit:
        layers.append(list(beyond(layers[-1]) - known))
        known.update(layers[-1])
    return layers


def layers_from(graph: LabelGraph, ends: Iterable[int], limit: int = 200_000) -> list[list[int]]:
    """The same where moves can be undone."""
    return layered(ends, graph.beyond, limit)


def overstated(bound: LowerBound, layers: Iterable[list[int]]) -> int:
    """Of how many states the bound says that they are further from the end than they are."""
    return sum(len(layer) - len(bound.near(layer, d + 1)) for d, layer in enumerate(layers))


def value(bound: LowerBound, number: int) -> int:
    """The most moves that the bound says to be ahead of a state."""
    moves = 0
    while not bound.near([number], moves + 1):
        moves += 1
    return moves


def distances(graph: LabelGraph) -> tuple[list[list[int]], list[int]]:
    """The states that the start reaches by their true distance from the end, and those of none.

    Moves need not be undone: the way is followed from the start, and all moves remembered.
    """
    puzzle = graph.puzzle
    forward = LabelGraph(puzzle)
    before, here = dict[int, list[int]](), [forward.start]
    seen = set(here)
    for number in here:
        for after in forward.beyond((number,)):
            before.setdefault(after, []).append(number)
            if after not in seen:
                seen.add(after)
                here.append(after)
    layers = layered(
        filter(graph.is_end, seen),
        lambda layer: {one for number in layer for one in before.get(number, ())},
        len(seen) + 1,
    )
    return layers, list(seen.difference(*layers))


def groups(puzzle: SlidingPuzzle, size: int = 2, number: int = 3) -> tuple[str, dict[str, Any]]:
    """The lemma for random partitions of all pieces into groups of so many."""
    return "piece_groups", {
        "partitions": [
            ["".join(some) for some in part] for part in _cut(puzzle.names, 3, size, number)
        ]
    }


def patterns(puzzle: TilesPuzzle, size: int = 4, number: int = 2) -> tuple[str, dict[str, Any]]:
    """The lemma for random partitions of all tiles into patterns of so many."""
    cells = puzzle.rows * puzzle.columns
    return "tile_patterns", {"partitions": _cut(range(1, cells), 7, size, number)}


def _cut(every: Sequence[T], seed: int, size: int, number: int) -> list[list[list[T]]]:
    chance = random.Random(seed)  # noqa: S311 (no secret)
    found = list[list[list[T]]]()
    for _ in range(number):
        order = chance.sample(every, len(every))
        found.append([order[k : k + size] for k in range(0, len(order), size)])
    return found
