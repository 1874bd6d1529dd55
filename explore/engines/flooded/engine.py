"""Breadth-first search of sliding pieces on sorted arrays: a flood makes all moves of a piece.

Layers are those of `puzzleproof.explore.engines.arrays.engine`.

An anchor of a piece is blocked if its shape would meet another piece there: these anchors are the
cells of the others, moved back by each cell of the shape.  From the piece's anchor the flood
spreads through the other anchors in all directions at once, until nothing changes.  So each place
is found once, however many paths lead there.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.engine import ArrayEngine
from puzzleproof.explore.engines.arrays.keys import WORD, Ranks, Truth, Words
from puzzleproof.explore.engines.arrays.sorted_words import (
    ascending,
    without,
)
from puzzleproof.explore.engines.flooded.keys import Images, Kind, KindField, SlidingKeys
from puzzleproof.explore.packed_task import PackedTask, Symmetry, numbers
from puzzleproof.models.errors import Unsupported

ONE = np.uint64(1)
EXPONENT, BIAS = np.uint64(52), 1023
"""The position of a float's exponent, and its bias."""


# --- sets of cells, one set a state -------------------------------------------------------------

Masks: TypeAlias = npt.NDArray[np.uint64]
"""A row for each word of the sets, the lowest first; a column for each state."""


def columns_of(sets: Sequence[int], words: int) -> Masks:
    """Some sets as words."""
    whole = (1 << WORD) - 1
    return np.array(
        [[cells >> WORD * k & whole for cells in sets] for k in range(words)], np.uint64
    )


def shifted(masks: Masks, by: int) -> Masks:
    """Each number raised by so much (lowered, where it is negative); what leaves is lost."""
    whole, bits = divmod(abs(by), WORD)
    on, back = (np.left_shift, np.right_shift)[:: 1 if by > 0 else -1]
    if not whole and len(masks) == 1:
        return on(masks, np.uint64(bits))
    source, kept = masks[:: 1 if by > 0 else -1], max(0, len(masks) - whole)
    found = np.zeros_like(source)
    found[whole:] = on(source[:kept], np.uint64(bits))
    if bits and kept > 1:
        found[whole + 1 :] |= back(source[: kept - 1], np.uint64(WORD - bits))
    return found[:: 1 if by > 0 else -1]


def union(masks: Sequence[Masks]) -> Masks:
    """The union of sets."""
    found: Masks = np.bitwise_or.reduce(masks)
    return found


def nonempty(masks: Masks) -> Truth:
    """For each state, whether its set is not empty."""
    found: Truth = np.bitwise_or.reduce(masks) != 0
    return found


def number_of(single: Words) -> Ranks:
    """The number of the only bit in each word, which is the exponent of the word as a float."""
    return (single.astype(np.float64).view(np.uint64) >> EXPONENT).view(np.int64) - BIAS


# --- moves --------------------------------------------------------------------------------------


class KindTables:
    """The tables for the moves of a kind, by the rank of its place."""

    def __init__(self, kind: Kind, words: int) -> None:
        self.kind = kind
        self.standing = _table([1 << anchor for anchor in kind.anchors], kind.bits, words)
        self.covered = _table([kind.shape << anchor for anchor in kind.anchors], kind.bits, words)
        self.ring = _table(list(map(kind.ring, kind.anchors)), kind.bits, words)
        self.entered: list[tuple[int, Masks]] = [
            (step, columns_of([anchors], words))
            for step, anchors in kind.entered.items()
            if anchors
        ]
        self.rests = columns_of([kind.rests], words)
        self.offsets = list(numbers(kind.shape))
        self.rank = np.zeros(WORD * words, np.int64)
        self.rank[list(kind.anchors)] = range(len(kind.anchors))


def _table(sets: Sequence[int], bits: int, words: int) -> Masks:
    """The set for each rank; a rank without a place gets the empty set."""
    return columns_of([*sets, *[0] * ((1 << bits) - len(sets))], words)


