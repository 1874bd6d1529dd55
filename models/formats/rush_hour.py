"""Rush Hour boards: letters in one line or in rows, rows with an exit, or a table of cars.

*Letters*: ``o``, ``.`` or ``_`` is an empty cell, ``x`` a wall, and each letter A to Z a car.  A
square board may stand in one line, perhaps as ``MOVES BOARD STATES`` (fogleman/rush): MOVES is the
minimum in the metric ``line`` (a move takes one car any distance), STATES the number of states in
the board's component.  *An exit* (a course at Bandung): the size of the board and a number of cars
stand above the rows, and ``K`` stands beside the board where ``P`` gets out.  *A table* (a course
at Amsterdam): CSV with the columns of `HEADER`, for a square board whose size is not stated.

Without an exit the red car gets out at the right end of its row.  The red car is ``X`` (in many
programs), or ``A`` (fogleman/rush) if there is no ``X``.  On 6 x 6 cells the exit is in the third
row.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from math import isqrt
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.models.drawing import Cell, corner
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import ASSUMED, TARGETS, by_line, number_in
from puzzleproof.models.formats.blocks import (
    LETTERS,
    board_of,
    rectangle,
    size_of,
    sliding_document,
)
from puzzleproof.models.puzzle import AnyPuzzle

SIDE, EXIT_ROWS = 6, {(6, 6): 2}
"""The side of the usual board; size of a board -> the only row that may have its exit."""
SIDES = range(4, 13)
"""The numbers of rows or columns of a board in rows; a board in a line has at most nine rows."""
PRIMARY, RED_CARS = "A", "XA"
OTHERS = "BCDEFGHIJKLMNOPQRSTUVWYZ"
LONGEST = 3
"""The length of the longest car in cells; on a board with a drawn exit cars may be longer."""
EXIT, LEAVING = "K", "P"
HEADER = ("car", "orientation", "col", "row", "length")
TABLE_SIDES = (6, 9, 12)
RIGHT, AT_THE_RIGHT = (0, 1), "the exit is at the right end of the red car's row"
EXPECTED = (
    f"{SIDE * SIDE} of A to Z, o . _ x (16 to 81 for another square), perhaps between the number "
    "of moves and the number of states; or rows of these characters"
)
LINE = re.compile(r"(?:(\d+)\s+)?((?=.*[A-Z])[A-Zox._]{16,81})(?:\s+(\d+))?", re.ASCII)
ROWS = re.compile(r"(?=.*[A-Z])(?=.*[o._])[A-Zox._\n]+", re.ASCII | re.DOTALL)
WITH_EXIT = re.compile(r"\s*(\d+)\s+(\d+)\s*\n\s*(\d+)\s*\n([A-Z.\s]+)", re.ASCII)
TABLE = re.compile(r"\s*car\s*,[ \w,]*\n", re.ASCII)
NEARLY = re.compile(r"(?:\d+\s+)?[A-Za-z.]{30,42}(?:\s+\d+)?", re.ASCII)
"""A line with too many or too few letters, or with a wrong letter."""

Cars: TypeAlias = dict[str, set[Cell]]


class Board(NamedTuple):
    """A board that was read, and what its text says about the car that gets out."""

    size: Cell
    cars: Cars
    walls: Iterable[Cell] = ()
    leaves: tuple[str, Cell] | None = None
    """The car that gets out, and its direction on the way out; None if the text leaves it open."""
    assumed: Mapping[str, str] = {}
    more: Mapping[str, object] = {}


def parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield a table as one text, or each long line and each block of short lines as one text."""
    if TABLE.match(text):
        yield "line 1", text
        return
    lines = [(k, line.rstrip()) for k, line in enumerate(text.splitlines(), 1)]
    lines = [(k, line) for k, line in lines if not line.lstrip().startswith("#")]
    for is_row, block in groupby(lines, lambda row: 0 < len(row[1]) <= SIDES.stop):
        found = list(block)
        if is_row:
            yield f"line {found[0][0]}", "\n".join(line for _, line in found)
        else:
            yield from ((f"line {k}", line.strip()) for k, line in found if line)


def _form(text: str) -> Callable[[], Board] | None:
    """Return the function that reads this text; None if no function does."""
    match = LINE.fullmatch(text)
    if match and isqrt(len(match[2])) ** 2 == len(match[2]):
        return partial(_of_line, *match.groups())
    if match := WITH_EXIT.fullmatch(text):
        return partial(_beside_exit, *match.groups())
    if TABLE.match(text):
        return partial(_of_table, text)
    rows = text.split()
    fits = {len(row) for row in rows} in ({side} for side in SIDES) and len(rows) in SIDES
    return partial(_of_rows, rows) if fits and ROWS.fullmatch("\n".join(rows)) else None


