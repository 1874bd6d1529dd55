"""The data of a picture of a state graph, as plain numbers that an exploration fills in.

States are *vertices* 0, 1, …, of which 0 is the start; a component is a run of vertices.  Distances
are numbers of moves in the metric named.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Origin: TypeAlias = Literal["start", "goal"]
"""The origin of distances: the start, or the nearest goal."""
ALL_STATES, REACHABLE = "all-states", "reachable"
"""The names for all placements of the pieces, and for the states that the start reaches."""


@dataclass(frozen=True, slots=True)
class GraphView:
    """A complete state graph, not cut off by any limit."""

    name: str
    family: str
    metric: str
    rows: Sequence[Sequence[int]]
    """For each vertex the states one move away, without repetition."""
    firsts: Sequence[int]
    """The first vertex of each component; component 0 has the start."""
    directed: bool
    """Whether some move cannot be undone by one move."""
    whole: bool
    """Whether all placements are shown, not only the states that the start reaches."""
    origin: Origin
    depths: Sequence[int | None]
    """For each vertex its distance from the origin; None if there is no path."""
    goals: Sequence[int] = ()
    path: Sequence[int] = ()
    """The states of a plan, the start first; by default a shortest path to a goal."""
    given: bool = False
    """Whether the path is a plan that the user gave, of any length."""
    ends: tuple[int, int] | None = None
    """Two states of the start's component with the greatest distance, if requested."""
    diameter: int | None = None
    """The distance between the two ends."""
    unsettled: bool = False
    """Whether the two ends were requested but not found, as this would take too many searches."""

    @property
    def states(self) -> int:
        """The number of vertices."""
        return len(self.rows)

    @property
    def edges(self) -> int:
        """The number of pairs of states one move apart; in a directed graph the number of arcs."""
        arcs = sum(map(len, self.rows))
        return arcs if self.directed else arcs // 2

    def component(self, number: int) -> range:
        """Return the vertices of a component."""
        last = self.firsts[number + 1] if number + 1 < len(self.firsts) else self.states
        return range(self.firsts[number], last)

    def pairs(self) -> list[tuple[int, int]]:
        """List every edge once, its earlier vertex first; list every arc of a directed graph."""
        return [
            (vertex, after)
            for vertex, row in enumerate(self.rows)
            for after in row
            if self.directed or vertex < after
        ]


def distances(rows: Sequence[Sequence[int]], sources: Iterable[int]) -> list[int | None]:
    """Return each vertex's distance from the nearest of ``sources``; None if there is no path."""
    found: list[int | None] = [None] * len(rows)
    layer = list(dict.fromkeys(sources))
    for vertex in layer:
        found[vertex] = 0
    depth = 0
    while layer:
        depth += 1
        following: list[int] = []
        for vertex in layer:
            for after in rows[vertex]:
                if found[after] is None:
                    found[after] = depth
                    following.append(after)
        layer = following
    return found
