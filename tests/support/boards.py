"""Boards for tests: a short way to write one, small instances by hand, and random ones.

`SMALL` holds hand-made instances, one for each thing that the file format knows; all of them have
less than 2000 states.  `puzzles` is a Hypothesis strategy for instances up to about 4 x 4 cells.
"""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from hypothesis import assume
from hypothesis import strategies as st

from puzzleproof.models.drawing import Cell, shape_of
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.instances import load
from puzzleproof.models.puzzle import AnyPuzzle, Info, State
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import layers

METRICS = ("piece", "line", "unit")

_LIBRARY = """\
hughes layton-tenstep-solution moving-day pennant-lower-right pennant-upper-right quuzzle
quuzzle-killer simplicity simplicity-26 simplicity-on-simplicity2 simplicity2"""
LIBRARY = tuple(_LIBRARY.split())
"""Instances of the library that a test may search to the end."""


def sliding(board: str, metric: str = "piece", **keys: Any) -> SlidingPuzzle:
    """Write an instance in a line: rows are divided by ``/``; the goal defaults to the board."""
    if "tour" not in keys:
        keys.setdefault("goal", board)
    doc = {key: _rows(value) for key, value in {"board": board, **keys}.items()}
    return SlidingPuzzle.from_document(doc, Info(name="made by hand"), metric)


def _rows(value: Any) -> Any:
    if isinstance(value, list):
        return [drawing.replace("/", "\n") for drawing in cast("list[str]", value)]
    return value.replace("/", "\n") if isinstance(value, str) else value


def library(name: str, metric: str | None = None) -> SlidingPuzzle:
    """Load an instance of the library, as the class that it is."""
    puzzle = load(name)
    assert isinstance(puzzle, SlidingPuzzle)
    return puzzle if metric is None else puzzle.with_metric(metric)


SMALL: dict[str, SlidingPuzzle] = {
    "one piece": sliding("A../...", goal=".../..A"),
    "two alike": sliding("AB./..C/CC.", goal=".../.B./..."),
    "two labelled": sliding("AB./..#", goal="BA./..#", labelled="AB"),
    "unlabelled goal": sliding("AB../CC..", goal="..A./..CC"),
    "L and T": sliding("AA.B/A.BB/...B", goal="..AA/..A./....", labelled="A"),
    "disconnected": sliding("A.A./.B../....", goal="..../..../A.A."),
    "walls": sliding("AA.#/#.BB/..C./.#C.", goal="...#/#.../..AA/.#..", labelled="A"),
    "spaces": sliding(" A. /B..C/ .. ", goal=" .. /C..B/ .. ", labelled="BC"),
    "rush hour": sliding(
        "BB.C/AA.C/D.../DEE.", goal="..../..AA/..../....", labelled="A", axis_locked=True
    ),
    "locked squares": sliding("A.B/CC./.D.", goal="B../.../..A", labelled="AB", axis_locked=True),
    "two goals": sliding("A..B/.CC.", goal=["...A/....", "B.../...."], labelled="AB"),
    "tour in sequence": sliding("A../.B.", tour=["..A/...", "A../...", ".../..A"], labelled="A"),
    "tour in any order": sliding(
        "A../.B.", tour=["..A/...", "A../...", ".../..A"], labelled="A", tour_order="any"
    ),
    "tour by shape": sliding("AB./.CC", tour=["..A/...", "A.B/CC."]),
    "half-way": sliding(
        "AABB../AABB../.CC.../.CC...", goal="....AA/....AA/....../......", labelled="A", cell=2
    ),
    "half-way goal": sliding(
        "AA..BB/AA..BB/....../......", goal="....../.AA.../.AA.../......", labelled="A", cell=2
    ),
    "half-way elsewhere": sliding(
        "AABB../AABB../....CC/....CC",
        goal="....AA/....AA/....../......",
        labelled="A",
        cell=2,
        halfway=["....../....../.CC.../.CC..."],
    ),
    "half-way tour": sliding(".AA.BB/.AA.BB", tour=["AA..BB/AA..BB", "..AABB/..AABB"], cell=2),
    "half-way locked": sliding(
        ".AAAA./.AAAA./BB..../BB....", goal="BB..../BB..../....../......", cell=2, axis_locked=True
    ),
    "bound to axes": sliding(
        "AB./.DD/..C", goal="..B/.../A..", labelled="A", axes="A:NS B:EW D:NS"
    ),
    "bound and locked": sliding(
        "ABB/..C/D.C", goal="..A/.../...", labelled="A", axis_locked=True, axes="C:EW A:EW"
    ),
    "mirror": sliding(".AA./B..C/.DD.", goal=".DD./B..C/.AA.", labelled="AD"),
}


