"""Bounds of peg solitaire as a theorem of Coq: by ``verify/formal/PegsDepartures.v``.

The file holds charges, parts and weights, as a labelling with bounds names them.  The kernel makes
the tables of the parts and checks them step by step.  It then searches from the start, and leaves
out positions that the tables show to be too far.  No state is in the file.
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.pegs.boards import PegBoard
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.formal import Bound, theorem_of
from puzzleproof.provers.formal.steps import hole_cell
from puzzleproof.provers.formal.theorem import PLAN_WIDTH, Theorem, strings

Line: TypeAlias = tuple[int, int, int]
"""Multiples of row and column, and a number."""
Affine: TypeAlias = tuple[Line, Line]
"""The row and the column of a cell's image."""


def theorem_by_departures(
    puzzle: AnyPuzzle, bounds: Sequence[Bound], at_least: int | None, plan: Sequence[str] | None
) -> Theorem:
    """Return the theorem; with a plan of ``at_least`` moves it is the minimum, None: no plan.

    Raises Unsupported for other families and lemmas.
    """
    if not isinstance(puzzle, PegPuzzle):
        raise Unsupported(f"bounds of family {puzzle.family!r} have no theorem in Coq, only pegs")
    theorem = theorem_of(puzzle, at_least, plan)
    written = ";\n".join(_written(puzzle.board, name, given) for name, given in bounds)
    maps = ";\n  ".join(f"Symmetry {_pair(m)} {_pair(back)}" for m, back in symmetries(puzzle))
    definitions = (
        f"\nDefinition symmetries : list symmetry := [\n  {maps}\n]%Z.\n"
        f"\nDefinition bounds : list departures := [\n{written}\n]%Z.\n"
    )
    layers = f" {puzzle.pegs.bit_count()}"  # each move takes a peg off
    given = "symmetries bounds"
    return theorem.proven_by("PegsDepartures", "departures", given, definitions, never=layers)


def _written(board: PegBoard, name: str, given: Mapping[str, Any]) -> str:
    """A bound for Coq: what a move costs, the parts as drawn, the weights in reading order."""
    if name != "departures":
        raise Unsupported(f"lemma {name!r} has no theorem in Coq, only 'departures'")
    cells = [hole_cell(board, hole) for hole in board.holes]
    weights = dict(zip(cells, given["weights"], strict=True))
    listed = textwrap.fill("; ".join(str(weights[cell]) for cell in sorted(cells)), PLAN_WIDTH)
    letters = dict(zip(cells, given["parts"], strict=True))
    height, width = (max(numbers) + 1 for numbers in zip(*cells, strict=True))
    areas = strings(
        "".join(letters.get((row, column), "#") for column in range(width)) for row in range(height)
    )
    return f"  Weighted {given['charge']} {areas}%string [\n{textwrap.indent(listed, '    ')}\n  ]"


def symmetries(puzzle: PegPuzzle) -> list[tuple[Affine, Affine]]:
    """The symmetries, except the identity, that keep lines and goals; each with its inverse.

    The kernel checks each.  A missing one costs time; a wrong one makes the proof fail.
    """
    board = puzzle.board
    cells = [hole_cell(board, hole) for hole in board.holes]
    lines: set[Cell] = {*board.directions.values()}
    goals = {frozenset(c for k, c in enumerate(cells) if goal >> k & 1) for goal in puzzle.goals}
    found: dict[tuple[Cell, ...], Affine] = {}
    for a, b, c, d in itertools.product((-1, 0, 1), repeat=4):
        turned = [(a * row + b * column, c * row + d * column) for row, column in cells]
        down, right = (min(at) - min(to) for at, to in zip(zip(*cells), zip(*turned), strict=True))  # noqa: B905
        affine: Affine = (a, b, down), (c, d, right)
        images = tuple(image(affine, cell) for cell in cells)
        if (
            {(a * row + b * column, c * row + d * column) for row, column in lines} == lines
            and {*images} == {*cells}
            and {frozenset(image(affine, cell) for cell in goal) for goal in goals} == goals
        ):
            found.setdefault(images, affine)
    back = {images: tuple(cells[images.index(cell)] for cell in cells) for images in found}
    return [(found[images], found[back[images]]) for images in found if images != tuple(cells)]


def image(affine: Affine, cell: Cell) -> Cell:
    """The image of a cell.

    >>> image(((0, 1, 0), (-1, 0, 4)), (1, 3))
    (3, 3)
    """
    row, column = (a * cell[0] + b * cell[1] + k for a, b, k in affine)
    return row, column


def _pair(affine: Affine) -> str:
    return "(" + ", ".join(f"({a}, {b}, {k})" for a, b, k in affine) + ")"
