"""A survey of a state graph, statistic by statistic, the cheap ones first.

Each statistic has a name, and a value made of numbers, strings, lists and dictionaries, so that it
can be printed, sent between processes and written as JSON. If a survey is stopped, it has already
reported the statistics computed so far.  Distances are in moves of the puzzle's metric; *the
component* is the start's component unless another is named.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from puzzleproof.explore.graph.distances import FarthestPair, HardestStart
from puzzleproof.explore.graph.whole import Graph
from puzzleproof.models.puzzle import State

if TYPE_CHECKING:
    from puzzleproof.explore.graph.sliding import ArrayGraph

ReportFinding: TypeAlias = Callable[[str, Any], None]
"""A function that is called with the name and the value of each statistic."""
ReportPhase: TypeAlias = Callable[[str, int, int | None], None]
"""A function that is called with the part of the work, and the states done and in all, if known."""
Draw: TypeAlias = Callable[[State], str]
"""A function that draws a state as text."""
Findings: TypeAlias = Iterator[tuple[str, Any]]
"""The names and the values of some statistics."""
AnyGraph: TypeAlias = "Graph | ArrayGraph"
"""A graph in lists, which needs only the standard library, or in arrays, for more states."""


LARGE = 3_000
"""The least number of states for which importing numpy makes the diameter quicker."""
STEPS = 2_000_000_000
"""The most states that the searches for a diameter visit in all, which takes some ten minutes."""


def survey(
    graph: AnyGraph,
    draw: Draw,
    report: ReportFinding,
    working: ReportPhase = lambda _phase, _done, _total: None,
    before_diameter: Callable[[], None] = lambda: None,
) -> None:
    """Report all statistics of a graph up to the diameter; ``working`` gets the progress.

    The diameter may take long, so ``before_diameter`` is called before it.
    """

    def tell(phase: str, findings: Findings) -> None:
        working(phase, 0, None)
        for name, value in findings:
            report(name, value)

    tell("counting", _counts(graph))
    tell("searching from the start", _start(graph, draw))
    if not graph.space.tour:
        tell("searching from the goals", _goal(graph, draw))
    if graph.space.proposes:
        tell("looking for symmetric states", _symmetric(graph))
    before_diameter()
    if not graph.directed:
        tell("looking for the diameter", _diameter(graph, draw))


def _counts(graph: AnyGraph) -> Findings:
    """Yield the numbers of states, edges, degrees and components."""
    degrees = graph.degrees()
    arcs = sum(degree * number for degree, number in degrees.items())
    yield "whole", graph.whole
    yield "states", len(graph)
    yield "edges", arcs if graph.directed else arcs // 2
    yield "directed", graph.directed
    yield "degrees", degrees
    yield "mean_degree", round(arcs / len(graph), 4)
    sizes = graph.sizes()
    yield "components", sum(sizes.values())
    yield "component_sizes", sizes


def _start(graph: AnyGraph, draw: Draw) -> Findings:
    """Yield the size of the start's component, and the distances from the start."""
    layers, farthest = graph.layers()
    value = {
        "component": graph.size(graph.start),
        "reached": sum(layers),
        "eccentricity": len(layers) - 1,
        "layers": layers,
        "farthest": draw(graph.state(farthest)),
    }
    yield "start", value


def _goal(graph: AnyGraph, draw: Draw) -> Findings:
    """Yield the goal states, the minimum, the number of shortest plans, and the hardest start."""
    numbers, nearby, anywhere = graph.goal_figures()
    value: dict[str, Any] = {**numbers}

    def told(hardest: HardestStart) -> dict[str, Any]:
        return {
            "moves": hardest.distance,
            "states": hardest.number,
            "state": draw(hardest.state),
            "component": graph.size(hardest.vertex),
            "unreachable": hardest.unreachable,
        }

    if nearby:
        value["hardest_start"] = told(nearby)
    if graph.size(graph.start) < len(graph):
        value["hardest_start_anywhere"] = anywhere and told(anywhere)
    yield "goal", value


def _symmetric(graph: AnyGraph) -> Findings:
    """Yield, for each symmetry, the number of states that are their own images."""
    own = {symmetry.name: graph.own_images(symmetry) for symmetry in graph.space.symmetries}
    yield "symmetric_states", {name: inside for name, (inside, _) in own.items()}
    if graph.whole:
        yield "symmetric_states_all", {name: every for name, (_, every) in own.items()}


def _diameter(graph: AnyGraph, draw: Draw) -> Findings:
    """Yield the diameter or its bounds, and two states of the component that are farthest apart."""
    found: FarthestPair | None = None
    if isinstance(graph, Graph) and len(graph.component(0)) >= LARGE:
        with suppress(ImportError):  # in a browser without numpy
            from puzzleproof.explore.graph.eccentricity import diameter

            found = diameter(graph, steps=STEPS)  # by fewer searches
    found = found or graph.diameter(STEPS)
    if found.at_most is not None:
        yield "diameter_bounds", [found.distance, found.at_most]
        return
    yield "diameter_ends", [draw(graph.state(vertex)) for vertex in found.ends]
    yield "diameter_searches", found.searches
    yield "diameter", found.distance


# --- beyond the diameter --------------------------------------------------------------------


def survey_extras(
    graph: Graph,
    every_eccentricity: bool,
    every_pair: bool,
    draw: Draw,
    report: ReportFinding,
    working: ReportPhase,
) -> None:
    """Report the statistics beyond the diameter; a directed graph has none."""
    if graph.directed:
        return
    if every_pair:
        for name, value in _pairs(graph, draw, working):
            report(name, value)
    if every_eccentricity:
        report("eccentricities", _eccentricities(graph, draw, working))


def _eccentricities(graph: Graph, draw: Draw, working: ReportPhase) -> dict[str, Any]:
    """Return a summary of all eccentricities in the component."""
    from puzzleproof.explore.graph.eccentricity import eccentricities

    found = eccentricities(graph, on_search=partial(working, "eccentricities"))
    radius = min(found)
    return {
        "radius": radius,
        "centre": found.count(radius),
        "central_state": draw(graph.states[found.index(radius)]),
        "table": dict(sorted(Counter(found).items())),
    }


def _pairs(graph: Graph, draw: Draw, working: ReportPhase) -> Findings:
    """Yield longest inversions, and pairs of states that are farthest apart, of several kinds."""
    from puzzleproof.explore.graph import eccentricity

    def told(found: FarthestPair | None) -> dict[str, Any] | None:
        if found is None:
            return None
        ends = [draw(graph.states[vertex]) for vertex in found.ends]
        return {"moves": found.distance, "component": graph.size(found.ends[0]), "ends": ends}

    inversions, symmetric = dict[str, Any](), dict[str, Any]()
    for symmetry in graph.space.symmetries:
        working(f"looking for the farthest pairs, {symmetry.name}", 0, None)
        inversions[symmetry.name] = {
            "component": told(eccentricity.longest_inversion_in(graph, symmetry)),
            "anywhere": told(eccentricity.longest_inversion(graph, symmetry)),
        }
        symmetric[symmetry.name] = told(eccentricity.hardest_symmetric_pair(graph, symmetry))
    yield "inversions", inversions
    yield "symmetric_pairs", symmetric
    sizes = [graph.size(first) for first in graph.firsts]
    others = [k for k, size in enumerate(sizes) if size < sizes[0]]
    if graph.whole and others:
        yield "hardest_pair_in_smaller_components", told(eccentricity.hardest_pair(graph, others))
