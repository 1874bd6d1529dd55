"""Levels of GNOME Klotski, as rows of text or within program source.

``#`` is a wall, a space is an empty cell, ``*`` is the piece to bring out, ``-`` is a gate that
only ``*`` may pass, and ``.`` is a cell where ``*`` has to arrive.  Any other mark is a piece, made
of all cells with that mark.  In a text file the rows stand below a line ``NAME WIDTH HEIGHT``; in
program source a name and numbers (width, height and perhaps the minimum) stand before the strings
of the rows.

Our rules have no gates.  The *room* of ``*`` has all cells connected to it without a gate.  If
``*`` leaves through a gate, our goal is a *door*: a place in the room from which a step leads into
a gate.  Every plan of the level passes a door, so it has at least as many moves as a shortest plan
to a door.  In the metric ``piece`` the minimum is the same if the way from each door to the target
uses no cell of the room except the cells that ``*`` covers at the door: then the move that reaches
a door can go on to the target, wherever the other pieces stand.  In ``line`` and ``unit`` the way
out is not counted.  Levels on which ``*`` could use a gate in any other way are refused.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from puzzleproof.models.drawing import EMPTY, STEPS, Cell, Grid, corner, shape_of
from puzzleproof.models.drawing import parts_of as connected
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import ALL, ASSUMED, NONE, Likeness, number_in
from puzzleproof.models.formats.blocks import (
    board_of,
    letters,
    only_goal,
    rectangle,
    size_of,
    sliding_document,
    sliding_of,
)
from puzzleproof.models.puzzle import AnyPuzzle

WALL, GATE, TARGET, FREE, PRIMARY = "#", "-", ".", " ", "*"
HEAD = re.compile(r"(\S.*?)\s+(\d+)\s+(\d+)", re.ASCII)
TOKEN = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\b(\d+)\b|([;{}])', re.ASCII)
MARKS = re.compile(r"[ !#-~]+")
"""Printable ASCII characters without the quotation mark, which ends a string in a program."""
WALLS = "##"
"""Two walls side by side: they are in the first row of every text that is meant as a level."""
NEAR = 0.9
"""The likeness of a text whose levels all have a fault: drawings of pegs may look like this."""
SIDE_LIMIT = 100
GATES = "this project's rules have no gates ('-', which only '*' may pass)"
WAY_OUT = (
    "the goal is '*' at the gate: in metric piece the same move takes it out; in line and unit the "
    "way out is not counted"
)
BLOCKED = (
    "the goal is '*' at the gate; to get out it may need further moves, or be stuck: in metric "
    "piece the level itself takes at least as many moves"
)


class Level(NamedTuple):
    """A level, as found in a text."""

    name: str
    rows: list[str]
    least: int | None = None
    """The published minimum."""
    fault: InstanceError | None = None
    """The error of a level whose rows cannot be read."""


def likeness(text: str) -> Likeness:
    """Look for levels with walls and ``*`` in the text."""
    levels = list(_levels(text)) if "*" in text and "#" in text else []
    faults = [f"{place}: {level.fault}" for place, level in levels if level.fault]
    if len(faults) < len(levels):
        return ALL
    return Likeness(NEAR, faults[0]) if faults else NONE


def parts(text: str) -> list[tuple[str, Level]]:
    """List the levels."""
    levels = list(_levels(text))
    if not levels:
        raise InstanceError(
            "no level found: expected a line NAME WIDTH HEIGHT and HEIGHT rows below it, "
            "or a name, numbers and strings as in program source"
        )
    return levels


def document(level: Level) -> dict[str, Any]:
    """Return the puzzle of a level."""
    if level.fault:
        raise level.fault
    known = {"metric": "piece", "optimum": level.least, "source": "the level's own number"}
    return _board(level.rows, name=level.name, known=[] if level.least is None else [known])


def _levels(text: str) -> Iterator[tuple[str, Level]]:
    return _in_source(text) if '"' in text else _in_lines(text)


def _in_lines(text: str) -> Iterator[tuple[str, Level]]:
    lines, at = text.splitlines(), 0
    while at < len(lines):
        head, at = HEAD.fullmatch(lines[at].strip()), at + 1
        if head is None:
            continue
        place, level = f"line {at}", Level(head[1], [])
        try:
            width, height = number_in(head[2]), number_in(head[3])
            level.rows.extend(_rows(lines[at : at + height], width, height, at))
        except InstanceError as error:
            if WALLS not in "".join(lines[at : at + 1]):
                continue
            level = level._replace(fault=error)
        yield place, level
        at += len(level.rows)


def _rows(rows: list[str], width: int, height: int, at: int) -> list[str]:
    """Check the rows below a line with a size; ``at`` is the number of the line."""
    if not (0 < width <= SIDE_LIMIT and height):
        raise InstanceError(f"a level of {width} x {height} cells: expected 1 to {SIDE_LIMIT}")
    for number, row in enumerate(rows, at + 1):
        if len(row) > width:
            raise InstanceError(f"line {number} has {len(row)} cells: expected {width} at most")
        if not MARKS.fullmatch(row.ljust(width)):
            expected = "expected spaces and marks of ASCII"
            raise InstanceError(f"line {number}: {row[:60]!r}: {expected}")
    if len(rows) != height:
        raise InstanceError(f"{len(rows)} rows stand below it: expected {height}")
    return [row.ljust(width) for row in rows]


def _in_source(text: str) -> Iterator[tuple[str, Level]]:
    """Find levels: a string, numbers, and strings with as many cells as width times height."""
    name, numbers, data, start = "", list[str](), "", 0
    for token in TOKEN.finditer(f"{text};"):
        string, number, end = token.groups()
        if string is not None and numbers:
            data += string
        elif string is not None:
            name, start = string, token.start()
        elif number is not None and not data:
            numbers.append(number)
        elif data and (end or number is not None):
            found = _level(name, numbers, data)
            if found:
                yield f"line {text.count(chr(10), 0, start) + 1}", found
            name, numbers, data = "", [], ""


def _level(name: str, written: list[str], data: str) -> Level | None:
    try:
        numbers = list(map(number_in, written))
    except InstanceError as error:
        return Level(name, [], fault=error)
    for k, (width, height) in enumerate(pairwise(numbers)):
        if width and width * height == len(data) and MARKS.fullmatch(data):
            return Level(
                name,
                [data[j : j + width] for j in range(0, len(data), width)],
                next(iter(numbers[k + 2 :]), None),
            )
    fault = f"strings of {len(data)} cells: expected a width and a height with this product"
    is_level = WALLS in data and PRIMARY in data
    return Level(name, [], fault=InstanceError(fault)) if is_level else None


# --- the board ----------------------------------------------------------------------------


def _board(rows: list[str], **more: object) -> dict[str, Any]:
    """Return the document of a level."""
    if not (len(rows) <= SIDE_LIMIT and len(rows[0]) <= SIDE_LIMIT):
        raise InstanceError(f"expected {SIDE_LIMIT} rows and columns at most")
    cells = {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row)}
    primary = {cell for cell, x in cells.items() if x == PRIMARY}
    target = {cell for cell, x in cells.items() if x == TARGET}
    if not primary or len(target) != len(primary):
        raise InstanceError(f"{len(target)} cells '.' for {len(primary)} cells '*'")
    rooms = _inside(cells)
    inside = set[Cell]().union(*rooms)
    top, left = corner(inside)
    size = max(r for r, _ in inside) - top + 1, max(c for _, c in inside) - left + 1
    pieces = _pieces(cells, inside)
    names = dict(zip(letters(len(pieces)), pieces, strict=True))

    def moved(some: Iterable[Cell]) -> list[Cell]:
        return [(r - top, c - left) for r, c in some]

    walls = rectangle(*size).difference(moved(inside))
    label = next(name for name, at in names.items() if at == primary)
    board = {name: moved(at) for name, at in names.items()}
    goals, said = _goals(cells, rooms, primary, target)
    first, *others = map(moved, goals)
    more |= {"known": []} if said == BLOCKED else {}
    made = sliding_document(size, board, {label: first}, walls, **more)
    drawn = [made["goal"], *(board_of(*size, {label: goal}, walls) for goal in others)]
    return made | ({"goal": drawn} if others else {}) | ({ASSUMED: {"goal": said}} if said else {})


def _inside(cells: dict[Cell, str]) -> list[set[Cell]]:
    """List the rooms that hold pieces: cells connected without passing a wall or a gate."""
    rooms = connected(cell for cell, x in cells.items() if x not in (WALL, GATE))
    return [room for room in rooms if any(cells[c] not in (FREE, TARGET) for c in room)]


def _pieces(cells: dict[Cell, str], inside: set[Cell]) -> list[set[Cell]]:
    """List the pieces in the reading order of their first cells."""
    drawn: dict[str, set[Cell]] = {}
    for cell in inside:
        if cells[cell] not in (FREE, TARGET):
            drawn.setdefault(cells[cell], set()).add(cell)
    if len(connected(drawn[PRIMARY])) != 1:
        raise InstanceError("the cells '*' do not touch: expected one piece")
    return sorted(drawn.values(), key=min)


def _goals(
    cells: dict[Cell, str], rooms: list[set[Cell]], primary: set[Cell], target: set[Cell]
) -> tuple[list[set[Cell]], str]:
    """List where ``*`` has to arrive in its room: at the target, or at a door.

    Return a sentence about doors too, if there are any.
    """
    if shape_of(primary) != shape_of(target):
        raise InstanceError("the cells '.' have another shape than '*'")
    room = next(one for one in rooms if primary <= one)
    open_ = {cell for cell, x in cells.items() if x != WALL}
    (rows, columns), others = max(cells), set[Cell]().union(*rooms) - room

    def reached(start: set[Cell], within: set[Cell]) -> list[set[Cell]]:
        """List the places that ``*`` alone can reach within some cells."""
        grid = Grid(rows + 1, columns + 1, frozenset(within))
        queue = [grid.mask(start)]
        seen = set(queue)
        for place in queue:
            near = set(grid.neighbours(place).values()) - seen
            seen |= near
            queue += near
        return [set(grid.cells_of(mask)) for mask in sorted(seen)]

    places = reached(primary, open_)
    if any(place & others for place in places):
        raise Unsupported(f"{GATES}, and here a gate leads '*' to a room with other pieces")
    beyond = {min(place) for place in places if not place <= room}
    doors = list[set[Cell]]()
    for place in places:
        row, column = min(place)
        around = {(row + down, column + right) for down, right in STEPS.values()}
        if place <= room and beyond & around:
            doors.append(place)
    if target <= room and not doors:
        return [target], ""
    if target not in places:
        raise InstanceError("'*' cannot get out through the gate")
    if target <= room or primary in doors:
        raise Unsupported(f"{GATES}, and here '*' may stand in a gate while others move")
    is_free = all(target in reached(door, open_ - room | door) for door in doors)
    return doors, WAY_OUT if is_free else BLOCKED


# --- writing ------------------------------------------------------------------------------


def written(puzzle: AnyPuzzle) -> str:
    """Write the level: with the goal inside the board, or beyond a gate at its edge."""
    sliding = sliding_of(puzzle, "a level")
    name, _ = only_goal(sliding, "a level")
    goal = set(next(iter(sliding.goals[0].pieces().values())))
    others = [piece for piece in sliding.drawn if piece != name]
    marks = {**dict(zip(others, letters(len(others)), strict=True)), name: PRIMARY, EMPTY: FREE}
    cells = {cell: marks[char] for cell, char in sliding.board.cells().items()}
    rows, columns = sliding.board.size
    gate, targets = set[Cell](), goal
    if any(cells[cell] != FREE for cell in goal):
        gate, targets = _beyond(goal, rows, columns)
    cells |= dict.fromkeys(gate, GATE) | dict.fromkeys(targets, TARGET)
    down = [-1, rows, *(r for r, _ in targets)]
    across = [-1, columns, *(c for _, c in targets)]
    high, wide = range(min(down), max(down) + 1), range(min(across), max(across) + 1)
    lines = ("".join(cells.get((r, c), WALL) for c in wide) for r in high)
    return "\n".join([f"{puzzle.info.name or 'level'} {len(wide)} {len(high)}", *lines]) + "\n"


def _beyond(goal: set[Cell], rows: int, columns: int) -> tuple[set[Cell], set[Cell]]:
    """Return a gate beside a rectangle at the edge, and the rectangle moved beyond the gate."""
    (top, left), (high, wide) = corner(goal), size_of(goal) or (0, 0)
    edges = {(1, 0): top + high == rows, (-1, 0): top == 0}
    edges |= {(0, 1): left + wide == columns, (0, -1): left == 0}
    for (down, right), is_edge in edges.items():
        if is_edge and high:
            gate = {(r + down, c + right) for r, c in goal} - goal
            far = 1 + (high if down else wide)
            return gate, {(r + far * down, c + far * right) for r, c in goal}
    raise Unsupported("a level's goal has empty cells, or is a rectangle at the board's edge")
