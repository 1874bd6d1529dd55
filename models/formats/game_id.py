"""Game IDs of the games Fifteen and Pegs in Simon Tatham's Portable Puzzle Collection.

A game ID is ``WIDTHxHEIGHT:DESCRIPTION``.  In Fifteen (fifteen.c) the description is the numbers on
the cells in reading order, divided by commas, where 0 is the blank; the goal is 1, 2, 3, … with the
blank last, and a move moves one tile.  In Pegs (pegs.c) the description has a letter for each cell:
P is a peg, H a hole and O an obstacle.  The name of a shape may follow the height; the goal is one
peg, in any hole.
"""

import re
from typing import Any

from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import by_line, number_in
from puzzleproof.models.formats.blocks import lines_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.numbers import GOALS, rows_of

LINE = re.compile(
    r"(\d+)(?:x(\d+))?(?:(?:cross|octagon|random)?:([PHO]+)|:(\d+(?:,\d+)*))", re.ASCII
)
NEARLY = re.compile(r"\d+(x\d+)?[a-z]*[:#].*", re.ASCII)
EXPECTED = "WIDTHxHEIGHT: and the numbers of Fifteen, or P, H or O for each cell of Pegs"
GOAL = "blank-last"
PEGS = str.maketrans("PHO", "xo.")


def _document(found: re.Match[str]) -> dict[str, Any]:
    width, height = number_in(found[1]), number_in(found[2] or found[1])
    cells = list(found[3].translate(PEGS)) if found[3] else found[4].split(",")
    if not width or width * height != len(cells):
        sizes = f"{width} x {height} cells"
        raise InstanceError(f"{found[0][:60]!r}: {len(cells)} cells described: expected {sizes}")
    if found[3]:
        start = drawn(cells, width, "")
        return {"family": "pegs", "metric": "move", "start": start, "finish": "any"}
    return {"family": "tiles", "metric": "single", "board": drawn(cells, width), "goal": GOAL}


parts = lines_of
likeness, document = by_line(lines_of, LINE.fullmatch, NEARLY.fullmatch, EXPECTED, _document)


def drawn(cells: list[str], width: int, between: str = " ") -> str:
    """Draw cells in rows of this width."""
    return "".join(f"{between.join(row)}\n" for row in rows_of(cells, width))


def written(puzzle: AnyPuzzle) -> str:
    """Write the game ID as a line."""
    from puzzleproof.models.pegs.rules import PegPuzzle
    from puzzleproof.models.tiles.rules import TilesPuzzle

    if isinstance(puzzle, TilesPuzzle):
        if puzzle.goal != GOALS[GOAL](puzzle.rows, puzzle.columns):
            raise Unsupported("a game ID of Fifteen has the goal 1, 2, 3, … with the blank last")
        return f"{puzzle.columns}x{puzzle.rows}:{','.join(map(str, puzzle.start))}\n"
    if not isinstance(puzzle, PegPuzzle) or not puzzle.board.orthogonal or puzzle.finish != "any":
        raise Unsupported(
            "a game ID holds sliding tiles, or pegs that jump along rows and columns (finish 'any')"
        )
    rows = puzzle.board.draw(puzzle.start[0]).split("\n")
    cells = "".join(rows).translate(str.maketrans("xo.", "PHO"))
    return f"{len(rows[0])}x{len(rows)}:{cells}\n"
