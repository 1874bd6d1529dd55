"""Peg positions as arrays of words: a bit a hole, a class of positions by its least image.

Two positions are of one *class* when a symmetry of the board takes one to the other; the least
of the images, as numbers, stands for them all.  A jump changes three holes by one exclusive or,
so the images of what follows are those of the parent, each changed by the image of the jump:
positions are held as *rows*, a row for each symmetry, and no successor is looked up in a table.
Words of 32 bits do for 33 holes: a *hub*, a hole that every symmetry keeps, is left out of the
word, and positions with and without a peg there are kept in separate arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.packed_task import PackedStep, PackedTask, Symmetry
from puzzleproof.models.errors import Unsupported

Positions: TypeAlias = npt.NDArray[np.uint64]
"""Positions, bit k a peg in hole k."""
PegWords: TypeAlias = npt.NDArray[Any]
"""Positions without their hub, as words of 32 or 64 bits; with two axes the images of positions."""
Indices: TypeAlias = npt.NDArray[np.intp]

KeyedWords: TypeAlias = "dict[PegKey, PegWords]"
"""Classes of positions by their key: a layer, or a level."""

MOST_HOLES = 64
CHUNK = 1 << 15
"""Positions whose images are held at a time; they should fit into a cache."""
SHORT = 32
"""Bits of a short word."""
PART = 11
"""Bits of a position that one table of images takes at a time."""


class PegKey(NamedTuple):
    """What positions kept in one array have in common."""

    pegs: int
    hub: bool
    """Whether there is a peg in the hub."""

    @property
    def blank(self) -> int:
        """A word that is none of these positions, for free places: 0, or all bits."""
        return 0 if self.pegs > self.hub else -1


@dataclass(frozen=True)
class WordJump:
    """A jump, or a jump taken back, as masks over the bits of a word."""

    whole: int
    """Its holes, but for the hub: what it changes."""
    pegs: int
    """Those of them that have pegs before."""
    hub: bool | None
    """Whether it needs a peg in the hub; None where it does not concern the hub."""
    gain: int
    """How many pegs it adds: -1, or 1 where it is taken back."""
    changes: PegWords
    """The images of its holes, as a column."""

    def key(self, key: PegKey) -> PegKey | None:
        """The key after the jump; None where the hub does not allow it."""
        if self.hub is None:
            return PegKey(key.pegs + self.gain, key.hub)
        return PegKey(key.pegs + self.gain, not key.hub) if self.hub == key.hub else None


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
    def hub(self) -> int | None:
        """The hole left out of the words, where that makes them short."""
        if self.holes != SHORT + 1:
            return None
        kept = (h for h in range(self.holes) if all(s.images[h] == h for s in self.symmetries))
        return next(kept, None)

    @cached_property
    def bits(self) -> int:
        """The bits of a word."""
        return SHORT if self.holes <= SHORT or self.hub is not None else 2 * SHORT

    @cached_property
    def dtype(self) -> Any:
        """The type of a word."""
        return np.uint32 if self.bits == SHORT else np.uint64

    @cached_property
    def jumps(self) -> tuple[WordJump, ...]:
        """All jumps."""
        return tuple(map(self._jump, self.steps))

    def _jump(self, step: PackedStep) -> WordJump:
        whole, pegs = step.change & self.full, step.mask & self.full
        at_hub = self.hub is not None and whole >> self.hub & 1
        images = [[self.squeezed(symmetry.image(whole))] for symmetry in self.symmetries]
        return WordJump(
            whole=self.squeezed(whole),
            pegs=self.squeezed(pegs),
            hub=bool(pegs >> self.hub & 1) if at_hub and self.hub is not None else None,
            gain=whole.bit_count() - 2 * pegs.bit_count(),
            changes=np.array(images, self.dtype),
        )

    # --- positions and words ------------------------------------------------------------------

    def squeezed(self, position: int) -> int:
        """The word of a position."""
        if self.hub is None:
            return position
        low = position & (1 << self.hub) - 1
        return low | position >> self.hub + 1 << self.hub

    def key(self, position: int) -> PegKey:
        """Its key."""
        hub = self.hub is not None and bool(position >> self.hub & 1)
        return PegKey(position.bit_count(), hub)

    def position(self, state: int) -> int:
        """The pegs of a state of the task."""
        return state & self.full

    def state(self, position: int) -> int:
        """The state of the task with these pegs; its other holes are empty."""
        return position | (position ^ self.full) << self.holes

    def positions(self, words: PegWords, key: PegKey) -> Positions:
        """The positions that words stand for, in the same order."""
        wide = words.astype(np.uint64)
        if self.hub is None:
            return wide
        low = wide & np.uint64((1 << self.hub) - 1)
        return low | (wide ^ low) << np.uint64(1) | np.uint64(key.hub << self.hub)

    def words(self, positions: Positions, hub: bool) -> PegWords:
        """The words of those positions that have a peg in the hub, or none there; in order."""
        if self.hub is None:
            return positions[:0].astype(self.dtype) if hub else positions.astype(self.dtype)
        some = positions[(positions >> np.uint64(self.hub) & np.uint64(1)) == np.uint64(hub)]
        low = some & np.uint64((1 << self.hub) - 1)
        high = some >> np.uint64(self.hub + 1) << np.uint64(self.hub)
        found: PegWords = (low | high).astype(self.dtype)
        return found

    def class_word(self, position: int) -> int:
        """The word that stands for the class of a position."""
        return min(self.squeezed(symmetry.image(position)) for symmetry in self.symmetries)

    # --- images -------------------------------------------------------------------------------

    @cached_property
    def _tables(self) -> tuple[tuple[PegWords, ...], ...]:
        """For each symmetry and each `PART` bits of a word, their image."""
        names = [hole for hole in range(self.holes) if hole != self.hub]
        columns = [[self.squeezed(1 << s.images[hole]) for hole in names] for s in self.symmetries]
        return tuple(tuple(_doubled(column, self.dtype)) for column in columns)

    def rows(self, words: PegWords) -> PegWords:
        """The images of words, a row for each symmetry."""
        found = np.empty((len(self.symmetries), len(words)), self.dtype)
        found[0] = words
        parts, low = range(len(self._tables[0])), self.dtype((1 << PART) - 1)
        places = [(words >> self.dtype(PART * k) & low).astype(np.intp) for k in parts]
        for row, tables in zip(found[1:], self._tables[1:], strict=True):
            row[:] = tables[0].take(places[0])
            for table, place in zip(tables[1:], places[1:], strict=True):
                row |= table.take(place)
        return found

    def movable(self, words: PegWords, jump: WordJump) -> Indices:
        """The places of those words whose pegs allow a jump."""
        whole, pegs = self.dtype(jump.whole), self.dtype(jump.pegs)
        return np.flatnonzero((words & whole) == pegs)

    def after(self, rows: PegWords, jump: WordJump) -> PegWords:
        """The rows of what follows a jump, for those positions that allow it."""
        found: PegWords = rows.take(self.movable(rows[0], jump), axis=1)
        found ^= jump.changes
        return found

    def classes(self, positions: Iterable[int]) -> dict[PegKey, PegWords]:
        """Positions by their keys: of each class the word that stands for it, ascending."""
        found: dict[PegKey, list[int]] = {}
        for position in positions:
            found.setdefault(self.key(position), []).append(self.class_word(position))
        return {key: np.array(sorted(set(some)), self.dtype) for key, some in found.items()}


def least(rows: PegWords) -> PegWords:
    """For each column the least of its words."""
    while len(rows) > 1:
        half = len(rows) // 2
        lower = np.minimum(rows[:half], rows[half : 2 * half])
        if len(rows) % 2:
            np.minimum(lower[0], rows[-1], out=lower[0])
        rows = lower
    first: PegWords = rows[0]
    return first


def chunks(words: PegWords) -> Iterator[PegWords]:
    """Words, `CHUNK` of them at a time."""
    return (words[first : first + CHUNK] for first in range(0, len(words), CHUNK))


def _doubled(column: Sequence[int], dtype: Any) -> Iterator[PegWords]:
    """The tables: the entries with a bit are those without it, and the bit's image."""
    for low in range(0, len(column), PART):
        table = np.zeros(1, dtype)
        for image in column[low : low + PART]:
            table = np.concatenate((table, table | dtype(image)))
        yield table


# --- from the task -----------------------------------------------------------------------


def board_of(task: PackedTask, symmetries: Iterable[Symmetry] = ()) -> WordBoard:
    """The board of a task of pegs, with these symmetries of it (a group but for the identity).

    Raises Unsupported where the task is not one of pegs, or has more than `MOST_HOLES` holes.
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
    """The goals as states; raises Unsupported where one leaves a hole open."""
    states = tuple(sum(goal) for goal in task.goals)
    if any(state & group not in _parts(group) for state in states for group in task.groups):
        raise Unsupported("a search by classes of pegs takes only goals that determine every hole")
    return states


def _parts(group: int) -> tuple[int, int]:
    """The two facts of a hole, either of which a state has."""
    return group & -group, group & group - 1
