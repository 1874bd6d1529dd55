"""Peg boards as drawings: ``.`` and ``0`` are empty holes, ``o x 1 *`` pegs; a space is outside.

An empty line separates puzzles, and a line ``goal`` separates the start from the goal.  Without a
goal, one peg has to be left, anywhere.  Holes may have spaces between them; rows of a triangular
grid are shifted by half a hole.  ``#`` is always outside.
"""

from collections.abc import Iterator
from itertools import chain, groupby
from math import gcd
from textwrap import dedent
from typing import Any

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import ASSUMED, NONE, SHARE_WANTED, Likeness, of_lines
from puzzleproof.models.puzzle import AnyPuzzle

HOLES, PEGS, OUTSIDE = ".0", "ox1*", " #-"
MARKS = set(HOLES + PEGS + OUTSIDE)
EXPECTED = f"{HOLES} for holes, {PEGS} for pegs, a space outside"
GOAL, BAR = "goal", "-"
ANYWHERE = "no goal is stated: one peg is left, anywhere"


def likeness(text: str) -> Likeness:
    """Measure the share of rows with `MARKS` alone; 0 unless they have pegs, and holes or ``-``."""
    rows = [(f"line {n + k}", row) for n, rows in _drawings(text) for k, row in enumerate(rows)]
    rows = [(place, row) for place, row in rows if row.strip() != GOAL]
    marks = set("".join(row for _, row in rows if _fits(row)))
    if not (marks & set(PEGS) and marks & set(HOLES + BAR)):
        return NONE
    like = of_lines(rows, _fits, lambda _: False, EXPECTED)
    if any(len(rows) == 1 and rows[0].isdecimal() for _, rows in _drawings(text)):
        return Likeness(min(like.share, SHARE_WANTED), like.misfit or "a lone row has only digits")
    return like


