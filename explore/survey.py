"""A survey of a state graph, statistic by statistic, the cheap ones first.

Each statistic has a name, and a value made of numbers, strings, lists and dictionaries, so that it
can be printed, sent between processes and written as JSON. If a survey is stopped, it has already
reported the statistics computed so far.  Distances are in moves of the puzzle's metric; *the
component* is the start's component unless another is named.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

from puzzleproof.explore.graph.distances import (
    Distances,
    FarthestPair,
    farthest_of_few,
    layer_sizes,
)
from puzzleproof.explore.graph.graph import Graph
from puzzleproof.explore.graph.lists import ListGraph
from puzzleproof.explore.graph.spaces import SPACES
from puzzleproof.explore.graph.starts import Statistics
from puzzleproof.models.puzzle import State

ReportFinding: TypeAlias = Callable[[str, Any], None]
"""A function that is called with the name and the value of each statistic."""
ReportPhase: TypeAlias = Callable[[str, int, int | None], None]
"""A function that is called with a phase, the number of states done, and their total, if known."""
Draw: TypeAlias = Callable[[State], str]
"""A function that draws a state as text."""
Findings: TypeAlias = Iterator[tuple[str, Any]]
"""The names and the values of some statistics."""
LARGE = 3_000
"""With at least so many states, the diameter is found sooner if numpy is imported for it."""
STEPS = 2_000_000_000
"""Limit on the states that the searches for a diameter visit in all: some ten minutes."""


def survey(
    graph: Graph,
    draw: Draw,
    report: ReportFinding,
    working: ReportPhase = lambda _phase, _done, _total: None,
    before_diameter: Callable[[], None] = lambda: None,
    extras: Iterable[str] = (),
) -> None:
    """Report all statistics of a graph; ``working`` gets the progress.

    The diameter may take long, so ``before_diameter`` is called before it.  ``extras`` may name
    ``pairs`` and ``eccentricities``; a directed graph has neither, and no diameter.
    """

    def tell(phase: str, findings: Findings) -> None:
        working(phase, 0, None)
        for name, value in findings:
            report(name, value)

    tell("counting", _counts(graph))
    tell("searching from the start", _start(graph, draw))
    if not graph.space.tour:
        tell("searching from the goals", _goal(graph, draw))
    if graph.space.puzzle.family in SPACES:
        tell("looking for symmetric states", _symmetric(graph))
    before_diameter()
    if not graph.directed:
        tell("looking for the diameter", _diameter(graph, draw))
        if "pairs" in extras:
            tell("looking for the farthest pairs", _pairs(graph, draw, working))
        if "eccentricities" in extras:
            report("eccentricities", _eccentricities(graph, draw, working))


def _counts(graph: Graph) -> Findings:
    """Yield the numbers of states, of edges and of components, and the degrees."""
    edges = graph.edges()
    yield "whole", graph.whole
    yield "states", len(graph)
    yield "edges", edges
    yield "directed", graph.directed
    yield "degrees", graph.degrees()
    yield "mean_degree", round(edges * (1 if graph.directed else 2) / len(graph), 4)
    sizes = graph.sizes()
    yield "components", sum(sizes.values())
    yield "component_sizes", sizes


def _start(graph: Graph, draw: Draw) -> Findings:
    """Yield the size of the start's component, and the distances from the start."""
    depths = graph.from_start()
    layers = layer_sizes(depths)
    yield (
        "start",
        {
            "component": graph.size(0),
            "reached": sum(layers),
            "eccentricity": len(layers) - 1,
            "layers": layers,
            "farthest": draw(graph.state(depths.index(len(layers) - 1))),
        },
    )


def _goal(graph: Graph, draw: Draw) -> Findings:
    """Yield the numbers of goal states and shortest plans, the minimum, and the hardest start."""
    goals, known, component = graph.goals(), Statistics(graph), graph.size(0)
    value: dict[str, Any] = {
        "states": len(goals),
        "in_component": sum(vertex < component for vertex in goals),
        "optimum": known.depth_of[0],
        "plans": None if known.depth_of[0] is None else known.plans(0),
    }
    if nearby := _hardest(graph, known.depth_of[:component], draw):
        value["hardest_start"] = nearby
    if component < len(graph):
        value["hardest_start_anywhere"] = _hardest(graph, known.depth_of, draw)
    yield "goal", value


def _hardest(graph: Graph, depths: Distances, draw: Draw) -> dict[str, Any] | None:
    """Describe the hardest start among the vertices of ``depths``; None if they reach no goal."""
    found = Counter(depths)
    most = max((depth for depth in found if depth is not None), default=None)
    if most is None:
        return None
    farthest = [vertex for vertex, depth in enumerate(depths) if depth == most]
    some = zip(graph.states_of(farthest), farthest, strict=True)
    state, vertex = min(some, key=lambda one: graph.space.order(one[0]))
    return {
        "moves": most,
        "states": len(farthest),
        "state": draw(state),
        "component": graph.size(vertex),
        "unreachable": found[None],
    }


def _symmetric(graph: Graph) -> Findings:
    """Yield, for each symmetry, the number of states that are their own images."""
    inside, every = dict[str, int](), dict[str, int]()
    for symmetry in graph.space.symmetries:
        own = [k for k, image in enumerate(graph.images(symmetry).tolist()) if k == image]
        every[symmetry.name] = len(own)
        inside[symmetry.name] = sum(vertex < graph.size(0) for vertex in own)
    yield "symmetric_states", inside
    if graph.whole:
        yield "symmetric_states_all", every


def _diameter(graph: Graph, draw: Draw) -> Findings:
    """Yield the diameter and two states that are so far apart, or only bounds of the diameter."""
    found: FarthestPair | None = None
    if not isinstance(graph, ListGraph) or graph.size(0) >= LARGE:
        with suppress(ImportError):  # in a browser without numpy
            from puzzleproof.explore.graph.eccentricity import diameter

            found = diameter(graph, steps=STEPS)  # needs fewer searches
    if isinstance(graph, ListGraph):
        found = found or farthest_of_few(graph.rows_of(0), STEPS // graph.size(0))
    assert found is not None, "a graph in arrays has numpy"
    if found.at_most is not None:
        yield "diameter_bounds", [found.distance, found.at_most]
        return
    yield "diameter_ends", [draw(graph.state(vertex)) for vertex in found.ends]
    yield "diameter_searches", found.searches
    yield "diameter", found.distance


# --- beyond the diameter --------------------------------------------------------------------


def _eccentricities(graph: Graph, draw: Draw, working: ReportPhase) -> dict[str, Any]:
    """Return a summary of all eccentricities in the component."""
    from puzzleproof.explore.graph.eccentricity import eccentricities

    found = eccentricities(graph, on_search=partial(working, "eccentricities"))
    radius = min(found)
    return {
        "radius": radius,
        "centre": found.count(radius),
        "central_state": draw(graph.state(found.index(radius))),
        "table": dict(sorted(Counter(found).items())),
    }


def _pairs(graph: Graph, draw: Draw, working: ReportPhase) -> Findings:
    """Yield the longest inversions, and several kinds of farthest pairs of states."""
    from puzzleproof.explore.graph import eccentricity

    def told(found: FarthestPair | None) -> dict[str, Any] | None:
        if found is None:
            return None
        ends = [draw(graph.state(vertex)) for vertex in found.ends]
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
