"""The survey of a graph of arrays: findings as `puzzleproof.explore.survey` has them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from puzzleproof.explore.engines.arrays.keys import Truth
from puzzleproof.explore.graph.arrays.components import component_labels
from puzzleproof.explore.graph.arrays.diameter import diameter
from puzzleproof.explore.graph.arrays.distances import NONE, Depths, depths_from, layer_sizes
from puzzleproof.explore.graph.arrays.graph import ArrayGraph, Neighbours, Vertices, fixed
from puzzleproof.explore.graph.distances import number_of_paths
from puzzleproof.explore.survey import Draw, ReportFinding, ReportPhase


def survey_arrays(
    graph: ArrayGraph, draw: Draw, report: ReportFinding, working: ReportPhase
) -> None:
    """Report what is found out about all configurations of sliding pieces, up to the diameter."""
    run = _ArraySurvey(graph, draw, report, working)
    run.counts()
    run.start()
    if graph.task.goals:
        run.goal()
    run.symmetric()
    run.diameter()


class _ArraySurvey:
    """The findings about one graph."""

    def __init__(
        self, graph: ArrayGraph, draw: Draw, report: ReportFinding, working: ReportPhase
    ) -> None:
        self.graph, self.draw, self.report, self.working = graph, draw, report, working

    def drawing(self, vertex: int) -> str:
        """The board of a vertex."""
        return self.draw(self.graph.states(np.array([vertex]))[0])

    @cached_property
    def labels(self) -> Neighbours:
        """The component of each vertex."""
        self.working("finding the components", 0, None)
        return component_labels(self.graph)

    @cached_property
    def inside(self) -> Truth:
        """Whether each vertex is in the start's component."""
        found: Truth = self.labels == self.labels[self.graph.start]
        return found

    @cached_property
    def component(self) -> Vertices:
        """The vertices of the start's component."""
        return np.flatnonzero(self.inside)

    def counts(self) -> None:
        """States, edges, degrees, components."""
        graph, arcs = self.graph, len(self.graph.neighbours)
        self.working("counting", 0, None)
        self.report("whole", True)
        self.report("states", len(graph.keys))
        self.report("edges", arcs // 2)
        self.report("directed", False)
        self.report("degrees", _table(graph.degrees))
        self.report("mean_degree", round(arcs / len(graph.keys), 4))
        sizes = np.bincount(self.labels)
        sizes = sizes[sizes > 0]
        self.report("components", len(sizes))
        self.report("component_sizes", _table(sizes))

    def start(self) -> None:
        """The start's component, and how far its states are from the start."""
        self.working("searching from the start", 0, None)
        found = depths_from(self.graph, np.array([self.graph.start]))
        layers = layer_sizes(found)
        value = {
            "component": len(self.component),
            "reached": sum(layers),
            "eccentricity": len(layers) - 1,
            "layers": layers,
            "farthest": self.drawing(int(found.argmax())),
        }
        self.report("start", value)

    def goal(self) -> None:
        """Goal states, the minimum, how many shortest plans; the hardest start for the goal."""
        self.working("searching from the goals", 0, None)
        graph, goals = self.graph, self.graph.goals()
        depths = depths_from(graph, goals)
        optimum = int(depths[graph.start])
        plans = None
        if optimum != NONE:
            plans = number_of_paths(graph.row, depths, graph.start, optimum)
        value: dict[str, Any] = {
            "states": len(goals),
            "in_component": int(self.inside[goals].sum()),
            "optimum": None if optimum == NONE else optimum,
            "plans": plans,
        }
        if hardest := self._hardest(depths, self.component):
            value["hardest_start"] = hardest
        if len(self.component) < len(graph.keys):
            value["hardest_start_anywhere"] = self._hardest(depths, np.arange(len(graph.keys)))
        self.report("goal", value)

    def _hardest(self, depths: Depths, vertices: Vertices) -> dict[str, Any] | None:
        """The state of some whose nearest goal is farthest; None where none reaches a goal."""
        found = depths[vertices]
        most = int(found.max(initial=NONE))
        if most == NONE:
            return None
        farthest = vertices[found == most]
        states = self.graph.states(farthest)
        least = min(range(len(states)), key=states.__getitem__)
        label = self.labels[farthest[least]]
        return {
            "moves": most,
            "states": len(farthest),
            "state": self.draw(states[least]),
            "component": int((self.labels == label).sum()),
            "unreachable": int((found == NONE).sum()),
        }

    def symmetric(self) -> None:
        """States that are their own image under each symmetry of the board."""
        self.working("looking for symmetric states", 0, None)
        every, within = dict[str, int](), dict[str, int]()
        for symmetry in self.graph.task.symmetries:
            found = fixed(self.graph, symmetry)
            every[symmetry.name] = len(found)
            within[symmetry.name] = int(self.inside[found].sum())
        self.report("symmetric_states", within)
        self.report("symmetric_states_all", every)

    def diameter(self) -> None:
        """The two states of the component that are farthest apart."""
        self.working("looking for the diameter", 0, None)
        found = diameter(self.graph, self.component)
        self.report("diameter_ends", list(map(self.drawing, found.ends)))
        self.report("diameter_searches", found.searches)
        self.report("diameter", found.distance)


def _table(numbers: Vertices) -> dict[int, int]:
    """For each number how many there are, ascending."""
    counts: list[int] = np.bincount(numbers).tolist()
    return {number: count for number, count in enumerate(counts) if count}
