"""Inversions and parity of sliding tiles: which tables can be brought to which.

A *table* is a state of `TilesPuzzle`, the labels in reading order, 0 the blank.  The
*boustrophedon* reads the rows to and fro, without the blank.  After "Le jeu de taquin", a text in
French (docs/sources.md).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable

from puzzleproof.models.puzzle import State
from puzzleproof.models.tiles.rules import TilesPuzzle


def inversions(numbers: Iterable[int]) -> int:
    """How many pairs stand in the wrong order; O(n log n) comparisons.

    >>> inversions([2, 0, 1])
    2
    """
    found, before = 0, list[int]()
    for number in numbers:
        place = bisect(before, number)
        found += len(before) - place
        before.insert(place, number)
    return found


def is_even(numbers: Iterable[int]) -> bool:
    """Whether an arrangement of different numbers is an even permutation of them in order."""
    return inversions(numbers) % 2 == 0


def boustrophedon(table: State, columns: int) -> State:
    """The tiles as a plough reads them: rows to and fro, without the blank.

    >>> boustrophedon((1, 2, 3, 0, 5, 4), 3)
    (1, 2, 3, 4, 5)
    """
    rows = [table[k : k + columns] for k in range(0, len(table), columns)]
    plough = [label for r, row in enumerate(rows) for label in (row[::-1] if r % 2 else row)]
    return tuple(label for label in plough if label)


def playable(puzzle: TilesPuzzle) -> bool:
    """Whether the goal can be reached: both boustrophedons are even, or both odd.

    A blank that moves along its row changes nothing in the boustrophedon; one that changes rows
    carries a tile past those between, as many before the turn as after it: an even number.  So
    the parity is kept.  With two or more rows and columns nothing else is (Johnson and Story
    1879); in a single line the whole order of the tiles is.
    """
    start, goal = (boustrophedon(t, puzzle.columns) for t in (puzzle.start, puzzle.goal))
    if 1 in (puzzle.rows, puzzle.columns):
        return start == goal
    return is_even(start) == is_even(goal)
