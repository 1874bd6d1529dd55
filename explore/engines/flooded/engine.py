"""Breadth-first search of sliding pieces on sorted arrays: a flood makes all moves of a piece.

Layers are those of `puzzleproof.explore.engines.arrays.engine`.

An anchor of a piece is blocked if its shape would meet another piece there: these anchors are the
cells of the others, moved back by each cell of the shape.  From the piece's anchor the flood
spreads through the other anchors in all directions at once, until nothing changes.  So each place
is found once, however many paths lead there.

*Cliques.*  If a move may be any path of a piece through free cells, all the places that it reaches
are one move from each other: a *clique*.  The first member of a clique that is expanded enumerates
it.  Every member gets a *mark* for this piece, and does not move it again.  So if a member has no
mark, none of its clique is in an earlier layer, and all of it lies in its own layer or the next:
the layer before need not be looked up.  (Straight runs are cliques too, but marks for these save
nothing.)  Successors are *words*: keys whose lowest bits hold the number of the piece that moved.
In keys these bits are 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.engines.arrays.engine import ArrayEngine, KeyLayer
from puzzleproof.explore.engines.arrays.keys import WORD, Ranks, Truth, Words
from puzzleproof.explore.engines.arrays.sorted_words import (
    among,
    ascending,
    in_order,
    new_ones,
    without,
)
from puzzleproof.explore.engines.flooded.keys import Images, Kind, KindField, SlidingKeys
from puzzleproof.explore.packed_task import PackedTask, Symmetry, numbers

ONE = np.uint64(1)
EXPONENT, BIAS = np.uint64(52), 1023
"""The position of a float's exponent, and its bias."""


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes of moves of a task, one for each piece."""

    bits: int
    """Bits of a class in a word; 0 if moves are not marked."""

    def words(self, keys: Words, piece: Ranks | Truth | int) -> Words:
        """Keys with the class of the move that led to each."""
        return keys + np.asarray(piece, np.uint64) if self.bits else keys

    def keys(self, words: Words) -> Words:
        """The keys of words."""
        if not self.bits:
            return words
        return words - self._classes(words)

    def _classes(self, words: Words) -> Words:
        return words & np.uint64((1 << self.bits) - 1)

    def bit(self, words: Words) -> Words:
        """The mark that stands for the class of each word."""
        return ONE << self._classes(words)

    def marked(self, words: Words) -> tuple[Words, Words]:
        """The keys of ascending words, each once, and the marks of each."""
        keys = self.keys(words)
        first = np.flatnonzero(new_ones(keys))
        if not self.bits or not len(first):
            return keys[first], np.zeros(len(first), np.uint64)
        return keys[first], np.bitwise_or.reduceat(self.bit(words), first)


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
        self._keys, self._classes = keys, Classes(keys.low)
        tables = [KindTables(kind, keys.words) for kind in keys.kinds]
        self._fields = [field for field in keys.fields for _ in field.added]
        self._tables = [table for table in tables for _ in range(table.kind.number)]

    def arcs(self, keys: Words, marks: Words) -> list[tuple[Words, Ranks]]:
        """The states one move later as words of `Classes`, and the places that they come from.

        Marked moves are left out.
        """
        ranks = self._keys.ranks(keys)
        covered = [t.covered.take(rank, 1) for t, rank in zip(self._tables, ranks, strict=True)]
        free = ~union(covered)
        found = list[tuple[Words, Ranks]]()
        for piece, table in enumerate(self._tables):
            if not table.entered:
                continue
            movable = nonempty(table.ring.take(ranks[piece], 1) & free)
            if self._classes.bits:
                movable &= marks >> np.uint64(piece) & np.uint64(1) == 0
            here = np.flatnonzero(movable)
            if not len(here):
                continue
            standing = table.standing.take(ranks[piece][here], 1)
            # Cells that are neither free nor the piece's own belong to other pieces.
            others = ~(covered[piece].take(here, 1) | free.take(here, 1))
            open_ = ~union([shifted(others, -offset) for offset in table.offsets])
            reached = self._reached(table, standing, open_) & ~standing & table.rests
            found += self._words(piece, keys, ranks, here, reached)
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

    def _words(
        self, piece: int, keys: Words, ranks: list[Ranks], here: Ranks, reached: Masks
    ) -> Iterator[tuple[Words, Ranks]]:
        """The words of the states with the piece on each anchor reached, and their sources."""
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
        """The words of states (keys without a kind) with a piece at ``to`` among its peers."""
        below, keys = [peer < to for peer in peers], rest
        for k, added in enumerate(field.added):
            rank = np.where(below[k], peers[k], to) if k < len(peers) else to
            if k:
                rank = np.where(below[k - 1], rank, peers[k - 1])
            keys = keys + added.take(rank)
        return self._classes.words(keys, sum(below, field.kind.first))


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

RUN = 1 << 14
"""Successors whose images are made at a time."""


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
        self.keys = SlidingKeys(task, marked=True)
        self.classes = Classes(self.keys.low)
        super().__init__(task, self.keys, memory)
        self._images = None if symmetry is None else Images(self.keys, symmetry)
        self._of_piece = [] if self._images is None else self._images.of_pieces()
        self._moves = Moves(self.keys)

    def layer(self, states: Iterable[int]) -> KeyLayer:
        """These states."""
        keys = ascending([self.keys.pack(states)])
        return self.kept(keys if self._images is None else self._images.least(keys), None)

    def without(self, layer: KeyLayer, earlier: Sequence[KeyLayer], /) -> KeyLayer:
        """The states of a layer that are in none of the earlier ones."""
        keys = layer.keys
        for known in earlier:
            keys = without(keys, known.keys)
        return self.kept(keys, None)

    def after(self, layer: KeyLayer, earlier: Sequence[KeyLayer]) -> KeyLayer:
        """The states one move away in no earlier layer; marks make some look-ups needless."""
        marks = np.zeros(len(layer.keys), np.uint64) if layer.marks is None else layer.marks

        def made(some: slice) -> Words:
            """The successors outside the layer, as words; those inside mark its states."""
            arcs = self._moves.arcs(np.asarray(layer.keys[some]), marks[some])
            if not arcs:
                return marks[:0]
            words = in_order(np.concatenate([words for words, _ in arcs]))  # each part is almost
            if self._images is not None:
                runs = (words[k : k + RUN] for k in range(0, len(words), RUN))
                words = ascending([part for run in runs for part in self._lesser(run)])
            return self._outside(words, layer.keys, marks)

        words = self.merged(len(layer.keys), made)
        keys, marked = self.classes.marked(words)
        for known in earlier:
            if known is not layer and (layer.marks is None or not self.classes.bits):
                new = ~among(known.keys, keys)
                keys, marked = keys[new], marked[new]
        layer.marks = None
        return self.kept(keys, marked)

    def _lesser(self, words: Words) -> list[Words]:
        """The lesser of each word and its image, and the other word of a state that is its own.

        The two pieces of such a state, each the image of the other, have the same places within
        reach: both are marked.
        """
        assert self._images is not None, "there is a symmetry"
        keys, index = self.classes.keys(words), np.zeros(len(words), np.int64)
        ranks, piece = self.keys.ranks(keys), (words - keys).view(np.int64)
        moved = [image.take(rank) for image, rank in zip(self._of_piece, ranks, strict=True)]
        for kind in self.keys.kinds if self.classes.bits else ():
            pieces = range(kind.first, kind.first + kind.number)
            for k in pieces:
                here = np.flatnonzero(piece == k)
                to = moved[k][here]
                index[here] = sum((moved[j][here] < to for j in pieces), np.int64(kind.first))
        images = self.keys.of_ranks(self._images.ranks(ranks))
        others, same = self.classes.words(images, index), np.flatnonzero(keys == images)
        return [np.minimum(words, others), np.maximum(words[same], others[same])]

    def _outside(self, words: Words, keys: Words, marks: Words) -> Words:
        """The words whose keys are not in a layer; the others mark its states."""
        found = self.classes.keys(words)
        places = np.searchsorted(keys, found)
        np.minimum(places, len(keys) - 1, out=places)
        inside = keys.take(places) == found
        if self.classes.bits:
            made = self.classes.bit(words[inside])
            np.bitwise_or.at(marks, places[inside], made)
        outside: Words = words[~inside]
        return outside
