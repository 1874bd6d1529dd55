"""The hardest starts of a state graph, and the statistics that tell what makes a start hard.

A statistic is computed when it is asked for.  If shortest plans are few, luck seldom finds one.
*Counter-intuitive moves* lead away from the goal; P. Jarušek and R. Pelánek (What determines
difficulty of transport puzzles?, FLAIRS 2011) count them among what makes a puzzle hard for people.
Here a move is counter-intuitive if it takes the pieces that the goal names farther from their
places, in steps on an otherwise empty board (for tiles: by Manhattan distance).  Shortest plans may
differ in the number of these moves; the least such number is the start's statistic.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar

from puzzleproof.explore.any_plan import Ways
from puzzleproof.explore.graph.distances import Distances
from puzzleproof.explore.graph.graph import Graph
from puzzleproof.models.capabilities import own_features
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.rules import SlidingPuzzle

SUMMED = "manhattan"
"""The feature that sums the distances of all tiles from their goal cells."""
T = TypeVar("T")


class Start(NamedTuple):
    """A start, and how hard it is."""

    state: State
    moves: int
    """The number of moves to the nearest goal."""
    plans: int
    """The number of shortest plans, distinguished by the states on the way."""
    away: int | None
    """The least number of counter-intuitive moves in a shortest plan; None: not defined."""


def how_far(puzzle: AnyPuzzle) -> Callable[[State], int] | None:
    """Return a function that measures how far the goal's pieces are from their goal, or None.

    It is None where no goal names the places of single pieces, as with pegs.
    """
    if isinstance(puzzle, SlidingPuzzle):
        return Ways(puzzle, alone=True)
    own = own_features(puzzle)
    if own and SUMMED in own.features:
        number = own.features.index(SUMMED)
        return lambda state: own.vector(state)[number]
    return None


def _bits(state: State) -> Iterator[tuple[int, int]]:
    for kind, places in enumerate(state):
        yield from ((kind, bit) for bit in range(places.bit_length()) if places >> bit & 1)


def _labels(state: State) -> Iterator[tuple[int, int]]:
    return ((cell, tile) for cell, tile in enumerate(state) if tile)


STANDING: dict[str, Callable[[State], Iterable[Any]]] = {
    "frogs": _bits,
    "pegs": _bits,
    "sliding": iter,  # a place tells the shape, and no move exchanges two pieces
    "tiles": _labels,
}
"""Family -> what stands where in a state, piece by piece."""


class Statistics:
    """The statistics of a graph's states as starts; each start must reach a goal."""

    def __init__(self, graph: Graph) -> None:
        self.graph, self.puzzle = graph, graph.space.puzzle
        self.kept = defaultdict[str, dict[int, Any]](dict)

    @cached_property
    def depth_of(self) -> Distances:
        """For each vertex its distance to the nearest goal."""
        return self.graph.to_goals()

    @cached_property
    def far(self) -> Callable[[int], int] | None:
        """`how_far` as a function of vertices."""
        if (far := how_far(self.puzzle)) is None:
            return None

        def of(vertex: int) -> int:
            return far(self.graph.state(vertex))

        return cache(of)

    def plans(self, vertex: int) -> int:
        """Count the shortest plans, distinguished by the states on the way."""
        return self._folded("plans", vertex, lambda _, nearer: sum(nearer.values()) or 1)

    def away(self, vertex: int) -> int:
        """Count the counter-intuitive moves of the shortest plan that has the fewest."""
        if (far := self.far) is None:
            raise Unsupported(f"moves_away: family {self.puzzle.family!r} has no piece distances")

        def of(here: int, nearer: Mapping[int, int]) -> int:
            ways = (number + (far(after) > far(here)) for after, number in nearer.items())
            return min(ways, default=0)

        return self._folded("away", vertex, of)

    def idle(self, vertex: int) -> int:
        """Count the pieces that have the same place in all states of all shortest plans."""
        if (standing := STANDING.get(self.puzzle.family)) is None:
            family = f"family {self.puzzle.family!r}"
            raise Unsupported(f"idle_pieces: no drawing tells the pieces of {family} apart")

        def of(here: int, nearer: Mapping[int, frozenset[Any]]) -> frozenset[Any]:
            return frozenset(standing(self.graph.state(here))).intersection(*nearer.values())

        return len(self._folded("idle", vertex, of))

    def reached(self, vertex: int) -> tuple[int, int]:
        """Count the states that a state reaches, and how many of these reach no goal."""
        known: dict[int, tuple[int, int]] = self.kept["reached"]
        if vertex not in known:
            seen, queue = {vertex}, [vertex]
            for one in queue:
                fresh = [after for after in self.graph.rows[one] if after not in seen]
                seen.update(fresh)
                queue += fresh
            found = len(queue), sum(self.depth_of[one] is None for one in queue)
            same = queue if self.puzzle.reversible else [vertex]  # a component has one answer
            known |= dict.fromkeys(same, found)
        return known[vertex]

    def nearer(self, vertex: int) -> list[int]:
        """List the neighbours on shortest plans."""
        nearer = (self.depth_of[vertex] or 0) - 1
        return [after for after in self.graph.rows[vertex] if self.depth_of[after] == nearer]

    def _folded(self, name: str, vertex: int, of: Callable[[int, Mapping[int, T]], T]) -> T:
        """Compute a figure of shortest plans from the figures of `nearer` vertices, goals first."""
        known: dict[int, T] = self.kept[name]
        layers = [{vertex} - known.keys()]
        while layers[-1]:
            layers.append({v for one in layers[-1] for v in self.nearer(one) if v not in known})
        for layer in reversed(layers):
            known.update({one: of(one, {v: known[v] for v in self.nearer(one)}) for one in layer})
        return known[vertex]


