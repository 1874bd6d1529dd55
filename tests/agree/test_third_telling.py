"""The rules a third time, from docs/boards.md alone: an oracle for `models/`.

`models/` and `encoders/` were written by the same people, so both may share an error. This was
written without a look at either. It takes the keys of an instance file, and works on drawings: a
state is what `draw` shows, and the stops visited. It is slow, and short.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import combinations, product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.models.instances import library_names, load
from puzzleproof.models.puzzle import AnyPuzzle, State
from tests.support import boards, cube_sets, frog_boards, peg_boards, tile_boards
from tests.support.every_family import WITH_TOURS

Cell = tuple[int, int]
"""(row from the top, column), both from 0."""
Cells = frozenset[Cell]
Keys = Mapping[str, Any]
NESW = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


class Told(NamedTuple):
    """An instance of some family, as the documentation has it."""

    read: Callable[[str, int], Hashable]
    """The state of a drawing and of the stops visited, a bit each."""
    start: Hashable
    after: Callable[[Any], set[Any]]
    """All states one move away."""
    is_goal: Callable[[Any], bool]


def marks(drawing: str) -> dict[Cell, str]:
    """What is drawn in each cell, those outside left out."""
    rows = enumerate(drawing.rstrip("\n").split("\n"))
    return {(r, c): char for r, row in rows for c, char in enumerate(row) if char not in "# "}


def pieces(drawing: str) -> dict[str, Cells]:
    found: dict[str, set[Cell]] = {}
    for cell, char in marks(drawing).items():
        found.setdefault(char, set()).add(cell)
    return {char: frozenset(cells) for char, cells in found.items() if char != "."}


def moved(cells: Cells, by: Cell) -> Cells:
    return frozenset((row + by[0], column + by[1]) for row, column in cells)


def drawings(keys: Keys, name: str) -> list[str]:
    """The value of a key that is one drawing, or several, or missing."""
    found = keys.get(name, [])
    return [found] if isinstance(found, str) else found


Placed = frozenset[tuple[str, Cells]]
"""(label or axis or nothing, cells) of each piece."""


def sliding(keys: Keys, metric: str) -> Told:  # noqa: C901  a family in one piece
    size, first, board = keys.get("cell", 1), pieces(keys["board"]), frozenset(marks(keys["board"]))
    labelled = set(first) if keys.get("labelled") == "*" else set(keys.get("labelled", ""))
    axes = dict(word.split(":") for word in keys.get("axes", "").split())
    goals, tour, halfway = (
        list(map(pieces, drawings(keys, name))) for name in ("goal", "tour", "halfway")
    )
    drawn = {cells for one in (first, *goals, *tour, *halfway) for cells in one.values()}

    def placed(drawing: str) -> Placed:
        found = pieces(drawing).items()
        return frozenset((n if n in labelled else axes.get(n, ""), cells) for n, cells in found)

    def shows(state: Placed, wanted: Mapping[str, Cells]) -> bool:
        places = {cells for _, cells in state}
        labels = {(name, cells) for name, cells in wanted.items() if name in labelled}
        return labels <= state and places.issuperset(wanted.values())

    def visits(state: Placed, visited: int) -> tuple[Placed, int]:
        """With the stops visited now; in a sequence none before those that come first."""
        for number, stop in enumerate(tour):
            skips = visited & ((1 << number) - 1) != (1 << number) - 1
            if keys.get("tour_order", "sequence") == "sequence" and skips:
                break
            visited |= shows(state, stop) << number
        return state, visited

    def ways(tag: str, cells: Cells) -> list[Cell]:
        if axis := tag if len(tag) == 2 else axes.get(tag):
            return [NESW[name] for name in axis]
        height, width = ({cell[k] for cell in cells} for k in (0, 1))
        box = all(max(side) - min(side) < len(side) for side in (height, width))
        bar = box and len(cells) == len(height) * len(width) and len(cells) > size**2
        if keys.get("axis_locked") and bar and size in (len(height), len(width)):
            return [NESW[name] for name in ("NS" if len(width) == size else "EW")]
        return list(NESW.values())

    def slides(cells: Cells, free: Cells, some: list[Cell]) -> Iterator[Cells]:
        """Straight on, a cell at a time."""
        for by in some:
            place = cells
            for _ in range(size if metric == "unit" else len(board)):
                place = moved(place, by)
                if not place <= free:
                    break
                yield place

    def rests(cells: Cells) -> bool:
        """On whole cells, or where a piece of this shape is drawn half-way."""
        whole = {(row // size, column // size) for row, column in cells}
        return cells in drawn or len(cells) == size**2 * len(whole)

    def after(node: tuple[Placed, int]) -> set[tuple[Placed, int]]:
        found, (state, visited) = set[tuple[Placed, int]](), node
        for tag, cells in state:
            others = state - {(tag, cells)}
            free, some = board.difference(*(own for _, own in others)), ways(tag, cells)
            reached = set(slides(cells, free, some))
            edge = reached if metric == "piece" else set[Cells]()
            while edge := {one for place in edge for one in slides(place, free, some)} - reached:
                reached |= edge
            places = filter(rests, reached - {cells})
            found |= {visits(others | {(tag, place)}, visited) for place in places}
        return found

    def is_goal(node: tuple[Placed, int]) -> bool:
        if tour:
            return node[1] == (1 << len(tour)) - 1
        return any(shows(node[0], goal) for goal in goals)

    def read(drawing: str, visited: int) -> tuple[Placed, int]:
        return placed(drawing), visited

    return Told(read, visits(placed(keys["board"]), 0), after, is_goal)


SQUARE = ((0, 1), (1, 0), (0, -1), (-1, 0))
NAMED = {
    "english": "  ooo/  ooo/ooooooo/ooooooo/ooooooo/  ooo/  ooo",
    "european": "  ooo/ ooooo/ooooooo/ooooooo/ooooooo/ ooooo/  ooo",
    "wiegleb": "   ooo/   ooo/   ooo/ooooooooo/ooooooooo/ooooooooo/   ooo/   ooo/   ooo",
    "diamond41": "    o/   ooo/  ooooo/ ooooooo/ooooooooo/ ooooooo/  ooooo/   ooo/    o",
}


def pegs(keys: Keys, metric: str) -> Told:  # noqa: C901  a family in one piece
    """A state is the set of holes with pegs: (x, y), y upwards; on a triangle (row, position).

    On other boards of half-steps a hole is its place in the drawing: row and column.
    """
    name: str = keys["board"] if "board" in keys else keys["start"]
    rows = int(name.removeprefix("triangle")) if name.startswith("triangle") else 0
    turned = ((1, 1), (-1, -1)) if rows else ((1, 1), (-1, -1), (1, -1), (-1, 1))
    ways = (*SQUARE, *turned) if rows or keys.get("diagonal") else SQUARE
    side = int(name.removeprefix("hexagon")) - 1 if name.startswith("hexagon") else 0
    half = bool(side) or keys.get("grid") == "triangular"
    ways = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)) if half else ways

    def drawn(drawing: str, chars: str) -> Cells:
        lines = drawing.rstrip("\n").split("\n")
        found = [cell for cell, char in marks(drawing).items() if char in chars]
        if half:
            return frozenset(found)
        if not rows:
            return frozenset((column, len(lines) - 1 - row) for row, column in found)
        if len(lines[0]) > rows:
            return frozenset((r, (c - rows + 1 + r) // 2) for r, c in found)
        return frozenset(found)

    if rows:
        board = frozenset((row, k) for row in range(rows) for k in range(row + 1))
    elif side:
        steps = product(range(-side, side + 1), range(-2 * side, 2 * side + 1))
        near = [(r, c) for r, c in steps if abs(r) + abs(c) <= 2 * side and (r + c) % 2 == 0]
        board = frozenset((side + r, 2 * side + c) for r, c in near)
    elif name.startswith("strip"):
        board = frozenset((x, 0) for x in range(int(name.removeprefix("strip"))))
    else:
        board = drawn(NAMED.get(name, name).replace("/", "\n"), "xXoO")
    goals = {drawn(goal, "xX") for goal in drawings(keys, "goal")}
    if isinstance(finish := keys.get("finish"), str):
        goals |= {*map(frozenset, combinations(board, int(finish.replace("any", "1")[0])))}
    elif finish:
        goals |= {frozenset((tuple(finish),))}

    def jumps(state: Cells, peg: Cell) -> Iterator[tuple[Cells, Cell]]:
        for x, y in ways:
            over, to = (peg[0] + x, peg[1] + y), (peg[0] + 2 * x, peg[1] + 2 * y)
            if over in state and to in board - state:
                yield state - {peg, over} | {to}, to

    def after(state: Cells) -> set[Cells]:
        found = set[Cells]()
        for peg in state:
            reached = set(jumps(state, peg))
            while reached:
                found |= {now for now, _ in reached}
                reached = {more for one in reached for more in jumps(*one) if metric == "move"}
        return found

    def read(drawing: str, _visited: int) -> Cells:
        return drawn(drawing, "xX")

    full = drawn(keys["start"], "xX") if "start" in keys else board
    row, place = keys.get("vacate", (0, 0))
    vacated = (row - side, 2 * place - row + 2 * side) if half else (row, place)
    start = full - {vacated} if "vacate" in keys else full
    return Told(read, start, after, goals.__contains__)


Columns = tuple[frozenset[str], ...]
"""The colours that each of the columns front, right, back, left shows."""
FACES, OPPOSITE = "frbldu", dict(zip("frbldu", "blfrud", strict=True))


def turned(state: Columns) -> Columns:
    """The first of eight: stacks that are turned or stand on their head are the same."""
    eight = (one[k:] + one[:k] for one in (state, state[::-1]) for k in range(4))
    return min(eight, key=lambda columns: [sorted(column) for column in columns])


def cubes(keys: Keys, _metric: str) -> Told:
    def read(drawing: str, _visited: int) -> Columns:
        shown = [line.split()[1] for line in drawing.splitlines()]
        return turned(tuple(frozenset(column) - {"."} for column in shown))

    def after(state: Columns) -> set[Columns]:
        """The next cube any way up, if no column shows a colour twice."""
        found = set[Columns]()
        for cube in keys["cubes"][len(state[0]) :][:1]:
            colour = dict(zip(FACES, cube, strict=True))
            for front in FACES:
                for right in set(FACES) - {front, OPPOSITE[front]}:
                    sides = (front, right, OPPOSITE[front], OPPOSITE[right])
                    new = tuple(s | {colour[f]} for s, f in zip(state, sides, strict=True))
                    if all(len(column) > len(state[0]) for column in new):
                        found.add(turned(new))
        return found

    def is_goal(state: Columns) -> bool:
        return len(state[0]) == len(keys["cubes"])

    return Told(read, (frozenset[str](),) * 4, after, is_goal)


def frogs(keys: Keys, _metric: str) -> Told:
    def read(drawing: str, _visited: int) -> frozenset[tuple[Cell, str]]:
        return frozenset(marks(drawing).items())

    first, forth = marks(keys["board"]), {"F": "ES", "T": "WN"}
    kinds, swapped = list(first.values()), {"F": "T", "T": "F", ".": "."}
    if kinds.count("F") == kinds.count("T"):
        usual = {cell: swapped[kind] for cell, kind in first.items()}
    else:  # of one row: read from its other end
        usual = dict(zip(first, reversed(kinds), strict=True))
    goal = frozenset((marks(keys["goal"]) if "goal" in keys else usual).items())

    def after(state: frozenset[tuple[Cell, str]]) -> set[frozenset[tuple[Cell, str]]]:
        at, found = dict(state), set[frozenset[tuple[Cell, str]]]()
        for ((row, column), kind), (name, (down, right)) in (
            (one, way) for one in state for way in NESW.items() if one[1] != "."
        ):
            if keys.get("backward") or name in forth[kind]:
                to, passed = (row + down, column + right), at.get((row + down, column + right))
                if passed == swapped[kind] or (keys.get("jump_own") and passed == kind):
                    to = (row + 2 * down, column + 2 * right)
                if at.get(to) == ".":
                    found.add(frozenset({**at, (row, column): ".", to: kind}.items()))
        return found

    return Told(read, read(keys["board"], 0), after, goal.__eq__)


Table = tuple[tuple[int, ...], ...]


def tiles(keys: Keys, metric: str) -> Told:
    def read(drawing: str, _visited: int) -> Table:
        return tuple(tuple(map(int, line.split())) for line in drawing.splitlines())

    start = read(keys["board"], 0)
    size = len(start), len(start[0])
    usual = tuple(tuple(range(r * size[1], (r + 1) * size[1])) for r in range(size[0]))
    goal = read(keys["goal"], 0) if "goal" in keys else usual

    def after(state: Table) -> set[Table]:
        """The blank goes one cell in some direction, or on."""
        found = set[Table]()
        for down, right in NESW.values():
            at = {(r, c): tile for r, row in enumerate(state) for c, tile in enumerate(row)}
            (here,) = (cell for cell, tile in at.items() if tile == 0)
            for _ in range(1 if metric == "single" else max(size)):
                there = here[0] + down, here[1] + right
                if there not in at:
                    break
                at[here], at[there], here = at[there], 0, there
                found.add(tuple(tuple(at[r, c] for c in range(size[1])) for r in range(size[0])))
        return found

    return Told(read, start, after, goal.__eq__)


FAMILIES: dict[str, Callable[[Keys, str], Told]] = {
    "sliding": sliding,
    "pegs": pegs,
    "cubes": cubes,
    "frogs": frogs,
    "tiles": tiles,
}
"""From the keys of an instance file and a metric to the oracle."""

ANY = st.one_of(
    boards.puzzles(),
    boards.puzzles(reachable=False),
    frog_boards.puzzles(),
    tile_boards.puzzles(),
    peg_boards.puzzles(),
    cube_sets.sets,
)


def agree_on(puzzle: AnyPuzzle, limit: int) -> None:
    """The rules and the oracle agree on the start, the first moves, and which states are goals."""
    keys, first = puzzle.document(), puzzle.canonical(puzzle.start)
    oracle = FAMILIES[puzzle.family](keys, puzzle.metric)

    def read(state: State) -> Hashable:
        return oracle.read(puzzle.draw(state), state[-1] if "tour" in keys else 0)

    seen, queue = {first}, [first]
    assert read(first) == oracle.start
    for state in queue:
        successors, here = set(puzzle.successors(state)), read(state)
        assert oracle.is_goal(here) == puzzle.is_goal(state), puzzle.draw(state)
        assert set(map(read, successors)) == oracle.after(here), puzzle.draw(state)
        if len(queue) < limit:
            queue += successors - seen
            seen |= successors


@pytest.mark.parametrize("name", WITH_TOURS)
def test_small_instances_of_all_families(name: str) -> None:
    agree_on(WITH_TOURS[name], 100)


@pytest.mark.parametrize("name", library_names())
def test_first_states_of_the_library(name: str) -> None:
    agree_on(load(name), 40)


@given(ANY)
def test_random_instances(puzzle: AnyPuzzle) -> None:
    agree_on(puzzle, 60)
