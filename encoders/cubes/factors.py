"""Instant Insanity as pairs of factors of a multigraph on the colours.

Each cube gives the multigraph three edges, one for each pair of opposite faces (0: front and
back, 1: right and left, 2: bottom and top), between the colours of that pair; an edge is labelled
by its cube and pair (F. de Carteblanche 1947; A. Tucker, *Applied Combinatorics*, 2002).  A
*factor* has one edge of each cube and no colour of degree above 2, a loop counting twice.  Its
components are cycles and paths, and following each in one of its two directions puts the cubes'
faces into two opposite columns that show no colour twice; conversely the front and the back of a
stack make a factor, and so do its right and its left.  A solution, up to the symmetries of a stack,
is a *pair* of factors with no labelled edge in common, in either order.

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
    ColourGraph: TypeAlias = nx.MultiGraph[str]


Factor: TypeAlias = tuple[int, ...]
"""For each cube the number of its pair of opposite faces."""
FactorPair: TypeAlias = tuple[Factor, Factor]
"""Two factors that differ at every cube, the lesser one first."""

Sides: TypeAlias = tuple[int, int, int, int]
"""The faces that a cube shows in front, on the right, behind and on the left."""

OPPOSITE = ((0, 2), (1, 3), (4, 5))
"""The pairs of opposite faces."""
DEGREE = 2


def multigraph(puzzle: CubesPuzzle) -> ColourGraph:
    """The multigraph on the colours; edges have the keys (cube, pair)."""
    graph: ColourGraph = nx.MultiGraph()
    graph.add_nodes_from(puzzle.colours)
    for k, cube in enumerate(puzzle.cubes):
        for i, (one, other) in enumerate(OPPOSITE):
            graph.add_edge(cube[one], cube[other], key=(k, i))
    return graph


# --- exact enumeration --------------------------------------------------------------------


class FactorSearch:
    """Depth first over the cubes, those with rare colours first, for factors of a multigraph.

    A branch ends where the cubes left cannot bring the degrees up to what n edges have.
    """

    def __init__(self, graph: ColourGraph) -> None:
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
        most, chosen, degree = self._most(choices), [0] * len(choices), [0] * self.colours

        def extend(depth: int) -> Iterator[Factor]:
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
                    yield from extend(depth + 1)
                degree[u] -= 1
                degree[v] -= 1

        return extend(0)

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


def factors(graph: ColourGraph) -> Iterator[Factor]:
    """Every labelled factor of a multigraph, each once."""
    return FactorSearch(graph).factors()


def factor_pairs(graph: ColourGraph) -> Iterator[FactorPair]:
    """Every pair of factors with no labelled edge in common, each once, the lesser factor first."""
    search = FactorSearch(graph)
    for one in search.factors():
        for other in search.factors(avoid=one):
            if one < other:
                yield one, other


# --- from factors to stacks ---------------------------------------------------------------


def components(puzzle: CubesPuzzle, factor: Factor) -> list[list[tuple[int, int, int]]]:
    """The cycles and paths of a factor, each in one direction: (cube, face here, face opposite).

    The colour of each opposite face is that of the next face here.  The component of the lowest
    cube comes first.
    """
    graph: ColourGraph = nx.MultiGraph()
    for k, i in enumerate(factor):
        one, other = (puzzle.cubes[k][f] for f in OPPOSITE[i])
        graph.add_edge(one, other, key=(k, i))
    parts = (graph.subgraph(nodes) for nodes in nx.connected_components(graph))
    return sorted((_followed(puzzle, part) for part in parts), key=min)


def _followed(puzzle: CubesPuzzle, part: ColourGraph) -> list[tuple[int, int, int]]:
    """The edges along a cycle, or along a path from one of its ends."""
    left: set[tuple[int, int]] = {key for _, _, key in part.edges(keys=True)}
    ends = sorted(colour for colour in part if part.degree(colour) == 1)
    k, i = min(left)
    here = ends[0] if ends else puzzle.cubes[k][OPPOSITE[i][0]]
    path = list[tuple[int, int, int]]()
    while left:
        k, i = min(key for key in left if here in _colours(puzzle, key))
        left.remove((k, i))
        one, other = OPPOSITE[i]
        if puzzle.cubes[k][one] != here:
            one, other = other, one
        path.append((k, one, other))
        here = puzzle.cubes[k][other]
    return path


def _colours(puzzle: CubesPuzzle, key: tuple[int, int]) -> tuple[str, str]:
    one, other = OPPOSITE[key[1]]
    return puzzle.cubes[key[0]][one], puzzle.cubes[key[0]][other]


def raw_count(puzzle: CubesPuzzle, pair: FactorPair) -> int:
    """The stacks that a pair stands for, up to the eight symmetries of a stack."""
    number: int = 2 ** (sum(len(components(puzzle, factor)) for factor in pair) - 2)
    return number


def stacks_of(puzzle: CubesPuzzle, pair: FactorPair) -> Iterator[tuple[Sides, ...]]:
    """Every stack of a pair, up to symmetry: the first factor is shown in front and behind.

    The components with the lowest cube keep their direction, each other one takes both.
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


