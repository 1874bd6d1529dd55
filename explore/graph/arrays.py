"""The state graph of sliding pieces in arrays: a tenth of the memory and time of lists.

States are stored as keys (`puzzleproof.models.arrays.sliding`).  Within a component vertices are in
the order of keys, but the start comes first.  All placements are listed piece by piece, large
pieces first; moves of many states at a time give the neighbours.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.graph.distances import Distances
from puzzleproof.explore.graph.graph import Graph
from puzzleproof.explore.graph.net import Neighbours, Net, net_of
from puzzleproof.explore.graph.spaces import SlidingSpace, SlidingSymmetry, Symmetry
from puzzleproof.explore.layers import layers_on
from puzzleproof.models.arrays.sliding import (
    Piece,
    SlidingBoard,
    ascending,
    nonempty,
    sliding_board,
)
from puzzleproof.models.arrays.words import Sets, Words, new_ones, united
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import State
from puzzleproof.models.sliding.anchors import anchors_of

Ranks: TypeAlias = npt.NDArray[np.int16]
"""The rank of the place of each piece: a row for each piece, a column for each board."""
Allowed: TypeAlias = Mapping[int, Collection[int]]
"""Index of a piece -> the ranks of the places where it may stand; other pieces stand anywhere."""

TOGETHER = 1 << 15
"""The number of partly filled boards that are completed at a time."""
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
    """For each vertex the index of its key."""
    vertex: Neighbours = field(repr=False)
    """For each index of a key its vertex."""

    def net(self, number: int) -> Net:
        return self.rows.run(self.component(number))

    def states_of(self, vertices: Iterable[int]) -> list[State]:
        return self.board.states(self.keys[self.order[np.fromiter(vertices, np.int64)]])

    def goals(self) -> list[int]:
        at = np.searchsorted(self.keys, self.board.goals(self.keys))
        found: list[int] = np.sort(self.vertex[at]).tolist()
        return found

    def _distances(self, sources: list[int], back: bool) -> Distances:  # noqa: ARG002  all moves can be undone
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
    """Build the graph of states; their ``keys`` ascend, and include the start and all successors.

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
    tables, runs = [np.array(images, np.int64) for images in symmetry.ranks], list[Words]()
    for run in np.array_split(keys, len(keys) // CHUNK + 1):
        pieces, found = iter(board.ranks(run)), [list[Words]() for _ in tables]
        for target, table, number in zip(symmetry.becomes, tables, symmetry.numbers, strict=True):
            found[target] = ascending([table[next(pieces)] for _ in range(number)])
        runs.append(board.from_ranks(chain.from_iterable(found)))
    return np.concatenate(runs)


def reached(space: SlidingSpace, board: SlidingBoard, limit: int) -> Words:
    """List the keys of all states reached, ascending; raises LimitReached beyond ``limit`` keys."""
    found, total = list[Words](), 0
    for layer in layers_on(board, [space.puzzle.canonical(space.puzzle.start)]):
        total += len(layer)
        if total > limit:
            raise LimitReached(f"more than {limit} states")
        found.append(layer)
    return united(found)


# --- all placements -----------------------------------------------------------------------------


def listed(board: SlidingBoard, limit: int, allowed: Allowed | None = None) -> Words:
    """List the keys of all placements, ascending; raises LimitReached beyond ``limit``."""
    layout = anchors_of(board.puzzle)
    assert layout is not None, "pieces slide"
    firsts = {*accumulate(layout.pieces, initial=0)}
    # (piece, whether it follows another of its kind) of each piece, large ones first.
    pieces = [(piece, piece.index not in firsts) for piece in board.pieces]
    pieces.sort(key=lambda pair: -len(pair[0].offsets))
    found, total = [np.empty(0, board.dtype)], 0
    empty = np.zeros((len(pieces), 1), np.int16), np.zeros_like(board.pieces[0].cells[:, :1])
    for ranks in _continued(*empty, pieces, allowed or {}):
        total += ranks.shape[1]
        if total > limit:
            raise LimitReached(f"more than {limit} configurations")
        found.append(board.from_ranks(ranks.astype(np.int64)))
    every = np.concatenate(found)
    every.sort()
    return every


def _continued(
    ranks: Ranks, occupied: Sets, pieces: Sequence[tuple[Piece, bool]], allowed: Allowed
) -> Iterator[Ranks]:
    """Yield the ranks of all boards that result from adding all ``pieces`` to some boards."""
    if not pieces:
        yield ranks
        return
    for first in range(0, ranks.shape[1], TOGETHER):
        run = slice(first, first + TOGETHER)
        more = _with_one_more(ranks[:, run], occupied[:, run], *pieces[0], allowed)
        yield from _continued(*more, pieces[1:], allowed)


def _with_one_more(
    ranks: Ranks, occupied: Sets, piece: Piece, follows: bool, allowed: Allowed
) -> tuple[Ranks, Sets]:
    """Lay a piece on some boards; if it ``follows`` another of its kind, its rank is higher."""
    cells = piece.cells
    places = np.arange(cells.shape[1], dtype=np.int64)[:, None]
    free = ~nonempty(cast("Sets", occupied[:, None] & cells[:, :, None]))
    if follows:
        free &= ranks[piece.index - 1] < places
    if piece.index in allowed:
        free &= np.isin(places, [*allowed[piece.index]])
    found = np.flatnonzero(free)
    rank = found // ranks.shape[1]
    board = found - rank * ranks.shape[1]
    more = cast("Ranks", ranks.take(board, axis=1))
    more[piece.index] = rank
    return more, cast("Sets", occupied.take(board, axis=1) | cells.take(rank, axis=1))
