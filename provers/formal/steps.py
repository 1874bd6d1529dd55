"""Frogs, peg solitaire, sliding tiles and cubes for Coq: writes instances and plans.

A plan on a board lists the cells that each move passes (``verify/formal/StepSearch.v``).
"""

from __future__ import annotations

import string as alphabet
import textwrap
from collections.abc import Iterable, Sequence

from puzzleproof.models.cubes.rules import PLACEMENTS, CubesPuzzle
from puzzleproof.models.drawing import STEPS, Cell
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.pegs.boards import Hole, PegBoard
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.formal.theorem import (
    PLAN_WIDTH,
    Theorem,
    ascii_letters,
    drawings,
    renamed,
    string,
    strings,
    truth,
)

TILES = alphabet.digits[1:] + alphabet.ascii_letters + "0@"

Rows = list[str]
Path = list[Cell]
"""The cells that a move passes: two, or more for a chain."""


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
    paths = None if plan is None else ways_of_pegs(puzzle, plan)
    rules = {"triangle": truth(puzzle.board.triangular)}
    metric, board = puzzle.metric.capitalize(), peg_rows(puzzle.board, puzzle.pegs)
    goals = [peg_rows(puzzle.board, goal) for goal in puzzle.goals]
    return _theorem(puzzle, "Pegs", board, goals, rules, metric, at_least, paths)


def peg_rows(board: PegBoard, pegs: int) -> Rows:
    """The drawing of a set of pegs; raises Unsupported for jumps along the diagonals of a grid."""
    if board.diagonal:
        raise Unsupported("peg solitaire with the key 'diagonal' has no rules in Coq")
    shown = {hole_cell(board, hole): "ox"[pegs >> k & 1] for k, hole in enumerate(board.holes)}
    height, width = (max(numbers) + 1 for numbers in zip(*shown, strict=True))
    return ["".join(shown.get((r, c), "#") for c in range(width)) for r in range(height)]


def ways_of_pegs(puzzle: PegPuzzle, plan: Sequence[str]) -> list[Path]:
    """The cells that each move of a plan passes."""
    board = puzzle.board
    return [
        [hole_cell(board, board.hole(place)) for place in puzzle.parse_move(text)] for text in plan
    ]


def hole_cell(board: PegBoard, hole: Hole) -> Cell:
    """The place of a hole in the drawing: row and column, row 0 at the top."""
    return hole if board.triangular else (max(y for _, y in board.holes) - hole[1], hole[0])


def tile_letter(label: int) -> str:
    """The character of a tile; 0 is the blank."""
    return TILES[label - 1] if label else "."


def tiles(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> Theorem:
    """Return the theorem about sliding tiles; the plan is the path of the blank."""
    assert isinstance(puzzle, TilesPuzzle)
    paths = None if plan is None else ways_of_blank(puzzle, plan)
    board, goal = (tile_rows(puzzle, labels) for labels in (puzzle.start, puzzle.goal))
    metric = puzzle.metric.capitalize()
    return _theorem(puzzle, "Tiles", board, [goal], {}, metric, at_least, paths)


def tile_rows(puzzle: TilesPuzzle, labels: Sequence[int]) -> Rows:
    """The drawing of a table of tiles."""
    return textwrap.wrap("".join(map(tile_letter, labels)), puzzle.columns)


def ways_of_blank(puzzle: TilesPuzzle, plan: Sequence[str]) -> list[Path]:
    """The cells that the blank passes in each move of a plan."""
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
    listed = None if paths is None else f" : list (list cell) := {_listed(paths)}%Z"
    about, blanks = f"instance {metric}".rstrip(), " _ _" if metric else " _"
    remark, claim = f"{puzzle.info.name}, metric {puzzle.metric}", (at_least, listed)
    return Theorem.searched(f"{family}Search", definitions, about, blanks, claim, remark)


def _listed(paths: Iterable[Path]) -> str:
    """Paths as a list of lists of cells."""
    texts = ("[" + "; ".join(f"({r}, {c})" for r, c in path) + "]" for path in paths)
    return "[\n" + textwrap.indent(textwrap.fill("; ".join(texts), PLAN_WIDTH), "  ") + "]"


def cubes(puzzle: AnyPuzzle, at_least: int | None, plan: Sequence[str] | None) -> Theorem:
    """Return the theorem about a set of cubes; the plan is each cube in its final position."""
    assert isinstance(puzzle, CubesPuzzle)
    letters = ascii_letters("".join(puzzle.cubes))

    def listed(cubes: Iterable[str]) -> str:
        texts = (" ".join(map(string, cube.translate(letters))) for cube in cubes)
        return "[\n  " + ";\n  ".join(f"Cube {text}" for text in texts) + "\n]%char"

    definitions, lying = f"Definition instance : puzzle := {listed(puzzle.cubes)}.\n", None
    if plan is not None:
        lying = f" : list (cube ascii) := {listed(as_they_lie(puzzle, plan))}"
    remark = f"{puzzle.info.name}, metric {puzzle.metric}{renamed(letters)}"
    return Theorem.searched("CubesSearch", definitions, "instance", " _", (at_least, lying), remark)


def as_they_lie(puzzle: CubesPuzzle, plan: Sequence[str]) -> Rows:
    """The faces of each cube of a plan, as it lies on the stack."""
    moves = map(puzzle.parse_move, plan)
    return ["".join(puzzle.cubes[m.cube][f] for f in PLACEMENTS[m.placement]) for m in moves]
