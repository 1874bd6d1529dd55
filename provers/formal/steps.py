"""Write instances and plans for Coq, and as texts for the proven checker.

For pegs, frogs and tiles, a plan lists the cells that each move passes
(``verify/formal/StepSearch.v``); for sliding blocks, it has moves in ASCII letters
(``verify/formal/Sliding.v``).  The checker that Coq has proven (``make proven``) reads a puzzle and
a claim as a text; ``Texts.v``, ``Families.v`` and ``SurveyTexts.v`` of ``verify/formal/`` define
what a text means.
"""

import math
import string as alphabet
import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from puzzleproof.models.cubes.rules import PLACEMENTS, CubesPuzzle
from puzzleproof.models.drawing import EMPTY, OUTSIDE, STEPS, Cell, shape_of
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.pegs.boards import Hole, PegBoard
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.formal.theorem import (
    PLAN_WIDTH,
    Hints,
    Plan,
    Theorem,
    ascii_letters,
    drawings,
    plan_text,
    renamed,
    string,
    strings,
)

TILES = alphabet.digits[1:] + alphabet.ascii_letters + "0@"
ENDS = 100
"""The kernel lists at most this many goal states of sliding blocks for a search from both ends."""

Rows = Sequence[str]
Path = list[Cell]
"""The cells that a move passes: two cells or more."""


class Drawings(tuple[Rows, ...]):
    """Some drawings, each a list of rows."""


Field: TypeAlias = bool | str | Rows | Drawings
"""A field of a puzzle in Coq: yes or no, some letters, a drawing, or drawings."""


def on_board(puzzle: AnyPuzzle, at_least: int | None, plan: Plan) -> Theorem:
    """Return the theorem about any family but cubes; each row of a triangle begins on the left.

    Raises Unsupported for tours, or if there are more letters than ASCII has.
    """
    module, listed = f"{puzzle.family.capitalize()}Search", None
    fields, letters = FIELDS[puzzle.family](puzzle), dict[int, str]()
    if isinstance(puzzle, SlidingPuzzle):
        module, letters = "Sliding", letters_of(puzzle)
        if plan is not None:
            listed = f" := {plan_text(spelt(puzzle, move, letters) for move in plan)}"
    elif plan is not None:
        listed = f" : list (list cell) := {_listed(PATHS[puzzle.family](puzzle, plan))}%Z"
    metric = "" if puzzle.family == "frogs" else puzzle.metric.capitalize()
    about, blanks = f"instance {metric}".rstrip(), " _ _" if metric else " _"
    remark = f"{puzzle.info.name}, metric {puzzle.metric}{renamed(letters)}"
    claim = at_least, listed
    return Theorem.searched(module, record(fields, letters), about, blanks, claim, remark)


def record(fields: Mapping[str, Field], letters: Mapping[int, str]) -> str:
    """Write the definition of an instance in Coq: board and goals first, then the other fields."""
    first = {name: fields[name] for name in ("board", "goals")}
    inside = ";\n".join(
        f"  {name} := {_value(value, letters, len(name) + 6)}"
        for name, value in {**first, **fields}.items()
    )
    return f"Definition instance : puzzle := {{|\n{inside}\n|}}.\n"


def _value(value: Field, letters: Mapping[int, str], indent: int) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return string(value.translate(letters))
    if isinstance(value, Drawings):
        rows = ([row.translate(letters) for row in drawing] for drawing in value)
        return drawings(rows, indent)
    return strings((row.translate(letters) for row in value), indent)


def _frogs(puzzle: FrogsPuzzle) -> dict[str, Field]:
    rules = {"jump_own": puzzle.jump_own, "backward": puzzle.backward}
    return {**rules, "board": puzzle.board.rows, "goals": Drawings([puzzle.goal.rows])}


def _pegs(puzzle: PegPuzzle) -> dict[str, Field]:
    board = puzzle.board
    goals = Drawings(peg_rows(board, goal) for goal in puzzle.goals)
    return {"triangle": board.triangular, "board": peg_rows(board, puzzle.pegs), "goals": goals}


def _tiles(puzzle: TilesPuzzle) -> dict[str, Field]:
    board, goal = (
        textwrap.wrap("".join(map(tile_letter, labels)), puzzle.columns)
        for labels in (puzzle.start, puzzle.goal)
    )
    return {"board": board, "goals": Drawings([goal])}


