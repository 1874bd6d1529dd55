"""Frogs, peg solitaire and sliding tiles for Coq: boards whose moves change a few cells.

A plan is told by the cells that each move goes over: ``verify/formal/StepSearch.v``.
"""

from __future__ import annotations

import string as alphabet
import textwrap
from collections.abc import Iterable, Sequence

from puzzleproof.models.drawing import STEPS, Cell
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.pegs.boards import Hole, PegBoard
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.formal.theorem import FUEL, PLAN_WIDTH, Theorem, drawings, strings, truth

TILES = alphabet.digits[1:] + alphabet.ascii_letters + "0@"
"""How tiles 1, 2, 3, … are drawn."""

Rows = list[str]
Path = list[Cell]
"""The cells that a move goes over: two, or more where it is a chain."""


def frogs(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> Theorem:
    """Return the theorem about frogs and toads."""
    assert isinstance(puzzle, FrogsPuzzle)
    paths = None if plan is None else [list(puzzle.parse_move(text)) for text in plan]
    rules = {"jump_own": truth(puzzle.jump_own), "backward": truth(puzzle.backward)}
    goals = [list(puzzle.goal.rows)]
    return _theorem(puzzle, "Frogs", list(puzzle.board.rows), goals, rules, "", at_least, paths)


def pegs(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> Theorem:
    """Return the theorem about peg solitaire; a triangle is drawn with each row from the left."""
    assert isinstance(puzzle, PegPuzzle)
    board = puzzle.board

    def cell(hole: Hole) -> Cell:
        return hole_cell(board, hole)

    def rows(mask: int) -> Rows:
        shown = {cell(hole): "ox"[mask >> k & 1] for k, hole in enumerate(board.holes)}
        height, width = (max(numbers) + 1 for numbers in zip(*shown, strict=True))
        return ["".join(shown.get((r, c), "#") for c in range(width)) for r in range(height)]

    paths = None
    if plan is not None:
        paths = [[cell(board.hole(z)) for z in puzzle.parse_move(text)] for text in plan]
    rules = {"triangle": truth(board.triangular)}
    metric = puzzle.metric.capitalize()
    goals = [rows(goal) for goal in puzzle.goals]
    return _theorem(puzzle, "Pegs", rows(puzzle.pegs), goals, rules, metric, at_least, paths)


def hole_cell(board: PegBoard, hole: Hole) -> Cell:
    """Where a hole is drawn: row and column, row 0 at the top."""
    return hole if board.triangular else (max(y for _, y in board.holes) - hole[1], hole[0])


def tile_letter(label: int) -> str:
    """How a tile is drawn; 0 is the blank."""
    return TILES[label - 1] if label else "."


def tiles(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> Theorem:
    """Return the theorem about sliding tiles; the plan is the way of the blank."""
    assert isinstance(puzzle, TilesPuzzle)

    def rows(labels: Sequence[int]) -> Rows:
        text = "".join(map(tile_letter, labels))
        return textwrap.wrap(text, puzzle.columns)

    paths = None if plan is None else _ways_of_blank(puzzle, plan)
    metric, goals = puzzle.metric.capitalize(), [rows(puzzle.goal)]
    return _theorem(puzzle, "Tiles", rows(puzzle.start), goals, {}, metric, at_least, paths)


def _ways_of_blank(puzzle: TilesPuzzle, plan: Sequence[str]) -> list[Path]:
    row, column = divmod(puzzle.start.index(0), puzzle.columns)
    paths = list[Path]()
    for text in plan:
        direction, cells = puzzle.parse_move(text)
        down, right = STEPS[direction]
        paths.append([(row + down * k, column + right * k) for k in range(cells + 1)])
        row, column = paths[-1][-1]
    return paths


def _theorem(
    puzzle: AnyPuzzle,
    family: str,
    board: Rows,
    goals: Iterable[Rows],
    rules: dict[str, str],
    metric: str,
    at_least: int | None,
    paths: list[Path] | None,
) -> Theorem:
    """Return the theorem of a family: its record, and its three lemmas."""
    fields = {"board": strings(board, 11), "goals": drawings(goals, 11), **rules}
    inside = ";\n".join(f"  {name} := {value}" for name, value in fields.items())
    definitions = f"Definition instance : puzzle := {{|\n{inside}\n|}}.\n"
    where, blank = f" instance {metric}".rstrip(), " _ _" if metric else " _"
    if at_least is None:
        statement, lemma = f"has_no_plan{where}", f"(refuted_sound{blank} (N.to_nat {FUEL}))"
    elif paths is None:
        statement, lemma = f"needs_at_least{where} {at_least}", "lower_bound_sound"
    else:
        statement, lemma = f"minimum_is{where} {at_least}", f"(minimum_by_search{blank} _ plan)"
        definitions += f"\nDefinition plan : list (list cell) := {_listed(paths)}%Z.\n"
    remark = f"{puzzle.info.name}, metric {puzzle.metric}"
    return Theorem(f"{family}Search", definitions, statement, lemma, remark)


def _listed(paths: Iterable[Path]) -> str:
    """Paths as a list of lists of cells."""
    texts = ("[" + "; ".join(f"({r}, {c})" for r, c in path) + "]" for path in paths)
    return "[\n" + textwrap.indent(textwrap.fill("; ".join(texts), PLAN_WIDTH), "  ") + "]"
