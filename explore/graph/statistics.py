"""Statistics of the states of a graph as starts, by the names that conditions use.

Each is computed when it is asked for, and what one state's costs is kept for the next.  Few
shortest plans leave little to luck.  *Counter-intuitive moves* lead away from the goal; P. Jarušek
and R. Pelánek (What determines difficulty of transport puzzles?, FLAIRS 2011) count them among what
makes a puzzle hard for people.  Here a move is one if after it the pieces that the goal names are
farther from their places, in steps on an otherwise empty board; of tiles that is the Manhattan
distance.  Shortest plans may differ in the number of these moves; the least number counts, as no
shortest plan has fewer.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from puzzleproof.explore.any_plan import Ways
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.models.capabilities import own_features
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.rules import SlidingPuzzle

SUMMED = "manhattan"
"""The feature that is the distance of all pieces from their places."""
T = TypeVar("T")


def how_far(puzzle: AnyPuzzle) -> Callable[[State], int] | None:
    """How far the goal's pieces are from their places; None where that is not defined.

    So it is where no goal names a place for single pieces, as with pegs.
    """
    if isinstance(puzzle, SlidingPuzzle):
        return Ways(puzzle, alone=True)
    own = own_features(puzzle)
    if own and SUMMED in own.features:
        number = own.features.index(SUMMED)
        return lambda state: own.vector(state)[number]
    return None


def _bits(state: State) -> Iterable[Any]:
    for kind, places in enumerate(state):
        yield from ((kind, bit) for bit in range(places.bit_length()) if places >> bit & 1)


STANDING: dict[str, Callable[[State], Iterable[Any]]] = {
    "frogs": _bits,
    "pegs": _bits,
    "sliding": iter,  # a place says which shape; a move takes one piece, so no two of a kind mix
    "tiles": lambda state: ((cell, label) for cell, label in enumerate(state) if label),
}
"""Family -> what stands where in a state: one entry for each piece."""


class Reached(NamedTuple):
    """What a start reaches."""

    states: int
    dead_ends: int
    hardest: int | None


class Statistics:
    """The statistics of the states of one graph; None where no plan leads to a goal."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        state_of: Callable[[int], State],
        row: Callable[[int], Iterable[int]],
        depth_of: Sequence[int | None],
    ) -> None:
        """Take the states, the neighbours and the distances to the goals, all by vertex."""
        self._puzzle, self._state_of, self._row, self._depth_of = puzzle, state_of, row, depth_of
        self._folds = defaultdict[str, dict[int, Any]](dict)
        self._reached = dict[int, Reached]()
        far = how_far(puzzle)
        self._far = None if far is None else cache(lambda vertex: far(state_of(vertex)))

    @property
    def knows_away(self) -> bool:
        """Whether `moves_away` is defined."""
        return self._far is not None

    @classmethod
    def of(cls, graph: Graph) -> "Statistics":
        """Return those of a graph in lists."""
        rows, puzzle = graph.rows, graph.space.puzzle
        return cls(puzzle, graph.states.__getitem__, rows.__getitem__, graph.to_goals())

    def about(self, vertex: int) -> Callable[[str], int | None]:
        """Return the statistics of one state by name; raises Unsupported for one without sense."""
        return lambda name: NAMES[name][1](self, vertex)

    def moves(self, vertex: int) -> int | None:
        """Return the distance to the nearest goal."""
        return self._depth_of[vertex]

    def shortest_plans(self, vertex: int) -> int | None:
        """Count the shortest plans."""
        return self._folded("plans", vertex, lambda _, nearer: sum(nearer.values()) or 1)

    def first_choices(self, vertex: int) -> int | None:
        """Count the states after the first move of the shortest plans."""
        return None if self._depth_of[vertex] is None else len(self._nearer(vertex))

    def moves_away(self, vertex: int) -> int | None:
        """Count the counter-intuitive moves of the shortest plan that has the fewest."""
        if (far := self._far) is None:
            raise Unsupported(f"moves_away: family {self._puzzle.family!r} has no such distances")

        def of(here: int, nearer: Mapping[int, int]) -> int:
            ways = (number + (far(after) > far(here)) for after, number in nearer.items())
            return min(ways, default=0)

        return self._folded("away", vertex, of)

    def idle_pieces(self, vertex: int) -> int | None:
        """Count the pieces that stand where they stood after each move of every shortest plan."""
        standing = STANDING[self._puzzle.family]

        def of(here: int, nearer: Mapping[int, frozenset[Any]]) -> frozenset[Any]:
            return frozenset(standing(self._state_of(here))).intersection(*nearer.values())

        idle = self._folded("idle", vertex, of)
        return None if idle is None else len(idle)

    def pieces(self, vertex: int) -> int:
        """Count the pieces."""
        return len(list(STANDING[self._puzzle.family](self._state_of(vertex))))

    def states(self, vertex: int) -> int:
        """Count the states that can be reached."""
        return self._from(vertex).states

    def dead_ends(self, vertex: int) -> int:
        """Count the states within reach from which no goal is."""
        return self._from(vertex).dead_ends

    def hardest(self, vertex: int) -> int | None:
        """Return the greatest distance to a goal of any state within reach."""
        return self._from(vertex).hardest

    def _nearer(self, vertex: int) -> list[int]:
        """List the neighbours on shortest plans."""
        depth = self._depth_of[vertex]
        if not depth:
            return []
        return [after for after in self._row(vertex) if self._depth_of[after] == depth - 1]

    def _folded(self, name: str, vertex: int, of: Callable[[int, Mapping[int, T]], T]) -> T | None:
        """Compute a figure of shortest plans from those of the neighbours on them, goals first."""
        if self._depth_of[vertex] is None:
            return None
        known: dict[int, T] = self._folds[name]
        layers = [{vertex} - known.keys()]
        while layers[-1]:
            layers.append({a for v in layers[-1] for a in self._nearer(v) if a not in known})
        for layer in reversed(layers):
            for one in layer:
                known[one] = of(one, {after: known[after] for after in self._nearer(one)})
        return known[vertex]

    def _from(self, vertex: int) -> Reached:
        """Search all that a state reaches; if moves can be undone, for all of its component."""
        if vertex not in self._reached:
            seen, queue = {vertex}, [vertex]
            for one in queue:
                fresh = [after for after in self._row(one) if after not in seen]
                seen.update(fresh)
                queue += fresh
            depths = [depth for one in queue if (depth := self._depth_of[one]) is not None]
            found = Reached(len(queue), len(queue) - len(depths), max(depths, default=None))
            alike = queue if self._puzzle.reversible else [vertex]
            self._reached.update(dict.fromkeys(alike, found))
        return self._reached[vertex]


NAMES: dict[str, tuple[str, Callable[[Statistics, int], int | None]]] = {
    "moves": ("fewest moves to a goal", Statistics.moves),
    "shortest_plans": ("how many, told apart by their states", Statistics.shortest_plans),
    "first_choices": ("states after the first moves of these plans", Statistics.first_choices),
    "moves_away": ("fewest moves away from the goal in such a plan", Statistics.moves_away),
    "idle_pieces": ("pieces that stand still in all these plans", Statistics.idle_pieces),
    "pieces": ("pieces on the board", Statistics.pieces),
    "states": ("states that the start reaches", Statistics.states),
    "dead_ends": ("those of them from which no goal can be reached", Statistics.dead_ends),
    "hardest": ("moves from the farthest of them to a goal", Statistics.hardest),
}
"""Name -> what it is, and the statistic."""