def _sliding(puzzle: SlidingPuzzle) -> dict[str, Field]:
    if puzzle.tour:
        raise Unsupported("tours have no rules in Coq: a drawing does not show the stops visited")
    east_west, north_south = (
        "".join(name for name in sorted(puzzle.names) if puzzle.axis_of(name) == axis)
        for axis in ("EW", "NS")
    )
    return {
        "labelled": puzzle.labelled,
        "east_west": east_west,
        "north_south": north_south,
        "half_cells": puzzle.cell == 2,
        "board": puzzle.board.rows,
        "goals": Drawings(goal.rows for goal in puzzle.goals),
        "halfway": Drawings(drawing.rows for drawing in puzzle.halfway),
    }


FIELDS: Mapping[str, Callable[[Any], dict[str, Field]]] = {
    "frogs": _frogs,
    "pegs": _pegs,
    "sliding": _sliding,
    "tiles": _tiles,
}
"""Family -> the function that returns the fields of a puzzle, in the order of a text."""


def peg_rows(board: PegBoard, pegs: int) -> Rows:
    """Draw a set of pegs; raises Unsupported if jumps may go along the diagonals of a grid."""
    if board.diagonal:
        raise Unsupported("peg solitaire with the key 'diagonal' has no rules in Coq")
    return peg_drawing(board, "".join("ox"[pegs >> k & 1] for k in range(len(board.holes))))


def peg_drawing(board: PegBoard, chars: str) -> Rows:
    """Draw a board with a character in each hole."""
    shown = {hole_cell(board, hole): char for hole, char in zip(board.holes, chars, strict=True)}
    height, width = (max(numbers) + 1 for numbers in zip(*shown, strict=True))
    return ["".join(shown.get((r, c), "#") for c in range(width)) for r in range(height)]


def ways_of_pegs(puzzle: PegPuzzle, plan: Sequence[str]) -> list[Path]:
    """List for each move of a plan the cells that the peg passes."""
    board = puzzle.board
    return [
        [hole_cell(board, board.hole(place)) for place in puzzle.parse_move(text)] for text in plan
    ]


def hole_cell(board: PegBoard, hole: Hole) -> Cell:
    """Return the place of a hole in the drawing: row and column, row 0 at the top."""
    return hole if board.triangular else (max(y for _, y in board.holes) - hole[1], hole[0])


def tile_letter(label: int) -> str:
    """Return the character of a tile; 0 is the blank."""
    return TILES[label - 1] if label else "."


def ways_of_blank(puzzle: TilesPuzzle, plan: Sequence[str]) -> list[Path]:
    """List for each move of a plan the cells that the blank passes."""
    row, column = divmod(puzzle.start.index(0), puzzle.columns)
    paths = list[Path]()
    for text in plan:
        direction, cells = puzzle.parse_move(text)
        down, right = STEPS[direction]
        paths.append([(row + down * k, column + right * k) for k in range(cells + 1)])
        row, column = paths[-1][-1]
    return paths


PATHS: Mapping[str, Callable[[Any, Sequence[str]], list[Path]]] = {
    "frogs": lambda puzzle, plan: [list(puzzle.parse_move(text)) for text in plan],
    "pegs": ways_of_pegs,
    "tiles": ways_of_blank,
}
"""Family -> the function that returns the path of each move of a plan."""


def _listed(paths: Iterable[Path]) -> str:
    texts = ("[" + "; ".join(f"({r}, {c})" for r, c in path) + "]" for path in paths)
    return "[\n" + textwrap.indent(textwrap.fill("; ".join(texts), PLAN_WIDTH), "  ") + "]"


def cubes(puzzle: AnyPuzzle, at_least: int | None, plan: Plan) -> Theorem:
    """Return the theorem about a set of cubes; its plan has the faces of each cube in the stack."""
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
    """List for each cube of a plan its faces in a fixed order, as the cube lies in the stack."""
    moves = map(puzzle.parse_move, plan)
    return ["".join(puzzle.cubes[m.cube][f] for f in PLACEMENTS[m.placement]) for m in moves]


# --- sliding blocks ----------------------------------------------------------------------------


def letters_of(puzzle: SlidingPuzzle) -> dict[int, str]:
    """Map letters beyond ASCII to ASCII letters; raises Unsupported if there are too many."""
    return ascii_letters(
        char
        for drawing in (puzzle.board, *puzzle.goals, *puzzle.halfway)
        for row in drawing.rows
        for char in row
    )


