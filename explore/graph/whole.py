"""A whole state graph: every configuration of a task, or what can be reached from its start.

States are numbered as a flood meets them, the start first, so that a component is a run of
*vertices* and neighbours have near numbers: a breadth-first search of lists is then three times
as fast as in any other order.  Where moves can be taken back an *edge* is a pair of states one
move apart; elsewhere (pegs, frogs) an *arc* leads from a state to one that a move makes of it, and
components are weak ones: joined by arcs in either direction.  Of a tour only the placements count,
not the stops visited.  A flood fill starts at each state that no earlier one reached; its moves
come from the tables of `puzzleproof.explore.engines.plain`.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import pairwise

from puzzleproof.explore.engines.plain import PlainSearch
from puzzleproof.explore.graph.configurations import configurations
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
from puzzleproof.explore.packed_task import PackedTask, Symmetry
from puzzleproof.models.errors import LimitReached

RUN = 22
"""The number of facts whose images are kept together: few of their sets occur."""


@dataclass(frozen=True, eq=False)
class Graph:
    """States as vertices 0, 1, …, of which 0 is the start; component by component."""

    task: PackedTask
    """The task without the stops of a tour: a state is a placement."""
    states: list[int] = field(repr=False)
    rows: Rows = field(repr=False)
    """For each vertex the states one move away, each once."""
    index: dict[int, int] = field(repr=False)
    """The vertex of a state."""
    firsts: list[int] = field(repr=False)
    """The first vertex of each component; that of the start is component 0."""
    whole: bool
    """Whether these are all configurations."""

    start = 0
    """The vertex of the start."""

    @property
    def directed(self) -> bool:
        """Whether some move cannot be taken back by one move."""
        return not self.task.reversible

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
        """The vertices of a component."""
        last = self.firsts[number + 1] if number + 1 < len(self.firsts) else len(self.states)
        return range(self.firsts[number], last)

    def component_of(self, vertex: int) -> int:
        """The number of the component of a vertex."""
        return bisect_right(self.firsts, vertex) - 1

    def rows_of(self, number: int) -> Rows:
        """The rows of a component, whose first vertex counts as 0."""
        run = self.component(number)
        rows, first = self.rows[run.start : run.stop], run.start
        return [[after - first for after in row] for row in rows] if first else rows

    def goals(self) -> list[int]:
        """The vertices of goal states; a tour has none."""
        states, found = self.states, set[int]()
        for goal in self.task.goals:
            left: Iterable[int] = range(len(states))
            for clause in goal:
                left = [vertex for vertex in left if states[vertex] & clause]
            found.update(left)
        return sorted(found)

    def image(self, symmetry: Symmetry, vertex: int) -> int | None:
        """The vertex of a state's image; None if that is not in the graph."""
        return self.index.get(symmetry.image(self.states[vertex]))

    def images_in(self, number: int, symmetry: Symmetry) -> list[int] | None:
        """The images inside a component, counted from its first vertex; None if it is not kept.

        A symmetry keeps the steps: the images of neighbours are neighbours.
        """
        run = self.component(number)
        if self.image(symmetry, run.start) not in run:
            return None
        images = images_of(self.task, symmetry, self.states[run.start : run.stop])
        return [self.index[image] - run.start for image in images]

    # --- distances --------------------------------------------------------------------------

    def from_start(self) -> Distances:
        """The distance of every vertex from the start."""
        return distances(self.rows, (0,))

    def to_goals(self) -> Distances:
        """From every vertex the distance to the nearest goal."""
        return distances(self.before, self.goals())

    # --- figures of a survey ----------------------------------------------------------------

    def __len__(self) -> int:
        """How many states."""
        return len(self.states)

    def state(self, vertex: int) -> int:
        """The state of a vertex."""
        return self.states[vertex]

    def degrees(self) -> dict[int, int]:
        """For each degree how many states have it, ascending."""
        return dict(sorted(Counter(map(len, self.rows)).items()))

    def sizes(self) -> dict[int, int]:
        """For each size how many components have it, ascending."""
        ends = pairwise([*self.firsts, len(self)])
        return dict(sorted(Counter(after - first for first, after in ends).items()))

    def size(self, vertex: int) -> int:
        """How many states the component of a vertex has."""
        return len(self.component(self.component_of(vertex)))

    def layers(self) -> tuple[list[int], int]:
        """How many states there are at each distance from the start, and one of the farthest."""
        found = self.from_start()
        sizes = layer_sizes(found)
        return sizes, found.index(len(sizes) - 1)

    def goal_figures(self) -> GoalFigures:
        """The figures about goals in every component, by one search backwards from all goals."""
        goals, depths, run = self.goals(), self.to_goals(), self.component(0)
        optimum = plans = depths[0]
        if optimum is not None:
            plans = number_of_paths(self.rows.__getitem__, depths, 0, optimum)
        inside = sum(vertex in run for vertex in goals)
        found = {"states": len(goals), "in_component": inside, "optimum": optimum, "plans": plans}
        return found, self._hardest(depths, run), self._hardest(depths, range(len(self)))

    def _hardest(self, depth_of: Distances, vertices: range) -> HardestStart | None:
        """The hardest start among some vertices; None if none of them can reach a goal."""
        depths = [depth for depth in depth_of[vertices.start : vertices.stop] if depth is not None]
        if not depths:
            return None
        most = max(depths)
        states = ((self.states[vertex], vertex) for vertex in vertices if depth_of[vertex] == most)
        return HardestStart(most, depths.count(most), *min(states), len(vertices) - len(depths))

    def own_images(self, symmetry: Symmetry) -> tuple[int, int]:
        """How many states are their own image: in the start's component, in all."""
        images, run = images_of(self.task, symmetry, self.states), self.component(0)
        same = [one == other for one, other in zip(self.states, images, strict=True)]
        return sum(same[: run.stop]), sum(same)

    def diameter(self, steps: int | None = None) -> FarthestPair:
        """The two states of the start's component that are farthest apart.

        It gives up if searches would visit many more than ``steps`` states in all.
        """
        return farthest_of_few(self.rows_of(0), steps and steps // len(self.component(0)))


def whole_graph(task: PackedTask, limit: int | None = None) -> Graph:
    """Build the graph of all configurations; raises LimitReached beyond ``limit`` of them."""
    task = replace(task, stops=())
    graph = _flooded(task, list(configurations(task, limit)), limit)
    graph = replace(graph, whole=True)
    return in_order(graph) if graph.directed else graph


def graph_from_start(task: PackedTask, limit: int | None = None) -> Graph:
    """Build the graph of what the start reaches; raises LimitReached beyond ``limit`` states."""
    return _flooded(replace(task, stops=()), [], limit)


class _Numbering(dict[int, int]):
    """The vertex of a state; a new state gets the next number."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[int] = []

    def __missing__(self, state: int) -> int:
        number = self[state] = len(self.states)
        self.states.append(state)
        return number


def _flooded(task: PackedTask, roots: list[int], limit: int | None) -> Graph:
    """Flood from the start, then from each of these roots that no earlier flood has met."""
    search, number, rows, firsts = PlainSearch(task), _Numbering(), Rows(), list[int]()
    search.fill(roots)
    for root in (task.start & task.all_facts, *roots):
        if root in number:
            continue
        firsts.append(number[root])
        while len(rows) < len(number.states):
            layer = number.states[len(rows) :]
            if not roots:
                search.fill(layer)
            rows += _rows(search, layer, number)
            if limit is not None and len(number.states) > limit:
                raise LimitReached(f"more than {limit} states")
    return Graph(task, number.states, rows, dict(number), firsts, whole=False)


def _rows(search: PlainSearch, layer: list[int], number: _Numbering) -> Rows:
    """The neighbours of each of these states, as vertices."""
    tables, pattern = search.tables, search.task.pattern
    if not pattern:
        return [[number[after] for after in search.after((state,))] for state in layer]
    return [
        [
            number[state ^ change]
            for change in {
                change
                for source, changes in tables[state & pattern]
                if state & source == source
                for change in changes
            }
        ]
        for state in layer
    ]


def images_of(task: PackedTask, symmetry: Symmetry, states: Sequence[int]) -> list[int]:
    """The images of many states, put together from those of runs of their facts."""
    image, others = cache(symmetry.image), task.movers
    runs = [task.pattern] if task.pattern else []
    while others:
        runs.append(others & ((others & -others) << RUN) - 1)
        others &= ~runs[-1]
    images = [0] * len(states)
    for run in runs:
        images = [found | image(s & run) for found, s in zip(images, states, strict=True)]
    return images


def in_order(graph: Graph) -> Graph:
    """The same graph, numbered by weak components, each by a flood that takes neighbours by states.

    A flood forwards may have divided a weak component.  And the graph's own flood takes neighbours
    in the order of sets of integers, which 32-bit and 64-bit hosts have differently.
    """
    states, number = graph.states, dict[int, int]()
    order, firsts = list[int](), list[int]()
    for root in range(len(states)):
        if root in number:
            continue
        firsts.append(len(order))
        queue, number[root] = [root], len(order)
        for vertex in queue:
            beside = {*graph.rows[vertex], *graph.before[vertex]}
            for other in sorted((v for v in beside if v not in number), key=states.__getitem__):
                number[other] = len(order) + len(queue)
                queue.append(other)
        order += queue
    found = [states[vertex] for vertex in order]
    rows = [sorted([number[after] for after in graph.rows[vertex]]) for vertex in order]
    index = {state: vertex for vertex, state in enumerate(found)}
    return replace(graph, states=found, rows=rows, index=index, firsts=firsts)
