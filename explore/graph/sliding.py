"""The state graph of sliding pieces in arrays: a tenth of the memory and time of lists.

States are the keys of `puzzleproof.models.arrays.sliding`, in ascending order; a *vertex* is the
place of a key.  Neighbours are made by floods.
"""

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
from puzzleproof.explore.graph.net import NONE, Depths, Neighbours, Net, Vertices, net_of
from puzzleproof.explore.graph.placements import listed
from puzzleproof.explore.graph.spaces import SlidingSpace, SlidingSymmetry, Symmetry
from puzzleproof.explore.layers import layers_on
from puzzleproof.models.arrays.sliding import SlidingBoard, ascending, sliding_board
from puzzleproof.models.arrays.words import Truths, Words, united
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import State

CHUNK = 1 << 14
"""States whose images are made at a time."""


class ArrayGraph:
    """States of sliding pieces, with the statistics of a survey."""

    directed = False

    def __init__(
        self, space: SlidingSpace, board: SlidingBoard, keys: Words, net: Net, whole: bool
    ) -> None:
        self.space, self.keys, self.net, self.whole = space, keys, net, whole
        self._board, puzzle = board, space.puzzle
        self.start = int(np.searchsorted(keys, board.of([puzzle.canonical(puzzle.start)]))[0])

    def __len__(self) -> int:
        """Count the states."""
        return len(self.keys)

    def states(self, vertices: Vertices) -> list[State]:
        """Return the states of some vertices."""
        return self._board.states(self.keys[vertices])

    def state(self, vertex: int) -> State:
        """Return the state of one vertex."""
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
        """Count the states of a vertex's component."""
        return int((self._labels == self._labels[vertex]).sum())

    # --- distances ------------------------------------------------------------------------------

    def goals(self) -> Vertices:
        """Return the vertices of goal states, ascending."""
        return np.searchsorted(self.keys, self._board.goals(self.keys))

    def layers(self) -> tuple[list[int], int]:
        """Count the states at each distance from the start; name one of the farthest."""
        found = self.net.depths(np.array([self.start]))
        sizes: list[int] = np.bincount(found[found != NONE]).tolist()
        return sizes, int(found.argmax())

    def goal_figures(self) -> GoalFigures:
        """Return the statistics of goals in every component, by one search from all goals."""
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
        """Return the hardest start among some vertices; None if none has a goal."""
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
        """Count the states that are their own image: in the start's component, in all."""
        assert isinstance(symmetry, SlidingSymmetry), "pieces slide"
        same = images_of(self._board, symmetry, self.keys) == self.keys
        return int(self._inside[same].sum()), int(same.sum())

    def diameter(self, steps: int | None = None) -> FarthestPair:
        """Return the two states of the start's component that are farthest apart.

        It gives up if searches would visit many more than ``steps`` states in all.
        """
        component = self.component
        found = farthest_pair(self.net.part(component), self._images(component), steps=steps)
        one, other = component[list(found.ends)].tolist()
        return replace(found, ends=(one, other))

    def _images(self, component: Vertices) -> list[Vertices]:
        """Return the places of all images in the component, for each symmetry that keeps it."""
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
    net = net_of(every, board.arcs, memory)
    return ArrayGraph(space, board, every, net, not reachable)


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
