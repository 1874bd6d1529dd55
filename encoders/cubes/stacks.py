"""Stacks of Instant Insanity, in two models: placements of the cubes, and pairs of factors.

**Placements**, as a formula.  Variables ``x k,p``: cube k is in placement p, in the numbering of
`puzzleproof.models.cubes.rules`.  Each cube has exactly one placement.  In each column each colour
shows at most once; with as many colours as cubes, exactly once, as every cube shows one.  With
fewer colours than cubes a column cannot show as many colours as it has cubes (the pigeonholes):
then there is one clause more, the empty one.

A stack has eight symmetries, turned and upside down, and of its images exactly one has the first
cube in placement 0, 8 or 16.  (A quarter turn exchanges its visible pairs of opposite faces, a half
turn and a turn upside down exchange the faces of both or one pair; so of the placements that show
the same two pairs each is the image of any other under exactly one of the eight.)  The lecture
notes count solutions up to these symmetries: what they call 28 solutions is 8 x 28 of 24^4.

**Factors** of a multigraph on the colours.  Each cube gives the multigraph three edges, one for
each pair of opposite faces (0: front and back, 1: right and left, 2: bottom and top), between the
colours of that pair; an edge is labelled by its cube and pair (F. de Carteblanche 1947; A. Tucker,
*Applied Combinatorics*, 2002).  A *factor* has one edge of each cube and no colour of degree above
2, a loop counting twice.  Its components are cycles and paths, and following each in one of its two
directions puts the cubes' faces into two opposite columns that show no colour twice; conversely the
front and the back of a stack make a factor, and so do its right and its left.  A solution, up to
the symmetries of a stack, is a *pair* of factors with no labelled edge in common, in either order.

With as many colours as cubes the degrees, n edges on n colours, are all 2: a 2-factor, cycles only.
With fewer there is none, as the degrees add up to 2n.  A pair with c components in all stands for
2^c stacks with the two factors in that order, 2^(c+1) in either, and so for 2^(c-2) in the count up
to the eight symmetries.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from puzzleproof.encoders.horizon.formula import Formula, Lit
from puzzleproof.models.cubes.rules import OPPOSITE, PLACEMENTS, CubesPuzzle

BROKEN = (0, 8, 16)
"""The placements of the first cube, one for each orbit of the symmetries of a stack."""


@dataclass(frozen=True, slots=True)
class OrientationFormula:
    """``placed[k][p]`` is the variable for cube k in placement p."""

    formula: Formula
    placed: tuple[tuple[Lit, ...], ...]

    @property
    def shown(self) -> tuple[Lit, ...]:
        """The variables that distinguish solutions."""
        return tuple(x for row in self.placed for x in row)

    def read(self, true: Iterable[Lit]) -> tuple[int, ...]:
        """Return the placement of each cube in a solution."""
        values = set(true)
        return tuple(next(p for p, x in enumerate(row) if x in values) for row in self.placed)


def orientation_formula(puzzle: CubesPuzzle, break_symmetry: bool = True) -> OrientationFormula:
    """Return a formula of all stacks; ``break_symmetry``: the first cube has three placements."""
    formula = Formula()
    placed = tuple(
        tuple(formula.variable(f"x {k},{p}") for p in range(len(PLACEMENTS)))
        for k in range(len(puzzle.cubes))
    )
    for row in placed:
        formula.exactly("one placement a cube", row, 1)
    if break_symmetry:
        for p in set(range(len(PLACEMENTS))) - set(BROKEN):
            formula.clause("first cube", -placed[0][p])
    _columns(formula, puzzle, placed)
    return OrientationFormula(formula, placed)


def _columns(formula: Formula, puzzle: CubesPuzzle, placed: tuple[tuple[Lit, ...], ...]) -> None:
    enough = len(puzzle.colours) - len(puzzle.cubes)
    if enough < 0:
        formula.clause("pigeonholes")
    for column in range(4):
        for colour in puzzle.colours:
            shows = [
                placed[k][p]
                for k, cube in enumerate(puzzle.cubes)
                for p, faces in enumerate(PLACEMENTS)
                if cube[faces[column]] == colour
            ]
            if enough == 0:
                formula.exactly("every colour a column", shows, 1)
            else:
                formula.at_most_one("no colour twice", shows)


# --- factors ------------------------------------------------------------------------------

Factor: TypeAlias = tuple[int, ...]
"""For each cube the number of its pair of opposite faces."""
FactorPair: TypeAlias = tuple[Factor, Factor]
"""Two factors that differ at every cube, the lesser one first."""

Sides: TypeAlias = tuple[int, int, int, int]
"""The faces that a cube shows in front, on the right, behind and on the left."""


def components(puzzle: CubesPuzzle, factor: Factor) -> list[list[tuple[int, int, int]]]:
    """List the cycles and paths of a factor, each in one direction.

    An edge is (cube, face here, face opposite); its opposite face has the colour of the next face
    here.  The component of the lowest cube comes first.
    """
    cubes, parts = puzzle.cubes, list[list[tuple[int, int, int]]]()
    left = {k: OPPOSITE[i] for k, i in enumerate(factor)}

    def taken(colour: str, side: int) -> tuple[int, int, int] | None:
        """Take an edge that is left, turned to have this colour here (0) or opposite (1)."""
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


def stacks_of(puzzle: CubesPuzzle, pair: FactorPair) -> Iterator[tuple[Sides, ...]]:
    """Yield every stack of a pair, up to symmetry: the first factor is in front and behind.

    The components with the lowest cube keep their direction, each other one takes both.
    """
    turned = (_directions(components(puzzle, factor)) for factor in pair)
    for deep, wide in product(*turned):
        yield tuple(
            (deep[k][0], wide[k][0], deep[k][1], wide[k][1]) for k in range(len(puzzle.cubes))
        )


def _directions(
    parts: list[list[tuple[int, int, int]]],
) -> Iterator[dict[int, tuple[int, int]]]:
    """Yield cube -> (face here, face opposite), for each choice of directions."""
    for flips in product((False, True), repeat=len(parts) - 1):
        yield {
            k: (other, one) if flip else (one, other)
            for flip, part in zip((False, *flips), parts, strict=True)
            for k, one, other in part
        }
