"""Tables of sliding tiles: how they are read, and whether one table reaches another, by parity.

A *table* is a state of `TilesPuzzle`: the labels in reading order, 0 for the blank.  The
*boustrophedon* reads the rows alternately from left to right and from right to left, without the
blank.  This follows "Le jeu de taquin", a text in French (docs/library.md).
"""

from bisect import bisect
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from puzzleproof.models.drawing import place_words, size_words
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.puzzle import State
from puzzleproof.models.texts import count, expected_one_of

SIDE_LIMIT = 8
ALIKE = "*"
"""The drawing of a tile that is like every other such tile."""
T = TypeVar("T")


def inversions(numbers: Iterable[int]) -> int:
    """Count the pairs in the wrong order, by O(n log n) comparisons."""
    found, before = 0, list[int]()
    for number in numbers:
        place = bisect(before, number)
        found += len(before) - place
        before.insert(place, number)
    return found


def is_even(numbers: Iterable[int]) -> bool:
    """Tell whether different numbers are an even permutation of their sorted order."""
    return inversions(numbers) % 2 == 0


def rows_of(cells: Sequence[T], columns: int) -> list[Sequence[T]]:
    """Cut what lies on the cells of a board into rows."""
    return [cells[k : k + columns] for k in range(0, len(cells), columns)]


def boustrophedon(table: State, columns: int) -> State:
    """Return the tiles in boustrophedon order.

    >>> boustrophedon((1, 2, 3, 0, 5, 4), 3)
    (1, 2, 3, 4, 5)
    """
    rows = enumerate(rows_of(table, columns))
    plough = [label for r, row in rows for label in (row[::-1] if r % 2 else row)]
    return tuple(label for label in plough if label)


def tile_fact(count: int, label: int, cell: int) -> int:
    """Return the fact 'this label lies on this cell' as a mask; the board has ``count`` cells."""
    return 1 << ((label or count) - 1) * count + cell


def reaches(start: State, goal: State, columns: int) -> bool:
    """Tell whether one table reaches another: both permutations are even, or both odd.

    The permutation is read in boustrophedon order. A blank that moves along its row does not change
    it.  A blank that changes rows moves a tile past other tiles: as many in one row as in the next,
    so an even number.  So the parity is kept.  With at least two rows and columns nothing else is
    kept (Johnson and Story 1879); in a single line the whole order of the tiles is kept.
    """
    one, other = (boustrophedon(table, columns) for table in (start, goal))
    if columns in (1, len(start)):
        return one == other
    return is_even(one) == is_even(other)


def spiral(rows: int, columns: int) -> State:
    """Return the table in order along the clockwise inward spiral, the blank last.

    >>> in_a_line(spiral(3, 3), 3)
    '1 2 3 / 8 0 4 / 7 6 5'
    """
    path = list[int]()
    cells: Sequence[Sequence[int]] = rows_of(range(rows * columns), columns)
    while cells:
        path += cells[0]
        cells = [*zip(*cells[1:], strict=True)][::-1]  # the rest, turned to the left
    labels = {cell: label for label, cell in enumerate(path[:-1], 1)}
    return tuple(labels.get(cell, 0) for cell in range(rows * columns))


GOALS: dict[str, Callable[[int, int], State]] = {
    "blank-last": lambda rows, columns: (*range(1, rows * columns), 0),
    "blank-first": lambda rows, columns: tuple(range(rows * columns)),
    "spiral": spiral,
}
"""The common goals: the name, and the function of rows and columns that makes the table."""


