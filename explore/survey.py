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
from typing import Any, Protocol, TypeAlias

from puzzleproof.explore.graph.distances import FarthestPair, HardestStart, number_of_paths
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.explore.packed_task import PackedTask, Symmetry

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


class GraphFigures(Protocol):
    """What a survey asks about a graph; vertices are numbers, distances are by vertex."""

    @property
    def task(self) -> PackedTask:
        """Whose graph it is."""
        ...

    @property
    def start(self) -> int:
        """The vertex of the start."""
        ...

    @property
    def whole(self) -> bool:
        """Whether these are all configurations."""
        ...

    @property
    def directed(self) -> bool:
        """Whether some move cannot be taken back by one."""
        ...

    def __len__(self) -> int:
        """How many states."""
        ...

    def state(self, vertex: int, /) -> int:
        """The state of a vertex, as the task's integer."""
        ...

    def row(self, vertex: int, /) -> list[int]:
        """The states one move away."""
        ...

    def degrees(self) -> dict[int, int]:
        """For each degree how many states have it, ascending."""
        ...

    def sizes(self) -> dict[int, int]:
        """For each size how many components have it, ascending."""
        ...

    def size(self, vertex: int, /) -> int:
        """How many states the component of a vertex has."""
        ...

    def inside(self, vertices: Any, /) -> int:
        """How many of some vertices are in the start's component."""
        ...

    def goals(self) -> Any:
        """The vertices of goal states."""
        ...

    def from_start(self) -> tuple[list[int], int]:
        """How many states there are at each distance from the start, and one of the farthest."""
        ...

    def to_goals(self) -> Any:
        """From every vertex the distance to the nearest goal; None or below 0: there is no path."""
        ...

    def hardest(self, depths: Any, /, *, anywhere: bool) -> HardestStart | None:
        """The hardest start in the start's component or in any; None where none has a goal."""
        ...

    def fixed(self, symmetry: Symmetry, /) -> Any:
        """The vertices whose states are their own image."""
        ...

    def diameter(self) -> FarthestPair:
        """The two states of the start's component that are farthest apart."""
        ...


def survey(
    graph: GraphFigures, draw: Draw, report: ReportFinding, working: ReportPhase = _unheard
) -> None:
    """Report all findings about a graph up to the diameter, and what is ``working`` meanwhile."""
    run = _GraphSurvey(graph, draw, report, working)
    run.counts()
    run.start()
    if graph.task.goals:
        run.goal()
    run.symmetric()
    if not graph.directed:
        run.diameter()


