"""Sets of cubes: the graph of colours, factors and stacks, random sets, and the solvable share.

In the multigraph on the colours each cube has three edges, one for each pair of opposite faces (0:
front and back, 1: right and left, 2: bottom and top), which join the colours of the pair (F. de
Carteblanche 1947; A. Tucker, *Applied Combinatorics*, 2002).  A *factor* has one edge of each cube
and no colour of degree above 2, where a loop counts twice.  Its components are cycles and paths.
If each component is followed in one of its two directions, the cubes' faces form two opposite
columns, neither with a colour twice; conversely, the front and back of a stack are a factor, and so
are its right and left.  A solution, up to the eight symmetries of a stack, is an unordered *pair*
of factors with no edge in common.

If there are as many colours as cubes, a factor has n edges on n colours, and all its degrees are 2:
it is a 2-factor and has only cycles.  If there are fewer colours, there is no factor, as the
degrees add up to 2n.  A pair with c components in all corresponds to 2^c stacks for one order of
its factors, so to 2^(c+1) stacks in all, and to 2^(c-2) up to the eight symmetries.

The search packs the degrees into one number, three bits for each colour, so that one addition adds
an edge and one mask shows whether a colour has degree 3 or more.  In random sets, each face is
drawn uniformly from n colours; a share that is estimated from such sets comes with Wilson's score
interval (1927), which is also reliable near 0 and 1.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, product
from random import Random
from typing import Any, TypeAlias

from puzzleproof.explore.generate import Draw, Generated
from puzzleproof.models.cubes.rules import LIMIT, OPPOSITE, PLACEMENTS, CubesPuzzle
from puzzleproof.models.errors import LimitReached, NotationError
from puzzleproof.models.puzzle import Info

COLOURS = "RGBYOVWKPCMNTLSADEFH"
"""The colours of random sets, one for each cube: red, green, blue, yellow, orange, violet, …"""
CONFIDENCE = 0.95
_Z = 1.959963984540054
"""The normal quantile of 0.975."""
ATTEMPTS = 20_000
"""The greatest number of draws for a set with exactly one solution."""
TOLD_EACH = 20
"""The number of samples between two reports of progress."""
LISTED = 100
"""The greatest number of pairs of factors that are listed; all pairs are counted."""
OFTEN = 50_000
"""The number of factors or pairs between two reports of the counts."""
LEAST_UNIQUE = 3
"""Fewer cubes never have exactly one solution: all sets of one or two cubes were tried."""

Cubes: TypeAlias = tuple[str, ...]
Factor: TypeAlias = tuple[int, ...]
"""For each cube: the number of its chosen pair of opposite faces, 0, 1 or 2."""
FactorPair: TypeAlias = tuple[Factor, Factor]
"""Two factors that differ at every cube; the lesser one comes first."""
Sides: TypeAlias = tuple[int, int, int, int]
"""The faces that a cube shows in front, on the right, behind and on the left."""
Report: TypeAlias = Callable[[str, Any], None]
Choice: TypeAlias = tuple[tuple[int, int], ...]
"""For one cube: (number, addend to the packed degrees) of each pair of opposite faces."""


# --- counting solutions -------------------------------------------------------------------


def count_solutions(cubes: Cubes, limit: int | None = None) -> int:
    """Count a set's solutions up to the symmetries of a stack; stop at ``limit`` solutions.

    >>> count_solutions(("RBRYYG", "BYBBBR", "RGRYBY", "YRGGBG"))
    6
    """
    return sum(1 for _ in islice(factor_pairs(cubes), limit))


def factors(cubes: Cubes) -> Iterator[Factor]:
    """Yield the factors: for each cube the number of its pair of opposite faces.

    >>> len(list(factors(("RBRYYG", "BYBBBR", "RGRYBY", "YRGGBG"))))
    6
    """
    return _factors(*_packed(cubes))


def factor_pairs(cubes: Cubes) -> Iterator[FactorPair]:
    """Yield the pairs of factors without a common edge: the solutions up to symmetry."""
    choices, ones = _packed(cubes)
    for one in _factors(choices, ones):
        left = [
            tuple(edge for edge in choice if edge[0] != i)
            for choice, i in zip(choices, one, strict=True)
        ]
        left[0] = tuple(edge for edge in left[0] if edge[0] > one[0])  # each pair once
        yield from ((one, other) for other in _factors(left, ones))


def _packed(cubes: Cubes) -> tuple[list[Choice], int]:
    """Return the edges of each cube, and the packed degrees if each colour has degree 1."""
    colours = sorted({letter for cube in cubes for letter in cube})
    unit = {letter: 1 << 3 * k for k, letter in enumerate(colours)}
    choices: list[Choice] = [
        tuple((i, unit[cube[a]] + unit[cube[b]]) for i, (a, b) in enumerate(OPPOSITE))
        for cube in cubes
    ]
    return choices, sum(unit.values())


def _factors(choices: list[Choice], ones: int) -> Iterator[Factor]:
    """Yield the factors in ascending order; prune if some degree must be 2 but cannot reach 2."""
    colours = ones.bit_count()
    if colours < len(choices):
        return
    exact, touched = colours == len(choices), [0]
    """For each depth: the colours that edges of the remaining cubes touch, one bit a colour."""
    for choice in reversed(choices):
        edges = 0
        for _, degrees in choice:
            edges |= degrees
        touched.insert(0, touched[0] | (edges | edges >> 1) & ones)
    stack: list[tuple[int, Factor]] = [(0, ())]
    while stack:
        degrees, chosen = stack.pop()
        depth = len(chosen)
        if depth == len(choices):
            yield chosen
            continue
        if exact and (ones << 1) & ~degrees & ~(touched[depth] << 1):
            continue
        for i, added in reversed(choices[depth]):
            after = degrees + added
            if not (after + ones) & ones << 2:
                stack.append((after, (*chosen, i)))


def components(cubes: Cubes, factor: Factor) -> list[list[tuple[int, int, int]]]:
    """List the cycles and paths of a factor, each in one direction.

    An edge is (cube, face, opposite face); its opposite face has the same colour as the next
    edge's face.  The component of the lowest cube comes first.
    """
    parts = list[list[tuple[int, int, int]]]()
    left = {k: OPPOSITE[i] for k, i in enumerate(factor)}

    def taken(colour: str, side: int) -> tuple[int, int, int] | None:
        """Take a remaining edge that has this colour here (``side`` 0) or opposite (1)."""
        for k, pair in left.items():
            for here, opposite in (pair, (pair[1], pair[0])):
                if cubes[k][(here, opposite)[side]] == colour:
                    del left[k]
                    return k, here, opposite
        return None

    while left:
        first = min(left)
        part = [(first, *left.pop(first))]
        while (edge := taken(cubes[part[-1][0]][part[-1][2]], 0)) is not None:
            part.append(edge)
        while (edge := taken(cubes[part[0][0]][part[0][1]], 1)) is not None:
            part.insert(0, edge)
        parts.append(part)
    return parts


def stacks_of(cubes: Cubes, pair: FactorPair) -> Iterator[tuple[Sides, ...]]:
    """Yield every stack of a pair, up to symmetry; the first factor is the front and back.

    In each factor, the lowest cube's component has one direction, other components have both.
    """
    turned = (_directions(components(cubes, factor)) for factor in pair)
    for deep, wide in product(*turned):
        yield tuple((deep[k][0], wide[k][0], deep[k][1], wide[k][1]) for k in range(len(cubes)))


def _directions(
    parts: list[list[tuple[int, int, int]]],
) -> Iterator[dict[int, tuple[int, int]]]:
    """Yield cube -> (face, opposite face), for each choice of directions."""
    for flips in product((False, True), repeat=len(parts) - 1):
        yield {
            k: (other, one) if flip else (one, other)
            for flip, part in zip((False, *flips), parts, strict=True)
            for k, one, other in part
        }


def stacks_of_pair(cubes: Cubes, pair: FactorPair) -> int:
    """Count the stacks of a pair of factors, up to the symmetries of a stack."""
    return 1 << sum(len(components(cubes, factor)) for factor in pair) - 2


# --- the graph of colours -----------------------------------------------------------------


def survey_cubes(puzzle: CubesPuzzle, report: Report) -> None:
    """Report the graph of colours and equal cubes, then factors and stacks as they are found."""
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


def colour_graph(cubes: Cubes) -> dict[str, Any]:
    """Describe the graph: its edges and components, and the degree and loops of each colour."""
    edges = [[(cube[a], cube[b]) for a, b in OPPOSITE] for cube in cubes]
    faces = Counter(letter for cube in cubes for letter in cube)
    loops = Counter(a for three in edges for a, b in three if a == b)
    return {
        "cubes": len(cubes),
        "edges": [[f"{a}-{b}" for a, b in three] for three in edges],
        "degrees": {colour: faces[colour] for colour in sorted(faces)},
        "loops": {colour: loops[colour] for colour in sorted(loops)},
        "parts": sorted("".join(sorted(part)) for part in _parts(chain(*edges))),
    }


def cubes_alike(cubes: Cubes) -> list[list[int]]:
    """List the groups of cubes that differ only by a rotation, as lists of cube numbers."""
    found: dict[str, list[int]] = {}
    for k, cube in enumerate(cubes):
        least = min("".join(cube[f] for f in faces) for faces in PLACEMENTS)
        found.setdefault(least, []).append(k)
    return [alike for alike in found.values() if len(alike) > 1]


def _parts(edges: Iterable[tuple[str, str]]) -> list[set[str]]:
    """List the connected components of a graph, as sets of colours."""
    parts = list[set[str]]()
    for edge in edges:
        touched = [part for part in parts if not part.isdisjoint(edge)]
        parts = [*(part for part in parts if part not in touched), set(edge).union(*touched)]
    return parts


# --- random sets --------------------------------------------------------------------------


def _uniform(rng: Random, number: int) -> Cubes:
    """Draw each face of n cubes uniformly from n colours."""
    return tuple("".join(rng.choices(COLOURS[:number], k=6)) for _ in range(number))


def _planted(rng: Random, number: int) -> Cubes:
    """Draw four columns that show every colour, and the hidden faces; then turn each cube."""
    columns = [rng.sample(COLOURS[:number], number) for _ in range(4)]
    cubes = list[str]()
    for k in range(number):
        hidden = rng.choices(COLOURS[:number], k=2)
        shown = [*(column[k] for column in columns), *hidden]
        cubes.append("".join(shown[f] for f in rng.choice(PLACEMENTS)))
    return tuple(cubes)


def _unique(rng: Random, number: int) -> Cubes:
    """Draw sets with a hidden solution until a set has no other solution."""
    if number < LEAST_UNIQUE:
        raise NotationError(
            f"{number} cubes never have exactly one solution: expected {LEAST_UNIQUE} or more"
        )
    for _ in range(ATTEMPTS):
        cubes = _planted(rng, number)
        if count_solutions(cubes, limit=2) == 1:
            return cubes
    raise LimitReached(
        f"no set of {number} cubes with exactly one solution among {ATTEMPTS:,} random sets"
    )


KINDS: dict[str, tuple[Callable[[Random, int], Cubes], str]] = {
    "random": (
        _uniform,
        "each face is drawn from as many colours as cubes, so there may be no solution",
    ),
    "solvable": (_planted, "a solution is hidden in it"),
    "unique": (_unique, "exactly one solution, counted by one search, not certified"),
}


def random_cubes(draw: Draw, *, cubes: int = 4) -> Generated:
    """Return a random set of n cubes on n colours.

    ``random``: every face is drawn uniformly; ``solvable``: a solution is drawn first; ``unique``:
    the set has exactly one solution, up to the symmetries of a stack.  Raises NotationError for a
    bad number of ``cubes``, LimitReached if no unique set is found.
    """
    if type(cubes) is not int or not 1 <= cubes <= LIMIT:
        raise NotationError(f"{cubes!r} cubes: expected 1 to {LIMIT}")
    drawn, how = KINDS[draw.kind]
    puzzle = CubesPuzzle(Info(), CubesPuzzle.metrics[0], drawn(draw.chance, cubes))
    return puzzle, how, f"{draw.kind} cubes {cubes}"


# --- the solvable share ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """The number of random sets of n cubes on n colours (``samples``), and of solvable ones."""

    cubes: int
    samples: int
    solvable: int
    seed: int

    @property
    def share(self) -> float:
        """The share of solvable sets, from 0 to 1."""
        return self.solvable / self.samples

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of `CONFIDENCE` for the share."""
        return wilson(self.solvable, self.samples)

    def to_json(self) -> dict[str, Any]:
        """Return the numbers and the method as a JSON document."""
        return {
            "cubes": self.cubes,
            "colours": self.cubes,
            "samples": self.samples,
            "solvable": self.solvable,
            "share": self.share,
            "interval": list(self.interval),
            "confidence": CONFIDENCE,
            "method": "Monte Carlo, faces uniform; Wilson score interval",
            "seed": self.seed,
        }


def solvable_share(
    number: int, samples: int, seed: int, on_sample: Callable[[int], None] | None = None
) -> Share:
    """Draw random sets and count those with a solution; ``on_sample`` gets the number drawn."""
    if samples < 1:
        raise NotationError(f"{samples} samples: expected 1 or more")
    rng, solvable = Random(seed), 0  # noqa: S311  no secrets
    for drawn in range(samples):
        if on_sample is not None and not drawn % TOLD_EACH:
            on_sample(drawn)
        solvable += count_solutions(_uniform(rng, number), limit=1)
    return Share(number, samples, solvable, seed)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return Wilson's score interval, at 95 %, for a share.

    >>> [round(bound, 3) for bound in wilson(0, 10)]
    [0.0, 0.278]
    """
    share, z2 = successes / trials, _Z * _Z
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    spread = math.sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    half = _Z * spread / (1 + z2 / trials)
    return max(0.0, middle - half), min(1.0, middle + half)
