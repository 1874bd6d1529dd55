"""Sliding blocks as words of 64 bits: conversions, goals, and all moves of many states at once.

A *key* has a field for each piece, the first piece's highest, with the rank of its place among the
places of its shape: it sorts as the packed number does.  Of interchangeable pieces the ranks
ascend.  An *emitted word* is the key of a state after a move, above the number of the handle: the
piece's index there, and the class of the move.

A piece's moves are flooded as `models/sliding/anchors.py` says, a step of all states at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.anchors import AnchorLayout, MoveClass, ShapeAnchors
from puzzleproof.verify.arrays.records import Sets, Truths, Words

CELLS, KEY_BITS, HANDLES = 64, 63, 62
"""At most: cells of the bounding box; bits of an emitted word; handles of a state."""
SPREADER, SPREAD = np.uint64(0x03F79D71B4CB0A89), np.uint64(58)
"""A de Bruijn word: the top bits of a bit times this word are another number for each bit (C.
Leiserson, H. Prokop, K. Randall, Using de Bruijn sequences to index a 1 in a computer word, 1998).
"""


class Masks(NamedTuple):
    """A class of moves of a shape: the anchors entered by steps, as shifts left or right."""

    left: tuple[tuple[np.uint64, np.uint64], ...]
    right: tuple[tuple[np.uint64, np.uint64], ...]
    """(how far, which anchors may be entered), of each direction that enters any."""
    most: int

    def step(self, anchors: Sets, free: Sets) -> Sets:
        """These anchors and those one step away, where they are free."""
        found = anchors.copy()
        for far, entered in self.left:
            found |= anchors << far & entered
        for far, entered in self.right:
            found |= anchors >> far & entered
        found &= free
        found |= anchors
        return found


@dataclass(frozen=True, slots=True)
class Piece:
    """One field of a key, and the tables of its places by rank."""

    index: int
    shift: int
    field: int
    """All ones, as many as the field has bits."""
    peers: tuple[int, ...]
    """The other pieces of its kind."""
    offsets: tuple[np.uint64, ...]
    anchor: Sets
    cells: Sets
    fronts: Sets
    """The cells that steps enter; where none is free there is no move."""
    rests: np.uint64
    classes: tuple[Masks, ...]
    rank: Words
    """The rank of an anchor, by the number that its bit has as `SPREADER` says."""


def masks_of(shape: ShapeAnchors, moves: MoveClass, width: int) -> Masks:
    """The steps of a class that enter any anchor."""
    north, east, south, west = shape.masks(moves.letters)
    left = tuple((np.uint64(far), np.uint64(m)) for far, m in ((1, east), (width, south)) if m)
    right = tuple((np.uint64(far), np.uint64(m)) for far, m in ((1, west), (width, north)) if m)
    return Masks(left, right, moves.most)


def fits(layout: AnchorLayout) -> bool:
    """Whether cells, keys and handles fit into words."""
    handles = sum(layout.pieces) * len(layout.classes)
    bits = sum(map(_bits, layout.shapes, layout.pieces)) + handle_bits(layout)
    return layout.cells <= CELLS and bits <= KEY_BITS and handles <= HANDLES


def _bits(shape: ShapeAnchors, pieces: int) -> int:
    return max(1, (len(shape.resting) - 1).bit_length()) * pieces


def handle_bits(layout: AnchorLayout) -> int:
    """Bits for the number of a handle; none where moves make no cliques."""
    handles = sum(layout.pieces) * len(layout.classes)
    return (handles - 1).bit_length() if layout.classes[0].clique else 0


class WordBoards:
    """The states of a puzzle whose layout fits."""

    def __init__(self, puzzle: AnyPuzzle, layout: AnchorLayout) -> None:
        self._puzzle, self._layout = puzzle, layout
        self.handle_bits = handle_bits(layout)
        self.cliques = layout.classes[0].clique
        self.pieces = tuple(_pieces(layout))
        self._radix = [len(piece.anchor) for piece in self.pieces]
        starts = [sum(layout.pieces[:kind]) for kind in range(len(layout.pieces))]
        kinds = [self.pieces[a : a + n] for a, n in zip(starts, layout.pieces, strict=True)]
        self._goals = [
            [[(p, rank) for kind, rank in clause for p in kinds[kind]] for clause in goal]
            for goal in layout.goals
        ]

    # --- conversions ------------------------------------------------------------------------

    def keys(self, numbers: Sets) -> Words:
        """The keys of packed numbers; raises ValueError for the first of no state."""
        keys, rest = np.zeros(len(numbers), np.int64), numbers
        for piece, radix in zip(reversed(self.pieces), reversed(self._radix), strict=True):
            left = rest // np.uint64(radix)
            keys |= (rest - left * np.uint64(radix)).astype(np.int64) << piece.shift
            rest = left
        unordered = np.zeros(len(keys), np.bool_)
        for one, other in pairwise(self.pieces):
            if other.index in one.peers:
                unordered |= self.ranks(keys, one) >= self.ranks(keys, other)
        faults = {
            "pieces of one shape are not in order": unordered,
            "no state has this number": rest != 0,
            "pieces overlap": self._overlapping(keys),
        }
        wrong = np.logical_or.reduce(list(faults.values()))
        if wrong.any():
            at = int(wrong.argmax())
            why = next(why for why, where in faults.items() if where[at])
            raise ValueError(f"record {int(numbers[at])}: {why}")
        return keys

    def _overlapping(self, keys: Words) -> Truths:
        """Whether two pieces cover one cell."""
        occupied, twice = np.zeros(len(keys), np.uint64), np.zeros(len(keys), np.uint64)
        for piece in self.pieces:
            cells = piece.cells[self.ranks(keys, piece)]
            twice |= occupied & cells
            occupied |= cells
        found: Truths = twice != 0
        return found

    def keys_of(self, states: Iterable[State]) -> Words:
        """The keys of canonical states."""
        return self.keys(np.array(list(map(self._puzzle.pack, states)), np.uint64))

    def state(self, key: int) -> State:
        """The inverse of `key`."""
        number = 0
        for piece, radix in zip(self.pieces, self._radix, strict=True):
            number = number * radix + (key >> piece.shift & piece.field)
        return self._puzzle.unpack(number)

    def ranks(self, keys: Words, piece: Piece) -> Words:
        """The ranks of a piece's places."""
        found: Words = keys >> piece.shift & piece.field
        return found

    def goal(self, keys: Words) -> int | None:
        """The first of the states on which the first goal that stands at all stands."""
        for goal in self._goals:
            standing = np.ones(len(keys), np.bool_)
            for clause in goal:
                held = np.zeros(len(keys), np.bool_)
                for piece, rank in clause:
                    held |= self.ranks(keys, piece) == rank
                standing &= held
            if standing.any():
                return int(standing.argmax())
        return None

    # --- moves ------------------------------------------------------------------------------

    def moves(self, keys: Words, marks: Words) -> Words:
        """The emitted words of all moves by handles without marks, in no order."""
        ranks = [self.ranks(keys, piece) for piece in self.pieces]
        cells = [piece.cells[rank] for piece, rank in zip(self.pieces, ranks, strict=True)]
        occupied = np.bitwise_or.reduce(cells)
        free = ~occupied
        found = list[Words]()
        for piece, rank, own in zip(self.pieces, ranks, cells, strict=True):
            here = (piece.fronts[rank] & free) != 0
            if self.cliques:
                here &= ~self._marked(marks, piece)
            at = np.flatnonzero(here)
            if len(at):
                found += self._moves_of(piece, keys, marks, ranks, at, occupied[at] ^ own[at])
        return np.concatenate(found) if found else np.empty(0, np.int64)

    def _marked(self, marks: Words, piece: Piece) -> Truths:
        """Whether a piece has the marks of all classes."""
        count = len(piece.classes)
        every = (1 << count) - 1
        found: Truths = (marks >> count * piece.index & every) == every
        return found

    def _moves_of(
        self,
        piece: Piece,
        keys: Words,
        marks: Words,
        ranks: list[Words],
        at: Words,
        others: Sets,
    ) -> Iterable[Words]:
        """The words of one piece's moves in some states."""
        blocked = others.copy()
        for offset in piece.offsets:
            blocked |= others >> offset
        free, anchor = ~blocked, piece.anchor[ranks[piece.index][at]]
        for k, masks in enumerate(piece.classes):
            first = masks.step(anchor, free)
            going = first != anchor
            if self.cliques and len(piece.classes) > 1:
                going &= (marks[at] >> len(piece.classes) * piece.index + k & 1) == 0
            some = np.flatnonzero(going)
            if not len(some):
                continue
            reached = self._reached(masks, first[some], free[some])
            reached ^= anchor[some]
            reached &= piece.rests
            yield from self._emitted(piece, k, keys, ranks, at[some], reached)

    def _reached(self, masks: Masks, seen: Sets, free: Sets) -> Sets:
        """All anchors within reach, from those of the first step on."""
        steps = 1
        while steps != masks.most:
            more = masks.step(seen, free)
            if np.array_equal(more, seen):
                break
            seen, steps = more, steps + 1
        return seen

    def _emitted(
        self, piece: Piece, k: int, keys: Words, ranks: list[Words], at: Words, reached: Sets
    ) -> Iterable[Words]:
        """A word for each anchor reached, one of each state at a time."""
        some = np.flatnonzero(reached)
        while len(some):
            at, reached = at[some], reached[some]
            one = reached & (~reached + np.uint64(1))
            to = piece.rank[((one * SPREADER) >> SPREAD).astype(np.intp)]
            yield self._placed(piece, k, keys[at], [ranks[p][at] for p in piece.peers], to)
            reached ^= one
            some = np.flatnonzero(reached)

    def _placed(self, piece: Piece, k: int, keys: Words, peers: list[Words], to: Words) -> Words:
        """The words where a piece goes to rank ``to``, among its peers in ascending order."""
        group = sorted((piece.index, *piece.peers))
        fields = sum(self.pieces[p].field << self.pieces[p].shift for p in group)
        found, index = keys & ~fields, np.full(len(keys), group[0])
        for place, p in enumerate(group):
            rank = to
            if place < len(peers):
                rank = np.minimum(rank, peers[place])
                index += peers[place] < to
            if place:
                rank = np.maximum(rank, peers[place - 1])
            found |= rank << self.pieces[p].shift
        if self.cliques:
            found = found << self.handle_bits | index * len(piece.classes) + k
        return found


