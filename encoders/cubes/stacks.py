"""The stacks of Instant Insanity as the solutions of a formula about the placements of the cubes.

Variables ``x k,p``: cube k is in placement p, in the numbering of `puzzleproof.models.cubes.rules`.
Each cube has exactly one placement.  In each column each colour shows at most once; if there are as
many colours as cubes, exactly once, since every cube shows one colour.  If there are fewer colours
than cubes, no stack exists (pigeonhole principle), and the formula has an empty clause.

A stack has eight symmetries (quarter turns, and turns upside down), so it has eight images, of
which exactly one has the first cube in placement 0, 8 or 16.  (A cube shows two pairs of opposite
faces.  A quarter turn exchanges the two pairs; a half turn swaps the faces of both pairs, a turn
upside down the faces of one pair.  So of the eight placements that show the same two pairs, each is
the image of any other under exactly one of the eight symmetries.)  The lecture notes of
docs/library.md count solutions up to these symmetries: their 28 solutions are 8 x 28 of the 24^4
ways to place four cubes.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from puzzleproof.encoders.horizon.formula import Formula, Lit
from puzzleproof.models.cubes.rules import PLACEMENTS, CubesPuzzle

BROKEN = (0, 8, 16)
"""Placements of the first cube: one of each set that the symmetries of a stack permute."""


@dataclass(frozen=True, slots=True)
class OrientationFormula:
    """A formula whose solutions are stacks; ``placed[k][p]`` says: cube k is in placement p."""

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
    """Build the formula of all stacks; ``break_symmetry`` gives the first cube three placements."""
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