class _GraphSurvey:
    """The findings about one graph."""

    def __init__(
        self, graph: GraphFigures, draw: Draw, report: ReportFinding, working: ReportPhase
    ) -> None:
        self.graph, self.draw, self.report, self.working = graph, draw, report, working

    def drawing(self, vertex: int) -> str:
        """The board of a vertex."""
        return self.draw(self.graph.state(vertex))

    def counts(self) -> None:
        """States, edges, degrees, components."""
        graph = self.graph
        self.working("counting", 0, None)
        degrees = graph.degrees()
        arcs = sum(degree * number for degree, number in degrees.items())
        self.report("whole", graph.whole)
        self.report("states", len(graph))
        self.report("edges", arcs if graph.directed else arcs // 2)
        self.report("directed", graph.directed)
        self.report("degrees", degrees)
        self.report("mean_degree", round(arcs / len(graph), 4))
        sizes = graph.sizes()
        self.report("components", sum(sizes.values()))
        self.report("component_sizes", sizes)

    def start(self) -> None:
        """The start's component, and how far its states are from the start."""
        self.working("searching from the start", 0, None)
        layers, farthest = self.graph.from_start()
        value = {
            "component": self.graph.size(self.graph.start),
            "reached": sum(layers),
            "eccentricity": len(layers) - 1,
            "layers": layers,
            "farthest": self.drawing(farthest),
        }
        self.report("start", value)

    def goal(self) -> None:
        """Goal states, the minimum, how many shortest plans; the hardest start for the goal.

        One search backwards from all goals finds all of them, in every component.
        """
        self.working("searching from the goals", 0, None)
        graph, goals, depths = self.graph, self.graph.goals(), self.graph.to_goals()
        within, here = graph.hardest(depths, anywhere=False), depths[graph.start]
        optimum = None if here is None or here < 0 else int(here)
        value: dict[str, Any] = {
            "states": len(goals),
            "in_component": graph.inside(goals),
            "optimum": optimum,
            "plans": None
            if optimum is None
            else number_of_paths(graph.row, depths, graph.start, optimum),
        }
        if within:
            value["hardest_start"] = self._hardest(within)
        if graph.size(graph.start) < len(graph):
            anywhere = graph.hardest(depths, anywhere=True)
            value["hardest_start_anywhere"] = anywhere and self._hardest(anywhere)
        self.report("goal", value)

    def _hardest(self, hardest: HardestStart) -> dict[str, Any]:
        return {
            "moves": hardest.distance,
            "states": hardest.number,
            "state": self.draw(hardest.state),
            "component": self.graph.size(hardest.vertex),
            "unreachable": hardest.unreachable,
        }

    def symmetric(self) -> None:
        """States that are their own image under each symmetry of the board."""
        self.working("looking for symmetric states", 0, None)
        graph = self.graph
        fixed = {symmetry.name: graph.fixed(symmetry) for symmetry in graph.task.symmetries}
        self.report("symmetric_states", {name: graph.inside(own) for name, own in fixed.items()})
        if graph.whole:
            self.report("symmetric_states_all", {name: len(own) for name, own in fixed.items()})

    def diameter(self) -> None:
        """The two states of the component that are farthest apart."""
        self.working("looking for the diameter", 0, None)
        found = self.graph.diameter()
        self.report("diameter_ends", list(map(self.drawing, found.ends)))
        self.report("diameter_searches", found.searches)
        self.report("diameter", found.distance)


# --- beyond the diameter --------------------------------------------------------------------


def survey_extras(
    graph: Graph, extras: SurveyExtras, draw: Draw, report: ReportFinding, working: ReportPhase
) -> None:
    """Report what is wanted beyond the diameter; a directed graph has none of it."""
    if graph.directed:
        return
    if extras.pairs:
        _survey_pairs(graph, draw, report, working)
    if extras.eccentricities:
        _survey_eccentricities(graph, draw, report, working)


def _survey_eccentricities(
    graph: Graph, draw: Draw, report: ReportFinding, working: ReportPhase
) -> None:
    """All eccentricities of the component."""
    from puzzleproof.explore.graph.eccentricity import eccentricities

    found = eccentricities(graph, on_search=partial(working, "eccentricities"))
    assert found is not None, "only directed graphs have none"
    value = {
        "radius": found.radius,
        "centre": found.of.count(found.radius),
        "central_state": draw(graph.states[found.of.index(found.radius)]),
        "table": found.table(),
    }
    report("eccentricities", value)


def _survey_pairs(graph: Graph, draw: Draw, report: ReportFinding, working: ReportPhase) -> None:
    """Longest inversions and hardest symmetric pairs; the hardest pair of other components."""
    from puzzleproof.explore.graph import pairs
    from puzzleproof.explore.graph.symmetric import all_images

    def value(found: FarthestPair | None) -> dict[str, Any] | None:
        if found is None:
            return None
        return {
            "moves": found.distance,
            "component": len(graph.component(graph.component_of(found.ends[0]))),
            "ends": [draw(graph.states[vertex]) for vertex in found.ends],
        }

    inversions, symmetric = dict[str, Any](), dict[str, Any]()
    for images in all_images(graph):
        name = images.symmetry.name
        working(f"looking for the farthest pairs, {name}", 0, None)
        inversions[name] = {
            "component": value(pairs.longest_inversion_in(graph, images)),
            "anywhere": value(pairs.longest_inversion(graph, images)),
        }
        symmetric[name] = value(pairs.hardest_symmetric_pair(graph, images))
    report("inversions", inversions)
    report("symmetric_pairs", symmetric)
    sizes = [len(graph.component(k)) for k in range(len(graph.firsts))]
    others = [k for k, size in enumerate(sizes) if size < sizes[0]]
    if graph.whole and others:
        found = pairs.hardest_pair(graph, others)
        report("hardest_pair_in_smaller_components", value(found))
