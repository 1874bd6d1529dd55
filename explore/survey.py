"""A survey of a state graph, finding by finding, the cheap ones first.

Each finding has a name and a value made of numbers, strings, lists and dictionaries, so that it
can be printed, sent between processes and written as JSON as it is.  A survey that is stopped
half-way has reported what it had found.  Distances are in moves of the puzzle's metric; a
*component* is that of the start unless another is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from puzzleproof.explore.graph import components, distances
from puzzleproof.explore.graph.eccentricity import FarthestPair, diameter, eccentricities
from puzzleproof.explore.graph.fixed import fixed_states
from puzzleproof.explore.graph.whole import Graph

ReportFinding: TypeAlias = Callable[[str, Any], None]
"""Called with the name and the value of each finding."""
ReportPhase: TypeAlias = Callable[[str, int, int | None], None]
"""Called with what is being done, and with how many states of how many it is done, if known."""
Draw: TypeAlias = Callable[[int], str]
"""A state of the task as text."""


@dataclass(frozen=True, slots=True)
class SurveyExtras:
    """What to find out beyond the diameter."""

    eccentricities: bool = False
    """Radius, centre and how many states have each eccentricity."""
    pairs: bool = False
    """The longest inversions, and the hardest pairs of symmetric states."""


def _unheard(phase: str, done: int, total: int | None) -> None:
    """Nobody wants to know."""


def survey(
    graph: Graph,
    extras: SurveyExtras,
    draw: Draw,
    report: ReportFinding,
    working: ReportPhase = _unheard,
) -> None:
    """Report all findings about a graph that is held whole, and what is ``working`` meanwhile."""
    run = _GraphSurvey(graph, draw, report, working)
    run.counts()
    run.start()
    if graph.task.goals:
        run.goal()
    run.symmetric()
    if not graph.directed:
        run.diameter()
        if extras.pairs:
            run.pairs()
        if extras.eccentricities:
            run.eccentricities()


class _GraphSurvey:
    """The findings about one graph."""

    def __init__(
        self, graph: Graph, draw: Draw, report: ReportFinding, working: ReportPhase
    ) -> None:
        self.graph, self.draw, self.report, self.working = graph, draw, report, working

    def drawing(self, vertex: int) -> str:
        """The board of a vertex."""
        return self.draw(self.graph.states[vertex])

    def counts(self) -> None:
        """States, edges, degrees, components."""
        graph = self.graph
        self.working("counting", 0, None)
        self.report("states", len(graph.states))
        self.report("edges", components.edge_count(graph))
        self.report("directed", graph.directed)
        self.report("degrees", components.degree_table(graph))
        self.report("mean_degree", round(components.mean_degree(graph), 4))
        self.report("components", len(graph.firsts))
        self.report("component_sizes", components.size_table(graph))

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
        self.report("start", value)

    def goal(self) -> None:
        """Goal states, the minimum, how many shortest plans; the hardest start for the goal.

        One search backwards from all goals finds all of them, in every component.
        """
        goals, run = self.graph.goals(), self.graph.component(0)
        within = [vertex for vertex in goals if vertex in run]
        depth_of = distances.distances(self.graph.before, goals)
        optimum, plans = distances.shortest_paths(self.graph, depth_of) or (None, None)
        value: dict[str, Any] = {
            "states": len(goals),
            "in_component": len(within),
            "optimum": optimum,
            "plans": plans,
        }
        if hardest := distances.hardest_start(self.graph, depth_of, run):
            value["hardest_start"] = self._hardest(hardest)
        if len(self.graph.firsts) > 1:
            every = range(len(self.graph.states))
            hardest = distances.hardest_start(self.graph, depth_of, every)
            value["hardest_start_anywhere"] = hardest and self._hardest(hardest)
        self.report("goal", value)

    def _hardest(self, hardest: distances.HardestStart) -> dict[str, Any]:
        component = self.graph.component_of(self.graph.index[hardest.state])
        return {
            "moves": hardest.distance,
            "states": hardest.number,
            "state": self.draw(hardest.state),
            "component": len(self.graph.component(component)),
            "unreachable": hardest.unreachable,
        }

    def symmetric(self) -> None:
        """States that are their own image under each symmetry of the board."""
        self.working("looking for symmetric states", 0, None)
        fixed, run = fixed_states(self.graph), self.graph.component(0)
        within = {name: sum(v in run for v in vertices) for name, vertices in fixed.items()}
        self.report("symmetric_states", within)
        if self.graph.whole:
            self.report("symmetric_states_all", {name: len(found) for name, found in fixed.items()})

    def diameter(self) -> None:
        """The two states of the component that are farthest apart."""
        self.working("looking for the diameter", 0, None)
        found = diameter(self.graph)
        assert found is not None, "only directed graphs have none"
        self.report("diameter_ends", list(map(self.drawing, found.ends)))
        self.report("diameter_searches", found.searches)
        self.report("diameter", found.distance)

    def eccentricities(self) -> None:
        """All eccentricities of the component."""
        found = eccentricities(self.graph, on_search=partial(self.working, "eccentricities"))
        assert found is not None, "only directed graphs have none"
        centre = found.of.index(found.radius)
        value = {
            "radius": found.radius,
            "centre": found.of.count(found.radius),
            "central_state": self.drawing(self.graph.firsts[0] + centre),
            "table": found.table(),
        }
        self.report("eccentricities", value)

    def pairs(self) -> None:
        """Longest inversions and hardest symmetric pairs; the hardest pair of other components."""
        from puzzleproof.explore.graph import pairs
        from puzzleproof.explore.graph.symmetric import all_images

        graph, inversions, symmetric = self.graph, dict[str, Any](), dict[str, Any]()
        for images in all_images(graph):
            name = images.symmetry.name
            self.working(f"looking for the farthest pairs, {name}", 0, None)
            inversions[name] = {
                "component": self._pair(pairs.longest_inversion_in(graph, images)),
                "anywhere": self._pair(pairs.longest_inversion(graph, images)),
            }
            symmetric[name] = self._pair(pairs.hardest_symmetric_pair(graph, images))
        self.report("inversions", inversions)
        self.report("symmetric_pairs", symmetric)
        sizes = components.component_sizes(graph)
        others = [k for k, size in enumerate(sizes) if size < sizes[0]]
        if graph.whole and others:
            found = pairs.hardest_pair(graph, others)
            self.report("hardest_pair_in_smaller_components", self._pair(found))

    def _pair(self, found: FarthestPair | None) -> dict[str, Any] | None:
        if found is None:
            return None
        return {
            "moves": found.distance,
            "component": len(self.graph.component(self.graph.component_of(found.ends[0]))),
            "ends": list(map(self.drawing, found.ends)),
        }
