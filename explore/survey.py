"""A survey of a state graph, finding by finding, the cheap ones first.

Each finding has a name and a value made of numbers, strings, lists and dictionaries, so that it
can be printed, sent between processes and written as JSON as it is.  Whoever is stopped half-way
has said what it had found.  Distances are in moves of the model's metric; a *component* is that of
the start unless another is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from puzzleproof.explore.graph import components, distances
from puzzleproof.explore.graph.distances import Distances
from puzzleproof.explore.graph.eccentricity import Widest, diameter, eccentricities
from puzzleproof.explore.graph.fixed import fixed_states
from puzzleproof.explore.graph.whole import Graph

if TYPE_CHECKING:
    from puzzleproof.explore.graph.symmetric import Images


Tell: TypeAlias = Callable[[str, Any], None]
Draw: TypeAlias = Callable[[int], str]
"""A state of the model as text."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to find out beyond the diameter."""

    eccentricities: bool = False
    """Radius, centre and how many states have each eccentricity."""
    pairs: bool = False
    """The longest inversions, and the hardest pairs of symmetric states."""


def survey(graph: Graph, wanted: Wanted, draw: Draw, tell: Tell) -> None:
    """Tell all that was asked about a graph that is held whole."""
    _Survey(graph, draw, tell).run(wanted)


class _Survey:
    """The findings about one graph."""

    def __init__(self, graph: Graph, draw: Draw, tell: Tell) -> None:
        self.graph, self.draw, self.tell = graph, draw, tell

    def run(self, wanted: Wanted) -> None:
        self.counts()
        self.start()
        if self.graph.model.goals:
            self.goal()
        self.symmetric()
        if self.graph.directed:
            return
        self.diameter()
        if wanted.pairs:
            self.pairs()
        if wanted.eccentricities:
            self.eccentricities()

    def drawing(self, vertex: int) -> str:
        """The board of a vertex."""
        return self.draw(self.graph.states[vertex])

    def counts(self) -> None:
        """States, edges, degrees, components."""
        graph = self.graph
        self.tell("states", len(graph.states))
        self.tell("edges", components.edge_count(graph))
        self.tell("directed", graph.directed)
        self.tell("degrees", components.degree_table(graph))
        self.tell("mean_degree", round(components.mean_degree(graph), 4))
        self.tell("components", len(graph.firsts))
        self.tell("component_sizes", components.size_table(graph))

    def start(self) -> None:
        """The start's component, and how far its states are from the start."""
        found = distances.from_start(self.graph)
        layers = distances.layer_sizes(found)
        value = {
            "component": len(self.graph.component(0)),
            "reached": sum(layers),
            "eccentricity": len(layers) - 1,
            "layers": layers,
            "farthest": self.drawing(found.index(len(layers) - 1)),
        }
        self.tell("start", value)

    def goal(self) -> None:
        """Goal states, the minimum, how many shortest plans; the hardest start for the goal.

        One search backwards from the goals of the component tells it all.
        """
        goals, run = self.graph.goals(), self.graph.component(0)
        within = [vertex for vertex in goals if vertex in run]
        found = distances.distances(self.graph.before, within)
        value: dict[str, Any] = {
            "states": len(goals),
            "in_component": len(within),
            "optimum": found[0],
            "plans": self.plans(found),
        }
        depths = [depth for depth in found[run.start : run.stop] if depth is not None]
        if depths:
            most = max(depths)
            states = (v for v, depth in enumerate(found) if depth == most)
            value["hardest_start"] = {
                "moves": most,
                "states": depths.count(most),
                "state": self.draw(min(self.graph.states[vertex] for vertex in states)),
                "unreachable": len(run) - len(depths),
            }
        self.tell("goal", value)

    def plans(self, to_goal: Distances) -> int | None:
        """How many shortest ways lead from the start to a goal; None where there is none."""
        if to_goal[0] is None:
            return None
        ways = {0: 1}
        for nearer in range(to_goal[0] - 1, -1, -1):
            following: dict[int, int] = {}
            for vertex, number in ways.items():
                for after in self.graph.rows[vertex]:
                    if to_goal[after] == nearer:
                        following[after] = following.get(after, 0) + number
            ways = following
        return sum(ways.values())

    def symmetric(self) -> None:
        """States that are their own image under each turn of the board."""
        fixed, run = fixed_states(self.graph), self.graph.component(0)
        within = {name: sum(v in run for v in vertices) for name, vertices in fixed.items()}
        self.tell("symmetric_states", within)
        if self.graph.whole:
            self.tell("symmetric_states_all", {name: len(found) for name, found in fixed.items()})

    def diameter(self) -> None:
        """The two states of the component that are farthest apart."""
        found = diameter(self.graph)
        assert found is not None, "only directed graphs have none"
        self.tell("diameter_ends", list(map(self.drawing, found.ends)))
        self.tell("diameter_searches", found.searches)
        self.tell("diameter", found.distance)

    def eccentricities(self) -> None:
        """All eccentricities of the component."""
        found = eccentricities(self.graph)
        assert found is not None, "only directed graphs have none"
        centre = found.of.index(found.radius)
        value = {
            "radius": found.radius,
            "centre": found.of.count(found.radius),
            "central_state": self.drawing(self.graph.firsts[0] + centre),
            "table": found.table(),
        }
        self.tell("eccentricities", value)

    def pairs(self) -> None:
        """Longest inversions and hardest symmetric pairs under each turn, and hardest of all."""
        from puzzleproof.explore.graph import pairs
        from puzzleproof.explore.graph.symmetric import all_images

        images = all_images(self.graph)
        symmetric = {
            one.turn.name: self._pair(pairs.hardest_symmetric_pair(self.graph, one))
            for one in images
        }
        self.tell("inversions", {one.turn.name: self._inversions(one) for one in images})
        self.tell("symmetric_pairs", symmetric)
        sizes = components.component_sizes(self.graph)
        others = [k for k, size in enumerate(sizes) if size < sizes[0]]
        if self.graph.whole and others:
            found = pairs.hardest_pair(self.graph, others)
            self.tell("hardest_pair_in_smaller_components", self._pair(found))

    def _inversions(self, images: Images) -> dict[str, Any]:
        from puzzleproof.explore.graph.pairs import longest_inversion, longest_inversion_in

        return {
            "component": self._pair(longest_inversion_in(self.graph, images)),
            "anywhere": self._pair(longest_inversion(self.graph, images)),
        }

    def _pair(self, found: Widest | None) -> dict[str, Any] | None:
        if found is None:
            return None
        return {
            "moves": found.distance,
            "component": len(self.graph.component(self.graph.component_of(found.ends[0]))),
            "ends": list(map(self.drawing, found.ends)),
        }