# --- the same as a formula for solvers ----------------------------------------------------


@dataclass(frozen=True)
class FactorFormula:
    """``chosen[f][k][i]`` is the variable for pair i of cube k in factor f."""

    formula: Formula
    chosen: tuple[tuple[tuple[Lit, ...], ...], ...]

    @cached_property
    def shown(self) -> tuple[Lit, ...]:
        """The variables that distinguish solutions."""
        return tuple(y for factor in self.chosen for row in factor for y in row)

    def read(self, true: Iterable[Lit]) -> tuple[Factor, ...]:
        """The factors of a solution."""
        values = set(true)
        return tuple(
            tuple(next(i for i, y in enumerate(row) if y in values) for row in factor)
            for factor in self.chosen
        )


def factor_formula(puzzle: CubesPuzzle, number: int = 2) -> FactorFormula:
    """Its solutions are the factors, or the pairs of them, the lesser one first."""
    formula = Formula()
    cubes, sides = range(len(puzzle.cubes)), range(len(OPPOSITE))
    chosen = tuple(
        tuple(tuple(formula.variable(f"y {f},{k},{i}") for i in sides) for k in cubes)
        for f in range(number)
    )
    if len(puzzle.colours) < len(puzzle.cubes):
        formula.clause("pigeonholes")
    for factor in chosen:
        for row in factor:
            formula.exactly("one edge a cube", row, 1)
        for colour in puzzle.colours:
            _degree(formula, puzzle, factor, colour)
    if number == 2:
        _apart(formula, *chosen)
    return FactorFormula(formula, chosen)


def _degree(
    formula: Formula, puzzle: CubesPuzzle, factor: tuple[tuple[Lit, ...], ...], colour: str
) -> None:
    """At most 2; where there are as many colours as cubes, at least 2 follows and is said too."""
    ends = [
        (k, y, _colours(puzzle, (k, i)).count(colour))
        for k, row in enumerate(factor)
        for i, y in enumerate(row)
    ]
    loops = [y for _, y, touching in ends if touching == DEGREE]
    singles = {y: k for k, y, touching in ends if touching == 1}
    formula.at_most_one("degree", loops)
    for loop, y in product(loops, singles):
        formula.clause("degree", -loop, -y)
    for some in combinations(singles, DEGREE + 1):
        if len({singles[y] for y in some}) == len(some):
            formula.clause("degree", *(-y for y in some))
    if len(puzzle.colours) == len(puzzle.cubes):
        for y in [*singles] or [0]:
            formula.clause("degree reached", *loops, *(other for other in singles if other != y))


def _apart(
    formula: Formula, one: tuple[tuple[Lit, ...], ...], other: tuple[tuple[Lit, ...], ...]
) -> None:
    """No edge in common; of a pair in its two orders, the one with the lesser edge of cube 0."""
    for row, opposite in zip(one, other, strict=True):
        for y, z in zip(row, opposite, strict=True):
            formula.clause("no common edge", -y, -z)
    for i, y in enumerate(one[0]):
        for z in other[0][:i]:
            formula.clause("in order", -y, -z)
