"""All positions of peg solitaire that jumps can reach, level by level, up to symmetry.

A *level* is the set of positions after a given number of jumps.  A jump removes one peg, so all
positions of a level have the same number of pegs, and no position is in two levels: only the level
before has to be remembered.  A position is *on a solution* if it can be reached and a goal can be
reached from it; these positions are found by undoing jumps from the goals, within the positions
reached.  The number of solutions is a sum over these positions.  Two positions are of the same
*class* if a symmetry of the board maps one to the other; the least image, as a number, represents
the class.  On the English board with its centre vacated, 23,475,688 classes of positions are
reached, 1,679,072 of them on a solution that ends in the centre.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.pegs.jumps import Symmetry, goal_symmetries, jumps_of, symmetries_of
from puzzleproof.models.arrays.words import found_in, merged, united
from puzzleproof.models.board import Budget
from puzzleproof.models.pegs.boards import PegBoard
from puzzleproof.models.pegs.rules import PegPuzzle

Positions: TypeAlias = npt.NDArray[np.uint64]
"""Positions as numbers; bit k is set if hole k has a peg."""
PathCounts: TypeAlias = npt.NDArray[Any]
"""Numbers of sequences of jumps, as words of 64 bits or as Python's integers."""

MOST_IN_A_WORD = 2**64 - 1
WAITING = 1 << 24
"""Waiting positions are merged once they take so many bytes."""
CHUNK, ROOM = 1 << 15, 200
"""The number of positions whose jumps are generated at a time, and the bytes for each position."""

PART = 11
"""The number of holes that index one table of sums, so small that the table stays in the cache."""


def summing(lists: Iterable[Sequence[Any]], dtype: Any) -> Callable[[Positions], Iterator[Any]]:
    """Return a function: positions -> for each list of values, the sums over positions' pegs."""
    tables = [_tables(values, dtype) for values in lists]

    def sums(positions: Positions) -> Iterator[Any]:
        parts, low = range(len(tables[0]) if tables else 0), np.uint64((1 << PART) - 1)
        places = [(positions >> np.uint64(PART * k) & low).view(np.intp) for k in parts]
        for first, *others in tables:
            total = first.take(places[0])
            for table, place in zip(others, places[1:], strict=True):
                total += table.take(place)
            yield total

    return sums


def _tables(values: Sequence[Any], dtype: Any) -> list[Any]:
    """Return, for each `PART` holes, a table: the pegs in them -> the sum of their values."""
    tables = list[Any]()
    for low in range(0, len(values), PART):
        table = np.zeros(1, dtype)
        for value in values[low : low + PART]:
            table = np.concatenate([table, table + dtype(value)])
        tables.append(table)
    return tables


class WordBoard:
    """A peg board: its jumps, and a group of its symmetries without the identity."""

    def __init__(
        self, board: PegBoard, symmetries: Iterable[Symmetry] = (), *, back: bool = False
    ) -> None:
        """Take a board of at most 64 holes; with ``back``, jumps are undone."""
        self._images = summing([[1 << to for to in s.images] for s in symmetries], np.uint64)
        self.jumps = [
            (np.uint64(jump.whole), np.uint64(1 << jump.landing if back else jump.pegs))
            for jump in jumps_of(board)
        ]
        """For each jump: the mask of its three holes, and of those that have pegs before it."""
        self._changes = [self._rows(np.array([whole])) for whole, _ in self.jumps]

    def least(self, positions: Positions) -> Positions:
        """Return, for each position, the least of the position and its images."""
        found = positions.copy()
        for image in self._images(positions):
            np.minimum(found, image, out=found)
        return found

    def classes(self, positions: Iterable[int]) -> Positions:
        """Return the classes of positions, ascending and without repetition."""
        return united([self.least(np.array([*positions], np.uint64))])

    def after(self, positions: Positions) -> Positions:
        """Return the classes one jump later.

        The image of a successor is the image of its parent, with the images of three holes flipped.
        """
        rows, found = self._rows(positions), list[Positions]()
        for (whole, pegs), changes in zip(self.jumps, self._changes, strict=True):
            here = np.flatnonzero(positions & whole == pegs)
            found.append((rows.take(here, axis=1) ^ changes).min(axis=0))
        return united(found)

    def _rows(self, positions: Positions) -> Positions:
        return np.array([positions, *self._images(positions)])


