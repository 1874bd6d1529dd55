"""Peg positions as arrays of words: a bit a hole, a class of positions by its least image.

Two positions are of one *class* when a symmetry of the board takes one to the other; the least
of the images, as numbers, stands for them all.  A jump changes three holes by one exclusive or,
so the images of a successor are those of its parent, each changed by the image of the jump.
Positions are held as *rows*, one for each symmetry, and the images of successors need no tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.packed_task import PackedStep, PackedTask, Symmetry
from puzzleproof.models.errors import LimitReached, Unsupported

Positions: TypeAlias = npt.NDArray[np.uint64]
"""Positions, bit k a peg in hole k; with two axes the images of positions."""
Indices: TypeAlias = npt.NDArray[np.intp]

MOST_HOLES = 64
CHUNK = 1 << 15
"""Positions whose images are held at a time; they should fit into a cache."""
PART = 11
"""Bits of a position that one table of images takes at a time."""


class Budget:
    """A bound on the bytes of arrays that are held at the same time."""

    def __init__(self, memory: int | None) -> None:
        self.memory = memory
        self.kept = 0

    def keep(self, number: int) -> None:
        """Count these bytes (negative: given back); raise LimitReached if they are too many."""
        self.ask(number)
        self.kept += number

    def ask(self, number: int) -> None:
        """Raise LimitReached if this many more bytes are too many."""
        if self.memory is not None and number > 0 and self.kept + number > self.memory:
            raise LimitReached("memory limit reached")


@dataclass(frozen=True)
class WordJump:
    """A jump, or a jump taken back, as masks over the bits of a position."""

    whole: np.uint64
    """The three holes that the jump changes."""
    pegs: np.uint64
    """The holes that have pegs before the jump."""
    changes: Positions
    """The images of its holes, as a column."""


@dataclass(frozen=True)
class WordBoard:
    """A board of pegs: its jumps, and some symmetries of it, the identity first."""

    holes: int
    steps: tuple[PackedStep, ...]
    symmetries: tuple[Symmetry, ...]
    """Symmetries of the holes."""

    @property
    def full(self) -> int:
        """The position with a peg in each hole."""
        return (1 << self.holes) - 1

    @cached_property
    def jumps(self) -> tuple[WordJump, ...]:
        """All jumps."""
        return tuple(map(self._jump, self.steps))

    def _jump(self, step: PackedStep) -> WordJump:
        whole, pegs = step.change & self.full, step.mask & self.full
        images = [[symmetry.image(whole)] for symmetry in self.symmetries]
        return WordJump(np.uint64(whole), np.uint64(pegs), np.array(images, np.uint64))

    def position(self, state: int) -> int:
        """The pegs of a state of the task."""
        return state & self.full

    def class_word(self, position: int) -> int:
        """The position that stands for the class of a position."""
        return min(symmetry.image(position) for symmetry in self.symmetries)

    def classes(self, positions: Iterable[int]) -> Positions:
        """The representative of each position's class, ascending."""
        return np.array(sorted(set(map(self.class_word, positions))), np.uint64)

    # --- images -------------------------------------------------------------------------------

    @cached_property
    def _tables(self) -> tuple[tuple[Positions, ...], ...]:
        """For each symmetry and each `PART` bits of a position, their image."""
        columns = [[1 << image for image in s.images] for s in self.symmetries]
        return tuple(tuple(_doubled(column)) for column in columns)

    def rows(self, words: Positions) -> Positions:
        """The images of positions, a row for each symmetry."""
        found = np.empty((len(self.symmetries), len(words)), np.uint64)
        found[0] = words
        parts, low = range(len(self._tables[0])), np.uint64((1 << PART) - 1)
        places = [(words >> np.uint64(PART * k) & low).astype(np.intp) for k in parts]
        for row, tables in zip(found[1:], self._tables[1:], strict=True):
            row[:] = tables[0].take(places[0])
            for table, place in zip(tables[1:], places[1:], strict=True):
                row |= table.take(place)
        return found

    def movable(self, words: Positions, jump: WordJump) -> Indices:
        """The indices of the positions whose pegs allow a jump."""
        return np.flatnonzero((words & jump.whole) == jump.pegs)

    def after(self, rows: Positions, jump: WordJump) -> Positions:
        """The rows after a jump, for those positions that allow it."""
        found: Positions = rows.take(self.movable(rows[0], jump), axis=1)
        found ^= jump.changes
        return found


def least(rows: Positions) -> Positions:
    """For each column the least of its positions."""
    while len(rows) > 1:
        half = len(rows) // 2
        lower = np.minimum(rows[:half], rows[half : 2 * half])
        if len(rows) % 2:
            np.minimum(lower[0], rows[-1], out=lower[0])
        rows = lower
    first: Positions = rows[0]
    return first


def _doubled(column: Sequence[int]) -> Iterator[Positions]:
    """The tables: with each bit come copies of the entries so far, with the bit's image added."""
    for low in range(0, len(column), PART):
        table = np.zeros(1, np.uint64)
        for image in column[low : low + PART]:
            table = np.concatenate((table, table | np.uint64(image)))
        yield table


# --- from the task -----------------------------------------------------------------------


def board_of(task: PackedTask, symmetries: Iterable[Symmetry] = ()) -> WordBoard:
    """The board of a task of pegs, with these symmetries of it (a group but for the identity).

    Raises Unsupported if the task is not one of pegs, or has more than `MOST_HOLES` holes.
    """
    holes = task.width // 2
    pairs = {1 << k | 1 << holes + k for k in range(holes)}
    if task.stops or task.width % 2 or set(task.groups) != pairs:
        raise Unsupported("a search by classes of pegs is for peg solitaire only")
    if holes > MOST_HOLES:
        raise Unsupported(f"a search by classes of pegs takes {MOST_HOLES} holes, not {holes}")
    if not all(_is_jump(step, holes) for step in task.steps):
        raise Unsupported("a search by classes of pegs takes no steps but jumps over a hole")
    identity = Symmetry("identity", tuple(range(holes)))
    others = (Symmetry(name, images[:holes]) for name, images in symmetries)
    return WordBoard(holes, tuple(dict.fromkeys(task.steps)), (identity, *others))


def _is_jump(step: PackedStep, holes: int) -> bool:
    full = (1 << holes) - 1
    whole, pegs = step.change & full, step.mask & full
    return whole.bit_count() == 3 and step.mask == pegs | (whole ^ pegs) << holes


def goal_states(task: PackedTask) -> tuple[int, ...]:
    """The goals as states; raises Unsupported if one leaves a hole open."""
    states = tuple(sum(goal) for goal in task.goals)
    if any(state & group not in _parts(group) for state in states for group in task.groups):
        raise Unsupported("a search by classes of pegs takes only goals that determine every hole")
    return states


def _parts(group: int) -> tuple[int, int]:
    """The two facts of a hole; every state has just one of them."""
    return group & -group, group & group - 1
