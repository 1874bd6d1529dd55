"""A state graph in lists: floods by the rules, in any family.

States are numbered as a flood meets them, so neighbours have near numbers: a breadth-first search
of lists is then three times as fast as in any other order.  A flood starts at the start, then at
each state that no earlier one reached.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from puzzleproof.explore.graph.distances import Distances, Rows, distances
from puzzleproof.explore.graph.graph import Graph
from puzzleproof.explore.graph.spaces import Space, Symmetry
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.puzzle import State

if TYPE_CHECKING:
    from puzzleproof.explore.graph.net import Net


@dataclass(frozen=True, eq=False)
class ListGraph(Graph):
    """States and neighbours in lists."""

    rows: Rows = field(repr=False)
    states: list[State] = field(repr=False)
    index: dict[State, int] = field(repr=False)
    """The vertex of a state."""

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

    def rows_of(self, number: int) -> Rows:
        """Return the rows of a component, whose first vertex counts as 0."""
        run = self.component(number)
        rows, first = self.rows[run.start : run.stop], run.start
        return [[after - first for after in row] for row in rows] if first else rows

    def net(self, number: int) -> "Net":
        from puzzleproof.explore.graph.net import Net

        return Net.of(self.rows_of(number))

    def states_of(self, vertices: Iterable[int]) -> list[State]:
        return list(map(self.states.__getitem__, vertices))

    def goals(self) -> list[int]:
        is_goal = self.space.puzzle.is_goal
        return [vertex for vertex, state in enumerate(self.states) if is_goal(state)]

    def _distances(self, sources: list[int], back: bool) -> Distances:
        return distances(self.before if back else self.rows, sources)

    def _degrees(self) -> Iterator[int]:
        return map(len, self.rows)

    def _image_of_each(self, symmetry: Symmetry) -> "array[int]":
        images = map(symmetry.image, self.states)
        return array("i", [self.index.get(image, -1) for image in images])


def list_graph(
    space: Space[Any], limit: int | None = None, *, reachable: bool = False
) -> ListGraph:
    """Build the graph of all configurations, or of what the start reaches, flood by flood.

    Raises LimitReached beyond ``limit`` states.
    """
    puzzle, number, rows = space.puzzle, dict[State, int](), Rows()
    states, firsts, successors = list[State](), list[int](), puzzle.successors
    others = () if reachable else space.configurations(limit)
    for root in (puzzle.canonical(puzzle.start), *others):
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
    graph = ListGraph(space, rows, firsts, not reachable, states, number)
    return in_order(graph) if graph.directed and not reachable else graph


def in_order(graph: ListGraph) -> ListGraph:
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
