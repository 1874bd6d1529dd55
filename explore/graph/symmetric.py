"""A state graph under the symmetries of its board: images, states that are their own image.

A *symmetry* of the task (a reflection, a half turn) keeps the steps, so the neighbours of a state's
image are the images of its neighbours: distances between images are those between the states.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from puzzleproof.explore.graph.whole import Graph
from puzzleproof.explore.packed_task import Symmetry, images_of


@dataclass(frozen=True, eq=False)
class Images:
    """The images of the vertices of a graph under one symmetry."""

    graph: Graph
    symmetry: Symmetry
    of: list[int | None] = field(repr=False)
    """For each vertex its image; None if that is not in the graph."""

    def fixed_in(self, component: int) -> list[int]:
        """The vertices of a component whose states are their own image."""
        return [vertex for vertex in self.graph.component(component) if self.of[vertex] == vertex]

    def component(self, number: int) -> int | None:
        """The image of a component; None if that is not in the graph."""
        image = self.of[self.graph.firsts[number]]
        return None if image is None else self.graph.component_of(image)

    def kept(self) -> list[int]:
        """The components that are taken to themselves: inversions are possible in them."""
        return [k for k in range(len(self.graph.firsts)) if self.component(k) == k]

    def local(self, component: int) -> list[int] | None:
        """The images inside a component, counted from its first vertex; None if it is not kept."""
        if self.component(component) != component:
            return None
        run = self.graph.component(component)
        first = run.start
        return [image - first for image in self.of[first : run.stop] if image is not None]


def all_images(graph: Graph) -> tuple[Images, ...]:
    """The images of all vertices under each symmetry of the task."""
    run = range(len(graph.states))
    return tuple(Images(graph, one, _images(graph, one, run)) for one in graph.task.symmetries)


def local_images(graph: Graph, component: int) -> list[list[int]]:
    """A component's images under each symmetry that keeps it; its first vertex counts as 0."""
    run = graph.component(component)
    found: list[list[int]] = []
    for symmetry in graph.task.symmetries:
        if graph.index.get(symmetry.image(graph.states[run.start]), -1) in run:
            images = _images(graph, symmetry, run)
            found.append([image - run.start for image in images if image is not None])
    return found


def _images(graph: Graph, symmetry: Symmetry, run: range) -> list[int | None]:
    """The images of a run of vertices."""
    states = graph.states[run.start : run.stop]
    return list(map(graph.index.get, images_of(graph.task, symmetry, states)))