def _of_line(moves: str | None, letters: str, states: str | None) -> Board:
    side = isqrt(len(letters))
    note = f"said to have a component of {number_in(states)} states" if states else ""
    known = {"metric": "line", "optimum": number_in(moves or "0"), "source": "its line"}
    board = _of_rows([letters[k : k + side] for k in range(0, side * side, side)])
    return board._replace(more={"note": note, "known": [known] if moves else []})


def _of_rows(rows: list[str]) -> Board:
    cars = Cars()
    for r, row in enumerate(rows):
        for c, char in enumerate(row):
            if char not in "o._":
                cars.setdefault(char, set()).add((r, c))
    walls = cars.pop("x", ())
    return Board((len(rows), len(rows[0])), cars, walls)


def _beside_exit(high: str, wide: str, stated: str, drawing: str) -> Board:
    size = number_in(high), number_in(wide)
    lines = [line for line in drawing.split("\n") if line.strip()]
    at = next((k for k, line in enumerate(lines) if EXIT in line), -1)
    place, is_first = lines[at].find(EXIT), lines[at].lstrip().startswith(EXIT)
    lines[at] = lines[at].replace(EXIT, " ", 1)
    rows = [line for line in lines if line.strip()]
    is_beside = len(rows) == len(lines) or at in (0, len(rows))
    if place < 0 or not is_beside or {(len(rows), len(row.strip())) for row in rows} != {size}:
        raise InstanceError(
            f"expected {size[0]} rows of {size[1]} cells, and one exit {EXIT!r} beside them"
        )
    board = _of_rows([row.strip() for row in rows])
    car, column = board.cars.get(LEAVING, ()), place - min(len(x) - len(x.lstrip()) for x in rows)
    if len(rows) == len(lines):
        way, in_line = (0, -1 if is_first else 1), {r for r, _ in car} == {at}
    else:
        way, in_line = (1 if at else -1, 0), {c for _, c in car} == {column}
    if not in_line:
        raise InstanceError(f"there is no car {LEAVING!r} in line with the exit {EXIT!r}")
    others = len(board.cars) - 1
    said = f"the board has {others} cars besides {LEAVING!r}, but the text says {number_in(stated)}"
    is_right = number_in(stated) in (others, others + 1)
    return board._replace(leaves=(LEAVING, way), assumed={} if is_right else {"cars": said})


def _of_table(text: str) -> Board:
    table, cars = csv.DictReader(text.split("\n"), skipinitialspace=True), Cars()
    if {*(table.fieldnames or ())} != {*HEADER}:
        raise InstanceError(f"expected the columns {', '.join(HEADER)}")
    for row in table:
        name, way, *numbers = (str(row[key]).strip() for key in HEADER)
        try:
            column, line, length = map(number_in, numbers)
        except InstanceError as error:
            raise InstanceError(f"car {name!r}: {error}") from None
        if way not in ("H", "V") or name in cars or not 1 < length <= LONGEST or None in row:
            expected = f"a name of its own, H or V, and a length of 2 to {LONGEST}"
            raise InstanceError(f"car {name!r}: expected {expected}")
        size = (1, length) if way == "H" else (length, 1)
        cars[name] = rectangle(*size, (line - 1, column - 1))
    if len({r for r, _ in cars.get(RED_CARS[0], ())}) != 1:
        raise InstanceError(f"there is no car {RED_CARS[0]!r} that lies in a row")
    needed = 1 + max(max(cell) for car in cars.values() for cell in car)
    side = next((side for side in TABLE_SIDES if side >= needed), TABLE_SIDES[-1])
    free = iter([x for x in LETTERS if x not in cars])
    names = {name: name if name in {*LETTERS} else next(free, name) for name in cars}
    return Board(
        (side, side),
        {names[name]: car for name, car in cars.items()},
        leaves=(RED_CARS[0], RIGHT),
        assumed={
            "board": f"the board is {side} x {side}, the least of 6, 9 and 12 that holds all cars",
            "target": f"the red car is {RED_CARS[0]}",
            "exit": AT_THE_RIGHT,
        },
        more={"note": ", ".join(f"{new} is {old}" for old, new in names.items() if new != old)},
    )


