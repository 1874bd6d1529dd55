"""Components of the labelled graph without a visit to its states: the holonomy of the base.

Along a spanning tree of a component of the base every configuration gets the permutation of ranks
by which the tree leads there; each other edge then closes a walk, whose permutation is a generator.
They generate the *holonomy group* H of the root (Gross and Tucker, Topological graph theory, 1987,
section 2.5): two arrangements above the root are connected just if H takes one to the other, so a
labelled component is a component of the base times an orbit of H.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from puzzleproof.explore.engines.lifted.base_graph import BaseGraph, base_graph
from puzzleproof.explore.engines.lifted.merging import Merged, Requirement
from puzzleproof.explore.engines.lifted.permutations import (
    Group,
    Permutation,
    Word,
    identity,
    inverse,
    moved,
    then,
)
from puzzleproof.explore.graph.configurations import configurations
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached, Unsupported

LISTED = 200_000
"""Orbits of words in which letters repeat, and goal arrangements, are listed up to this number."""


@dataclass(frozen=True)
class LabelledGraph:
    """Figures of the graph of all labelled configurations, reachable or not."""

    configurations: int
    edges: int
    degrees: dict[int, int]
    """Degree -> how many states have it."""
    sizes: dict[int, int]
    """Size -> how many components have it."""

    @property
    def components(self) -> int:
        """How many."""
        return sum(self.sizes.values())


@dataclass
class Component:
    """A component of the base, its root the first of its members."""

    members: list[int]
    """Numbers of configurations in the order in which the tree reaches them."""
    generators: set[Permutation]


def labelled_graph(
    model: PackedTask, limit: int | None = None, memory: int | None = None
) -> LabelledGraph:
    """Count states, edges, degrees and components of the labelled graph from the base alone.

    Raises LimitReached beyond ``limit`` configurations of the base or ``memory`` bytes, or where
    pieces of a class are alike in part and their arrangements too many to list; Unsupported where
    moves are one-way.
    """
    merged = Merged(model)
    graph = base_graph(merged, configurations(merged.base, limit), memory)
    degrees: Counter[int] = Counter()
    for first, after in zip(graph.offsets, islice(graph.offsets, 1, None), strict=False):
        degrees[after - first] += merged.arrangements
    sizes: Counter[int] = Counter()
    known: dict[frozenset[Permutation], Counter[int]] = {}
    for component in _components(graph):
        generators = frozenset(component.generators)
        if generators not in known:
            known[generators] = orbit_sizes(merged, generators)
        for size, number in known[generators].items():
            sizes[size * len(component.members)] += number
    return LabelledGraph(
        configurations=len(graph.configurations) * merged.arrangements,
        edges=len(graph.targets) * merged.arrangements // 2,
        degrees=dict(sorted(degrees.items())),
        sizes=dict(sorted(sizes.items())),
    )


def orbit_sizes(merged: Merged, generators: Iterable[Permutation]) -> Counter[int]:
    """Orbit size -> how many orbits of arrangements have it under what these permutations generate.

    Where all pieces are told apart a permutation but the identity moves every arrangement, so that
    the orbits are as large as the group.
    """
    order = _generated(merged, generators).order
    if merged.told_apart:
        return Counter({order: merged.arrangements // order})
    if order == merged.permutations:
        return Counter({merged.arrangements: 1})
    if merged.arrangements > LISTED:
        raise LimitReached(f"more than {LISTED} arrangements of pieces that are alike in part")
    sizes: Counter[int] = Counter()
    seen: set[Word] = set()
    for word in merged.words():
        if word not in seen:
            orbit = _orbit(word, generators)
            seen |= orbit
            sizes[len(orbit)] += 1
    return sizes


def _generated(merged: Merged, generators: Iterable[Permutation]) -> Group:
    """The group; generators are left over once it has all permutations within the classes."""
    group = Group(merged.points)
    for generator in generators:
        if group.add(generator) and group.order == merged.permutations:
            break
    return group


def _orbit(word: Word, generators: Iterable[Permutation]) -> set[Word]:
    seen, queue = {word}, [word]
    for here in queue:
        for generator in generators:
            after = moved(here, generator)
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return seen


# --- spanning trees -----------------------------------------------------------------------


def _components(graph: BaseGraph) -> Iterator[Component]:
    """Every component of the base."""
    potentials: list[Permutation | None] = [None] * len(graph.configurations)
    for root, potential in enumerate(potentials):
        if potential is None:
            yield _spanned(graph, root, potentials)


def _spanned(graph: BaseGraph, root: int, potentials: list[Permutation | None]) -> Component:
    """The component of a configuration; every member's potential is filled in."""
    offsets, targets, voltages = graph.offsets, graph.targets, graph.voltages
    potentials[root] = identity(graph.merged.points)
    members = [root]
    generators: set[Permutation] = set()
    for here in members:
        potential = potentials[here]
        assert potential is not None
        for edge in range(offsets[here], offsets[here + 1]):
            voltage = voltages[edge]
            led = then(potential, graph.permutations[voltage]) if voltage else potential
            target = targets[edge]
            there = potentials[target]
            if there is None:
                potentials[target] = led
                members.append(target)
            elif there != led:
                generators.add(then(led, inverse(there)))
    return Component(members, generators)


# --- impossibility ------------------------------------------------------------------------


def goal_in_coset(model: PackedTask, memory: int | None = None) -> bool:
    """Whether some goal arrangement can be reached from the start: its coset of the holonomy group.

    This is an answer to the question whether the puzzle can be solved at all, found in the base
    alone; nothing checks it.  Raises as `labelled_graph` does, and Unsupported for a tour.
    """
    if model.stops:
        raise Unsupported("a tour has no goal arrangement")
    merged = Merged(model)
    graph = base_graph(merged, memory=memory)
    potentials: list[Permutation | None] = [None] * len(graph.configurations)
    component = _spanned(graph, 0, potentials)
    coset = _Coset(merged, merged.word(model.start), component.generators)
    for configuration, potential in zip(graph.configurations, potentials, strict=True):
        assert potential is not None
        back = inverse(potential)
        for requirement in merged.requirements(configuration):
            if coset.meets(merged, requirement, back):
                return True
    return False


class _Coset:
    """The arrangements above the root that are connected with the start's."""

    def __init__(self, merged: Merged, start: Word, generators: set[Permutation]) -> None:
        self.start = start
        self.group = _generated(merged, generators)
        self.all = self.group.order == merged.permutations
        self.words: set[Word] | None = None
        if not merged.told_apart and not self.all:
            if merged.arrangements > LISTED:
                raise LimitReached(f"more than {LISTED} arrangements of pieces alike in part")
            self.words = _orbit(start, generators)

    def meets(self, merged: Merged, requirement: Requirement, back: Permutation) -> bool:
        """Whether an arrangement that satisfies this, brought back to the root, is one of them."""
        for tried, word in enumerate(merged.satisfying(requirement)):
            if self.all or self._has(merged, moved(word, back)):
                return True
            if tried > LISTED:
                raise LimitReached(f"more than {LISTED} goal arrangements")
        return False

    def _has(self, merged: Merged, word: Word) -> bool:
        if self.words is not None:
            return word in self.words
        return merged.between(self.start, word) in self.group