def small(metric: str) -> Iterator[SlidingPuzzle]:
    """All hand-made instances in a metric."""
    for puzzle in SMALL.values():
        yield puzzle.with_metric(metric)


def states(puzzle: SlidingPuzzle, limit: int) -> list[State]:
    """Return states in the order of their distance, about so many at most."""
    found: list[State] = []
    for layer in layers(puzzle):
        found.extend(sorted(layer))
        if len(found) >= limit:
            break
    return found


SIZES = st.sampled_from([2, 3, 3, 4, 4, 4, 1])
NUMBERS = st.sampled_from([2, 3, 4, 4, 5, 5, 1])
LENGTHS = st.sampled_from([1, 3, 6, 10, 15, 20, 0])


@st.composite
def drawings(draw: st.DrawFn, rows: int = 4, columns: int = 4, pieces: int = 5) -> list[str]:
    """A random board: walls, and pieces of up to four cells, connected or not."""
    height, width = min(rows, draw(SIZES)), min(columns, draw(SIZES))
    cells = [(r, c) for r in range(height) for c in range(width)]
    walls = draw(st.sets(st.sampled_from(cells), max_size=len(cells) // 4))
    chars = dict.fromkeys(cells, ".") | dict.fromkeys(walls, "#")
    spare = draw(st.sampled_from([1, 2, 2, 3, 3, 4, 0]))
    for name in "ABCDE"[: min(pieces, draw(NUMBERS))]:
        _grow(draw, chars, name, spare)
    return ["".join(chars[r, c] for c in range(width)) for r in range(height)]


def _grow(draw: st.DrawFn, chars: dict[Cell, str], name: str, spare: int) -> None:
    """Put a piece on free cells, each beside one that it has, or anywhere; some are spared."""
    apart, mine = draw(st.integers(0, 4)) == 4, list[Cell]()
    for _ in range(draw(st.sampled_from([1, 1, 2, 2, 3, 4]))):
        free = [cell for cell, char in chars.items() if char == "."]
        if len(free) <= spare:
            return
        if mine and not apart:
            free = [(r, c) for r, c in free if any(abs(r - x) + abs(c - y) == 1 for x, y in mine)]
        if not free:
            return
        mine.append(draw(st.sampled_from(free)))
        chars[mine[-1]] = name


def _halves(draw: st.DrawFn, rows: Sequence[str]) -> list[str]:
    """Draw each cell by 2 x 2 characters, and push one piece half a cell aside, if one can go."""
    doubled = [row for row in ("".join(char * 2 for char in row) for row in rows) for _ in "12"]
    chars = {(r, c): char for r, row in enumerate(doubled) for c, char in enumerate(row)}
    pushes: list[tuple[str, set[Cell]]] = []
    for name in _names(rows):
        mine = {cell for cell, char in chars.items() if char == name}
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            there = {(r + down, c + right) for r, c in mine}
            if all(chars.get(cell) in (".", name) for cell in there):
                pushes.append((name, there))
    push = draw(st.sampled_from([True, True, True, False]))
    if pushes and push:
        name, there = draw(st.sampled_from(pushes))
        chars = {cell: "." if char == name else char for cell, char in chars.items()}
        chars |= dict.fromkeys(there, name)
    return ["".join(chars[r, c] for c in range(len(row))) for r, row in enumerate(doubled)]


def _names(rows: Sequence[str]) -> list[str]:
    return sorted(set("".join(rows)) - set(".#"))


def _wander(draw: st.DrawFn, puzzle: SlidingPuzzle) -> State:
    """A state some moves away from the start, by a walk that comes to no state twice."""
    state = puzzle.canonical(puzzle.start)
    seen = {state}
    for _ in range(draw(LENGTHS)):
        options = sorted(set(puzzle.successors(state)) - seen)
        if not options:
            break
        state = options[draw(st.integers(0, len(options) - 1))]
        seen.add(state)
    return state


def _picture(draw: st.DrawFn, puzzle: SlidingPuzzle) -> str:
    """Some pieces of a state that can be reached, one at least that has moved."""
    state = _wander(draw, puzzle)
    start = puzzle.canonical(puzzle.start)
    pairs = zip(puzzle.names, start, state, strict=False)
    moved = [name for name, before, after in pairs if before != after] or list(puzzle.names)
    shown = {draw(st.sampled_from(moved)), *draw(st.sets(st.sampled_from(puzzle.names)))}
    if draw(st.booleans()):
        shown.update(moved)
    return "".join(char if char in {*shown, *"#\n"} else "." for char in puzzle.draw(state))


def _anywhere(draw: st.DrawFn, puzzle: SlidingPuzzle) -> str:
    """One piece at a place where its shape fits: perhaps out of reach."""
    name = draw(st.sampled_from(puzzle.names))
    grid = puzzle.grid
    shape = shape_of(puzzle.drawn[name])
    places = [m for m in grid.translations(shape) if shape_of(grid.cells_of(m)) == shape]
    place = draw(st.sampled_from([m for m in places if grid.whole(m, puzzle.cell)] or places))
    chars = dict.fromkeys(puzzle.board.cells(), ".") | dict.fromkeys(grid.cells_of(place), name)
    height, width = puzzle.board.size
    return "\n".join("".join(chars.get((r, c), "#") for c in range(width)) for r in range(height))


def _bound(draw: st.DrawFn, names: Sequence[str]) -> list[str]:
    """The pieces that the instance binds to an axis: in most instances none."""
    if draw(st.integers(0, 3)) < 3:
        return []
    return sorted(draw(st.sets(st.sampled_from(names))))


@st.composite
def puzzles(draw: st.DrawFn, *, tours: bool | None = None, reachable: bool = True) -> SlidingPuzzle:
    """A random instance; its goal, or its stops, stand in states that can be reached (or not).

    ``tours``: nothing else, or none; by default some.
    """
    cell = draw(st.sampled_from([1, 1, 1, 2]))
    rows = draw(drawings(3, 3, 4) if cell == 2 else drawings())
    assume(_names(rows))
    if cell == 2:
        rows = _halves(draw, rows)
    board, names = "\n".join(rows), _names(rows)
    labels = st.sampled_from(["", "*"]) | st.sets(st.sampled_from(names)).map(sorted).map("".join)
    keys: dict[str, Any] = {
        "labelled": draw(labels),
        "axis_locked": draw(st.integers(0, 3)) == 3,
        "axes": " ".join(f"{x}:{draw(st.sampled_from(['EW', 'NS']))}" for x in _bound(draw, names)),
        "cell": cell,
    }
    metric = draw(st.sampled_from(METRICS))
    bare = sliding(board, metric, **keys)
    picture = _picture if reachable else _anywhere
    pictures = [picture(draw, bare) for _ in range(draw(st.sampled_from([1, 1, 2])))]
    if tours or (tours is None and draw(st.integers(0, 4)) == 4):
        order = draw(st.sampled_from(["sequence", "any"]))
        return sliding(board, metric, tour=pictures, tour_order=order, **keys)
    return sliding(board, metric, goal=pictures, **keys)


def groundable(puzzle: AnyPuzzle) -> bool:
    """Whether the encoder takes it: with many empty cells there are too many routes."""
    from puzzleproof.encoders import ground

    try:
        ground(puzzle)
    except Unsupported:
        return False
    return True