NAMES: dict[str, tuple[str, Callable[[Statistics, int], int | None]]] = {
    "moves": ("fewest moves to a goal", lambda known, v: known.depth_of[v]),
    "shortest_plans": ("shortest plans, distinguished by the states on the way", Statistics.plans),
    "first_choices": ("states after their first moves", lambda known, v: len(known.nearer(v))),
    "moves_away": ("fewest moves away from the goal in a shortest plan", Statistics.away),
    "idle_pieces": ("pieces that no shortest plan moves", Statistics.idle),
    "states": ("states that the start reaches", lambda known, v: known.reached(v)[0]),
    "dead_ends": ("how many of these states reach no goal", lambda known, v: known.reached(v)[1]),
}
"""Name of a statistic -> what it is, and its function."""


class About(dict[str, int | None]):
    """The statistics of one start, each computed when it is looked up."""

    def __init__(self, known: Statistics, vertex: int) -> None:
        """Look up statistics of a vertex; some raise Unsupported."""
        self._known, self._vertex = known, vertex

    def __missing__(self, name: str) -> int | None:
        """Compute a statistic."""
        return NAMES[name][1](self._known, self._vertex)


def hardest_starts(
    graph: Graph,
    most: int,
    band: tuple[int, int] | None,
    suits: Callable[[About], bool],
) -> Iterator[list[Start]]:
    """Yield at most ``most`` starts, in lists by distance from the goals, the farthest first.

    Of equally far starts, a start with fewer shortest plans comes first, then one with more
    counter-intuitive moves.  If a symmetry that keeps the goals exchanges starts, only one of them
    is listed; a goal is no start.  ``band``: the least and the greatest distance wanted.  ``suits``
    tells from a start's statistics whether the start is wanted.
    """
    known, order = Statistics(graph), graph.space.order
    least, greatest = band or (1, len(graph))
    layers = defaultdict[int, list[int]](list)
    for vertex, depth in enumerate(known.depth_of):
        if depth and least <= depth <= greatest:
            layers[depth].append(vertex)
    for depth in sorted(layers, reverse=True):
        starts = [
            Start(state, depth, known.plans(vertex), known.away(vertex) if known.far else None)
            for vertex, state in _one_of_each(graph, layers[depth])
            if suits(About(known, vertex))
        ]
        starts.sort(key=lambda one: (one.plans, -(one.away or 0), order(one.state)))
        yield starts[:most]
        most -= len(starts)
        if most <= 0:
            return


def _one_of_each(graph: Graph, layer: Sequence[int]) -> Iterator[tuple[int, State]]:
    """Yield the states of a layer; of states that symmetries exchange, only the least."""
    state_of = dict(zip(layer, graph.states_of(layer), strict=True))
    order = {vertex: graph.space.order(state) for vertex, state in state_of.items()}
    symmetries = [one for one in graph.space.symmetries if one.keeps_goals]
    images = [graph.images(symmetry) for symmetry in symmetries]  # in the layer, or -1
    for vertex, state in state_of.items():
        others = (order.get(int(image[vertex]), order[vertex]) for image in images)
        if all(other >= order[vertex] for other in others):
            yield vertex, state
