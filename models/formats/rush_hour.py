"""Rush Hour boards: 36 letters in reading order, as in fogleman/rush and its database.

``o`` or ``.`` is an empty cell, ``x`` a wall, ``A`` the car that has to get to the right end of its
row; ``B`` to ``Z`` are other cars.  A line may be ``MOVES BOARD STATES``: the minimum in the metric
``line`` (a move takes one car any distance), and the number of states of the board's component.
"""

import re
from typing import Any

from puzzleproof.models.drawing import Cell, corner
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import by_line
from puzzleproof.models.formats.blocks import lines_of, size_of, sliding_document
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.reading import number_in

SIDE, PRIMARY = 6, "A"
OTHERS = "BCDEFGHIJKLMNOPQRSTUVWXYZ"
EXPECTED = (
    f"{SIDE * SIDE} of A to Z, o, . and x, with the moves before and the states behind them or not"
)
LINE = re.compile(r"(?:(\d+)\s+)?([A-Zox.]{36})(?:\s+(\d+))?", re.ASCII)
NEARLY = re.compile(r"(?:\d+\s+)?[A-Za-z.]{30,42}(?:\s+\d+)?", re.ASCII)
"""A line with too many or too few letters, or with a wrong one."""


def _document(match: re.Match[str]) -> dict[str, Any]:
    moves, board, states = match.groups()
    cells: dict[str, set[Cell]] = {}
    for number, char in enumerate(board.replace("o", ".")):
        if char != ".":
            cells.setdefault(char, set()).add(divmod(number, SIDE))
    walls = cells.pop("x", set())
    for name, car in cells.items():
        if size_of(car) not in {(1, 2), (1, 3), (2, 1), (3, 1)}:
            raise InstanceError(f"car {name!r}: expected 2 or 3 cells in a straight line")
    height, length = size_of(cells.get(PRIMARY, ())) or (0, 0) if PRIMARY in cells else (0, 0)
    if height != 1:
        raise InstanceError(f"there is no car {PRIMARY!r} that lies in a row")
    row, _ = corner(cells[PRIMARY])
    goal = {PRIMARY: {(row, SIDE - 1 - k) for k in range(length)}}
    known = {"metric": "line", "optimum": number_in(moves or "0"), "source": "its line"}
    return sliding_document(
        (SIDE, SIDE),
        cells,
        goal,
        walls,
        metric="line",
        axis_locked=True,
        note=f"said to have a component of {number_in(states)} states" if states else "",
        known=[known] if moves else [],
    )


parts = lines_of
likeness, document = by_line(lines_of, LINE.fullmatch, NEARLY.fullmatch, EXPECTED, _document)


def written(puzzle: AnyPuzzle) -> str:
    """The puzzle as a line: the published minimum in the metric line, if any, and the board."""
    from puzzleproof.models.sliding.instance import SlidingInstance

    fault = f"a Rush Hour line holds cars on {SIDE} x {SIDE} cells, of which one has to get out"
    if not isinstance(puzzle, SlidingInstance) or not puzzle.axis_locked or puzzle.cell != 1:
        raise Unsupported(fault)
    if puzzle.axes or puzzle.board.size != (SIDE, SIDE) or puzzle.tour or len(puzzle.goals) != 1:
        raise Unsupported(fault)
    primary = _primary(puzzle)
    others = [name for name in puzzle.drawn if name != primary]
    if primary is None or len(others) > len(OTHERS):
        raise Unsupported(fault)
    names = {primary: PRIMARY, **dict(zip(others, OTHERS, strict=False))}
    board = ["x"] * SIDE * SIDE
    for (r, c), char in puzzle.board.cells().items():
        board[SIDE * r + c] = names.get(char, "o")
    known = [k.optimum for k in puzzle.info.known if k.metric == "line" and k.optimum is not None]
    return " ".join([*map(str, known[:1]), "".join(board)]) + "\n"


def _primary(puzzle: Any) -> str | None:
    """The car that the goal wants at the right end of its row; None for any other goal."""
    wanted = puzzle.goals[0].pieces()
    if len(wanted) != 1:
        return None
    ((name, cells),) = wanted.items()
    car = puzzle.drawn.get(name, frozenset())
    cars = all(size_of(c) in {(1, 2), (1, 3), (2, 1), (3, 1)} for c in puzzle.drawn.values())
    ends = {(r, SIDE - 1 - k) for r, _ in car for k in range(len(car))} == set(cells)
    return name if cars and ends and puzzle.is_labelled(name) else None
