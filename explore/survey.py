"""A survey of a state graph, finding by finding, the cheap ones first.

Each finding has a name and a value made of numbers, strings, lists and dictionaries, so that it
can be printed, sent between processes and written as JSON as it is.  A survey that is stopped
half-way has reported its findings so far.  Distances are in moves of the puzzle's metric; *the
component* is that of the start unless another is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from puzzleproof.explore.graph.distances import FarthestPair, HardestStart
from puzzleproof.explore.graph.whole import Graph

if TYPE_CHECKING:
    from puzzleproof.explore.graph.sliding import ArrayGraph

ReportFinding: TypeAlias = Callable[[str, Any], None]
"""Called with the name and the value of each finding."""
ReportPhase: TypeAlias = Callable[[str, int, int | None], None]
"""Called with the part of the work, and (done, total) in states, if known."""
Draw: TypeAlias = Callable[[int], str]
"""A state of the task as text."""
AnyGraph: TypeAlias = "Graph | ArrayGraph"
"""A graph in lists, for the standard library alone, or in arrays, for ten times as many states."""


@dataclass(frozen=True, slots=True)
class SurveyExtras:
    """What to find out beyond the diameter."""

    eccentricities: bool = False
    """Radius, centre and how many states have each eccentricity."""
    pairs: bool = False
    """The longest inversions, and the hardest pairs of symmetric states."""


def _unheard(phase: str, done: int, total: int | None) -> None:
    """Ignore the progress."""


LARGE = 3_000
"""From this many states on, a diameter in lists takes longer than importing numpy and using
arrays."""


STEPS = 2_000_000_000
"""States that the searches for a diameter may visit in all: some ten minutes."""


def survey(
    graph: AnyGraph,
    draw: Draw,
    report: ReportFinding,
    working: ReportPhase = _unheard,
    before_diameter: Callable[[], None] = lambda: None,
) -> None:
    """Report all findings about a graph up to the diameter; ``working`` gets the progress.

    The diameter may take long, so something else can be done ``before_diameter``.
    """
    run = _GraphSurvey(graph, draw, report, working)
    run.counts()
    run.start()
    if graph.task.goals:
        run.goal()
    run.symmetric()
    before_diameter()
    if not graph.directed:
        run.diameter()


class _GraphSurvey:
    """The findings about one graph."""

    def __init__(
        self, graph: AnyGraph, draw: Draw, report: ReportFinding, working: ReportPhase
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
        layers, farthest = self.graph.layers()
        value = {
            "component": self.graph.size(self.graph.start),
            "reached": sum(layers),
            "eccentricity": len(layers) - 1,
            "layers": layers,
            "farthest": self.drawing(farthest),
        }
        self.report("start", value)

    def goal(self) -> None:
        """Goal states, the minimum, how many shortest plans; the hardest start for the goal."""
        self.working("searching from the goals", 0, None)
        found = self.graph.goal_figures()
        value: dict[str, Any] = {
            "states": found.states,
            "in_component": found.inside,
            "optimum": found.optimum,
            "plans": found.plans,
        }
        if found.hardest:
            value["hardest_start"] = self._hardest(found.hardest)
        if self.graph.size(self.graph.start) < len(self.graph):
            anywhere = found.anywhere
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
        own = {symmetry.name: graph.own_images(symmetry) for symmetry in graph.task.symmetries}
        self.report("symmetric_states", {name: inside for name, (inside, _) in own.items()})
        if graph.whole:
            self.report("symmetric_states_all", {name: every for name, (_, every) in own.items()})

    def diameter(self) -> None:
        """The two states of the component that are farthest apart."""
        self.working("looking for the diameter", 0, None)
        found = _in_arrays(self.graph) or self.graph.diameter(STEPS)
        if found.at_most is not None:
            self.report("diameter_bounds", [found.distance, found.at_most])
            return
        self.report("diameter_ends", list(map(self.drawing, found.ends)))
        self.report("diameter_searches", found.searches)
        self.report("diameter", found.distance)


def _in_arrays(graph: AnyGraph) -> FarthestPair | None:
    """The diameter with fewer searches; None for few states, and in a browser without numpy."""
    if not isinstance(graph, Graph) or len(graph.component(0)) < LARGE:
        return None
    try:
        from puzzleproof.explore.graph.eccentricity import diameter
    except ImportError:
        return None
    return diameter(graph, steps=STEPS)


# --- beyond the diameter --------------------------------------------------------------------


def survey_extras(
    graph: Graph, extras: SurveyExtras, draw: Draw, report: ReportFinding, working: ReportPhase
) -> None:
    """Report the extras beyond the diameter; a directed graph has none."""
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
    from puzzleproof.explore.graph.eccentricity import all_images

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
