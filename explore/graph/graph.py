"""A state graph: every configuration of a puzzle, or what can be reached from its start.

States are *vertices* 0, 1, …, of which 0 is the start; a component is a run of vertices, and the
start's component comes first.  Where moves can be undone an *edge* is a pair of states one move
apart; elsewhere (pegs, frogs) an *arc* leads from a state to a successor, and components are weak:
joined by arcs in either direction.

A graph has one of two forms.  Lists (`puzzleproof.explore.graph.lists`) serve all families and need
only the standard library, so they work in a browser too.  Arrays
(`puzzleproof.explore.graph.arrays`) serve sliding pieces only, in a tenth of the memory and time.
"""

from abc import ABC, abstractmethod
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from puzzleproof.explore.graph.distances import Distances, Rows
from puzzleproof.explore.graph.spaces import Space, Symmetry
from puzzleproof.models.puzzle import State

if TYPE_CHECKING:
    from puzzleproof.explore.graph.net import Neighbours, Net


@dataclass(frozen=True, eq=False)
class Graph(ABC):
    """States as vertices, with the states one move away from each vertex."""

    space: Space[Any]
    rows: "Rows | Net" = field(repr=False)
    """For each vertex the states one move away, each once."""
    firsts: list[int] = field(repr=False)
    """The first vertex of each component."""
    whole: bool
    """Whether the graph has all configurations."""

    # --- defined by each form -------------------------------------------------------------------

    @abstractmethod
    def states_of(self, vertices: Iterable[int]) -> list[State]:
        """Return the states of some vertices."""

    @abstractmethod
    def goals(self) -> list[int]:
        """Return the vertices of goal states, ascending; a tour has none."""

    @abstractmethod
    def _distances(self, sources: list[int], back: bool) -> Distances:
        """Return every vertex's distance from the nearest source or, if ``back``, to it."""

    @abstractmethod
    def net(self, number: int) -> "Net":
        """Return a component as arrays, its vertices numbered from 0."""

    @abstractmethod
    def _degrees(self) -> Iterable[int]:
        """Return the degree of each vertex."""

    @abstractmethod
    def _image_of_each(self, symmetry: Symmetry) -> "array[int] | Neighbours":
        """Return, for each state, the vertex of its image; -1 if the graph has no such state."""

    # --- the same for both forms ----------------------------------------------------------------

    @property
    def directed(self) -> bool:
        """Whether some move cannot be undone by one move."""
        return not self.space.puzzle.reversible

    def __len__(self) -> int:
        """Count the states."""
        return len(self.rows)

    def from_start(self) -> Distances:
        """Return the distance of every vertex from the start."""
        return self._distances([0], back=False)

    def to_goals(self) -> Distances:
        """Return from every vertex the distance to the nearest goal."""
        return self._distances(self.goals(), back=True)

    def state(self, vertex: int) -> State:
        """Return the state of a vertex."""
        return self.states_of([vertex])[0]

    def component(self, number: int) -> range:
        """Return the vertices of a component."""
        last = self.firsts[number + 1] if number + 1 < len(self.firsts) else len(self)
        return range(self.firsts[number], last)

    def component_of(self, vertex: int) -> int:
        """Return the number of the component of a vertex."""
        return bisect_right(self.firsts, vertex) - 1

    def size(self, vertex: int) -> int:
        """Count the states of a vertex's component."""
        return len(self.component(self.component_of(vertex)))

    def sizes(self) -> dict[int, int]:
        """Count the components of each size, ascending."""
        sizes = (len(self.component(number)) for number in range(len(self.firsts)))
        return dict(sorted(Counter(sizes).items()))

    def degrees(self) -> dict[int, int]:
        """Count the states of each degree, ascending."""
        return dict(sorted(Counter(self._degrees()).items()))

    def edges(self) -> int:
        """Count the pairs of states one move apart, or the arcs if some move cannot be undone."""
        return sum(self._degrees()) // (1 if self.directed else 2)

    def images(self, symmetry: Symmetry) -> "array[int] | Neighbours":
        """Return, for each state, the vertex of its image; -1 if the graph has no such state.

        A symmetry keeps the moves: the images of neighbours are neighbours, and the images of a
        component's states form a component, or are all outside the graph.
        """
        if symmetry not in self._images:
            self._images[symmetry] = self._image_of_each(symmetry)
        return self._images[symmetry]

    @cached_property
    def _images(self) -> "dict[Symmetry, array[int] | Neighbours]":
        return {}
