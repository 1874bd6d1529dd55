"""Instant Insanity, second model: two factors of a multigraph on the colours.

Each cube gives the multigraph three edges, one for each pair of opposite faces (0: front and
back, 1: right and left, 2: bottom and top), between the colours of that pair; an edge is labelled
by its cube and pair (F. de Carteblanche 1947; A. Tucker, *Applied Combinatorics*, 2002).  A
*factor* has one edge of each cube and no colour of degree above 2, a loop counting twice.  Its
components are cycles and paths, and following each in one of its two directions puts the cubes'
faces into two opposite columns that show no colour twice; conversely the front and the back of a
stack make a factor, and so do its right and its left.  A solution, up to the symmetries of a
stack, is a *pair* of factors with no labelled edge in common, in either order.

With as many colours as cubes the degrees, n edges on n colours, are all 2: a 2-factor, cycles only.
With fewer there is none, as the degrees add up to 2n.  A pair with c components in all stands for
2^c stacks with the two factors in that order, 2^(c+1) in either, and so for 2^(c-2) in the count up
to the eight symmetries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, TypeAlias

import networkx as nx

from puzzleproof.encoders.horizon.formula import Formula, Lit
from puzzleproof.models.cubes.rules import CubesPuzzle

if TYPE_CHECKING:
    Graph: TypeAlias = nx.MultiGraph[str]


Factor: TypeAlias = tuple[int, ...]
"""For each cube the number of its pair of opposite faces."""
Pair: TypeAlias = tuple[Factor, Factor]
"""Two factors that differ at every cube, the lesser one first."""

Sides: TypeAlias = tuple[int, int, int, int]
"""The faces that a cube shows in front, on the right, behind and on the left."""

OPPOSITE = ((0, 2), (1, 3), (4, 5))
"""The pairs of opposite faces."""
DEGREE = 2


def multigraph(puzzle: CubesPuzzle) -> Graph:
    """The multigraph on the colours; edges have the keys (cube, pair)."""
    graph: Graph = nx.MultiGraph()
    graph.add_nodes_from(puzzle.colours)
    for k, cube in enumerate(puzzle.cubes):
        for i, (one, other) in enumerate(OPPOSITE):
            graph.add_edge(cube[one], cube[other], key=(k, i))
    return graph


# --- exact enumeration --------------------------------------------------------------------


class Search:
    """Depth first over the cubes, those with rare colours first, for factors of a multigraph.

    A branch ends where the cubes left cannot bring the degrees up to what n edges have.
    """

    def __init__(self, graph: Graph) -> None:
        number = {colour: c for c, colour in enumerate(sorted(graph))}
        self.colours = len(number)
        self.edges: dict[int, dict[int, tuple[int, int]]] = {}
        for u, v, (cube, pair) in graph.edges(keys=True):
            self.edges.setdefault(cube, {})[pair] = (number[u], number[v])
        degree = [graph.degree(colour) for colour in number]
        self.order = sorted(
            self.edges,
            key=lambda k: sorted(degree[c] for edge in self.edges[k].values() for c in edge),
        )

    def factors(self, avoid: Factor | None = None) -> Iterator[Factor]:
        """Every factor, or every one with no labelled edge of ``avoid``."""
        choices = [
            [(i, *edge) for i, edge in sorted(self.edges[k].items()) if not avoid or avoid[k] != i]
            for k in self.order
        ]
        if len(choices) <= self.colours:
            chosen, degree = [0] * len(choices), [0] * self.colours
            yield from self._extend(choices, self._most(choices), 0, degree, chosen)

    def _most(self, choices: list[list[tuple[int, int, int]]]) -> list[list[int]]:
        """For each depth the degree that each colour can still get, each cube at its best."""
        most = [[0] * self.colours]
        for row in reversed(choices):
            best = [0] * self.colours
            for _, u, v in row:
                best[u] = max(best[u], 1 + (u == v))
                best[v] = max(best[v], 1 + (u == v))
            most.append([a + b for a, b in zip(most[-1], best, strict=True)])
        return most[::-1]

    def _extend(
        self,
        choices: list[list[tuple[int, int, int]]],
        most: list[list[int]],
        depth: int,
        degree: list[int],
        chosen: list[int],
    ) -> Iterator[Factor]:
        if depth == len(choices):
            yield tuple(chosen)
            return
        reach = (min(DEGREE, a + b) for a, b in zip(degree, most[depth], strict=True))
        if sum(reach) < DEGREE * len(choices):
            return
        for i, u, v in choices[depth]:
            degree[u] += 1
            degree[v] += 1
            if degree[u] <= DEGREE and degree[v] <= DEGREE:
                chosen[self.order[depth]] = i
                yield from self._extend(choices, most, depth + 1, degree, chosen)
            degree[u] -= 1
            degree[v] -= 1


def factors(graph: Graph) -> Iterator[Factor]:
    """Every labelled factor of a multigraph, each once."""
    return Search(graph).factors()


def pairs(graph: Graph) -> Iterator[Pair]:
    """Every pair of factors with no labelled edge in common, each once, the lesser factor first."""
    search = Search(graph)
    for one in search.factors():
        for other in search.factors(avoid=one):
            if one < other:
                yield one, other


# --- from factors to stacks ---------------------------------------------------------------


def components(puzzle: CubesPuzzle, factor: Factor) -> list[list[tuple[int, int, int]]]:
    """The cycles and paths of a factor, each followed one way: (cube, face here, face opposite).

    The colour of each opposite face is that of the next face here.  The component of the lowest
    cube comes first.
    """
    graph: Graph = nx.MultiGraph()
    for k, i in enumerate(factor):
        one, other = (puzzle.cubes[k][f] for f in OPPOSITE[i])
        graph.add_edge(one, other, key=(k, i))
    parts = (graph.subgraph(nodes) for nodes in nx.connected_components(graph))
    return sorted((_followed(puzzle, part) for part in parts), key=min)


def _followed(puzzle: CubesPuzzle, part: Graph) -> list[tuple[int, int, int]]:
    """Walk along a cycle, or along a path from one of its ends."""
    left: set[tuple[int, int]] = {key for _, _, key in part.edges(keys=True)}
    ends = sorted(colour for colour in part if part.degree(colour) == 1)
    k, i = min(left)
    here = ends[0] if ends else puzzle.cubes[k][OPPOSITE[i][0]]
    walk = list[tuple[int, int, int]]()
    while left:
        k, i = min(key for key in left if here in _colours(puzzle, key))
        left.remove((k, i))
        one, other = OPPOSITE[i]
        if puzzle.cubes[k][one] != here:
            one, other = other, one
        walk.append((k, one, other))
        here = puzzle.cubes[k][other]
    return walk


def _colours(puzzle: CubesPuzzle, key: tuple[int, int]) -> tuple[str, str]:
    one, other = OPPOSITE[key[1]]
    return puzzle.cubes[key[0]][one], puzzle.cubes[key[0]][other]


def raw_count(puzzle: CubesPuzzle, pair: Pair) -> int:
    """The stacks that a pair stands for, up to the eight symmetries of a stack."""
    number: int = 2 ** (sum(len(components(puzzle, factor)) for factor in pair) - 2)
    return number


def stacks_of(puzzle: CubesPuzzle, pair: Pair) -> Iterator[tuple[Sides, ...]]:
    """Every stack of a pair, up to symmetry: the first factor is shown in front and behind.

    The components with the lowest cube keep their direction, each other one goes both ways.
    """
    turned = [list(_directions(components(puzzle, factor))) for factor in pair]
    for deep, wide in product(*turned):
        yield tuple(
            (deep[k][0], wide[k][0], deep[k][1], wide[k][1]) for k in range(len(puzzle.cubes))
        )


def _directions(
    parts: list[list[tuple[int, int, int]]],
) -> Iterator[dict[int, tuple[int, int]]]:
    """Cube -> (face here, face opposite), for each choice of directions."""
    for flips in product((False, True), repeat=len(parts) - 1):
        yield {
            k: (other, one) if flip else (one, other)
            for flip, part in zip((False, *flips), parts, strict=True)
            for k, one, other in part
        }


# --- the same as a model for solvers ------------------------------------------------------


@dataclass(frozen=True)
class FactorModel:
    """The model; ``chosen[f][k][i]`` is its variable for pair i of cube k in factor f."""

    model: Formula
    chosen: tuple[tuple[tuple[Lit, ...], ...], ...]

    @cached_property
    def shown(self) -> tuple[Lit, ...]:
        """The variables that tell solutions apart."""
        return tuple(y for factor in self.chosen for row in factor for y in row)

    def read(self, true: Iterable[Lit]) -> tuple[Factor, ...]:
        """The factors of a solution."""
        values = set(true)
        return tuple(
            tuple(next(i for i, y in enumerate(row) if y in values) for row in factor)
            for factor in self.chosen
        )


def factor_model(puzzle: CubesPuzzle, number: int = 2) -> FactorModel:
    """Build the model of one factor, or of a pair of them, the lesser one first."""
    model = Formula()
    cubes, sides = range(len(puzzle.cubes)), range(len(OPPOSITE))
    chosen = tuple(
        tuple(tuple(model.variable(f"y {f},{k},{i}") for i in sides) for k in cubes)
        for f in range(number)
    )
    if len(puzzle.colours) < len(puzzle.cubes):
        model.clause("pigeonholes")
    for factor in chosen:
        for row in factor:
            model.exactly("one edge a cube", row, 1)
        for colour in puzzle.colours:
            _degree(model, puzzle, factor, colour)
    if number == 2:
        _apart(model, *chosen)
    return FactorModel(model, chosen)


def _degree(
    model: Formula, puzzle: CubesPuzzle, factor: tuple[tuple[Lit, ...], ...], colour: str
) -> None:
    """At most 2; where there are as many colours as cubes, at least 2 follows and is said too."""
    loops, ends = list[Lit](), list[tuple[int, Lit]]()
    for k, row in enumerate(factor):
        for i, y in enumerate(row):
            touching = _colours(puzzle, (k, i)).count(colour)
            if touching == DEGREE:
                loops.append(y)
            elif touching:
                ends.append((k, y))
    model.at_most_one("degree", loops)
    for loop, (_, y) in product(loops, ends):
        model.clause("degree", -loop, -y)
    for some in combinations(ends, DEGREE + 1):
        if len({k for k, _ in some}) == len(some):
            model.clause("degree", *(-y for _, y in some))
    if len(puzzle.colours) == len(puzzle.cubes):
        for y in [y for _, y in ends] or [0]:
            model.clause("degree reached", *loops, *(other for _, other in ends if other != y))


def _apart(
    model: Formula, one: tuple[tuple[Lit, ...], ...], other: tuple[tuple[Lit, ...], ...]
) -> None:
    """No edge in common; of a pair in its two orders, the one with the lesser edge of cube 0."""
    for row, opposite in zip(one, other, strict=True):
        for y, z in zip(row, opposite, strict=True):
            model.clause("no common edge", -y, -z)
    for i, y in enumerate(one[0]):
        for z in other[0][:i]:
            model.clause("in order", -y, -z)
