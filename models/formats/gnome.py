"""Levels of GNOME Klotski, as rows of text or within program source.

``#`` is a wall, a space is an empty cell, ``*`` is the piece to bring out, letters are the other
pieces, ``-`` is a gate that only ``*`` may pass, and ``.`` is a cell where ``*`` has to arrive.  In
a text file the rows stand below a line ``NAME WIDTH HEIGHT``; in program source a name and numbers
(width, height and perhaps the minimum) stand before the strings of the rows.

Our rules have no gates.  If ``*`` leaves through a gate, our goal is the place inside from which it
goes out.  In the metric ``piece`` the minimum is the same, as the last move can go on through the
gate; in ``line`` and ``unit`` the way out is not counted.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from typing import Any, NamedTuple

from puzzleproof.models.drawing import EMPTY, Cell, Grid, corner
from puzzleproof.models.drawing import parts_of as connected
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import ALL, NONE, Likeness
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
from puzzleproof.models.reading import number_in

WALL, GATE, TARGET, FREE, PRIMARY = "#", "-", ".", " ", "*"
HEAD = re.compile(r"(\S.*?)\s+(\d+)\s+(\d+)", re.ASCII)
TOKEN = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\b(\d+)\b|([;{}])', re.ASCII)
MARKS = re.compile(r"[#\-. *A-Za-z0-9]+")
WALLS = "##"
"""Found in the first row of every text that is meant as a level."""
NEAR = 0.9
"""The likeness of a text whose levels all have a fault, as drawings of pegs have such rows too."""
SIDE_LIMIT = 100


class Level(NamedTuple):
    """A level, as found in a text."""

    name: str
    rows: list[str]
    least: int | None = None
    """The published minimum."""
    fault: InstanceError | None = None
    """The fault, if there are no rows."""


def likeness(text: str) -> Likeness:
    """Whether the text has a level with walls and ``*``."""
    levels = list(_levels(text)) if "*" in text and "#" in text else []
    faults = [f"{place}: {level.fault}" for place, level in levels if level.fault]
    if len(faults) < len(levels):
        return ALL
    return Likeness(NEAR, faults[0]) if faults else NONE


def parts(text: str) -> list[tuple[str, Level]]:
    """The levels."""
    levels = list(_levels(text))
    if not levels:
        raise InstanceError(
            "no level found: expected a line NAME WIDTH HEIGHT and HEIGHT rows below it, "
            "or a name, numbers and strings as in a program"
        )
    return levels


def document(level: Level) -> dict[str, Any]:
    """The puzzle of a level."""
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
    """The rows below a line with a size; ``at`` is the number of that line.  InstanceError."""
    if not (0 < width <= SIDE_LIMIT and height):
        raise InstanceError(f"a level of {width} x {height} cells: expected 1 to {SIDE_LIMIT}")
    for number, row in enumerate(rows, at + 1):
        if len(row) > width:
            raise InstanceError(f"line {number} has {len(row)} cells: expected {width} at most")
        if not MARKS.fullmatch(row.ljust(width)):
            expected = "expected # - . * letters, digits and spaces"
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
    fault = f"strings of {len(data)} cells: expected a width and a height that give as many"
    is_level = WALLS in data and PRIMARY in data
    return Level(name, [], fault=InstanceError(fault)) if is_level else None


# --- the board ----------------------------------------------------------------------------


def _board(rows: list[str], **more: object) -> dict[str, Any]:
    """The document of a level."""
    if not (len(rows) <= SIDE_LIMIT and len(rows[0]) <= SIDE_LIMIT):
        raise InstanceError(f"expected {SIDE_LIMIT} rows and columns at most")
    cells = {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row)}
    primary = {cell for cell, x in cells.items() if x == PRIMARY}
    target = {cell for cell, x in cells.items() if x == TARGET}
    if not primary or len(target) != len(primary):
        raise InstanceError(f"{len(target)} cells '.' for {len(primary)} cells '*'")
    inside = _inside(cells, primary)
    top, left = corner(inside)
    size = max(r for r, _ in inside) - top + 1, max(c for _, c in inside) - left + 1
    pieces = _pieces(cells, inside)
    names = dict(zip(letters(len(pieces)), pieces, strict=True))

    def moved(some: Iterable[Cell]) -> list[Cell]:
        return [(r - top, c - left) for r, c in some]

    walls = rectangle(*size).difference(moved(inside))
    label = next(name for name, at in names.items() if at == primary)
    board = {name: moved(at) for name, at in names.items()}
    first, *others = (moved(goal) for goal in _goals(cells, inside, primary, target))
    made = sliding_document(size, board, {label: first}, walls, **more)
    drawn = [made["goal"], *(board_of(*size, {label: goal}, walls) for goal in others)]
    return made | ({"goal": drawn} if others else {})


def _inside(cells: dict[Cell, str], primary: set[Cell]) -> set[Cell]:
    """The cells connected to pieces without passing a wall or a gate."""
    open_ = connected(cell for cell, x in cells.items() if x not in (WALL, GATE))
    held = (part for part in open_ if any(cells[c].isalnum() or c in primary for c in part))
    return set[Cell]().union(*held)


def _pieces(cells: dict[Cell, str], inside: set[Cell]) -> list[set[Cell]]:
    """Pieces in reading order: touching cells with one letter; all ``*`` are one piece."""
    drawn: dict[str, set[Cell]] = {}
    for cell in inside:
        if cells[cell] not in (FREE, TARGET):
            drawn.setdefault(cells[cell], set()).add(cell)
    if len(connected(drawn[PRIMARY])) != 1:
        raise InstanceError("the cells '*' do not touch: expected one piece")
    return sorted(chain.from_iterable(map(connected, drawn.values())), key=min)


def _goals(
    cells: dict[Cell, str], inside: set[Cell], primary: set[Cell], target: set[Cell]
) -> list[set[Cell]]:
    """Where ``*`` has to arrive on the board: the target, or the place before the gate."""
    origin, last = min(primary), min(target)
    end = {(r - origin[0] + last[0], c - origin[1] + last[1]) for r, c in primary}
    if end != target:
        raise InstanceError("the cells '.' have another shape than '*'")
    if target <= inside:
        return [target]
    rows, columns = max(cells)
    grid = Grid(rows + 1, columns + 1, frozenset(c for c, x in cells.items() if x != WALL))
    goals, queue, board = set[int](), [grid.mask(target)], grid.mask(inside)
    seen = set(queue)
    for place in queue:
        near = set(grid.neighbours(place).values()) - seen
        seen |= near
        goals |= {mask for mask in near if not mask & ~board}
        queue += near - goals
    if not goals:
        raise InstanceError("'*' cannot get out through the gate")
    return [set(grid.cells_of(mask)) for mask in sorted(goals)]


# --- writing ------------------------------------------------------------------------------


def written(puzzle: AnyPuzzle) -> str:
    """The level as text: with the goal inside the board, or beyond a gate at its edge."""
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
    """A gate beside a rectangle at the edge, and the cells of the rectangle beyond it."""
    (top, left), (high, wide) = corner(goal), size_of(goal) or (0, 0)
    edges = {(1, 0): top + high == rows, (-1, 0): top == 0}
    edges |= {(0, 1): left + wide == columns, (0, -1): left == 0}
    for (down, right), is_edge in edges.items():
        if is_edge and high:
            gate = {(r + down, c + right) for r, c in goal} - goal
            far = 1 + (high if down else wide)
            return gate, {(r + far * down, c + far * right) for r, c in goal}
    raise Unsupported("a level's goal has empty cells, or is a rectangle at the board's edge")
