"""Levels of GNOME Klotski, as rows of text or within program source.

``#`` is a wall, a space is an empty cell, ``*`` is the piece to bring out, letters are the other
pieces, ``-`` is a gate that only ``*`` may pass, and ``.`` is a cell where ``*`` has to arrive.  In
a text file the rows stand below a line ``NAME WIDTH HEIGHT``; in program source a name and numbers
(width, height and perhaps the minimum) stand before the strings of the rows.

Our rules have no gates.  If ``*`` leaves through a gate, our goal is the place inside from which it
goes out.  In the metric ``piece`` the minimum is the same, as the last move can go on through the
gate; in ``line`` and ``unit`` the way out is not counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any, NamedTuple

from puzzleproof.models.drawing import EMPTY, Cell, corner, parts_of
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import ALL, NONE, Entry, Likeness, attempted
from puzzleproof.models.formats.blocks import board_of, letters, only_goal, size_of, sliding_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.reading import DIGITS_LIMIT, number_in

WALL, GATE, TARGET, FREE, PRIMARY = "#", "-", ".", " ", "*"
HEAD = re.compile(r"(?P<name>\S.*?)\s+(?P<width>\d+)\s+(?P<height>\d+)", re.ASCII)
TOKEN = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\b(\d+)\b|([;{}])')
MARKS = re.compile(r"[#\-. *A-Za-z0-9]+")
WALLS = "##"
"""Found in the first row of every text that is meant as a level."""
NEAR = 0.9
"""The likeness of a text whose levels all have a fault, as drawings of pegs have such rows too."""
TOO_LONG = -1
"""Stands for a number with too many digits."""
SIDE_LIMIT = 100


class Level(NamedTuple):
    """A level, as found in a text."""

    place: str
    name: str
    rows: list[str]
    least: int | None = None
    """The published minimum."""
    fault: str = ""
    """The fault, if there are no rows."""


def likeness(text: str) -> Likeness:
    """Whether the text has a level with walls and ``*``."""
    if "*" not in text or "#" not in text:
        return NONE
    levels = list(_levels(text))
    if any(not level.fault for level in levels):
        return ALL
    return Likeness(NEAR, f"{levels[0].place}: {levels[0].fault}") if levels else NONE


def documents(text: str) -> Iterator[Entry]:
    """Yield a level."""
    levels = [(level.place, level) for level in _levels(text)]
    if not levels:
        raise InstanceError(
            "no level found: expected a line NAME WIDTH HEIGHT and HEIGHT rows below it, "
            "or a name, numbers and strings as in a program"
        )
    return attempted(levels, _document)


def _document(level: Level) -> dict[str, Any]:
    if level.fault:
        raise InstanceError(level.fault)
    document = {"family": "sliding", "name": level.name, "metric": "piece", **_board(level.rows)}
    if level.least is not None:
        known = {"metric": "piece", "optimum": level.least, "source": "the level's own number"}
        document["known"] = [known]
    return document


def _levels(text: str) -> Iterator[Level]:
    return _in_source(text) if '"' in text else _in_lines(text)


def _in_lines(text: str) -> Iterator[Level]:
    lines, at = text.splitlines(), 0
    while at < len(lines):
        head = HEAD.fullmatch(lines[at].strip())
        at += 1
        if head is None:
            continue
        place, name, rows = f"line {at}", head["name"], list[str]()
        try:
            width, height = number_in(head["width"]), number_in(head["height"])
            rows = lines[at : at + height]
            fault = _fault(rows, width, height, at)
        except InstanceError as error:
            width, height, fault = 0, 0, str(error)
        if not fault:
            yield Level(place, name, [row.ljust(width) for row in rows])
            at += height
        elif WALLS in "".join(lines[at : at + 1]):
            yield Level(place, name, [], fault=fault)


def _fault(rows: list[str], width: int, height: int, at: int) -> str:
    """The fault in the rows below a line with a size; ``at`` is the number of that line."""
    if not (width and height):
        return f"a level of {width} x {height} cells"
    for number, row in enumerate(rows, at + 1):
        if len(row) > width:
            return f"line {number} has {len(row)} cells: expected {width} at most"
        if not MARKS.fullmatch(row.ljust(width)):
            return f"line {number}: {row[:60]!r}: expected # - . * letters, digits and spaces"
    return "" if len(rows) == height else f"{len(rows)} rows stand below it: expected {height}"


def _in_source(text: str) -> Iterator[Level]:
    """Find levels: a string, numbers, and strings with as many cells as width times height."""
    name, numbers, data, start = "", list[int](), "", 0
    for token in TOKEN.finditer(f"{text};"):
        string, number, end = token.groups()
        if string is None and number is None and not data:
            continue
        if string is not None and numbers:
            data += string
        elif string is not None:
            name, start = string, token.start()
        elif number is not None and not data:
            numbers.append(number_in(number) if len(number) <= DIGITS_LIMIT else TOO_LONG)
        if data and (end or number is not None):
            yield from _level(text.count("\n", 0, start) + 1, name, numbers, data)
            name, numbers, data = "", [], ""


def _level(line: int, name: str, numbers: list[int], data: str) -> Iterator[Level]:
    if TOO_LONG in numbers:
        fault = f"a number of more than {DIGITS_LIMIT} digits"
        yield Level(f"line {line}", name, [], fault=fault)
        return
    for k, (width, height) in enumerate(pairwise(numbers)):
        if width and width * height == len(data) and MARKS.fullmatch(data):
            rows = [data[j : j + width] for j in range(0, len(data), width)]
            yield Level(f"line {line}", name, rows, next(iter(numbers[k + 2 :]), None))
            return
    if WALLS in data and PRIMARY in data:
        fault = f"strings of {len(data)} cells: expected a width and a height that give as many"
        yield Level(f"line {line}", name, [], fault=fault)


# --- the board ----------------------------------------------------------------------------


def _board(rows: list[str]) -> dict[str, Any]:
    """Board, goals and label of a level."""
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
    box = ((top + r, left + c) for r in range(size[0]) for c in range(size[1]))
    walls = [cell for cell in box if cell not in inside]

    def drawn(shown: dict[str, set[Cell]]) -> str:
        moved = {n: [(r - top, c - left) for r, c in at] for n, at in shown.items()}
        return board_of(*size, moved, [(r - top, c - left) for r, c in walls])

    label = next(name for name, at in names.items() if at == primary)
    goals = [drawn({label: goal}) for goal in _goals(cells, inside, primary, target)]
    goal = goals[0] if len(goals) == 1 else goals
    return {"board": drawn(names), "goal": goal, "labelled": label}


def _inside(cells: dict[Cell, str], primary: set[Cell]) -> set[Cell]:
    """The cells connected to pieces without passing a wall or a gate."""
    begin = {cell for cell, x in cells.items() if x.isalnum()} | primary
    queue = list(begin)
    for cell in queue:
        for near in _beside(cell):
            if near not in begin and cells.get(near, WALL) not in (WALL, GATE):
                begin.add(near)
                queue.append(near)
    return begin


def _beside(cell: Cell) -> Iterator[Cell]:
    r, c = cell
    yield from ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))


def _pieces(cells: dict[Cell, str], inside: set[Cell]) -> list[set[Cell]]:
    """Pieces in reading order: touching cells with one letter; all ``*`` are one piece."""
    drawn: dict[str, set[Cell]] = {}
    for cell in inside:
        if cells[cell] not in (FREE, TARGET):
            drawn.setdefault(cells[cell], set()).add(cell)
    if len(parts_of(drawn[PRIMARY])) != 1:
        raise InstanceError("the cells '*' do not touch: expected one piece")
    return sorted(chain.from_iterable(map(parts_of, drawn.values())), key=min)


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
    goals, queue, seen = list[set[Cell]](), [frozenset(target)], {frozenset(target)}
    for place in queue:
        for near in _moved(place):
            if near in seen or any(cells.get(cell, WALL) == WALL for cell in near):
                continue
            seen.add(near)
            if near <= inside:
                goals.append(set(near))
            else:
                queue.append(near)
    if not goals:
        raise InstanceError("'*' cannot get out through the gate")
    return sorted(goals, key=min)


def _moved(place: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    for down, right in _beside((0, 0)):
        yield frozenset((r + down, c + right) for r, c in place)


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
    targets = goal if all(cells[cell] == FREE for cell in goal) else _beyond(goal, rows, columns)
    if not targets:
        raise Unsupported("a level's goal has empty cells, or is a rectangle at the board's edge")
    cells |= dict.fromkeys(_gate(goal, targets), GATE)
    cells |= dict.fromkeys(targets, TARGET)
    down = [-1, rows, *(r for r, _ in targets)]
    across = [-1, columns, *(c for _, c in targets)]
    high, wide = range(min(down), max(down) + 1), range(min(across), max(across) + 1)
    lines = ("".join(cells.get((r, c), WALL) for c in wide) for r in high)
    return "\n".join([f"{puzzle.info.name or 'level'} {len(wide)} {len(high)}", *lines]) + "\n"


def _beyond(goal: set[Cell], rows: int, columns: int) -> set[Cell]:
    """The cells of a rectangle at the edge after it has left the board through a gate."""
    size = size_of(goal)
    if size is None:
        return set()
    edges = {
        (size[0] + 1, 0): max(r for r, _ in goal) == rows - 1,
        (-size[0] - 1, 0): min(r for r, _ in goal) == 0,
        (0, size[1] + 1): max(c for _, c in goal) == columns - 1,
        (0, -size[1] - 1): min(c for _, c in goal) == 0,
    }
    step = next((step for step, is_edge in edges.items() if is_edge), None)
    return set() if step is None else {(r + step[0], c + step[1]) for r, c in goal}


def _gate(goal: set[Cell], targets: set[Cell]) -> set[Cell]:
    """The cells of the wall between the goal at the edge and the cells beyond."""
    if goal == targets:
        return set()
    near = {cell for one in goal for cell in _beside(one)} - goal
    return near & {cell for one in targets for cell in _beside(one)}
