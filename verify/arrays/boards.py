"""Sliding blocks as arrays: conversions, goals, and all moves of many states at once.

A *key* is a word with a field for each piece, the first piece's the highest.  A field holds the
rank of the piece's place among the places of its shape, so keys sort as packed numbers do.  The
ranks of interchangeable pieces ascend.  Boards whose keys need more than 63 bits are not handled.

A flood (`models/sliding/anchors.py`) finds the moves of a piece, a step in all states at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.anchors import AnchorLayout
from puzzleproof.verify.arrays.pieces import (
    Field,
    Masks,
    Piece,
    bit_numbers,
    chosen,
    fields_of,
    nonempty,
    pieces_of,
    shifted,
)
from puzzleproof.verify.arrays.records import Sets, Truths, Words
from puzzleproof.verify.labelling import UNNAMED

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror


def array_boards(puzzle: AnyPuzzle, mirror: Mirror | None = None) -> ArrayBoards | None:
    """The states of a puzzle as arrays; None if it has no anchors, or if its keys are too long.

    With a symmetry the states are names of classes (`puzzleproof.verify.classes`).
    """
    layout = puzzle.anchors
    fields = None if layout is None else fields_of(layout)
    if layout is None or fields is None:
        return None
    return ArrayBoards(puzzle, layout, fields, mirror)


class Moved(NamedTuple):
    """States, or images of states, without the piece that moves."""

    keys: Words
    """The keys without the fields of the piece's kind."""
    peers: list[Words]
    """The ranks of the other pieces of its kind, ascending."""

    def some(self, which: Words) -> Moved:
        """The selected states."""
        return Moved(self.keys[which], [ranks[which] for ranks in self.peers])


