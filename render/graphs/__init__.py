"""The pictures of a state graph, and what each of them needs from the graph."""

from collections.abc import Callable
from typing import NamedTuple

from puzzleproof.models.graph_view import REACHABLE, GraphView
from puzzleproof.render.graphs.components import components
from puzzleproof.render.graphs.page import degrees, distances
from puzzleproof.render.graphs.rings import rings
from puzzleproof.render.scene import Scene


class GraphPicture(NamedTuple):
    """One picture of a state graph."""

    draw: Callable[[GraphView], Scene]
    shows: str
    """What the picture shows, in words; the braces stand for the number of states."""
    whole: bool
    """Whether the picture by default shows all states, not only those that the start reaches."""
    variant: str
    """The word to add, after a colon, for the other origin of distances or part of the graph."""
    max_states: int
    """A graph with more states is refused, unless an option allows more."""
    marks: bool
    """Whether the picture marks a path and the ends of a diameter."""


GRAPHS: dict[str, GraphPicture] = {
    "rings": GraphPicture(rings, "{} on rings by distance", False, "goal", 30_000, True),
    "components": GraphPicture(components, "the components of {}", True, REACHABLE, 30_000, True),
    "distances": GraphPicture(distances, "the distances of {}", False, "goal", 1_000_000, False),
    "degrees": GraphPicture(degrees, "the degrees of {}", True, REACHABLE, 1_000_000, False),
}
