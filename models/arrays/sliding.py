"""Sliding blocks as arrays: conversions, goals, and all moves of many states at once.

A *key* is a word with a field for each piece, the highest for the first piece.  A field holds the
rank of the piece's place among the places of its shape, so keys sort as packed numbers do.  The
ranks of interchangeable pieces ascend.  If the fields need more than 63 bits, a key is a string of
the bytes of several words, the highest byte first.

Sets of cells are rows of 64-bit words, one column per state: shape (words, states).  Cell or anchor
number n is bit n % 64 of word n // 64.  The usual operators of numpy work on sets of any number of
words; the functions on sets carry bits from word to word.

A breadth-first search (`models/sliding/anchors.py`) finds the places that a piece can move to; it
makes each step in all states at once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from puzzleproof.models.arrays.board import ArrayBoard
from puzzleproof.models.arrays.words import (
    WORD_BYTES,
    Numbers,
    Sets,
    Truths,
    Words,
    digits,
    from_digits,
    integers,
)
from puzzleproof.models.board import UNNAMED
from puzzleproof.models.budget import spend
from puzzleproof.models.puzzle import DRAWING_LIMIT, AnyPuzzle
from puzzleproof.models.sliding.anchors import AnchorLayout, MoveClass, ShapeAnchors, anchors_of

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror


WORD = 64
MOST_PIECES = 64
"""The greatest number of pieces; with more, few pieces can move, and the rules are faster."""
KEY_BITS = 63
"""The number of bits of a signed word without its sign."""


class Field(NamedTuple):
    """The part of a key that holds the rank of a piece."""

    word: int
    shift: int
    mask: int
    """As many 1 bits as the field has bits, from bit 0 on."""


class Masks(NamedTuple):
    """A class of moves of a shape (`MoveClass`), as arrays."""

    steps: tuple[tuple[int, Sets], ...]
    """For each direction of a step: (what it adds to an anchor's number, the anchors entered)."""
    most: int

    def step(self, anchors: Sets, free: Sets) -> Sets:
        """Return these anchors, and the free anchors one step away."""
        found = anchors.copy()
        for by, entered in self.steps:
            found |= shifted(anchors, by) & entered
        found &= free
        found |= anchors
        return found


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece, and the tables of its places by rank."""

    index: int
    field: Field
    offsets: tuple[int, ...]
    anchor: Sets
    cells: Sets
    rests: Sets
    classes: tuple[Masks, ...]
    rank: tuple[Words, ...]
    """For each word: number of an anchor's bit (`bit_numbers`) -> the anchor's rank."""


def masks_of(shape: ShapeAnchors, moves: MoveClass, layout: AnchorLayout) -> Masks:
    """Return a class of moves as arrays, with the directions that enter any anchor."""
    by = {"N": -layout.width, "E": 1, "S": layout.width, "W": -1}
    entered = [(by[letter], shape.entered[letter]) for letter in moves.letters]
    words = -(-layout.cells // WORD)
    return Masks(tuple((k, sets_of([mask], words)) for k, mask in entered if mask), moves.most)


def fields_of(layout: AnchorLayout) -> list[Field]:
    """Lay out a field for each piece; the first piece has the highest field of the first word."""
    kinds = zip(layout.shapes, layout.pieces, strict=True)
    found = list[Field]()
    word, free = 0, KEY_BITS
    for shape, number in kinds:
        bits = max(1, (len(shape.resting) - 1).bit_length())
        for _ in range(number):
            if bits > free:
                word, free = word + 1, KEY_BITS
            free -= bits
            found.append(Field(word, free, (1 << bits) - 1))
    last = [field.shift for field in found if field.word == word][-1]
    return [f._replace(shift=f.shift - last) if f.word == word else f for f in found]


def kinds_of(layout: AnchorLayout, fields: Iterable[Field]) -> Iterable[tuple[Piece, ...]]:
    """Yield the pieces of each kind, which share their tables."""
    numbered, words = enumerate(fields), -(-layout.cells // WORD)
    for shape, count in zip(layout.shapes, layout.pieces, strict=True):
        rank = [np.zeros(WORD, np.int64) for _ in range(words)]
        for place, anchor in enumerate(shape.resting):
            word, bit = divmod(anchor.bit_length() - 1, WORD)
            rank[word][bit] = place
        tables: dict[str, Any] = {
            "offsets": shape.offsets,
            "anchor": sets_of(shape.resting, words),
            "cells": sets_of([shape.cells(a) for a in shape.resting], words),
            "rests": sets_of([shape.rests], words),
            "classes": tuple(masks_of(shape, moves, layout) for moves in layout.classes),
            "rank": tuple(rank),
        }
        yield tuple(Piece(*one, **tables) for one in islice(numbered, count))


# --- sets of cells -------------------------------------------------------------------------


def sets_of(sets: Sequence[int], words: int) -> Sets:
    """Return sets of cells as columns of words."""
    whole = (1 << WORD) - 1
    return np.array([[one >> WORD * k & whole for one in sets] for k in range(words)], np.uint64)


def shifted(sets: Sets, by: int) -> Sets:
    """Add ``by`` to each number in the sets; numbers that leave the words are lost."""
    whole, bits = divmod(abs(by), WORD)
    near, far = np.uint64(bits), np.uint64(WORD - bits)
    if len(sets) == 1:
        return sets << near if by > 0 else sets >> near
    found = np.zeros_like(sets)
    left = len(sets) - whole
    if by > 0:
        found[whole:] = sets[:left] << near
        if bits:
            found[whole + 1 :] |= sets[: left - 1] >> far
    else:
        found[:left] = sets[whole:] >> near
        if bits:
            found[: left - 1] |= sets[whole + 1 :] << far
    return found


def nonempty(sets: Sets) -> Truths:
    """Tell for each state whether its set has any cell."""
    word = sets[0] if len(sets) == 1 else np.bitwise_or.reduce(sets)
    found: Truths = word != 0
    return found


def bit_numbers(bits: Sets) -> Words:
    """Return the number of the only 1 bit of each word, from the exponent of an exact float."""
    return np.frexp(bits.astype(np.float64))[1].astype(np.intp) - 1


# --- boards --------------------------------------------------------------------------------


def sliding_board(
    puzzle: AnyPuzzle, memory: int | None = None, mirror: "Mirror | None" = None
) -> "SlidingBoard | None":
    """Return the array board of a puzzle; with ``mirror``, its keys stand for representatives.

    Return None if the puzzle has no anchors, too many pieces, or too many cells for quick sets.
    """
    if len(puzzle.draw(puzzle.start)) > DRAWING_LIMIT:
        return None
    layout = anchors_of(puzzle)
    if layout is None or sum(layout.pieces) > MOST_PIECES:
        return None
    return SlidingBoard(puzzle, layout, memory, mirror)


class SlidingBoard(ArrayBoard):
    """Converts states to keys and back, and makes moves and finds goals among keys."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        layout: AnchorLayout,
        memory: int | None = None,
        mirror: "Mirror | None" = None,
    ) -> None:
        super().__init__(puzzle, memory)
        self.mirror = mirror
        self._kinds = list(kinds_of(layout, fields_of(layout)))
        self.pieces = tuple(chain.from_iterable(self._kinds))
        self._images = None
        if mirror is not None:
            kinds = zip(mirror.ranks, layout.pieces, strict=True)
            self._images = [np.array(to, np.int64) for to, number in kinds for _ in range(number)]
            """For each piece: rank of a place -> rank of its image."""
        self._words = self.pieces[-1].field.word + 1
        if self._words > 1:
            self.dtype = f"S{WORD_BYTES * self._words}"
        self._radix = [piece.anchor.shape[1] for piece in self.pieces]
        self._goals = [
            [[(p, rank) for kind, rank in clause for p in self._kinds[kind]] for clause in goal]
            for goal in layout.goals
        ]

    # --- conversions ------------------------------------------------------------------------

    def keys(self, numbers: Numbers) -> Words:
        """Convert packed numbers to keys; raises ValueError at the first number without a state.

        With a symmetry, a number whose state is no representative raises ValueError too.
        """
        spend(0, 16 * len(numbers) * len(self.pieces) * len(self.pieces[0].cells))
        ranks, rest = digits(numbers, self._radix)
        unordered = np.zeros(len(numbers), np.bool_)
        for one, other in chain.from_iterable(map(pairwise, self._kinds)):
            unordered |= ranks[one.index] > ranks[other.index]
        faults = {
            "no state has this number": rest != 0,
            "pieces of one shape are not in order": unordered,
            "pieces overlap": self._overlapping(ranks),
        }
        wrong = np.logical_or.reduce(list(faults.values()))
        at, why = (int(wrong.argmax()) if wrong.any() else len(numbers)), ""
        keys = self.from_ranks(rank[:at] for rank in ranks)
        if (unnamed := self.named(keys) < keys).any():
            at, why = int(unnamed.argmax()), UNNAMED
        if at < len(numbers):
            why = why or next(why for why, where in faults.items() if where[at])
            raise ValueError(f"record {self._number(numbers, at)}: {why}")
        return keys

    def _number(self, numbers: Numbers, place: int) -> int:
        return integers(numbers[place : place + 1], self.puzzle.pack_width)[0]

    def from_ranks(self, ranks: Iterable[Words]) -> Words:
        """Return the keys of states, given for each piece the ranks of its places."""
        fields = [(piece.field, rank) for piece, rank in zip(self.pieces, ranks, strict=True)]
        return _keys_of_words(
            [
                np.bitwise_or.reduce([rank << f.shift for f, rank in fields if f.word == word])
                for word in range(self._words)
            ]
        )

    def named(self, keys: Words) -> Words:
        """Return the keys of the representatives; without a symmetry, the same keys."""
        if self._images is None:
            return keys
        images = [to[rank] for to, rank in zip(self._images, self.ranks(keys), strict=True)]
        in_order = (ascending([images[p.index] for p in kind]) for kind in self._kinds)
        others = self.from_ranks(chain.from_iterable(in_order))
        return np.where(others < keys, others, keys)

    def _overlapping(self, ranks: Sequence[Words]) -> Truths:
        """Tell for each state whether two pieces cover one cell."""
        cells = [p.cells.take(rank, axis=1) for p, rank in zip(self.pieces, ranks, strict=True)]
        occupied, twice = np.zeros_like(cells[0]), np.zeros_like(cells[0])
        for some in cells:
            twice |= occupied & some
            occupied |= some
        return nonempty(twice)

    def numbers(self, keys: Words) -> Numbers:
        return from_digits(self.ranks(keys), self._radix, self.puzzle.pack_width)

    def ranks(self, keys: Words) -> list[Words]:
        """Return for each piece the rank of its place in each state."""
        words = _words_of_keys(keys)
        return [words[p.field.word] >> p.field.shift & p.field.mask for p in self.pieces]

    def is_goal(self, keys: Words) -> Truths:
        found, ranks = np.zeros(len(keys), np.bool_), self.ranks(keys)
        for goal in self._goals:
            standing = np.ones(len(keys), np.bool_)
            for clause in goal:
                held = np.zeros(len(keys), np.bool_)
                for piece, rank in clause:
                    held |= ranks[piece.index] == rank
                standing &= held
            found |= standing
        return found

    # --- moves ------------------------------------------------------------------------------

    def arcs(self, keys: Words) -> Iterator[tuple[Words, Words]]:
        """Yield for each kind the keys after moves of its pieces, with their sources' indices."""
        ranks = self.ranks(keys)
        cells = [p.cells.take(rank, axis=1) for p, rank in zip(self.pieces, ranks, strict=True)]
        occupied = np.bitwise_or.reduce(cells)
        for kind in self._kinds:
            some = slice(kind[0].index, kind[-1].index + 1)
            # Columns: the first piece of the kind in all states, then the second, and so on.
            others = np.concatenate([occupied ^ one for one in cells[some]], axis=1)
            moved = list(self._moved(kind[0], np.concatenate(ranks[some]), others))
            if moved:
                to, at = (np.concatenate(parts) for parts in zip(*moved, strict=True))
                spend(0, 48 * len(to))
                mover, source = np.divmod(at, len(keys)) if len(kind) > 1 else (at, at)
                yield self.named(_placed(kind, keys, ranks[some], mover, source, to)), source

    def _moved(self, piece: Piece, rank: Words, others: Sets) -> Iterator[tuple[Words, Words]]:
        """Yield the ranks of places that pieces of this kind reach, and the pieces' columns."""
        blocked = others.copy()
        for offset in piece.offsets:
            blocked |= shifted(others, -offset)
        free, anchor = ~blocked, piece.anchor.take(rank, axis=1)
        for masks in piece.classes:
            first = masks.step(anchor, free)
            some = np.flatnonzero(nonempty(first ^ anchor))
            if len(some):
                reached = self._reached(masks, first.take(some, axis=1), free.take(some, axis=1))
                reached ^= anchor.take(some, axis=1)
                reached &= piece.rests
                for word, ranks in zip(reached, piece.rank, strict=True):
                    place = np.flatnonzero(word)
                    left, at = word[place], some[place]
                    while len(at):
                        one = left & (~left + np.uint64(1))
                        yield ranks[bit_numbers(one)], at
                        left ^= one
                        more = np.flatnonzero(left)
                        left, at = left[more], at[more]

    def _reached(self, masks: Masks, seen: Sets, free: Sets) -> Sets:
        """Return all anchors that can be reached; ``seen`` has the anchors after the first step."""
        steps = 1
        while steps != masks.most:
            spend(seen.size // 50)
            more = masks.step(seen, free)
            if np.array_equal(more, seen):
                break
            seen, steps = more, steps + 1
        return seen


def _placed(
    kind: Sequence[Piece],
    keys: Words,
    ranks: Sequence[Words],
    mover: Words,
    source: Words,
    to: Words,
) -> Words:
    """Return the keys after moves of pieces of a kind; the ranks of the kind ascend again.

    For each move, ``source`` is the index of the state, ``mover`` the index of the piece within the
    kind, and ``to`` its new rank.  ``ranks`` are the ranks of the kind's pieces before the moves.
    """
    fields = [piece.field for piece in kind]
    words = [word[source] for word in _words_of_keys(keys)]
    for field in fields:
        words[field.word] &= ~(field.mask << field.shift)
    table, below = np.array(ranks), None
    for k, field in enumerate(fields):  # rank k: the median of ``to`` and two other pieces' ranks
        above = None if k + 1 == len(kind) else table[k + (mover <= k), source]
        rank = to if above is None else np.minimum(to, above)
        words[field.word] |= (rank if below is None else np.maximum(rank, below)) << field.shift
        below = above
    return _keys_of_words(words)


def _words_of_keys(keys: Words) -> list[Words]:
    """Split keys into their words."""
    if keys.dtype.kind != "S":
        return [keys]
    words = np.ascontiguousarray(keys).view(">i8").reshape(len(keys), keys.itemsize // WORD_BYTES)
    return [word.astype(np.int64) for word in words.T]


def _keys_of_words(words: Sequence[Words]) -> Words:
    """Join words to keys: the inverse of `_words_of_keys`."""
    if len(words) == 1:
        return words[0]
    rows = np.stack(words, axis=1).astype(">i8")
    return rows.view(f"S{WORD_BYTES * len(words)}").ravel()


def ascending(columns: list[Words]) -> list[Words]:
    """Sort the numbers of each row, by exchanges of adjacent columns."""
    found = list(columns)
    for last in range(len(found) - 1, 0, -1):
        for k in range(last):
            one, other = found[k], found[k + 1]
            found[k], found[k + 1] = np.minimum(one, other), np.maximum(one, other)
    return found
