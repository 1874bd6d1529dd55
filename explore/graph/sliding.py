"""The state graph of sliding pieces in arrays: a tenth of the memory and time of lists.

States are the keys of `puzzleproof.models.arrays.sliding`, in ascending order; a *vertex* is the
place of a key.  Neighbours are made by floods.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

import numpy as np

from puzzleproof.explore.graph.distances import (
    FarthestPair,
    GoalFigures,
    HardestStart,
    number_of_paths,
)
from puzzleproof.explore.graph.eccentricity import farthest_pair
from puzzleproof.explore.graph.net import NONE, Depths, Neighbours, Net, Vertices
from puzzleproof.explore.graph.spaces import SlidingSpace, SlidingSymmetry, Symmetry
from puzzleproof.explore.layers import layers_on
from puzzleproof.models.arrays.packed import digits, from_digits
from puzzleproof.models.arrays.sliding import (
    Piece,
    SlidingBoard,
    ascending,
    nonempty,
    sliding_board,
)
from puzzleproof.models.arrays.words import Sets, Truths, Words, united
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import State

CHUNK = 1 << 14
"""States whose moves are made at a time; their places fit 16 bits, which numpy sorts by radix."""
TOGETHER = 1 << 15
"""How many partly filled boards are completed at a time."""


class ArrayGraph:
    """States of sliding pieces, with the figures of a survey."""

    directed = False

    def __init__(
        self, space: SlidingSpace, board: SlidingBoard, keys: Words, net: Net, whole: bool
    ) -> None:
        self.space, self.keys, self.net, self.whole = space, keys, net, whole
        self._board, puzzle = board, space.puzzle
        self.start = int(np.searchsorted(keys, board.of([puzzle.canonical(puzzle.start)]))[0])

    def __len__(self) -> int:
        """How many states."""
        return len(self.keys)

    def states(self, vertices: Vertices) -> list[State]:
        """The states of some vertices."""
        return self._board.states(self.keys[vertices])

    def state(self, vertex: int) -> State:
        """The state of one vertex."""
        return self.states(np.array([vertex]))[0]

    # --- components -----------------------------------------------------------------------------

    @cached_property
    def _labels(self) -> Neighbours:
        return self.net.labels()

    @cached_property
    def _inside(self) -> Truths:
        """Whether each vertex is in the start's component."""
        found: Truths = self._labels == self._labels[self.start]
        return found

    @cached_property
    def component(self) -> Vertices:
        """The vertices of the start's component."""
        return np.flatnonzero(self._inside)

    def degrees(self) -> dict[int, int]:
        """For each degree how many states have it."""
        return _table(self.net.degrees)

    def sizes(self) -> dict[int, int]:
        """For each size how many components have it."""
        sizes = np.bincount(self._labels)
        return _table(sizes[sizes > 0])

    def size(self, vertex: int) -> int:
        """How many states the component of a vertex has."""
        return int((self._labels == self._labels[vertex]).sum())

    # --- distances ------------------------------------------------------------------------------

    def goals(self) -> Vertices:
        """The vertices of goal states, ascending."""
        return np.searchsorted(self.keys, self._board.goals(self.keys))

    def layers(self) -> tuple[list[int], int]:
        """How many states there are at each distance from the start, and one of the farthest."""
        found = self.net.depths(np.array([self.start]))
        sizes: list[int] = np.bincount(found[found != NONE]).tolist()
        return sizes, int(found.argmax())

    def goal_figures(self) -> GoalFigures:
        """The figures about goals in every component, by one search backwards from all goals."""
        goals = self.goals()
        depths = self.net.depths(goals)
        optimum = plans = int(depths[self.start]) if depths[self.start] != NONE else None
        if optimum is not None:
            plans = number_of_paths(self.net.row, depths, self.start, optimum)
        inside = int(self._inside[goals].sum())
        found = {"states": len(goals), "in_component": inside, "optimum": optimum, "plans": plans}
        hardest = self._hardest(depths, self.component)
        return found, hardest, self._hardest(depths, np.arange(len(self)))

    def _hardest(self, depths: Depths, vertices: Vertices) -> HardestStart | None:
        """The hardest start among some vertices; None if none has a goal."""
        found = depths[vertices]
        most = int(found.max(initial=NONE))
        if most == NONE:
            return None
        farthest = vertices[found == most]
        states = self.states(farthest)
        least = min(range(len(states)), key=lambda k: self.space.order(states[k]))
        unreachable = int((found == NONE).sum())
        return HardestStart(most, len(states), states[least], int(farthest[least]), unreachable)

    # --- symmetries -----------------------------------------------------------------------------

    def own_images(self, symmetry: Symmetry) -> tuple[int, int]:
        """How many states are their own image: in the start's component, in all."""
        assert isinstance(symmetry, SlidingSymmetry), "pieces slide"
        same = images_of(self._board, symmetry, self.keys) == self.keys
        return int(self._inside[same].sum()), int(same.sum())

    def diameter(self, steps: int | None = None) -> FarthestPair:
        """The two states of the start's component that are farthest apart.

        It gives up if searches would visit many more than ``steps`` states in all.
        """
        component = self.component
        found = farthest_pair(self.net.part(component), self._images(component), steps=steps)
        one, other = component[list(found.ends)].tolist()
        return replace(found, ends=(one, other))

    def _images(self, component: Vertices) -> list[Vertices]:
        """The place in the component of each vertex's image, for the symmetries that keep it."""
        found = list[Vertices]()
        keys = self.keys[component]
        for symmetry in self.space.symmetries:
            assert isinstance(symmetry, SlidingSymmetry), "pieces slide"
            if images_of(self._board, symmetry, keys[:1])[0] in keys:
                found.append(np.searchsorted(keys, images_of(self._board, symmetry, keys)))
        return found


