"""The state graph of sliding pieces in arrays: a tenth of the memory and time of lists.

States are the keys of `puzzleproof.explore.engines.flooded`, in ascending order; a *vertex* is the
place of a key.  Neighbours are made by floods.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np

from puzzleproof.explore.engines.arrays.keys import Ranks, Truth, Words
from puzzleproof.explore.engines.flooded.engine import Masks, Moves, columns_of, nonempty
from puzzleproof.explore.engines.flooded.keys import Images, KindField, SlidingKeys
from puzzleproof.explore.graph.distances import (
    FarthestPair,
    GoalFigures,
    HardestStart,
    number_of_paths,
)
from puzzleproof.explore.graph.eccentricity import farthest_pair
from puzzleproof.explore.graph.net import NONE, Depths, Neighbours, Net, Vertices
from puzzleproof.explore.packed_task import PackedTask, Symmetry
from puzzleproof.models.errors import LimitReached

CHUNK = 1 << 14
"""States whose moves are made at a time; their places fit 16 bits, which numpy sorts by radix."""
TOGETHER = 1 << 15
"""How many partly filled boards are completed at a time."""


class ArrayGraph:
    """All configurations of a task of sliding pieces, with the figures of a survey."""

    whole, directed = True, False

    def __init__(self, task: PackedTask, layout: SlidingKeys, keys: Words, net: Net) -> None:
        self.task, self.keys, self.net = task, keys, net
        self._layout = layout
        self.start = int(np.searchsorted(keys, layout.pack([task.start]))[0])

    def __len__(self) -> int:
        """How many states."""
        return len(self.keys)

    def states(self, vertices: Vertices) -> list[int]:
        """The states of some vertices, as the task's integers."""
        return list(self._layout.unpack(self.keys[vertices]))

    def state(self, vertex: int) -> int:
        """The state of one vertex."""
        return self.states(np.array([vertex]))[0]

    # --- components -----------------------------------------------------------------------------

    @cached_property
    def _labels(self) -> Neighbours:
        return self.net.labels()

    @cached_property
    def _inside(self) -> Truth:
        """Whether each vertex is in the start's component."""
        found: Truth = self._labels == self._labels[self.start]
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
        found = [self._layout.satisfying(self.keys, goal) for goal in self.task.goals]
        return np.unique(np.concatenate([np.empty(0, np.int64), *found]))

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
        least = min(range(len(states)), key=states.__getitem__)
        unreachable = int((found == NONE).sum())
        return HardestStart(most, len(states), states[least], int(farthest[least]), unreachable)

    # --- symmetries -----------------------------------------------------------------------------

    def own_images(self, symmetry: Symmetry) -> tuple[int, int]:
        """How many states are their own image: in the start's component, in all."""
        same = Images(self._layout, symmetry).of(self.keys) == self.keys
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
        for symmetry in self.task.symmetries:
            images = Images(self._layout, symmetry)
            if images.of(keys[:1])[0] in keys:
                found.append(np.searchsorted(keys, images.of(keys)))
        return found


def _table(numbers: Vertices) -> dict[int, int]:
    """For each number how many there are, ascending."""
    counts: list[int] = np.bincount(numbers).tolist()
    return {number: count for number, count in enumerate(counts) if count}


STATE_BYTES, NEIGHBOUR_BYTES = 60, 20
"""Bytes for a state without its neighbours, and for a neighbour, working memory included."""


def array_graph(task: PackedTask, limit: int, memory: int | None = None) -> ArrayGraph:
    """Build the graph; raises LimitReached beyond ``limit`` configurations, or ``memory`` bytes.

    Raises Unsupported if pieces do not only slide on a board, or keys have too many bits.
    """
    keys = SlidingKeys(task)
    every, moves = listed(keys, limit), Moves(keys)
    degrees, rows = list[Vertices](), list[Neighbours]()
    for first in range(0, len(every), CHUNK):
        some = every[first : first + CHUNK]
        degree, row = _rows(moves, some, every)
        need = len(every) * int(STATE_BYTES + NEIGHBOUR_BYTES * degree.mean())
        if memory is not None and need > memory:
            raise LimitReached(f"a graph of some {need:,} bytes")
        degrees.append(degree)
        rows.append(row)
    ends = np.cumsum(np.concatenate([[0], *degrees]))
    neighbours = np.empty(ends[-1], np.int32)
    for first in reversed(range(0, len(every), CHUNK)):
        neighbours[ends[first] : ends[min(first + CHUNK, len(every))]] = rows.pop()
    return ArrayGraph(task, keys, every, Net(ends, neighbours))


def _rows(moves: Moves, some: Words, every: Words) -> tuple[Vertices, Neighbours]:
    """The number of neighbours of each of some states, and the neighbours, state by state."""
    made = moves.arcs(some)
    if not made:
        return np.zeros(len(some), np.int64), np.empty(0, np.int32)
    after = np.concatenate([words for words, _ in made])
    sources = np.concatenate([at for _, at in made])
    order = np.argsort(sources.astype(np.uint16), kind="stable")
    # Each part is almost in order, which makes searches quick.
    found = np.searchsorted(every, after).astype(np.int32)
    return np.bincount(sources, minlength=len(some)), found.take(order)


# --- all configurations, kind by kind, large pieces first ------------------------------------


def listed(keys: SlidingKeys, limit: int) -> Words:
    """The keys of all configurations, ascending; raises LimitReached beyond ``limit`` of them."""
    found, total = [np.empty(0, np.uint64)], 0
    # Large pieces come first: (its field, which of its kind) of each.
    fields = sorted(keys.fields, key=lambda field: -field.kind.shape.bit_count())
    pieces = [(field, k) for field in fields for k in range(field.number)]
    empty = np.zeros(1, np.uint64), columns_of([0], keys.words), np.full(1, -1)
    for part in _continued(*empty, pieces):
        total += len(part)
        if total > limit:
            raise LimitReached(f"more than {limit} configurations")
        found.append(part)
    every = np.concatenate(found)
    every.sort()
    return every


def _continued(
    keys: Words, occupied: Masks, last: Ranks, pieces: list[tuple[KindField, int]]
) -> Iterator[Words]:
    """The keys of all boards that complete these, on which some pieces stand, with the others.

    ``last``: the rank of the piece placed last, for the next one of its kind.
    """
    if not pieces:
        yield keys
        return
    for first in range(0, len(keys), TOGETHER):
        run = slice(first, first + TOGETHER)
        more = _with_one_more(keys[run], occupied[:, run], last[run], *pieces[0])
        yield from _continued(*more, pieces[1:])


def _with_one_more(
    keys: Words, occupied: Masks, last: Ranks, field: KindField, k: int
) -> tuple[Words, Masks, Ranks]:
    """All boards with one more piece, the k-th of a kind."""
    cells = columns_of([field.kind.shape << at for at in field.kind.anchors], len(occupied))
    before = last if k else np.full(1, -1)
    free: list[Truth] = [
        ~nonempty(occupied & cells[:, [rank]]) & (before < rank) for rank in range(cells.shape[1])
    ]
    boards = [np.flatnonzero(one) for one in free]
    rank, board = np.repeat(np.arange(len(free)), list(map(len, boards))), np.concatenate(boards)
    return keys[board] + field.added[k][rank], occupied[:, board] | cells[:, rank], rank