def parts(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the rows of each puzzle, with the place of the first wrong row (or the first row)."""
    for number, rows in _drawings(text):
        cut = next((k for k, row in enumerate(rows) if row.strip() == GOAL), None)
        wrong = (k for k, row in enumerate(rows) if not _fits(row) and k != cut)
        yield f"line {number + next(wrong, 0)}", rows


def document(rows: list[str]) -> dict[str, Any]:
    """Return the puzzle of the rows of a drawing."""
    cut = next((k for k, row in enumerate(rows) if row.strip() == GOAL), len(rows))
    start, goal = rows[:cut], rows[cut + 1 :]
    for row in start + goal:
        if not _fits(row):
            raise InstanceError(f"{row[:60]!r}: expected {EXPECTED}")
    if not start or (cut < len(rows) and not goal):
        raise InstanceError(f"expected a drawing above the line {GOAL!r} and one below it")
    said = dict[str, str]()
    if not set("".join(rows)) & set(HOLES):
        start, goal = ([row.replace(BAR, ".") for row in part] for part in (start, goal))
        said["start"] = f"{BAR!r} is an empty hole, as no other mark is one"
    drawing, grid, assumed = _grid(start)
    said |= {"board": assumed} if assumed else {}
    found = {"family": "pegs", "metric": "move", "start": drawing, **grid}
    if goal:
        return {**found, "goal": _grid(goal)[0], ASSUMED: said}
    return {**found, "finish": "any", ASSUMED: {"goal": ANYWHERE, **said}}


def _grid(rows: list[str]) -> tuple[str, dict[str, str], str]:
    """Return the drawing for instance files, its board's name or grid, and an assumption.

    Spaces between holes are no cells.  Rows that are shifted by half a hole are on a triangular
    grid, and so are rows without shifts that have as many holes as rows of a triangle or a hexagon.
    """
    rows = dedent("\n".join(rows)).split("\n")
    columns = [[c for c, mark in enumerate(row) if mark != " "] for row in rows]
    step = gcd(*chain.from_iterable(columns)) or 1
    rows, said = [row[::step] for row in rows], "the spaces between holes are no cells"
    sides = [{c // step % 2 for c in row} for row in columns]
    is_half = max(map(len, sides)) == 1 < len(set[int]().union(*sides))
    is_flush = len(set(map(len, rows))) == 1 or not any(row.startswith(" ") for row in rows)
    holes = [row.replace(" ", "") if is_half else row.strip() for row in rows]
    counts = ", ".join(str(len(row)) for row in holes)
    name = _triangular(holes) if is_half or is_flush else ""
    if name:
        why = "as its rows stand half a step apart"
        if not is_half:
            why = f"with rows of {counts} holes; '#' beside them makes a square grid"
        wide = 2 * max(map(len, holes))
        drawn = [" ".join(row).center(wide - 1) for row in holes]
        return _translated(drawn), {"board": name}, f"the board is {name}, {why}"
    if is_half:
        said = "the grid is triangular, as the rows of the board stand half a step apart"
        return _translated(rows), {"grid": "triangular"}, said
    return _translated(rows), {}, said if step > 1 else ""


def _triangular(rows: list[str]) -> str:
    """Return the name of the triangle or hexagon with such rows; empty for other boards."""
    from puzzleproof.models.pegs.boards import rows_of

    boards = (("triangle", len(rows)), ("hexagon", (len(rows) + 1) // 2))
    lengths = [len(row) for row in rows if not set(OUTSIDE) & set(row)]
    names = (f"{kind}{side}" for kind, side in boards if rows_of(kind, side) == lengths)
    return next(names, "")


def _fits(row: str) -> bool:
    return set(row) <= MARKS


def _drawings(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the blocks of lines between empty lines, each with the number of its first line.

    The text may begin with the number of drawings, or of lines if each line is a drawing.
    """
    lines = enumerate([line.rstrip() for line in text.splitlines()], 1)
    groups = groupby(lines, lambda line: line[1] != "")
    blocks = [list(block) for is_drawn, block in groups if is_drawn]
    (_, head), *below = blocks[0] if blocks else [(0, "")]
    if head.isdecimal() and _is_count(head, [row for _, row in below]):
        rest = [block for block in (below, *blocks[1:]) if block]
        if len(rest) == 1 and head == str(len(rest[0])):
            blocks = [[line] for line in rest[0]]
        elif head == str(len(rest)):
            blocks = rest
    for block in blocks:
        yield block[0][0], [row for _, row in block]


def _is_count(head: str, rows: list[str]) -> bool:
    """Tell whether the digits above rows are the number of drawings, not a row of a drawing."""
    lengths = set(map(len, rows))
    is_drawn = _fits(head) and bool(set("01") & set("".join(rows)))
    return not is_drawn or (len(lengths) == 1 and len(head) not in lengths)


def _translated(rows: list[str]) -> str:
    """Return the drawing for instance files: ``x`` is a peg, ``o`` empty, ``.`` outside."""
    width = max(map(len, rows))
    table = str.maketrans(HOLES + PEGS + OUTSIDE, "ooxxxx...")
    return "".join(f"{row.ljust(width).translate(table)}\n" for row in rows)


def written(puzzle: AnyPuzzle) -> str:
    """Draw the start, and the goal unless the goal is one peg anywhere."""
    from puzzleproof.models.pegs.rules import PegPuzzle

    if not isinstance(puzzle, PegPuzzle):
        raise Unsupported("a peg drawing can only hold peg solitaire")
    if not puzzle.board.orthogonal:
        raise Unsupported("a peg drawing can only hold boards with jumps along rows and columns")
    goals = puzzle.goals
    if puzzle.finish != "any" and len(goals) != 1:
        raise Unsupported("a peg drawing has one goal, or one peg anywhere")
    drawings = [puzzle.board.draw(puzzle.start[0])]
    if puzzle.finish != "any":
        drawings += [GOAL, puzzle.board.draw(goals[0])]
    table = str.maketrans({"x": "o", "o": ".", ".": "#"})
    return "".join(f"{d if d == GOAL else d.translate(table)}\n" for d in drawings)
