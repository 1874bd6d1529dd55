"""A whole state graph: every configuration of a puzzle, or what can be reached from its start.

States are numbered as a flood meets them, the start first, so that a component is a run of
*vertices* and neighbours have near numbers: a breadth-first search of lists is then three times
as fast as in any other order.  Where moves can be undone an *edge* is a pair of states one
move apart; elsewhere (pegs, frogs) an *arc* leads from a state to one that a move makes of it, and
components are weak ones: joined by arcs in either direction.  A flood fill by the rules starts at
each state that no earlier one reached.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from puzzleproof.explore.graph.distances import (
    Distances,
    FarthestPair,
    GoalFigures,
    HardestStart,
    Rows,
    distances,
    farthest_of_few,
    layer_sizes,
    number_of_paths,
)
from puzzleproof.explore.graph.spaces import Space, Symmetry
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.puzzle import State


@dataclass(frozen=True, eq=False)
class Graph:
    """States as vertices 0, 1, …, of which 0 is the start; component by component."""

    space: Space[Any]
    states: list[State] = field(repr=False)
    rows: Rows = field(repr=False)
    """For each vertex the states one move away, each once."""
    index: dict[State, int] = field(repr=False)
    """The vertex of a state."""
    firsts: list[int] = field(repr=False)
    """The first vertex of each component; that of the start is component 0."""
    whole: bool
    """Whether these are all configurations."""

    start = 0
    """The vertex of the start."""

    @property
    def directed(self) -> bool:
        """Whether some move cannot be undone by one move."""
        return not self.space.puzzle.reversible

    @cached_property
    def before(self) -> Rows:
        """For each vertex the states from which one move leads to it."""
        if not self.directed:
            return self.rows
        found: Rows = [[] for _ in self.states]
        for vertex, row in enumerate(self.rows):
            for after in row:
                found[after].append(vertex)
        return found

    def component(self, number: int) -> range:
        """Return the vertices of a component."""
        last = self.firsts[number + 1] if number + 1 < len(self.firsts) else len(self.states)
        return range(self.firsts[number], last)

    def component_of(self, vertex: int) -> int:
        """Return the number of the component of a vertex."""
        return bisect_right(self.firsts, vertex) - 1

    def rows_of(self, number: int) -> Rows:
        """Return the rows of a component, whose first vertex counts as 0."""
        run = self.component(number)
        rows, first = self.rows[run.start : run.stop], run.start
        return [[after - first for after in row] for row in rows] if first else rows

    def goals(self) -> list[int]:
        """Return the vertices of goal states; a tour has none."""
        is_goal = self.space.puzzle.is_goal
        return [vertex for vertex, state in enumerate(self.states) if is_goal(state)]

    def image(self, symmetry: Symmetry, vertex: int) -> int | None:
        """Return the vertex of a state's image; None if that is not in the graph."""
        return self.index.get(symmetry.image(self.states[vertex]))

    def images_in(self, number: int, symmetry: Symmetry) -> list[int] | None:
        """Return a component's images, counted from its first vertex; None if they are elsewhere.

        A symmetry keeps the steps: the images of neighbours are neighbours.
        """
        if (number, symmetry) not in self._images:
            run, image = self.component(number), symmetry.image
            kept = self.image(symmetry, run.start) in run
            of = (
                self.index[image(state)] - run.start for state in self.states[run.start : run.stop]
            )
            self._images[number, symmetry] = list(of) if kept else None
        return self._images[number, symmetry]

    @cached_property
    def _images(self) -> dict[tuple[int, Symmetry], list[int] | None]:
        return {}

    # --- distances --------------------------------------------------------------------------

    def from_start(self) -> Distances:
        """Return the distance of every vertex from the start."""
        return distances(self.rows, (0,))

    def to_goals(self) -> Distances:
        """From every vertex the distance to the nearest goal."""
        return distances(self.before, self.goals())

    # --- statistics of a survey -------------------------------------------------------------

    def __len__(self) -> int:
        """Count the states."""
        return len(self.states)

    def state(self, vertex: int) -> State:
        """Return the state of a vertex."""
        return self.states[vertex]

    def degrees(self) -> dict[int, int]:
        """For each degree how many states have it, ascending."""
        return dict(sorted(Counter(map(len, self.rows)).items()))

    def sizes(self) -> dict[int, int]:
        """For each size how many components have it, ascending."""
        ends = pairwise([*self.firsts, len(self)])
        return dict(sorted(Counter(after - first for first, after in ends).items()))

    def size(self, vertex: int) -> int:
        """Count the states of a vertex's component."""
        return len(self.component(self.component_of(vertex)))

    def layers(self) -> tuple[list[int], int]:
        """Count the states at each distance from the start; name one of the farthest."""
        found = self.from_start()
        sizes = layer_sizes(found)
        return sizes, found.index(len(sizes) - 1)

    def goal_figures(self) -> GoalFigures:
        """Return the statistics of goals in every component, by one search from all goals."""
        goals, depths, run = self.goals(), self.to_goals(), self.component(0)
        optimum = plans = depths[0]
        if optimum is not None:
            plans = number_of_paths(self.rows.__getitem__, depths, 0, optimum)
        inside = sum(vertex in run for vertex in goals)
        found = {"states": len(goals), "in_component": inside, "optimum": optimum, "plans": plans}
        return found, self._hardest(depths, run), self._hardest(depths, range(len(self)))

    def _hardest(self, depth_of: Distances, vertices: range) -> HardestStart | None:
        """Return the hardest start among some vertices; None if none of them can reach a goal."""
        depths = [depth for depth in depth_of[vertices.start : vertices.stop] if depth is not None]
        if not depths:
            return None
        most = max(depths)
        farthest = [vertex for vertex in vertices if depth_of[vertex] == most]
        least = min(farthest, key=lambda vertex: self.space.order(self.states[vertex]))
        unreachable = len(vertices) - len(depths)
        return HardestStart(most, len(farthest), self.states[least], least, unreachable)

    def own_images(self, symmetry: Symmetry) -> tuple[int, int]:
        """Count the states that are their own image: in the start's component, in all."""
        image = symmetry.image
        same = [image(state) == state for state in self.states]
        return sum(same[: len(self.component(0))]), sum(same)

    def diameter(self, steps: int | None = None) -> FarthestPair:
        """Return the two states of the start's component that are farthest apart.

        It gives up if searches would visit many more than ``steps`` states in all.
        """
        return farthest_of_few(self.rows_of(0), steps and steps // len(self.component(0)))


def whole_graph(space: Space[Any], limit: int | None = None) -> Graph:
    """Build the graph of all configurations; raises LimitReached beyond ``limit`` of them."""
    graph = replace(_flooded(space, space.configurations(limit), limit), whole=True)
    return in_order(graph) if graph.directed else graph


def graph_from_start(space: Space[Any], limit: int | None = None) -> Graph:
    """Build the graph of what the start reaches; raises LimitReached beyond ``limit`` states."""
    return _flooded(space, (), limit)


def _flooded(space: Space[Any], roots: Iterable[State], limit: int | None) -> Graph:
    """Flood from the start, then from each of these roots that no earlier flood has met."""
    puzzle, number, rows = space.puzzle, dict[State, int](), Rows()
    states, firsts, successors = list[State](), list[int](), puzzle.successors
    for root in (puzzle.canonical(puzzle.start), *roots):
        if root in number:
            continue
        firsts.append(len(states))
        number[root] = len(states)
        states.append(root)
        while len(rows) < len(states):
            row = list[int]()
            for after in dict.fromkeys(successors(states[len(rows)])):
                found = number.setdefault(after, len(states))
                if found == len(states):
                    states.append(after)
                row.append(found)
            rows.append(row)
            if limit is not None and len(states) > limit:
                raise LimitReached(f"more than {limit} states")
    return Graph(space, states, rows, number, firsts, whole=False)


def in_order(graph: Graph) -> Graph:
    """Number a graph by weak components, each by a flood that takes neighbours by states.

    A flood forwards may have divided a weak component.
    """
    states, number = graph.states, dict[int, int]()
    key = list(map(graph.space.order, states))
    order, firsts = list[int](), list[int]()
    for root in range(len(states)):
        if root in number:
            continue
        firsts.append(len(order))
        queue, number[root] = [root], len(order)
        for vertex in queue:
            beside = {*graph.rows[vertex], *graph.before[vertex]}
            for other in sorted((v for v in beside if v not in number), key=key.__getitem__):
                number[other] = len(order) + len(queue)
                queue.append(other)
        order += queue
    found = [states[vertex] for vertex in order]
    rows = [sorted([number[after] for after in graph.rows[vertex]]) for vertex in order]
    index = {state: vertex for vertex, state in enumerate(found)}
    return replace(graph, states=found, rows=rows, index=index, firsts=firsts)
