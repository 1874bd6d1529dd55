"""Sliding blocks as arrays: conversions, goals, and all moves of many states at once.

A *key* has a field for each piece, the first piece's highest, with the rank of its place among the
places of its shape: it sorts as the packed number does.  Of interchangeable pieces the ranks
ascend.  Below the fields is room for the number of a *handle*, 0 in keys: a piece's index, and a
class of its moves.  An *emitted word* is the key of a state after a move, with the number of the
handle of the piece moved.

A piece's moves are flooded as `models/sliding/anchors.py` says, a step of all states at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.anchors import AnchorLayout
from puzzleproof.verify.arrays.digits import digits_in
from puzzleproof.verify.arrays.images import ascending, images_of
from puzzleproof.verify.arrays.pieces import (
    Masks,
    Piece,
    handle_bits,
    handles,
    key_form,
    marks_type,
    pieces_of,
)
from puzzleproof.verify.arrays.records import WORD_BITS, Sets, Truths, Words
from puzzleproof.verify.arrays.sets import bit_numbers, chosen, nonempty, shifted
from puzzleproof.verify.arrays.words import Field, Form, Keys, Parts
from puzzleproof.verify.labelling import UNNAMED

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror


def array_boards(
    puzzle: AnyPuzzle, layout: AnchorLayout, mirror: Mirror | None = None
) -> WordBoards | None:
    """The states of a puzzle as arrays; None where keys or marks have no room.

    With a symmetry they are names of classes (`puzzleproof.verify.classes`).
    """
    form = key_form(layout)
    if form is None:
        return None
    return WordBoards(puzzle, layout, *form, mirror)


class Moved(NamedTuple):
    """States as they are written when one piece has gone: as they are, or their images."""

    parts: Parts
    """Keys without the fields of the piece's kind."""
    peers: list[Words]
    """The ranks of the other pieces of its kind, ascending."""
    number: int
    """Of the class of moves."""

    def some(self, which: Words) -> Moved:
        """Some of the states."""
        parts = [part[which] for part in self.parts]
        return Moved(parts, [ranks[which] for ranks in self.peers], self.number)