class ArrayBoards:
    """Converts states to keys and back, and makes moves and finds goals among keys."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        layout: AnchorLayout,
        fields: Sequence[Field],
        mirror: Mirror | None = None,
    ) -> None:
        self._puzzle = puzzle
        self.pieces = tuple(pieces_of(layout, fields))
        self._kinds = [
            self.pieces[piece.index : piece.index + len(piece.peers) + 1]
            for piece in self.pieces
            if piece.index < min(piece.peers, default=len(self.pieces))
        ]
        self._images = None if mirror is None else images_of(mirror, layout.pieces)
        self._radix = [piece.anchor.shape[1] for piece in self.pieces]
        self._goals = [
            [[(p, rank) for kind, rank in clause for p in self._kinds[kind]] for clause in goal]
            for goal in layout.goals
        ]

    # --- conversions ------------------------------------------------------------------------

    def keys(self, numbers: Sets) -> Words:
        """The keys of packed numbers; raises ValueError for the first that is no state.

        With a symmetry, ValueError is also raised for the first that is not the name of its class.
        """
        ranks, rest = digits(numbers, self._radix)
        unordered = np.zeros(len(numbers), np.bool_)
        for one, other in pairwise(self.pieces):
            if other.index in one.peers:
                unordered |= ranks[one.index] > ranks[other.index]
        faults = {
            "no state has this number": rest != 0,
            "pieces of one shape are not in order": unordered,
            "pieces overlap": self._overlapping(ranks),
        }
        wrong = np.logical_or.reduce(list(faults.values()))
        if wrong.any():
            at = int(wrong.argmax())
            why = next(why for why, where in faults.items() if where[at])
            raise ValueError(f"record {int(numbers[at])}: {why}")
        keys = self._joined(ranks)
        if self._images is not None:
            unnamed = self._joined(self._images_of(ranks)) < keys
            if unnamed.any():
                raise ValueError(f"record {int(numbers[int(unnamed.argmax())])}: {UNNAMED}")
        return keys

    def _joined(self, ranks: Sequence[Words]) -> Words:
        """The keys of states whose pieces have these ranks."""
        keys = np.zeros(len(ranks[0]), np.int64)
        for piece, rank in zip(self.pieces, ranks, strict=True):
            keys |= rank << piece.field.shift
        return keys

    def _images_of(self, ranks: Sequence[Words]) -> list[Words]:
        """The ranks of all pieces in the images of the states."""
        assert self._images is not None, "there is a symmetry"
        moved = [image[rank] for image, rank in zip(self._images, ranks, strict=True)]
        return [one for kind in self._kinds for one in ascending([moved[p.index] for p in kind])]

    def _overlapping(self, ranks: Sequence[Words]) -> Truths:
        """For each state, whether two pieces cover one cell."""
        cells = [chosen(p.cells, rank) for p, rank in zip(self.pieces, ranks, strict=True)]
        occupied, twice = np.zeros_like(cells[0]), np.zeros_like(cells[0])
        for some in cells:
            twice |= occupied & some
            occupied |= some
        return nonempty(twice)

    def keys_of(self, states: Iterable[State]) -> Words:
        """The keys of canonical states."""
        return self.keys(np.array(list(map(self._puzzle.pack, states)), np.uint64))

    def states(self, keys: Words) -> list[State]:
        """The inverse of `keys_of`."""
        rows = zip(*(rank.tolist() for rank in self._ranks(keys)), strict=True)
        return list(map(self._state, rows))

    def _state(self, ranks: Iterable[int]) -> State:
        number = 0
        for radix, rank in zip(self._radix, ranks, strict=True):
            number = number * radix + rank
        return self._puzzle.unpack(number)

    def _ranks(self, keys: Words) -> list[Words]:
        """The ranks of all pieces."""
        return [_rank(keys, piece) for piece in self.pieces]

    def goals(self, keys: Words) -> Truths:
        """For each state, whether it is a goal."""
        found = np.zeros(len(keys), np.bool_)
        for goal in self._goals:
            standing = np.ones(len(keys), np.bool_)
            for clause in goal:
                held = np.zeros(len(keys), np.bool_)
                for piece, rank in clause:
                    held |= _rank(keys, piece) == rank
                standing &= held
            found |= standing
        return found

    # --- moves ------------------------------------------------------------------------------

    def moves(self, keys: Words) -> Words:
        """The keys after all moves, in no order and with repetitions."""
        ranks = self._ranks(keys)
        cells = [chosen(p.cells, rank) for p, rank in zip(self.pieces, ranks, strict=True)]
        images = None if self._images is None else self._joined(self._images_of(ranks))
        occupied = np.bitwise_or.reduce(cells)
        free = ~occupied
        found = [keys[:0]]
        for piece, rank, own in zip(self.pieces, ranks, cells, strict=True):
            at = np.flatnonzero(nonempty(chosen(piece.fronts, rank) & free))
            if len(at):
                others = chosen(occupied, at) ^ chosen(own, at)
                for some, reached in self._reaching(piece, rank[at], others):
                    moved = self._moved(piece, keys, images, ranks, at[some])
                    found += self._emitted(piece, moved, reached)
        return np.concatenate(found)

    def _reaching(self, piece: Piece, rank: Words, others: Sets) -> Iterable[tuple[Words, Sets]]:
        """For each class of moves, yield (states where the piece can move, anchors reached)."""
        blocked = others.copy()
        for offset in piece.offsets:
            blocked |= shifted(others, -offset)
        free, anchor = ~blocked, chosen(piece.anchor, rank)
        for masks in piece.classes:
            first = masks.step(anchor, free)
            some = np.flatnonzero(nonempty(first ^ anchor))
            if len(some):
                reached = self._reached(masks, chosen(first, some), chosen(free, some))
                reached ^= chosen(anchor, some)
                reached &= piece.rests
                yield some, reached

    def _reached(self, masks: Masks, seen: Sets, free: Sets) -> Sets:
        """All anchors that can be reached; ``seen`` has those after the first step."""
        steps = 1
        while steps != masks.most:
            more = masks.step(seen, free)
            if np.array_equal(more, seen):
                break
            seen, steps = more, steps + 1
        return seen

    def _moved(
        self, piece: Piece, keys: Words, images: Words | None, ranks: list[Words], at: Words
    ) -> list[Moved]:
        """The states at ``at`` without the moving piece; with a symmetry also their images."""
        group = sorted((piece.index, *piece.peers))
        others = ~sum((1 << f.bits) - 1 << f.shift for f in (self.pieces[p].field for p in group))
        peers = [ranks[p][at] for p in piece.peers]
        found = [Moved(keys[at] & others, peers)]
        if images is not None and self._images is not None:
            moved = ascending([self._images[piece.index][rank] for rank in peers])
            found.append(Moved(images[at] & others, moved))
        return found

    def _emitted(self, piece: Piece, moved: list[Moved], reached: Sets) -> Iterable[Words]:
        """Yield the keys after the moves: each array has one anchor reached of each state."""
        for word, rank in zip(reached, piece.rank, strict=True):
            some = np.flatnonzero(word)
            states: list[Moved] = [form.some(some) for form in moved]
            left: Sets = word[some]
            while len(some):
                one = left & (~left + np.uint64(1))
                yield self._named(piece, states, rank[bit_numbers(one)])
                left ^= one
                some = np.flatnonzero(left)
                if len(some) < len(left):
                    states = [form.some(some) for form in states]
                    left = left[some]

    def _named(self, piece: Piece, moved: list[Moved], to: Words) -> Words:
        """The keys after a piece moved to rank ``to``; with a symmetry, the keys of their names."""
        own = self._placed(piece, moved[0], to)
        if self._images is None:
            return own
        return np.minimum(own, self._placed(piece, moved[1], self._images[piece.index][to]))

    def _placed(self, piece: Piece, moved: Moved, to: Words) -> Words:
        """The keys of states after a piece moved to rank ``to``, the ranks of its kind sorted."""
        group, peers = sorted((piece.index, *piece.peers)), moved.peers
        found = moved.keys.copy()
        for place, p in enumerate(group):
            rank = to
            if place < len(peers):
                rank = np.minimum(rank, peers[place])
            if place:
                rank = np.maximum(rank, peers[place - 1])
            found |= rank << self.pieces[p].field.shift
        return found


def _rank(keys: Words, piece: Piece) -> Words:
    """The ranks of one piece."""
    return keys >> piece.field.shift & (1 << piece.field.bits) - 1


def digits(numbers: Sets, radices: Sequence[int]) -> tuple[list[Words], Sets]:
    """The digits in mixed radix, the last one the lowest, and what is left above them."""
    found, rest = list[Words](), numbers
    for radix in map(np.uint64, reversed(radices)):
        left = rest // radix
        found.append((rest - left * radix).astype(np.int64))
        rest = left
    return found[::-1], rest


# --- images (`puzzleproof.verify.classes`) --------------------------------------------------


def images_of(mirror: Mirror, pieces: Sequence[int]) -> list[Words]:
    """For each piece: rank of a place -> rank of its image."""
    kinds = zip(mirror.ranks, pieces, strict=True)
    return [np.array(ranks, np.int64) for ranks, count in kinds for _ in range(count)]


def ascending(columns: list[Words]) -> list[Words]:
    """Sort the numbers of each row, by exchanges of adjacent columns."""
    found = list(columns)
    for last in range(len(found) - 1, 0, -1):
        for k in range(last):
            one, other = found[k], found[k + 1]
            found[k], found[k + 1] = np.minimum(one, other), np.maximum(one, other)
    return found