def _table(numbers: Vertices) -> dict[int, int]:
    """For each number how many there are, ascending."""
    counts: list[int] = np.bincount(numbers).tolist()
    return {number: count for number, count in enumerate(counts) if count}


STATE_BYTES, NEIGHBOUR_BYTES = 60, 20
"""Bytes for a state without its neighbours, and for a neighbour, working memory included."""


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
    every = (reached if reachable else listed)(space, board, limit)
    degrees, rows = list[Vertices](), list[Neighbours]()
    for first in range(0, len(every), CHUNK):
        degree, row = _rows(board, every[first : first + CHUNK], every)
        need = len(every) * int(STATE_BYTES + NEIGHBOUR_BYTES * degree.mean())
        if memory is not None and need > memory:
            raise LimitReached(f"a graph of some {need:,} bytes")
        degrees.append(degree)
        rows.append(row)
    ends = np.cumsum(np.concatenate([[0], *degrees]))
    neighbours = np.empty(ends[-1], np.int32)
    for first in reversed(range(0, len(every), CHUNK)):
        neighbours[ends[first] : ends[min(first + CHUNK, len(every))]] = rows.pop()
    return ArrayGraph(space, board, every, Net(ends, neighbours), not reachable)


def _rows(board: SlidingBoard, some: Words, every: Words) -> tuple[Vertices, Neighbours]:
    """The number of neighbours of each of some states, and the neighbours, state by state."""
    made = list(board.arcs(some))
    if not made:
        return np.zeros(len(some), np.int64), np.empty(0, np.int32)
    after, sources = (np.concatenate(parts) for parts in zip(*made, strict=True))
    order = np.argsort(sources.astype(np.uint16), kind="stable")
    # Each part is almost in order, which makes searches quick.
    found = np.searchsorted(every, after).astype(np.int32)
    return np.bincount(sources, minlength=len(some)), found.take(order)


# --- ranks of places, piece by piece ---------------------------------------------------------


def _radices(board: SlidingBoard) -> list[int]:
    """How many places each piece has."""
    return [piece.cells.shape[1] for piece in board.pieces]


