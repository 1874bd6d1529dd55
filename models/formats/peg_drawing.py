"""Peg boards as drawings: ``.`` or ``0`` an empty hole, ``o x 1 *`` a peg, a space outside.

An empty line separates puzzles, and a line ``goal`` separates the start from the goal.  Without a
goal, one peg has to be left anywhere.
"""

from collections.abc import Iterator
from typing import Any

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import NONE, SHARE_WANTED, Likeness, of_lines
from puzzleproof.models.puzzle import AnyPuzzle

HOLES, PEGS, OUTSIDE = ".0", "ox1*", " #-"
MARKS = set(HOLES + PEGS + OUTSIDE)
EXPECTED = f"{HOLES} for holes, {PEGS} for pegs, a space outside"
GOAL = "goal"


def likeness(text: str) -> Likeness:
    """The share of rows with only these marks; needed are pegs, holes, and two rows per drawing."""
    drawings = list(_drawings(text))
    rows = [(f"line {n + k}", row) for n, rows in drawings for k, row in enumerate(rows)]
    rows = [(place, row) for place, row in rows if row.strip() != GOAL]
    marks = set("".join(row for _, row in rows if _fits(row)))
    if not (marks & set(PEGS) and marks & set(HOLES)):
        return NONE
    like = of_lines(rows, _fits, lambda _: False, EXPECTED)
    single = next((n for n, rows in drawings if len(rows) == 1), None)
    if single is None:
        return like
    fault = f"line {single}: a row alone: expected drawings of two or more"
    return Likeness(min(like.share, SHARE_WANTED), like.misfit or fault)


def parts(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each drawing, or each start with its goal; the place is that of a wrong row, if any."""
    for number, rows in _drawings(text):
        cut = next((k for k, row in enumerate(rows) if row.strip() == GOAL), None)
        wrong = (k for k, row in enumerate(rows) if not _fits(row) and k != cut)
        yield f"line {number + next(wrong, 0)}", rows


def document(rows: list[str]) -> dict[str, Any]:
    """The puzzle of such rows."""
    cut = next((k for k, row in enumerate(rows) if row.strip() == GOAL), len(rows))
    start, goal = rows[:cut], rows[cut + 1 :]
    for row in start + goal:
        if not _fits(row):
            raise InstanceError(f"{row[:60]!r}: expected {EXPECTED}")
    if not start or (cut < len(rows) and not goal):
        raise InstanceError(f"a drawing is missing beside the line {GOAL!r}")
    end = {"goal": _translated(goal)} if goal else {"finish": "any"}
    return {"family": "pegs", "metric": "move", "start": _translated(start), **end}


def _fits(row: str) -> bool:
    return set(row) <= MARKS


def _drawings(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines between empty ones, with the number of the first."""
    rows = list[str]()
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            rows.append(line.rstrip())
        elif rows:
            yield number - len(rows), rows
            rows = []


def _translated(rows: list[str]) -> str:
    """The drawing in the form of instance files: ``x`` a peg, ``o`` empty, ``.`` outside."""
    left = min(len(row) - len(row.lstrip()) for row in rows)
    width = max(map(len, rows))
    table = str.maketrans(HOLES + PEGS + OUTSIDE, "ooxxxx...")
    return "".join(f"{row.ljust(width)[left:].translate(table)}\n" for row in rows)


def written(puzzle: AnyPuzzle) -> str:
    """The start, and the goal unless this is one peg anywhere."""
    from puzzleproof.models.pegs.rules import PegPuzzle

    if not isinstance(puzzle, PegPuzzle):
        raise Unsupported("peg drawings hold peg solitaire")
    if not puzzle.board.orthogonal:
        raise Unsupported("peg drawings hold boards with jumps along rows and columns only")
    goals = puzzle.goals
    if puzzle.finish != "any" and len(goals) != 1:
        raise Unsupported("a peg drawing has one goal, or one peg anywhere")
    drawings = [puzzle.board.draw(puzzle.start[0])]
    if puzzle.finish != "any":
        drawings += [GOAL, puzzle.board.draw(goals[0])]
    table = str.maketrans({"x": "o", "o": ".", ".": " "})
    lines = [d if d == GOAL else d.translate(table) for d in drawings]
    return "\n".join(row.rstrip() for text in lines for row in text.split("\n")) + "\n"
