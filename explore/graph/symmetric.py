"""A state graph under the symmetries of its board: images, states that are their own image.

A *turn* of the model (a reflection, a half turn) keeps the steps, so the image of a state has the
images of its neighbours: distances between images are the distances between the states.  The image
of a state is put together from tables, one for each run of facts, made as they are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from puzzleproof.explore.graph.whole import Graph
from puzzleproof.explore.packed_task import PackedTask, Symmetry, image_under

RUN = 22
"""So many facts go into one table: few of the sets that could stand in it do."""


@dataclass(frozen=True, eq=False)
class Images:
    """Where one turn takes the vertices of a graph."""

    graph: Graph
    turn: Symmetry
    of: list[int | None] = field(repr=False)
    """For each vertex that of its image; None where that is not in the graph."""

    @cached_property
    def fixed(self) -> list[int]:
        """The vertices of states that are their own image."""
        return [vertex for vertex, image in enumerate(self.of) if vertex == image]

    def fixed_in(self, component: int) -> list[int]:
        """Those of one component."""
        run = self.graph.component(component)
        return [vertex for vertex in run if self.of[vertex] == vertex]

    def component(self, number: int) -> int | None:
        """The component that a component is taken to; None where that is not in the graph."""
        image = self.of[self.graph.firsts[number]]
        return None if image is None else self.graph.component_of(image)

    def components(self) -> list[int | None]:
        """For each component the one that it is taken to."""
        return [self.component(number) for number in range(len(self.graph.firsts))]

    def kept(self) -> list[int]:
        """The components that are taken to themselves: inversions are possible in them."""
        return [number for number, image in enumerate(self.components()) if number == image]

    def local(self, component: int) -> list[int] | None:
        """The images inside a component, counted from its first; None where it is not kept."""
        if self.component(component) != component:
            return None
        run = self.graph.component(component)
        first = run.start
        return [image - first for image in self.of[first : run.stop] if image is not None]


def all_images(graph: Graph) -> tuple[Images, ...]:
    """The images of all vertices under each turn of the model."""
    run = range(len(graph.states))
    known: list[Images] = []
    for turn in graph.model.symmetries:
        pair = _composition(turn, [images.turn for images in known])
        one, other = (known[k].of for k in pair) if pair else ([None], [None])
        if None in one or None in other:
            known.append(Images(graph, turn, _images(graph, turn, run)))
        else:
            known.append(Images(graph, turn, [None if v is None else other[v] for v in one]))
    return tuple(known)


def local_images(graph: Graph, component: int) -> list[list[int]]:
    """What each turn that keeps a component does to its vertices; the first is taken for 0."""
    run = graph.component(component)
    kept: list[Symmetry] = []
    found: list[list[int]] = []
    for turn in graph.model.symmetries:
        if graph.index.get(image_under(graph.states[run.start], turn), -1) not in run:
            continue
        pair = _composition(turn, kept)
        if pair:
            one, other = (found[k] for k in pair)
            found.append([other[vertex] for vertex in one])
        else:
            images = _images(graph, turn, run)
            found.append([image - run.start for image in images if image is not None])
        kept.append(turn)
    return found


def _composition(turn: Symmetry, known: Sequence[Symmetry]) -> tuple[int, int] | None:
    """The numbers of two known turns of which this is the one after the other."""
    for k, one in enumerate(known):
        for n, other in enumerate(known):
            if turn.images == tuple(other.images[fact] for fact in one.images):
                return k, n
    return None


class _Table(dict[int, int]):
    """The image of each set of facts of a run, found when it is first met."""

    def __init__(self, run: int, turn: Symmetry) -> None:
        super().__init__()
        self.run, self.turn = run, turn

    def __missing__(self, facts: int) -> int:
        image = self[facts] = image_under(facts, self.turn)
        return image


def _tables(model: PackedTask, turn: Symmetry) -> Iterator[_Table]:
    """A table for the facts of the pattern, and one for each run of the others."""
    everything = (1 << model.width) - 1
    others = everything & ~model.pattern
    if model.pattern:
        yield _Table(model.pattern, turn)
    while others:
        run = others & ((others & -others) << RUN) - 1
        yield _Table(run, turn)
        others &= ~run


def _images(graph: Graph, turn: Symmetry, run: range) -> list[int | None]:
    """The vertices that a turn makes of a run of vertices."""
    states = graph.states[run.start : run.stop]
    images = [0] * len(states)
    for table in _tables(graph.model, turn):
        facts = table.run
        images = [image | table[s & facts] for image, s in zip(images, states, strict=True)]
    return list(map(graph.index.get, images))