def common_goals(start: State, columns: int) -> dict[str, State]:
    """List the common goals that a table reaches, by name."""
    goals = {name: make(len(start) // columns, columns) for name, make in GOALS.items()}
    return {name: goal for name, goal in goals.items() if reaches(start, goal, columns)}


def goal_words(goals: Mapping[str, State], columns: int) -> str:
    """List common goals for messages, as in ``'blank-last' (1 2 / 3 0)``."""
    words = [f"{name!r} ({in_a_line(goal, columns)})" for name, goal in goals.items()]
    return " and ".join(words) or "none"


def usual_goal(start: State, columns: int, usual: str = "") -> tuple[str, str]:
    """Return the goal's name for a table that states no goal, and a sentence about this goal.

    Two tables are in order, with the blank first or last.  A cycle of all rows x columns labels
    turns one into the other, which is rows x columns - 1 exchanges; the blank's way between the two
    corners has rows + columns - 2 steps.  If both sides are even, the two numbers differ in parity,
    so each start reaches exactly one of the two tables, and this one is the goal.  If a side is
    odd, a start reaches both tables or neither.  Then the goal is the ``usual`` one; without a
    usual goal, InstanceError is raised, because the instance has to say which goal it means.

    >>> usual_goal((1, 2, 0, 3), 2)[0]
    'blank-last'
    """
    reached = common_goals(start, columns)
    in_order = [name for name in ("blank-first", "blank-last") if name in reached]
    if len(in_order) != 1 and not usual:
        said = f"the common goals that can be reached are {goal_words(reached, columns)}"
        raise InstanceError(f"key 'goal' is missing: {said}: name or draw the goal (--goal)")
    name, why = usual, "as is usual in this format"
    if len(in_order) == 1:
        (name,), other = in_order, {"blank-first": "last", "blank-last": "first"}
        why = f"as the one with the blank {other[name]} cannot be reached"
    goal = in_a_line(GOALS[name](len(start) // columns, columns), columns)
    return (
        name,
        f"no goal is stated: the goal is {goal}, in order with the {name.replace('-', ' ')}, {why}",
    )


def in_a_line(table: State, columns: int) -> str:
    """Write a table as one line, for messages, as in ``1 2 / 3 0``."""
    return " / ".join(" ".join(map(str, row)) for row in rows_of(table, columns))


# --- reading ------------------------------------------------------------------------------


def read_goal(value: object, rows: int, columns: int, *, alike: bool = False) -> State:
    """Read a goal: the name of a common goal, or a table of the board's size (`read_table`)."""
    name = value.strip() if isinstance(value, str) else ""
    if name in GOALS:
        return GOALS[name](rows, columns)
    if name[:1].isalpha():
        raise InstanceError.at("goal", f"{name!r}: {expected_one_of(name, GOALS)}, or a drawing")
    return read_table(value, "goal", (rows, columns), alike=alike)[2]


def read_table(
    text: object, key: str, size: tuple[int, int] | None = None, *, alike: bool = False
) -> tuple[int, int, State]:
    """Read (rows, columns, labels), of the given size if any; each label must be there once.

    ``alike``: any tiles, and in a goal the blank too, may be drawn as ``*``, whose label is the
    number of cells.
    """
    if not isinstance(text, str):
        raise InstanceError.at(key, f"expected rows of numbers (a string), got {text!r}")
    lines = map(str.split, text.strip().splitlines())
    words = [["0" if word == "_" else word for word in line] for line in lines]
    if not words:
        raise InstanceError.at(key, "there is no row of numbers")
    rows, columns = len(words), len(words[0])
    for number, row in enumerate(words, 1):
        if len(row) != columns:
            fault = f"{' '.join(row)!r} has {count(len(row), 'number')}, row 1 has {columns}"
            raise InstanceError.at(key, f"row {number} {fault}")
    table = f"the table is {size_words(rows, columns)}"
    if size is not None and (rows, columns) != size:
        raise InstanceError.at(key, f"{table}, the board is {size_words(*size)}")
    if not (rows <= SIDE_LIMIT >= columns and rows * columns >= 2):
        most = f"{SIDE_LIMIT} rows and {SIDE_LIMIT} columns at most"
        raise InstanceError.at(key, f"{table}; expected 2 cells at least, {most}")
    return rows, columns, _read_labels([*chain.from_iterable(words)], columns, key, alike=alike)


def _read_labels(words: Sequence[str], columns: int, key: str, *, alike: bool) -> State:
    """Check that each label 0 .. n-1 is there once, or with alike tiles at most once."""
    last, seen = len(words) - 1, dict[int, str]()
    places = [place_words(divmod(cell, columns)) for cell in range(len(words))]
    for where, word in zip(places, words, strict=True):
        if not (word.isascii() and word.isdigit() and len(word) <= 4) and not (
            alike and word == ALIKE
        ):
            hint = " (family 'alike-tiles' has such tiles)" if word == ALIKE else ""
            raise InstanceError.at(key, f"{where}: {word!r} is not a number from 0 to {last}{hint}")
    labels = tuple(last + 1 if word == ALIKE else int(word) for word in words)
    if 0 not in labels and not (alike and key == "goal"):
        raise InstanceError.at(key, "there is no blank (0)")
    for where, word, label in zip(places, words, labels, strict=True):
        if word == ALIKE:
            continue
        if label > last:
            fault = f"{last + 1} cells have the numbers 0 to {last}"
            raise InstanceError.at(key, f"{where}: {label} is out of range: {fault}")
        if label in seen:
            missing = min(set(range(last + 1)) - set(labels))
            name = f"tile {label}" if label else "the blank (0)"
            lacks = "" if alike else f"; {missing} is missing"
            raise InstanceError.at(
                key, f"{name} occurs twice, at {seen[label]} and at {where}{lacks}"
            )
        seen[label] = where
    return labels
