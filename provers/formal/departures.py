"""Bounds of peg solitaire as a theorem of Coq: by ``verify/formal/PegsDepartures.v``.

The file holds charges, parts and weights, as a labelling with bounds names them.  The kernel makes
the tables of the parts and checks them step by step.  It then searches from the start, and leaves
out positions that the tables show to be too far.  No state is in the file.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from itertools import chain, product
from typing import Any, TypeAlias

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.pegs.boards import PegBoard
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.formal import MOST, Bound, Plan, theorem_of
from puzzleproof.provers.formal.steps import hole_cell
from puzzleproof.provers.formal.theorem import PLAN_WIDTH, Theorem, strings

Line: TypeAlias = tuple[int, int, int]
"""Multiples of row and column, and a number."""
Affine: TypeAlias = tuple[Line, Line]


def theorem_by_departures(
    puzzle: AnyPuzzle, bounds: Sequence[Bound], at_least: int | None, plan: Plan, _most: int = MOST
) -> Theorem:
    """Return the theorem by these bounds; raises Unsupported for other families and lemmas."""
    if not isinstance(puzzle, PegPuzzle):
        raise Unsupported(f"bounds of family {puzzle.family!r} have no theorem in Coq, only pegs")
    theorem = theorem_of(puzzle, at_least, plan)
    hints = [_hint(puzzle.board, name, given) for name, given in bounds]
    written = ";\n".join(map(_written, hints))
    both = symmetries(puzzle)
    maps = ";\n  ".join(f"Symmetry {_pair(m)} {_pair(back)}" for m, back in both)
    definitions = (
        f"\nDefinition symmetries : list symmetry := [\n  {maps}\n]%Z.\n"
        f"\nDefinition bounds : list departures := [\n{written}\n]%Z.\n"
    )
    hints.append(["symmetries", *(" ".join(map(str, chain(*m, *back))) for m, back in both)])
    layers = f" {puzzle.pegs.bit_count()}"  # each move takes a peg off
    about, given = "departures", "symmetries bounds"
    return theorem.proven_by("PegsDepartures", about, given, definitions, hints, never=layers)


def _hint(board: PegBoard, name: str, given: Mapping[str, Any]) -> list[str]:
    """A bound: what a move costs, and rows of the parts as drawn, each with its weights."""
    if name != "departures":
        raise Unsupported(f"lemma {name!r} has no theorem in Coq, only 'departures'")
    cells = [hole_cell(board, hole) for hole in board.holes]
    parts, weights = (dict(zip(cells, given[key], strict=True)) for key in ("parts", "weights"))
    height, width = (max(numbers) + 1 for numbers in zip(*cells, strict=True))
    hint = [f"departures {given['charge']}"]
    for row in ([(r, c) for c in range(width)] for r in range(height)):
        listed = (str(weights[cell]) for cell in row if cell in weights)
        hint.append(" ".join(["".join(parts.get(cell, "#") for cell in row), *listed]))
    return hint


def _written(hint: Sequence[str]) -> str:
    """The same for Coq, the weights in reading order."""
    (_, charge), *rows = map(str.split, hint)
    listed = textwrap.fill("; ".join(chain(*(row[1:] for row in rows))), PLAN_WIDTH)
    areas = strings(row[0] for row in rows)
    return f"  Weighted {charge} {areas}%string [\n{textwrap.indent(listed, '    ')}\n  ]"


def symmetries(puzzle: PegPuzzle) -> list[tuple[Affine, Affine]]:
    """The symmetries (no identity) of lines and goals, with inverses; the kernel checks each."""
    board = puzzle.board
    cells = [hole_cell(board, hole) for hole in board.holes]
    lines: set[Cell] = {*board.directions}
    goals = {frozenset(c for k, c in enumerate(cells) if goal >> k & 1) for goal in puzzle.goals}
    found: dict[tuple[Cell, ...], Affine] = {}
    for a, b, c, d in product((-1, 0, 1), repeat=4):
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