def _keys(board: SlidingBoard, ranks: Iterable[Words | Neighbours]) -> Words:
    """The keys of states whose pieces have these ranks."""
    if board.dtype is np.int64:  # one word
        fields = zip((piece.field for piece in board.pieces), ranks, strict=True)
        keys = np.zeros(1, np.int64)
        for field, one in fields:
            keys = keys | one.astype(np.int64) << field.shift
        return keys
    return board.keys(
        from_digits(
            [one.astype(np.int64) for one in ranks], _radices(board), board.puzzle.pack_width
        )
    )


def images_of(board: SlidingBoard, symmetry: SlidingSymmetry, keys: Words) -> Words:
    """The keys of the images of states."""
    runs = np.array_split(keys, len(keys) // CHUNK + 1)
    return np.concatenate([_images_of_some(board, symmetry, run) for run in runs])


def _images_of_some(board: SlidingBoard, symmetry: SlidingSymmetry, keys: Words) -> Words:
    pieces = iter(digits(board.numbers(keys), _radices(board))[0])
    found = [list[Words]() for _ in symmetry.becomes]
    kinds = zip(symmetry.becomes, symmetry.ranks, symmetry.numbers, strict=True)
    for target, images, number in kinds:
        table = np.array(images, np.int64)
        found[target] = ascending([table[next(pieces)] for _ in range(number)])
    return _keys(board, list(chain.from_iterable(found)))


def reached(space: SlidingSpace, board: SlidingBoard, limit: int) -> Words:
    """The keys of what the start reaches, ascending; raises LimitReached beyond ``limit``."""
    found, total = list[Words](), 0
    for layer in layers_on(board, [space.puzzle.canonical(space.puzzle.start)]):
        total += len(layer)
        if total > limit:
            raise LimitReached(f"more than {limit} states")
        found.append(layer)
    return united(found)


# --- all configurations, kind by kind, large pieces first ------------------------------------


def listed(space: SlidingSpace, board: SlidingBoard, limit: int) -> Words:
    """The keys of all configurations, ascending; raises LimitReached beyond ``limit`` of them."""
    found, total = [np.empty(0, board.dtype)], 0
    firsts = {kind.start for kind in space.puzzle.kinds}
    # Large pieces come first: (piece, whether one of its kind stands before it) of each.
    pieces = [(piece, piece.index not in firsts) for piece in board.pieces]
    pieces.sort(key=lambda pair: -len(pair[0].offsets))
    empty = np.zeros((len(pieces), 1), np.int32), np.zeros_like(board.pieces[0].cells[:, :1])
    for ranks in _continued(*empty, pieces):
        total += ranks.shape[1]
        if total > limit:
            raise LimitReached(f"more than {limit} configurations")
        found.append(_keys(board, list(ranks)))
    every = np.concatenate(found)
    every.sort()
    return every


def _continued(
    ranks: Neighbours, occupied: Sets, pieces: Sequence[tuple[Piece, bool]]
) -> Iterator[Neighbours]:
    """The ranks of all boards that complete these, on which the other pieces stand."""
    if not pieces:
        yield ranks
        return
    for first in range(0, ranks.shape[1], TOGETHER):
        run = slice(first, first + TOGETHER)
        more = _with_one_more(ranks[:, run], occupied[:, run], *pieces[0])
        yield from _continued(*more, pieces[1:])


def _with_one_more(
    ranks: Neighbours, occupied: Sets, piece: Piece, follows: bool
) -> tuple[Neighbours, Sets]:
    """All boards with one more piece, on a place above that of the one before it in its kind."""
    cells = piece.cells
    before = ranks[piece.index - 1] if follows else np.full(1, -1)
    free: list[Truths] = [
        ~nonempty(occupied & cells[:, [rank]]) & (before < rank) for rank in range(cells.shape[1])
    ]
    boards = [np.flatnonzero(one) for one in free]
    rank, board = np.repeat(np.arange(len(free)), list(map(len, boards))), np.concatenate(boards)
    more = ranks[:, board]
    more[piece.index] = rank
    return more, occupied[:, board] | cells[:, rank]