def _document(form: Callable[[], Board]) -> dict[str, Any]:
    board = form()
    longest = max(board.size) if board.leaves else LONGEST
    for name, car in board.cars.items():
        high, wide = size_of(car) or (0, 0)
        if min(high, wide) != 1 or not 1 < high * wide <= longest:
            raise InstanceError(f"car {name!r}: expected 2 to {longest} cells in a straight line")
    rules = {"metric": "line", "axis_locked": True, **board.more}
    document = sliding_document(board.size, board.cars, {}, board.walls, **rules)
    del document["goal"]
    if board.leaves:
        return document | _goal(board, *board.leaves) | {ASSUMED: board.assumed}
    red, meant = _red_car(board.size, board.cars)
    if not meant:
        raise InstanceError("there is no car that lies in a row, to get out at its right end")
    targets = {name: _goal(board, name, RIGHT) for name in meant}
    said = {"target": f"the red car is {red}", "exit": AT_THE_RIGHT}
    high, wide = board.size
    if high != wide:
        said["board"] = f"the board is {high} x {wide}, as no empty line divides its rows"
    return document | targets.get(red, {}) | {ASSUMED: said, TARGETS: targets}


def _goal(board: Board, name: str, way: Cell) -> dict[str, str]:
    """Return the keys of a goal: a car has gone to the edge of the board."""
    car, (down, right) = board.cars[name], way
    (high, wide), (top, left) = size_of(car) or (0, 0), corner(car)
    at = (top, board.size[0] - high, 0)[down], (left, board.size[1] - wide, 0)[right]
    end = rectangle(high, wide, at)
    walls = set(board.walls).difference(end)  # `check_instance` reports a wall there
    return {"goal": board_of(*board.size, {name: end}, walls), "labelled": name}


def _red_car(size: Cell, cars: Cars) -> tuple[str, list[str]]:
    """Return (red car, candidates); the red car is '' if several cars or no car may be red."""
    rows = {name: corner(car)[0] for name, car in cars.items() if len({r for r, _ in car}) == 1}
    usual, row = [name for name in RED_CARS if name in rows], EXIT_ROWS.get(size)
    if usual and row in (None, rows[usual[0]]):
        return usual[0], [*rows]
    open_ = [name for name in rows if name in usual or row in (None, rows[name])]
    return open_[0] if len(open_) == 1 else "", open_


likeness, document = by_line(parts, _form, NEARLY.fullmatch, EXPECTED, _document)


def written(puzzle: AnyPuzzle) -> str:
    """Write the published minimum in the metric ``line``, if there is one, and the board."""
    from puzzleproof.models.sliding.instance import SlidingInstance

    fault = f"a Rush Hour line holds cars on {SIDE} x {SIDE} cells, and one car has to get out"
    if not isinstance(puzzle, SlidingInstance) or not puzzle.axis_locked or puzzle.cell != 1:
        raise Unsupported(fault)
    if puzzle.axes or puzzle.board.size != (SIDE, SIDE) or puzzle.tour or len(puzzle.goals) != 1:
        raise Unsupported(fault)
    primary = _primary(puzzle)
    others = [name for name in puzzle.drawn if name != primary]
    if primary is None or len(others) > len(OTHERS):
        raise Unsupported(fault)
    names = {primary: PRIMARY, **dict(zip(others, OTHERS, strict=False))}
    red, _ = _red_car(puzzle.board.size, {names[n]: {*car} for n, car in puzzle.drawn.items()})
    if red != PRIMARY:
        raise Unsupported(f"{fault}, in the row of the exit")
    board = ["x"] * SIDE * SIDE
    for (r, c), char in puzzle.board.cells().items():
        board[SIDE * r + c] = names.get(char, "o")
    known = [k.optimum for k in puzzle.info.known if k.metric == "line" and k.optimum is not None]
    return " ".join([*map(str, known[:1]), "".join(board)]) + "\n"


def _primary(puzzle: Any) -> str | None:
    """Return the car that the goal draws at the right end of its row; None for other goals."""
    wanted = puzzle.goals[0].pieces()
    if len(wanted) != 1:
        return None
    ((name, cells),) = wanted.items()
    car = puzzle.drawn.get(name, frozenset())
    cars = all(size_of(c) in {(1, 2), (1, 3), (2, 1), (3, 1)} for c in puzzle.drawn.values())
    ends = {(r, SIDE - 1 - k) for r, _ in car for k in range(len(car))} == set(cells)
    return name if cars and ends and puzzle.is_labelled(name) else None
