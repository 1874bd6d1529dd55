"""The pieces of a board: tables of their places as arrays, and the fields of keys.

Sets of cells are rows of 64-bit words, one column a state: shape (words, states).  Cell or anchor
number n is bit n % 64 of word n // 64.  The usual operators of numpy work on sets of any number of
words; the functions at the end of this module carry bits from word to word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from puzzleproof.models.sliding.anchors import AnchorLayout, MoveClass, ShapeAnchors
from puzzleproof.verify.arrays.records import Sets, Truths, Words

WORD = 64
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