def _pieces(layout: AnchorLayout) -> Iterable[Piece]:
    """Every piece, with tables that those of a kind share."""
    shift = sum(map(_bits, layout.shapes, layout.pieces))
    first = 0
    for shape, count in zip(layout.shapes, layout.pieces, strict=True):
        bits, width = _bits(shape, 1), layout.width
        rank = np.zeros(64, np.int64)
        anchors = np.array(shape.resting, np.uint64)
        rank[(anchors * SPREADER) >> SPREAD] = np.arange(len(anchors))
        fronts = [_fronts(layout, shape, anchor) for anchor in shape.resting]
        for index in range(first, first + count):
            shift -= bits
            yield Piece(
                index=index,
                shift=shift,
                field=(1 << bits) - 1,
                peers=tuple(p for p in range(first, first + count) if p != index),
                offsets=tuple(map(np.uint64, shape.offsets)),
                anchor=anchors,
                cells=np.array([shape.cells(a) for a in shape.resting], np.uint64),
                fronts=np.array(fronts, np.uint64),
                rests=np.uint64(shape.rests),
                classes=tuple(masks_of(shape, moves, width) for moves in layout.classes),
                rank=rank,
            )
        first += count


def _fronts(layout: AnchorLayout, shape: ShapeAnchors, anchor: int) -> int:
    """The cells that any step of any class enters."""
    found = 0
    for moves in layout.classes:
        for front in shape.fronts(anchor, shape.near(anchor, moves.letters, layout.width)):
            found |= front
    return found