class WordBoards:
    """The states of a puzzle whose keys have a form."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        layout: AnchorLayout,
        form: Form,
        fields: Sequence[Field],
        mirror: Mirror | None = None,
    ) -> None:
        self._puzzle, self._layout, self._form = puzzle, layout, form
        self.dtype, self.marks = form.dtype, marks_type(handles(layout))
        self._low = (1 << handle_bits(layout)) - 1
        self.cliques = layout.classes[0].clique
        self.pieces = tuple(pieces_of(layout, fields))
        self._kinds = [
            self.pieces[piece.index : piece.index + len(piece.peers) + 1]
            for piece in self.pieces
            if piece.index < min(piece.peers, default=len(self.pieces))
        ]
        self._images = None if mirror is None else images_of(mirror, layout.pieces)
        self._class_images = () if mirror is None else mirror.classes(layout.classes)
        self._radix = [piece.anchor.shape[1] for piece in self.pieces]
        self._long = 8 * puzzle.pack_width > WORD_BITS
        self._goals = [
            [[(p, rank) for kind, rank in clause for p in self._kinds[kind]] for clause in goal]
            for goal in layout.goals
        ]

    # --- conversions ------------------------------------------------------------------------

    def keys(self, numbers: Sets | list[int]) -> Keys:
        """The keys of packed numbers; raises ValueError for the first of no state.

        With a symmetry then for the first that is not the name of its class.
        """
        ranks, large = digits_in(numbers, self._radix)
        unordered = np.zeros(len(numbers), np.bool_)
        for one, other in pairwise(self.pieces):
            if other.index in one.peers:
                unordered |= ranks[one.index] > ranks[other.index]
        faults = {
            "no state has this number": large,
            "pieces of one shape are not in order": unordered,
            "pieces overlap": self._overlapping(ranks),
        }
        wrong = np.logical_or.reduce(list(faults.values()))
        if wrong.any():
            at = int(wrong.argmax())
            why = next(why for why, where in faults.items() if where[at])
            raise ValueError(f"record {int(numbers[at])}: {why}")
        keys = self._form.joined(self._parts(ranks))
        if self._images is not None:
            unnamed = self._form.joined(self._parts(self._images_of(ranks))) < keys
            if unnamed.any():
                raise ValueError(f"record {int(numbers[int(unnamed.argmax())])}: {UNNAMED}")
        return keys

    def _parts(self, ranks: Sequence[Words]) -> Parts:
        """The parts of the keys of pieces at these ranks."""
        parts = [np.zeros(len(ranks[0]), np.int64) for _ in self._form.bits]
        for piece, rank in zip(self.pieces, ranks, strict=True):
            parts[piece.field.part] |= rank << piece.field.shift
        return parts

    def _images_of(self, ranks: Sequence[Words]) -> list[Words]:
        """The ranks of all pieces in the images of states."""
        assert self._images is not None, "there is a symmetry"
        moved = [image[rank] for image, rank in zip(self._images, ranks, strict=True)]
        return [one for kind in self._kinds for one in ascending([moved[p.index] for p in kind])]

    def _overlapping(self, ranks: Sequence[Words]) -> Truths:
        """Whether two pieces cover one cell."""
        cells = [chosen(p.cells, rank) for p, rank in zip(self.pieces, ranks, strict=True)]
        occupied, twice = np.zeros_like(cells[0]), np.zeros_like(cells[0])
        for some in cells:
            twice |= occupied & some
            occupied |= some
        return nonempty(twice)

    def keys_of(self, states: Iterable[State]) -> Keys:
        """The keys of canonical states."""
        numbers = list(map(self._puzzle.pack, states))
        return self.keys(numbers if self._long else np.array(numbers, np.uint64))

    def states(self, keys: Keys) -> list[State]:
        """The inverse of `keys_of`."""
        rows = zip(*(rank.tolist() for rank in self._ranks(self._form.parts(keys))), strict=True)
        return list(map(self._state, rows))

    def _state(self, ranks: Iterable[int]) -> State:
        number = 0
        for radix, rank in zip(self._radix, ranks, strict=True):
            number = number * radix + rank
        return self._puzzle.unpack(number)

    def _ranks(self, parts: Parts) -> list[Words]:
        """The ranks of all pieces."""
        return [_rank(parts, piece) for piece in self.pieces]

    def emitted(self, words: Keys) -> tuple[Keys, Words]:
        """Emitted words as keys and numbers of handles."""
        low, *more = self._form.parts(words)
        numbers = low & self._low
        return self._form.joined([low ^ numbers, *more]), numbers

    def goal(self, keys: Keys) -> int | None:
        """The first of the states on which a goal stands."""
        parts, found = self._form.parts(keys), np.zeros(len(keys), np.bool_)
        for goal in self._goals:
            standing = np.ones(len(keys), np.bool_)
            for clause in goal:
                held = np.zeros(len(keys), np.bool_)
                for piece, rank in clause:
                    held |= _rank(parts, piece) == rank
                standing &= held
            found |= standing
        return int(found.argmax()) if found.any() else None

    # --- moves ------------------------------------------------------------------------------

    def moves(self, keys: Keys, marks: Words) -> Keys:
        """The emitted words of all moves by handles without marks, in no order."""
        parts = self._form.parts(keys)
        ranks = self._ranks(parts)
        cells = [chosen(p.cells, rank) for p, rank in zip(self.pieces, ranks, strict=True)]
        images = None if self._images is None else self._parts(self._images_of(ranks))
        occupied = np.bitwise_or.reduce(cells)
        free = ~occupied
        found = list[Keys]()
        for piece, rank, own in zip(self.pieces, ranks, cells, strict=True):
            here = nonempty(chosen(piece.fronts, rank) & free)
            if self.cliques:
                here &= ~self._marked(marks, piece)
            at = np.flatnonzero(here)
            if len(at):
                others = chosen(occupied, at) ^ chosen(own, at)
                for k, some, reached in self._reaching(piece, marks, ranks, at, others):
                    moved = self._moved(piece, k, parts, images, ranks, some)
                    found += self._emitted(piece, moved, reached)
        return np.concatenate(found) if found else np.empty(0, self.dtype)

    def _marked(self, marks: Words, piece: Piece) -> Truths:
        """Whether a piece has the marks of all classes."""
        count = len(piece.classes)
        every = (1 << count) - 1
        found: Truths = (marks >> count * piece.index & every) == every
        return found

    def _reaching(
        self, piece: Piece, marks: Words, ranks: list[Words], at: Words, others: Sets
    ) -> Iterable[tuple[int, Words, Sets]]:
        """(class of moves, states, anchors reached there) of one piece's moves in some states."""
        blocked = others.copy()
        for offset in piece.offsets:
            blocked |= shifted(others, -offset)
        free, anchor = ~blocked, chosen(piece.anchor, ranks[piece.index][at])
        for k, masks in enumerate(piece.classes):
            first = masks.step(anchor, free)
            going = nonempty(first ^ anchor)
            if self.cliques and len(piece.classes) > 1:
                going &= (marks[at] >> len(piece.classes) * piece.index + k & 1) == 0
            some = np.flatnonzero(going)
            if not len(some):
                continue
            here = chosen(anchor, some)
            reached = self._reached(masks, chosen(first, some), chosen(free, some))
            reached ^= here
            reached &= piece.rests
            yield k, at[some], reached

    def _reached(self, masks: Masks, seen: Sets, free: Sets) -> Sets:
        """All anchors within reach, from those of the first step on."""
        steps = 1
        while steps != masks.most:
            more = masks.step(seen, free)
            if np.array_equal(more, seen):
                break
            seen, steps = more, steps + 1
        return seen

    def _moved(
        self,
        piece: Piece,
        k: int,
        parts: Parts,
        images: Parts | None,
        ranks: list[Words],
        at: Words,
    ) -> list[Moved]:
        """Some states when a piece has gone for a move; with a symmetry their images too."""
        group = sorted((piece.index, *piece.peers))
        peers = [ranks[p][at] for p in piece.peers]
        own = self._without(group, [part[at] for part in parts])
        found = [Moved(own, peers, k)]
        if images is not None and self._images is not None:
            image = self._without(group, [part[at] for part in images])
            moved = ascending([self._images[piece.index][rank] for rank in peers])
            found.append(Moved(image, moved, self._class_images[k]))
        return found

    def _emitted(self, piece: Piece, moved: list[Moved], reached: Sets) -> Iterable[Keys]:
        """A word for each anchor reached, one of each state at a time."""
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

    def _named(self, piece: Piece, moved: list[Moved], to: Words) -> Keys:
        """The words where a piece goes to rank ``to``; with a symmetry those of the names."""
        own = self._placed(piece, moved[0], to)
        if self._images is None:
            return own
        image = self._placed(piece, moved[1], self._images[piece.index][to])
        smaller: Keys = np.minimum(own, image)
        return smaller

    def _placed(self, piece: Piece, moved: Moved, to: Words) -> Keys:
        """The words where a piece goes to rank ``to``, among its peers in ascending order."""
        group, peers = sorted((piece.index, *piece.peers)), moved.peers
        found, index = [part.copy() for part in moved.parts], np.full(len(to), group[0])
        for place, p in enumerate(group):
            rank = to
            if place < len(peers):
                rank = np.minimum(rank, peers[place])
                index += peers[place] < to
            if place:
                rank = np.maximum(rank, peers[place - 1])
            field = self.pieces[p].field
            found[field.part] |= rank << field.shift
        if self.cliques:
            found[0] |= index * len(piece.classes) + moved.number
        return self._form.joined(found)

    def _without(self, group: Iterable[int], parts: Parts) -> Parts:
        """Keys without the fields of some pieces."""
        masks = [0] * len(parts)
        for part, shift, bits in (self.pieces[p].field for p in group):
            masks[part] |= (1 << bits) - 1 << shift
        return [part & ~mask for part, mask in zip(parts, masks, strict=True)]


def _rank(parts: Parts, piece: Piece) -> Words:
    """The ranks of one piece."""
    part, shift, bits = piece.field
    return parts[part] >> shift & (1 << bits) - 1
