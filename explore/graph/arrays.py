"""The state graph of sliding pieces in arrays: a tenth of the memory and time of lists.

States are the keys of `puzzleproof.models.arrays.sliding`.  In each component but for the start,
vertices are in the order of keys.  Neighbours are made by floods.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from puzzleproof.explore.graph.distances import Distances
from puzzleproof.explore.graph.graph import Graph
from puzzleproof.explore.graph.net import Neighbours, Net, net_of
from puzzleproof.explore.graph.placements import listed
from puzzleproof.explore.graph.spaces import SlidingSpace, SlidingSymmetry, Symmetry
from puzzleproof.explore.layers import layers_on
from puzzleproof.models.arrays.sliding import SlidingBoard, ascending, sliding_board
from puzzleproof.models.arrays.words import Words, new_ones, united
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import State

CHUNK = 1 << 14
"""The number of states whose images are computed at a time."""


@dataclass(frozen=True, eq=False)
class ArrayGraph(Graph):
    """States of sliding pieces as keys, and neighbours in arrays; every move can be undone."""

    rows: Net = field(repr=False)
    board: SlidingBoard = field(repr=False)
    keys: Words = field(repr=False)
    """The keys of all states, ascending."""
    order: Neighbours = field(repr=False)
    """For each vertex the place of its key."""
    vertex: Neighbours = field(repr=False)
    """For each key the vertex."""

    def net(self, number: int) -> Net:
        return self.rows.run(self.component(number))

    def states_of(self, vertices: Iterable[int]) -> list[State]:
        return self.board.states(self.keys[self.order[np.fromiter(vertices, np.int64)]])

    def goals(self) -> list[int]:
        at = np.searchsorted(self.keys, self.board.goals(self.keys))
        found: list[int] = np.sort(self.vertex[at]).tolist()
        return found

    def from_start(self) -> Distances:
        return self._distances([0])

    def to_goals(self) -> Distances:
        return self._distances(self.goals())

    def _distances(self, sources: Sequence[int]) -> Distances:
        found: list[int] = self.rows.depths(np.array(sources, np.int64)).tolist()
        return [None if far < 0 else far for far in found]

    def _degrees(self) -> list[int]:
        found: list[int] = self.rows.degrees.tolist()
        return found

    def _image_of_each(self, symmetry: Symmetry) -> Neighbours:
        assert isinstance(symmetry, SlidingSymmetry), "pieces slide"
        images = images_of(self.board, symmetry, self.keys)
        at = np.searchsorted(self.keys, images)
        at[at == len(self.keys)] = 0
        vertex = np.where(self.keys[at] == images, self.vertex[at], np.int32(-1))
        return vertex.take(self.order)


def array_graph(
    space: SlidingSpace, limit: int, memory: int | None = None, *, reachable: bool = False
) -> ArrayGraph:
    """Build the graph of all configurations, or of what the start reaches.

    Raises LimitReached beyond ``limit`` states, or ``memory`` bytes.
    Raises Unsupported if there are too many pieces, or the board is too large.
    """
    board = sliding_board(space.puzzle)
    if board is None:
        raise Unsupported("too many pieces, or too large a board, for a graph in arrays")
    every = reached(space, board, limit) if reachable else listed(board, limit)
    return graph_of(space, board, every, memory, whole=not reachable)


def graph_of(
    space: SlidingSpace, board: SlidingBoard, keys: Words, memory: int | None, *, whole: bool
) -> ArrayGraph:
    """Build the graph of all these states, which ascend: the start is one, and moves lead to them.

    Raises LimitReached beyond ``memory`` bytes.
    """
    net = net_of(keys, board.arcs, memory)
    labels, puzzle = net.labels(), space.puzzle
    start = np.searchsorted(keys, board.of([puzzle.canonical(puzzle.start)]))
    labels[labels == labels[start]] = -1
    labels[start] = -2
    order = np.argsort(labels, kind="stable").astype(np.int32)
    vertex = np.empty_like(order)
    vertex[order] = np.arange(len(order), dtype=np.int32)
    firsts: list[int] = np.flatnonzero(new_ones(np.maximum(labels[order], -1))).tolist()
    return ArrayGraph(space, net.numbered(order, vertex), firsts, whole, board, keys, order, vertex)


def images_of(board: SlidingBoard, symmetry: SlidingSymmetry, keys: Words) -> Words:
    """Return the keys of the images of states."""
    runs = np.array_split(keys, len(keys) // CHUNK + 1)
    return np.concatenate([_images_of_some(board, symmetry, run) for run in runs])


def _images_of_some(board: SlidingBoard, symmetry: SlidingSymmetry, keys: Words) -> Words:
    pieces = iter(board.ranks(keys))
    found = [list[Words]() for _ in symmetry.becomes]
    kinds = zip(symmetry.becomes, symmetry.ranks, symmetry.numbers, strict=True)
    for target, images, number in kinds:
        table = np.array(images, np.int64)
        found[target] = ascending([table[next(pieces)] for _ in range(number)])
    return board.from_ranks(chain.from_iterable(found))


def reached(space: SlidingSpace, board: SlidingBoard, limit: int) -> Words:
    """List the keys of what the start reaches, ascending; raises LimitReached beyond ``limit``."""
    found, total = list[Words](), 0
    for layer in layers_on(board, [space.puzzle.canonical(space.puzzle.start)]):
        total += len(layer)
        if total > limit:
            raise LimitReached(f"more than {limit} states")
        found.append(layer)
    return united(found)
