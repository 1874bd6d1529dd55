"""Components of the labelled graph without a visit to its states: the holonomy of the base.

Along a spanning tree of a component of the base every configuration gets the permutation of ranks
by which the tree leads there; each other edge then closes a walk, whose permutation is a generator.
They generate the *holonomy group* H of the root (Gross and Tucker, Topological graph theory, 1987,
section 2.5): two arrangements above the root are connected iff H takes one to the other, so a
labelled component is a component of the base times an orbit of H.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from puzzleproof.explore.engines.lifted.base_graph import BaseGraph, base_graph
from puzzleproof.explore.engines.lifted.merging import Merged
from puzzleproof.explore.engines.lifted.permutations import (
    Permutation,
    PermutationGroup,
    Word,
    identity,
    inverse,
    moved,
    then,
)
from puzzleproof.explore.graph.configurations import configurations
from puzzleproof.explore.packed_task import PackedTask
from puzzleproof.models.errors import LimitReached

LISTED = 200_000
"""Orbits of words in which letters repeat are listed up to this number of words."""


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
    task: PackedTask, limit: int | None = None, memory: int | None = None
) -> LabelledGraph:
    """Count states, edges, degrees and components of the labelled graph from the base alone.

    Raises LimitReached beyond ``limit`` configurations of the base or ``memory`` bytes, or where
    pieces of a class are alike in part and their arrangements too many to list; Unsupported where
    moves are one-way.
    """
    merged = Merged(task)
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

    Where all pieces are labelled differently a permutation but the identity moves every
    arrangement, so that the orbits are as large as the group.
    """
    order = _generated(merged, generators).order
    if merged.all_distinct:
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


def _generated(merged: Merged, generators: Iterable[Permutation]) -> PermutationGroup:
    """The group; no more generators are added once it has all permutations of the classes."""
    group = PermutationGroup(merged.points)
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
