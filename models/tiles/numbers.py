"""Inversions and parity of sliding tiles: which tables can be reached from which.

A *table* is a state of `TilesPuzzle`, the labels in reading order, 0 the blank.  The
*boustrophedon* reads the rows to and fro, without the blank.  After "Le jeu de taquin", a text in
French (docs/library.md).
"""

from bisect import bisect
from collections.abc import Iterable, Sequence
from typing import TypeVar

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.puzzle import State

T = TypeVar("T")


def inversions(numbers: Iterable[int]) -> int:
    """The number of pairs in the wrong order, by O(n log n) comparisons."""
    found, before = 0, list[int]()
    for number in numbers:
        place = bisect(before, number)
        found += len(before) - place
        before.insert(place, number)
    return found


def is_even(numbers: Iterable[int]) -> bool:
    """Whether an arrangement of different numbers is an even permutation of their sorted order."""
    return inversions(numbers) % 2 == 0


def rows_of(cells: Sequence[T], columns: int) -> list[Sequence[T]]:
    """What lies on the cells of a board, row by row."""
    return [cells[k : k + columns] for k in range(0, len(cells), columns)]


def boustrophedon(table: State, columns: int) -> State:
    """The tiles in the order of the rows read to and fro, without the blank.

    >>> boustrophedon((1, 2, 3, 0, 5, 4), 3)
    (1, 2, 3, 4, 5)
    """
    rows = enumerate(rows_of(table, columns))
    plough = [label for r, row in rows for label in (row[::-1] if r % 2 else row)]
    return tuple(label for label in plough if label)


def tile_fact(count: int, label: int, cell: int) -> int:
    """The mask of the fact 'this label lies on this cell'; the board has ``count`` cells."""
    return 1 << ((label or count) - 1) * count + cell


def reaches(start: State, goal: State, columns: int) -> bool:
    """Whether one table can be reached from another: both boustrophedons are even, or both odd.

    A blank that moves along its row does not change the boustrophedon.  A blank that changes rows
    moves a tile past those between: as many before the turn as after it, so an even number.  So
    the parity is kept.  With at least two rows and columns nothing else is kept (Johnson and Story
    1879); in a single line the whole order of the tiles is.
    """
    one, other = (boustrophedon(table, columns) for table in (start, goal))
    if columns in (1, len(start)):
        return one == other
    return is_even(one) == is_even(other)


def goal_in_order(start: State, columns: int) -> State:
    """The goal for an instance without one: the only table in order that the start can reach.

    Two tables are in order, with the blank first or last.  A cycle of all rows x columns labels
    turns one into the other, which is rows x columns - 1 exchanges; the blank's way between the two
    corners has rows + columns - 2 steps.  If both sides are even, the numbers differ in parity, so
    each start reaches exactly one of the two.  If a side is odd, it reaches both or neither: then
    InstanceError is raised, as the instance has to say which goal it means.

    >>> goal_in_order((1, 2, 0, 3), 2)
    (1, 2, 3, 0)
    """
    first = tuple(range(len(start)))
    last = (*first[1:], 0)
    reached = [goal for goal in (first, last) if reaches(start, goal, columns)]
    if len(reached) == 1:
        return reached[0]
    one, other = (repr(in_a_line(table, columns)) for table in (first, last))
    fault = "can both be reached" if reached else "are both out of reach"
    raise InstanceError(f"key 'goal' is missing: {one} and {other} {fault}: draw the one you mean")


def goal_assumed(goal: State, columns: int) -> str:
    """Say that `goal_in_order` found the goal, and why."""
    here, other = ("first", "last") if goal[0] == 0 else ("last", "first")
    return (
        f"no goal is stated: the goal is {in_a_line(goal, columns)}, in order with the blank "
        f"{here}, as the one with the blank {other} cannot be reached"
    )


def in_a_line(table: State, columns: int) -> str:
    """A table as one line, for messages, as in ``1 2 / 3 0``."""
    return " / ".join(" ".join(map(str, row)) for row in rows_of(table, columns))