class Moves:
    """The moves of a task."""

    def __init__(self, keys: SlidingKeys) -> None:
        self._keys = keys
        tables = [KindTables(kind, keys.words) for kind in keys.kinds]
        self._fields = [field for field in keys.fields for _ in field.added]
        self._tables = [table for table in tables for _ in range(table.kind.number)]

    def arcs(self, keys: Words) -> list[tuple[Words, Ranks]]:
        """The keys one move later, and the places of the keys that they come from."""
        ranks = self._keys.ranks(keys)
        covered = [t.covered.take(rank, 1) for t, rank in zip(self._tables, ranks, strict=True)]
        free = ~union(covered)
        found = list[tuple[Words, Ranks]]()
        for piece, table in enumerate(self._tables):
            if not table.entered:
                continue
            here = np.flatnonzero(nonempty(table.ring.take(ranks[piece], 1) & free))
            if not len(here):
                continue
            standing = table.standing.take(ranks[piece][here], 1)
            # Cells that are neither free nor the piece's own belong to other pieces.
            others = ~(covered[piece].take(here, 1) | free.take(here, 1))
            open_ = ~union([shifted(others, -offset) for offset in table.offsets])
            reached = self._reached(table, standing, open_) & ~standing & table.rests
            found += self._emitted(piece, keys, ranks, here, reached)
        return found

    # --- flooding -----------------------------------------------------------------------------

    def _reached(self, table: KindTables, standing: Masks, open_: Masks) -> Masks:
        """The anchors that one move of a piece passes or reaches."""
        ways = [(step, open_ & entered) for step, entered in table.entered]
        longest = self._keys.plane.longest
        if self._keys.plane.corners:
            return _flood(standing, ways, longest)
        return union([_flood(standing, [way], longest) for way in ways])

    # --- successors ---------------------------------------------------------------------------

    def _emitted(
        self, piece: int, keys: Words, ranks: list[Ranks], here: Ranks, reached: Masks
    ) -> Iterator[tuple[Words, Ranks]]:
        """The keys of the states with the piece on each anchor reached, and their sources."""
        table, field = self._tables[piece], self._fields[piece]
        kind = range(field.kind.first, field.kind.first + field.kind.number)
        for number, anchors in enumerate(reached):
            left = np.flatnonzero(anchors)
            anchors, at = anchors[left], here[left]
            rest, peers = keys[at], [ranks[k][at] for k in kind if k != piece]
            for k, added in zip(kind, field.added, strict=True):
                rest = rest - added.take(ranks[k][at])
            while len(anchors):
                lowest = anchors & (~anchors + ONE)
                to = table.rank[number_of(lowest) + WORD * number]
                yield self._with(rest, peers, to, field), at
                anchors = anchors ^ lowest
                more = np.flatnonzero(anchors)
                if len(more) < len(anchors):
                    anchors, at, rest = anchors[more], at[more], rest[more]
                    peers = [peer[more] for peer in peers]

    def _with(self, rest: Words, peers: list[Ranks], to: Ranks, field: KindField) -> Words:
        """Keys without a kind, now with a piece of it at ``to`` among its peers."""
        below, keys = [peer < to for peer in peers], rest
        for k, added in enumerate(field.added):
            rank = np.where(below[k], peers[k], to) if k < len(peers) else to
            if k:
                rank = np.where(below[k - 1], rank, peers[k - 1])
            keys = keys + added.take(rank)
        return keys


def _flood(start: Masks, ways: list[tuple[int, Masks]], longest: int | None) -> Masks:
    """All anchors that at most ``longest`` steps reach (None: any number)."""
    reached, taken = start, 0
    while taken != longest:
        more = union([reached, *(shifted(reached, step) & entered for step, entered in ways)])
        if np.array_equal(more, reached):
            break
        reached, taken = more, taken + 1
    return reached


# --- the engine -----------------------------------------------------------------------------


class FloodedEngine(ArrayEngine):
    """An engine for sliding pieces; see `puzzleproof.explore.engines`.

    Raises Unsupported for a task without sliding pieces on a board, or whose states need more than
    64 bits.  With a ``symmetry``, which keeps goals, layers hold only one of two states that are
    images of each other.
    """

    def __init__(
        self,
        task: PackedTask,
        *,
        memory: int | None = None,
        symmetry: Symmetry | None = None,
    ) -> None:
        self.keys = SlidingKeys(task)
        super().__init__(task, self.keys, memory)
        self._images = None if symmetry is None else Images(self.keys, symmetry)
        if self._images is not None and not self._images.ordered:
            raise Unsupported("a symmetry that keys do not know")
        self._moves = Moves(self.keys)

    def named(self, arrays: Sequence[Words]) -> Words:
        """The keys, or those of the lesser images."""
        words = ascending(arrays)
        return words if self._images is None else self._images.least(words)

    def moved(self, keys: Words) -> list[Words]:
        """The keys one move later than these, in no order."""
        return [after for after, _ in self._moves.arcs(keys)]

    def without(self, layer: Words, earlier: Sequence[Words], /) -> Words:
        """The states of a layer that are in none of the earlier ones."""
        for known in earlier:
            layer = without(layer, known)
        return self.kept(layer)
