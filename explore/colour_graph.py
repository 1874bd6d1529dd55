"""A set of cubes as a graph of colours, and how many stacks solve it.

Each cube gives the graph three edges, one between the colours of each pair of opposite faces
(F. de Carteblanche 1947).  A *factor* takes one edge of each cube and touches no colour three
times.  A solution, up to the eight symmetries of a stack, is a *pair* of factors without a common
edge; a pair whose factors have c parts in all stands for 2^(c - 2) stacks (see
`puzzleproof.encoders.cubes.stacks` for the argument).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from puzzleproof.explore.random_cubes import Cubes, FactorPair, factor_pairs, factors
from puzzleproof.models.cubes.rules import OPPOSITE, PLACEMENTS, CubesPuzzle

LISTED = 100
"""The most pairs of factors that are listed; all are counted."""
OFTEN = 50_000
"""Factors or pairs between two reports of the counts."""

Edge: TypeAlias = tuple[str, str]
Report: TypeAlias = Callable[[str, Any], None]


def survey_cubes(puzzle: CubesPuzzle, report: Report) -> None:
    """Report the graph of colours, cubes that are alike, then factors and stacks as they are found.

    The number of factors grows exponentially with that of cubes, at worst.
    """
    cubes = puzzle.cubes
    report("colour_graph", colour_graph(cubes))
    report("alike", cubes_alike(cubes))
    number = 0
    for number, _ in enumerate(factors(cubes), 1):
        if number % OFTEN == 0:
            report("factorizations", {"number": number, "complete": False})
    report("factorizations", {"number": number, "complete": True})
    found: dict[str, Any] = {"solutions": 0, "raw": 0, "complete": False, "pairs": []}
    for pair in factor_pairs(cubes):
        found["solutions"] += 1
        found["raw"] += stacks_of_pair(cubes, pair)
        if len(found["pairs"]) < LISTED:
            found["pairs"].append("-".join("".join(map(str, factor)) for factor in pair))
        if found["solutions"] % OFTEN == 0:
            report("stacks", found)
    report("stacks", {**found, "complete": True})


def edges_of(cube: str) -> tuple[Edge, ...]:
    """The colours of each pair of opposite faces.

    >>> edges_of("RBRYYG")
    (('R', 'R'), ('B', 'Y'), ('Y', 'G'))
    """
    return tuple((cube[a], cube[b]) for a, b in OPPOSITE)


def colour_graph(cubes: Cubes) -> dict[str, Any]:
    """The graph: edges, how many faces and how many loops each colour has, and its parts."""
    edges = [edges_of(cube) for cube in cubes]
    faces = Counter(letter for cube in cubes for letter in cube)
    loops = Counter(a for three in edges for a, b in three if a == b)
    return {
        "cubes": len(cubes),
        "edges": [[f"{a}-{b}" for a, b in three] for three in edges],
        "degrees": {colour: faces[colour] for colour in sorted(faces)},
        "loops": {colour: loops[colour] for colour in sorted(loops)},
        "parts": sorted("".join(sorted(part)) for part in _parts(e for t in edges for e in t)),
    }


def cubes_alike(cubes: Cubes) -> list[list[int]]:
    """The groups of cubes that differ only by a rotation, by their numbers."""
    found: dict[str, list[int]] = {}
    for k, cube in enumerate(cubes):
        least = min("".join(cube[f] for f in faces) for faces in PLACEMENTS)
        found.setdefault(least, []).append(k)
    return [alike for alike in found.values() if len(alike) > 1]


def stacks_of_pair(cubes: Cubes, pair: FactorPair) -> int:
    """The stacks that a pair of factors stands for, up to the symmetries of a stack."""
    parts = (_parts(edges_of(c)[i] for c, i in zip(cubes, f, strict=True)) for f in pair)
    number: int = 2 ** (sum(map(len, parts)) - 2)
    return number


def _parts(edges: Iterator[Edge]) -> list[set[str]]:
    """The connected parts of a graph, as sets of colours."""
    parts = list[set[str]]()
    for edge in edges:
        touched = [part for part in parts if part & set(edge)]
        parts = [part for part in parts if not part & set(edge)]
        parts.append(set(edge).union(*touched))
    return parts
