"""A state graph under the symmetries of its board: images, states that are their own image.

A *symmetry* of the task (a reflection, a half turn) keeps the steps, so the neighbours of a state's
image are the images of its neighbours: distances between images are those between the states.  The
image of a state is put together from tables, one for each run of facts, filled as needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from puzzleproof.explore.graph.whole import Graph
from puzzleproof.explore.packed_task import PackedTask, Symmetry

RUN = 22
"""Facts of one table: few of their sets occur."""


@dataclass(frozen=True, eq=False)
class Images:
    """Where one symmetry takes the vertices of a graph."""

    graph: Graph
    symmetry: Symmetry
    of: list[int | None] = field(repr=False)
    """For each vertex that of its image; None where that is not in the graph."""

    def fixed_in(self, component: int) -> list[int]:
        """The vertices of a component whose states are their own image."""
        return [vertex for vertex in self.graph.component(component) if self.of[vertex] == vertex]

    def component(self, number: int) -> int | None:
        """The component that a component is taken to; None where that is not in the graph."""
        image = self.of[self.graph.firsts[number]]
        return None if image is None else self.graph.component_of(image)

    def kept(self) -> list[int]:
        """The components that are taken to themselves: inversions are possible in them."""
        return [k for k in range(len(self.graph.firsts)) if self.component(k) == k]

    def local(self, component: int) -> list[int] | None:
        """The images inside a component, counted from its first; None where it is not kept."""
        if self.component(component) != component:
            return None
        run = self.graph.component(component)
        first = run.start
        return [image - first for image in self.of[first : run.stop] if image is not None]


def all_images(graph: Graph) -> tuple[Images, ...]:
    """The images of all vertices under each symmetry of the task."""
    run = range(len(graph.states))
    known: list[Images] = []
    for symmetry in graph.task.symmetries:
        pair = _composition(symmetry, [images.symmetry for images in known])
        one, other = (known[k].of for k in pair) if pair else ([None], [None])
        if None in one or None in other:
            known.append(Images(graph, symmetry, _images(graph, symmetry, run)))
        else:
            known.append(Images(graph, symmetry, [None if v is None else other[v] for v in one]))
    return tuple(known)


def local_images(graph: Graph, component: int) -> list[list[int]]:
    """A component's images under each symmetry that keeps it; its first vertex counts as 0."""
    run = graph.component(component)
    kept: list[Symmetry] = []
    found: list[list[int]] = []
    for symmetry in graph.task.symmetries:
        if graph.index.get(symmetry.image(graph.states[run.start]), -1) not in run:
            continue
        pair = _composition(symmetry, kept)
        if pair:
            one, other = (found[k] for k in pair)
            found.append([other[vertex] for vertex in one])
        else:
            images = _images(graph, symmetry, run)
            found.append([image - run.start for image in images if image is not None])
        kept.append(symmetry)
    return found


def _composition(symmetry: Symmetry, known: Sequence[Symmetry]) -> tuple[int, int] | None:
    """The numbers of two known symmetries of which this is the one after the other."""
    for k, one in enumerate(known):
        for n, other in enumerate(known):
            if symmetry.images == tuple(other.images[fact] for fact in one.images):
                return k, n
    return None


class _Table(dict[int, int]):
    """The image of each set of facts of a run, found when it is first met."""

    def __init__(self, run: int, symmetry: Symmetry) -> None:
        super().__init__()
        self.run, self.image = run, symmetry.image

    def __missing__(self, facts: int) -> int:
        image = self[facts] = self.image(facts)
        return image


def _tables(task: PackedTask, symmetry: Symmetry) -> Iterator[_Table]:
    """A table for the facts of the pattern, and one for each run of the others."""
    others = task.movers
    if task.pattern:
        yield _Table(task.pattern, symmetry)
    while others:
        run = others & ((others & -others) << RUN) - 1
        yield _Table(run, symmetry)
        others &= ~run


def _images(graph: Graph, symmetry: Symmetry, run: range) -> list[int | None]:
    """The images of a run of vertices."""
    states = graph.states[run.start : run.stop]
    images = [0] * len(states)
    for table in _tables(graph.task, symmetry):
        facts = table.run
        images = [image | table[s & facts] for image, s in zip(images, states, strict=True)]
    return list(map(graph.index.get, images))
