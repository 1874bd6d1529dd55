"""Sliding blocks as arrays: conversions, goals, and all moves of many states at once.

A *key* is a word with a field for each piece, the first piece's the highest.  A field holds the
rank of the piece's place among the places of its shape, so keys sort as packed numbers do.  The
ranks of interchangeable pieces ascend.  Boards whose keys need more than 63 bits are not handled.

Sets of cells are rows of 64-bit words, one column a state: shape (words, states).  Cell or anchor
number n is bit n % 64 of word n // 64.  The usual operators of numpy work on sets of any number of
words; the functions on sets carry bits from word to word.

A flood (`models/sliding/anchors.py`) finds the moves of a piece, a step in all states at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from puzzleproof.models.arrays.words import Sets, Truths, Words
from puzzleproof.models.budget import spend
from puzzleproof.models.puzzle import DRAWING_LIMIT, AnyPuzzle, State
from puzzleproof.models.sliding.anchors import AnchorLayout, MoveClass, ShapeAnchors

if TYPE_CHECKING:
    from puzzleproof.models.sliding.mirrors import Mirror


WORD = 64
UNNAMED = "its mirror image has a smaller number"
"""The message about a record that is not the name of its class."""
KEY_BITS = 63
"""Bits of a signed word without its sign."""


class Field(NamedTuple):
    """Where a piece has its rank in a key."""

    shift: int
    mask: int
    """A bit for each bit of the field, shifted down."""


class Masks(NamedTuple):
    """A class of moves of a shape."""

    steps: tuple[tuple[int, Sets], ...]
    """For each direction that enters any anchor: (what a step adds to the number of an anchor, the
    anchors that it may enter)."""
    most: int

    def step(self, anchors: Sets, free: Sets) -> Sets:
        """These anchors, and the free ones one step away."""
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
    """For each word, the rank of an anchor by the number of its bit (`bit_numbers`)."""


def masks_of(shape: ShapeAnchors, moves: MoveClass, layout: AnchorLayout) -> Masks:
    """A class of moves as arrays, with the directions that enter any anchor."""
    by = {"N": -layout.width, "E": 1, "S": layout.width, "W": -1}
    entered = [(by[letter], shape.entered[letter]) for letter in moves.letters]
    words = words_for(layout.cells)
    return Masks(tuple((k, sets_of([mask], words)) for k, mask in entered if mask), moves.most)


def fields_of(layout: AnchorLayout) -> list[Field] | None:
    """The field of each piece, the first one's the highest; None if they do not fit into a word."""
    kinds = zip(layout.shapes, layout.pieces, strict=True)
    widths = [max(1, (len(s.resting) - 1).bit_length()) for s, n in kinds for _ in range(n)]
    if sum(widths) > KEY_BITS:
        return None
    return [Field(sum(widths[k + 1 :]), (1 << bits) - 1) for k, bits in enumerate(widths)]


def kinds_of(layout: AnchorLayout, fields: Iterable[Field]) -> Iterable[tuple[Piece, ...]]:
    """Yield the pieces of each kind, which share their tables."""
    numbered, words = enumerate(fields), words_for(layout.cells)
    for shape, count in zip(layout.shapes, layout.pieces, strict=True):
        tables: dict[str, Any] = {
            "offsets": shape.offsets,
            "anchor": sets_of(shape.resting, words),
            "cells": sets_of([shape.cells(a) for a in shape.resting], words),
            "rests": sets_of([shape.rests], words),
            "classes": tuple(masks_of(shape, moves, layout) for moves in layout.classes),
            "rank": tuple(places_of_bits(shape.resting, words)),
        }
        yield tuple(Piece(*place, **tables) for place in islice(numbered, count))


# --- sets of cells -------------------------------------------------------------------------