def from_both_ends(
    puzzle: SlidingPuzzle, theorem: Theorem, at_least: int, back: int, _most: int
) -> Theorem:
    """Return the theorem, proven by a search from both ends with ``back`` moves from the goals.

    Return it unchanged if there are no such moves, or if goals leave pieces free or are too many.
    """
    if not 0 < back < at_least or not puzzle.draws_whole_goals or _ends(puzzle) > ENDS:
        return theorem
    hints = [[f"back {back}"]]
    return theorem.proven_by("SlidingBothEnds", "both_ends", str(back), "", hints, to=" _ _ _")


def _ends(puzzle: SlidingPuzzle) -> int:
    """Count the kernel's goals: each unlabelled drawn piece may be of any kind of its shape."""
    kinds = defaultdict[object, set[str]](set)
    for name in puzzle.names:
        kind = name if puzzle.is_labelled(name) else puzzle.axis_of(name)
        kinds[shape_of(puzzle.drawn[name])].add(kind)
    ends = 0
    for goal in puzzle.goals:
        drawn = (shape_of(c) for x, c in goal.pieces().items() if not puzzle.is_labelled(x))
        ends += math.prod(len(kinds[shape]) for shape in drawn)
    return ends


def spelt(puzzle: SlidingPuzzle, move: str, letters: Mapping[int, str]) -> str:
    """Write a move for the rules in Coq: the piece, then a compass letter for each step."""
    piece, path = puzzle.parse_move(move)
    assert piece not in EMPTY + OUTSIDE
    return piece.translate(letters) + path


# --- texts for the checker that Coq has proven ---------------------------------------------------

Entries = list[tuple[str, Iterable[str]]]


def text_of(puzzle: AnyPuzzle, at_least: int | None, plan: Rows | None, hints: Hints = ()) -> str:
    """Return the text of the claim 'the minimum is L' (with a plan), 'at least L' or 'no plan'.

    ``at_least`` is L in the puzzle's metric, or None if there is no plan.  ``hints`` say how to
    prove the claim (`Theorem.hints`).  Raises Unsupported for a tour, and if there are more letters
    than ASCII has.
    """
    claim = "no-plan"
    if at_least is not None:
        claim = f"{'at-least' if plan is None else 'minimum'} {at_least}"
    return text_with(puzzle, claim, plan or (), hints)


def text_of_survey(puzzle: AnyPuzzle, facts: Mapping[str, int]) -> str:
    """Return the text of a survey, with its statistics (`provers.formal.survey.facts_of`)."""
    return text_with(puzzle, " ".join(["survey", *(f"{k} {n}" for k, n in facts.items())]), ())


def text_with(puzzle: AnyPuzzle, claim: str, plan: Rows, hints: Hints = ()) -> str:
    """Return the text of a puzzle, a claim and a plan, as ``verify/formal/Texts.v`` defines it."""
    head: Entries = [("family", [puzzle.family]), ("metric", [puzzle.metric]), ("claim", [claim])]
    entries = head + _entries(puzzle, plan) + [("hint", rows) for rows in hints]
    text = "".join(f"{key}\n" + "".join(f" {row}\n" for row in rows) for key, rows in entries)
    return text.translate(ascii_letters(text))


def _entries(puzzle: AnyPuzzle, plan: Rows) -> Entries:
    if isinstance(puzzle, CubesPuzzle):
        return [("board", puzzle.cubes), ("plan", as_they_lie(puzzle, plan))]
    if puzzle.family not in FIELDS:
        raise Unsupported(f"family {puzzle.family!r} has no rules in Coq")
    found = Entries()
    for name, value in FIELDS[puzzle.family](puzzle).items():
        if isinstance(value, Drawings):
            found += ((name.removesuffix("s"), rows) for rows in value)
        else:
            rows = [("no", "yes")[value]] if isinstance(value, bool) else value
            found.append((name.replace("_", "-"), rows))
    if isinstance(puzzle, SlidingPuzzle):
        ways = [spelt(puzzle, move, {}) for move in plan]
    else:
        paths = PATHS[puzzle.family](puzzle, plan)
        ways = [" ".join(f"{row},{column}" for row, column in path) for path in paths]
    return [*found, ("plan", ways)]
