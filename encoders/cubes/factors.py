"""Stacks of Instant Insanity from pairs of factors of a multigraph on the colours.

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

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

import networkx as nx

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