def words_for(cells: int) -> int:
    """The number of words that hold this many cells."""
    return -(-cells // WORD)


def sets_of(sets: Sequence[int], words: int) -> Sets:
    """Some sets as columns."""
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
    """For each state, whether its set has any cell."""
    word = sets[0] if len(sets) == 1 else np.bitwise_or.reduce(sets)
    found: Truths = word != 0
    return found


def places_of_bits(anchors: Iterable[int], words: int) -> list[Words]:
    """For each word a table: number of a bit -> rank of the anchor with that bit."""
    tables = [np.zeros(WORD, np.int64) for _ in range(words)]
    for place, anchor in enumerate(anchors):
        word, bit = divmod(anchor.bit_length() - 1, WORD)
        tables[word][bit] = place
    return tables


def bit_numbers(bits: Sets) -> Words:
    """The numbers of the only bits in these words, read from the exponents of exact floats."""
    return np.frexp(bits.astype(np.float64))[1].astype(np.intp) - 1


# --- boards --------------------------------------------------------------------------------


def array_boards(puzzle: AnyPuzzle, mirror: "Mirror | None" = None) -> "ArrayBoards | None":
    """The states as arrays (with a symmetry: names); None without anchors, or for long keys.

    None for a large drawing too: such sets of cells have many words.
    """
    if len(puzzle.draw(puzzle.start)) > DRAWING_LIMIT:
        return None
    layout = puzzle.anchors
    fields = None if layout is None else fields_of(layout)
    if layout is None or fields is None:
        return None
    return ArrayBoards(puzzle, layout, fields, mirror)


class ArrayBoards:
    """Converts states to keys and back, and makes moves and finds goals among keys."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        layout: AnchorLayout,
        fields: Sequence[Field],
        mirror: "Mirror | None" = None,
    ) -> None:
        self._puzzle = puzzle
        self._kinds = list(kinds_of(layout, fields))
        self.pieces = tuple(chain.from_iterable(self._kinds))
        self._images = None
        if mirror is not None:
            kinds = zip(mirror.ranks, layout.pieces, strict=True)
            self._images = [np.array(to, np.int64) for to, number in kinds for _ in range(number)]
            """For each piece: rank of a place -> rank of its image."""
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
        if wrong.any():
            at = int(wrong.argmax())
            why = next(why for why, where in faults.items() if where[at])
            raise ValueError(f"record {int(numbers[at])}: {why}")
        keys = self._joined(ranks)
        unnamed = self._named(keys) < keys
        if unnamed.any():
            raise ValueError(f"record {int(numbers[int(unnamed.argmax())])}: {UNNAMED}")
        return keys

    def _joined(self, ranks: Iterable[Words]) -> Words:
        """The keys of states whose pieces have these ranks."""
        fields = zip(self.pieces, ranks, strict=True)
        keys: Words = np.bitwise_or.reduce([rank << piece.field.shift for piece, rank in fields])
        return keys

    def _named(self, keys: Words) -> Words:
        """The keys of the names of states; without a symmetry, the keys themselves."""
        if self._images is None:
            return keys
        images = [image[_rank(keys, p)] for image, p in zip(self._images, self.pieces, strict=True)]
        in_order = (ascending([images[p.index] for p in kind]) for kind in self._kinds)
        return np.minimum(keys, self._joined(chain.from_iterable(in_order)))

    def _overlapping(self, ranks: Sequence[Words]) -> Truths:
        """For each state, whether two pieces cover one cell."""
        cells = [p.cells.take(rank, axis=1) for p, rank in zip(self.pieces, ranks, strict=True)]
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
        cells = [p.cells.take(rank, axis=1) for p, rank in zip(self.pieces, ranks, strict=True)]
        occupied = np.bitwise_or.reduce(cells)
        found = [keys[:0]]
        for kind in self._kinds:
            for number, piece in enumerate(kind):
                others = occupied ^ cells[piece.index]
                moved = list(self._moved(piece, keys, ranks[piece.index], others))
                if moved:
                    found.append(_in_order(kind, number, np.concatenate(moved)))
                    spend(0, 24 * sum(map(len, found)))
        return self._named(np.concatenate(found))

    def _moved(self, piece: Piece, keys: Words, rank: Words, others: Sets) -> Iterable[Words]:
        """Yield the keys after moves of a piece, the ranks of its kind perhaps out of order."""
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
                yield from _emitted(piece, keys[some], reached)

    def _reached(self, masks: Masks, seen: Sets, free: Sets) -> Sets:
        """All anchors that can be reached; ``seen`` has those after the first step."""
        steps = 1
        while steps != masks.most:
            spend(seen.size // 50)
            more = masks.step(seen, free)
            if np.array_equal(more, seen):
                break
            seen, steps = more, steps + 1
        return seen


def _emitted(piece: Piece, keys: Words, reached: Sets) -> Iterable[Words]:
    """Yield the keys after a piece moved: each array has one anchor reached of each state."""
    keys = keys & ~(piece.field.mask << piece.field.shift)
    for word, rank in zip(reached, piece.rank, strict=True):
        some, left = np.flatnonzero(word), word[word != 0]
        while len(some):
            one = left & (~left + np.uint64(1))
            yield keys[some] | rank[bit_numbers(one)] << piece.field.shift
            left ^= one
            some, left = some[left != 0], left[left != 0]


def _in_order(kind: Sequence[Piece], moved: int, keys: Words) -> Words:
    """The keys with the ranks of a kind ascending, where only one piece may be out of order.

    Exchanges with those above it, and then with those below it, take the piece to its place.
    """
    if len(kind) == 1:
        return keys
    ranks = [_rank(keys, piece) for piece in kind]
    for k in (*range(moved, len(kind) - 1), *reversed(range(moved))):
        exchange(ranks, k)
    for piece, rank in zip(kind, ranks, strict=True):
        keys = keys & ~(piece.field.mask << piece.field.shift) | rank << piece.field.shift
    return keys


def _rank(keys: Words, piece: Piece) -> Words:
    """The ranks of one piece."""
    return keys >> piece.field.shift & piece.field.mask


def digits(numbers: Sets, radices: Sequence[int]) -> tuple[list[Words], Sets]:
    """The digits in mixed radix, the last one the lowest, and what is left above them."""
    found, rest = list[Words](), numbers
    for radix in map(np.uint64, reversed(radices)):
        left = rest // radix
        found.append((rest - left * radix).astype(np.int64))
        rest = left
    return found[::-1], rest


def ascending(columns: list[Words]) -> list[Words]:
    """Sort the numbers of each row, by exchanges of adjacent columns."""
    found = list(columns)
    for last in range(len(found) - 1, 0, -1):
        for k in range(last):
            exchange(found, k)
    return found


def exchange(columns: list[Words], k: int) -> None:
    """Exchange the numbers of two adjacent columns in each row where they descend."""
    one, other = columns[k], columns[k + 1]
    columns[k], columns[k + 1] = np.minimum(one, other), np.maximum(one, other)