# --- levels ---------------------------------------------------------------------------------


def levels(
    puzzle: PegPuzzle,
    memory: int | None = None,
    symmetries: Iterable[Symmetry] | None = None,
) -> Iterator[Positions]:
    """Yield the classes of positions after 0, 1, 2, … jumps from the start, until there are none.

    ``symmetries`` are the symmetries to use, by default all symmetries of the board.  Raises
    LimitReached before arrays, including those yielded, take more bytes than ``memory``.
    """
    if symmetries is None:
        symmetries = symmetries_of(puzzle.board)
    return levels_from(WordBoard(puzzle.board, symmetries), [puzzle.pegs], Budget(memory))


def levels_from(
    board: WordBoard, sources: Iterable[int], budget: Budget | None = None
) -> Iterator[Positions]:
    """Yield the levels from any positions that have the same number of pegs."""
    budget, level = budget or Budget(), board.classes(sources)
    while len(level):
        budget.keep(level.nbytes)
        yield level
        level = next_level(board, level, budget)


def next_level(board: WordBoard, level: Positions, budget: Budget) -> Positions:
    """Return the level one jump later; raises LimitReached as `levels` does."""
    chunks = (level[first : first + CHUNK] for first in range(0, len(level), CHUNK))
    return merged(map(board.after, chunks), WAITING, budget.ask, ROOM * min(len(level), CHUNK))


# --- solutions ------------------------------------------------------------------------------


def on_solutions(
    puzzle: PegPuzzle,
    reached: Sequence[Positions],
    memory: int | None = None,
    *,
    symmetries: Iterable[Symmetry],
) -> list[Positions]:
    """Return, for each level, the classes from which a goal or its image can be reached.

    ``reached`` are the `levels` for the same symmetries; these have to be `goal_symmetries` if the
    goals have fewer symmetries than the board.  Raises LimitReached as `levels` does.
    """
    board = WordBoard(puzzle.board, symmetries, back=True)
    budget = Budget(memory)
    budget.keep(sum(level.nbytes for level in reached))
    goals, level, found = board.classes(puzzle.goals), reached[0][:0], list[Positions]()
    for here in reversed(reached):
        both = united([goals, next_level(board, level, budget)])
        level = both[found_in(here, both)]
        budget.keep(level.nbytes)
        found.append(level)
    return found[::-1]


def number_of_solutions(puzzle: PegPuzzle, memory: int | None = None) -> int:
    """Count the sequences of jumps to a goal; all positions of a class have the same number."""
    symmetries = goal_symmetries(puzzle)
    reached = list(levels(puzzle, memory, symmetries))
    on = on_solutions(puzzle, reached, memory, symmetries=symmetries)
    board = WordBoard(puzzle.board, symmetries)
    goals, after, counts = board.classes(puzzle.goals), reached[0][:0], np.zeros(0, np.uint64)
    for here in reversed(on):
        counts = _path_counts(board, here, after, counts)
        counts[found_in(goals, here)] += 1
        after = here
    return sum(int(number) for number in counts)


def _path_counts(
    board: WordBoard, words: Positions, after: Positions, counts: PathCounts
) -> PathCounts:
    """Return, for each position, the sum of its successors' counts (large ones as Python ints)."""
    most = int(counts.max(initial=0))
    wide = most > MOST_IN_A_WORD // (len(board.jumps) + 1) or counts.dtype == object
    found: PathCounts = np.zeros(len(words), object if wide else np.uint64)
    for whole, pegs in board.jumps:
        places = np.flatnonzero(words & whole == pegs)
        images = board.least(words[places] ^ whole)
        hit = found_in(after, images)
        found[places[hit]] += counts[np.searchsorted(after, images[hit])]
    return found
