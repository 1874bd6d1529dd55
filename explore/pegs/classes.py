"""Peg positions as arrays of words: a bit a hole, a class of positions by its least image.

Two positions are of one *class* when a symmetry of the board takes one to the other; the least
of the images, as numbers, stands for them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.sorted_words import ascending
from puzzleproof.explore.packed_task import PackedTask, Symmetry

Positions: TypeAlias = npt.NDArray[np.uint64]
"""Positions, bit k a peg in hole k."""

PART = 11
"""Holes by which one table of sums is indexed: it stays in the cache."""


def summing(lists: Iterable[Sequence[Any]], dtype: Any) -> Callable[[Positions], Iterator[Any]]:
    """Return a function: positions -> for each list, the sums of the values of their pegs."""
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
    """For each `PART` holes, the sum by the pegs in them."""
    tables = list[Any]()
    for low in range(0, len(values), PART):
        table = np.zeros(1, dtype)
        for value in values[low : low + PART]:
            table = np.concatenate([table, table + dtype(value)])
        tables.append(table)
    return tables


class Images:
    """Some symmetries of a board, given by the images of its holes."""

    def __init__(self, symmetries: Iterable[Sequence[int]]) -> None:
        self._images = summing([[1 << to for to in holes] for holes in symmetries], np.uint64)

    def least(self, positions: Positions) -> Positions:
        """The least of each position and its images."""
        found = positions.copy()
        for image in self._images(positions):
            np.minimum(found, image, out=found)
        return found

    def classes(self, positions: Iterable[int]) -> Positions:
        """The least image of each position, ascending."""
        return ascending([self.least(np.array([*positions], np.uint64))])


class WordBoard(Images):
    """A board of pegs: its jumps, and some symmetries of it (a group but for the identity)."""

    def __init__(self, task: PackedTask, symmetries: Iterable[Symmetry] = ()) -> None:
        """Take the task of any position on a board of at most 64 holes."""
        self.holes = task.width // 2
        self.full = (1 << self.holes) - 1
        """The position with a peg in each hole."""
        super().__init__(symmetry.images[: self.holes] for symmetry in symmetries)
        masks = dict.fromkeys((s.change & self.full, s.mask & self.full) for s in task.steps)
        self.jumps = [(np.uint64(whole), np.uint64(pegs)) for whole, pegs in masks]
        """The three holes of each jump, and those of them that have pegs before it."""
        self._changes = [self._rows(np.array([whole])) for whole, _ in self.jumps]

    def after(self, positions: Positions) -> Positions:
        """The classes one jump later: the images of a successor are changed like its parent's."""
        rows, found = self._rows(positions), list[Positions]()
        for (whole, pegs), changes in zip(self.jumps, self._changes, strict=True):
            here = np.flatnonzero(positions & whole == pegs)
            found.append((rows.take(here, axis=1) ^ changes).min(axis=0))
        return ascending(found)

    def _rows(self, positions: Positions) -> Positions:
        return np.array([positions, *self._images(positions)])
