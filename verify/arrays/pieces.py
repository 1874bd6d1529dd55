"""The pieces of a board: tables of their places as arrays, and the fields of keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from puzzleproof.models.sliding.anchors import AnchorLayout, MoveClass, ShapeAnchors
from puzzleproof.verify.arrays.records import Sets, Words
from puzzleproof.verify.arrays.sets import places_of_bits, sets_of, shifted, words_for
from puzzleproof.verify.arrays.words import Field, Form, form_for

HANDLES = 62
"""At most, of a state: each is a bit of a word of marks."""


class Masks(NamedTuple):
    """A class of moves of a shape."""

    steps: tuple[tuple[int, Sets], ...]
    """(what it adds to an anchor's number, the anchors it may enter) of each direction that enters
    any."""
    most: int

    def step(self, anchors: Sets, free: Sets) -> Sets:
        """These anchors and those one step away, where they are free."""
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
    peers: tuple[int, ...]
    """The other pieces of its kind."""
    offsets: tuple[int, ...]
    anchor: Sets
    cells: Sets
    fronts: Sets
    """The cells that steps enter; where none is free there is no move."""
    rests: Sets
    classes: tuple[Masks, ...]
    rank: tuple[Words, ...]
    """For each word, the rank of an anchor by the number of its bit (`bit_numbers`)."""


def masks_of(shape: ShapeAnchors, moves: MoveClass, layout: AnchorLayout) -> Masks:
    """The steps of a class that enter any anchor."""
    by = (-layout.width, 1, layout.width, -1)
    words = words_for(layout.cells)
    steps = [
        (k, sets_of([m], words)) for k, m in zip(by, shape.masks(moves.letters), strict=True) if m
    ]
    return Masks(tuple(steps), moves.most)


def key_form(layout: AnchorLayout) -> tuple[Form, list[Field]] | None:
    """The form of the keys of a board, and the field of each piece; None where there is no room."""
    if handles(layout) > HANDLES:
        return None
    kinds = zip(layout.shapes, layout.pieces, strict=True)
    widths = [max(1, (len(s.resting) - 1).bit_length()) for s, n in kinds for _ in range(n)]
    return form_for(widths, handle_bits(layout))


def handles(layout: AnchorLayout) -> int:
    """How many handles a state has."""
    return sum(layout.pieces) * len(layout.classes)


def marks_type(count: int) -> type[np.signedinteger[Any]]:
    """The shortest words with so many bits besides the sign."""
    return np.int16 if count < 16 else np.int32 if count < 32 else np.int64


def handle_bits(layout: AnchorLayout) -> int:
    """Bits for the number of a handle; none where moves make no cliques."""
    return (handles(layout) - 1).bit_length() if layout.classes[0].clique else 0


def pieces_of(layout: AnchorLayout, fields: Sequence[Field]) -> Iterable[Piece]:
    """Every piece, with tables that those of a kind share."""
    first, words = 0, words_for(layout.cells)
    for shape, count in zip(layout.shapes, layout.pieces, strict=True):
        fronts = [_fronts(layout, shape, anchor) for anchor in shape.resting]
        tables = Piece(
            index=first,
            field=fields[first],
            peers=(),
            offsets=shape.offsets,
            anchor=sets_of(shape.resting, words),
            cells=sets_of([shape.cells(a) for a in shape.resting], words),
            fronts=sets_of(fronts, words),
            rests=sets_of([shape.rests], words),
            classes=tuple(masks_of(shape, moves, layout) for moves in layout.classes),
            rank=tuple(places_of_bits(shape.resting, words)),
        )
        kind = range(first, first + count)
        for index in kind:
            peers = tuple(p for p in kind if p != index)
            yield replace(tables, index=index, field=fields[index], peers=peers)
        first += count


def _fronts(layout: AnchorLayout, shape: ShapeAnchors, anchor: int) -> int:
    """The cells that any step of any class enters."""
    found = 0
    for moves in layout.classes:
        for front in shape.fronts(anchor, shape.near(anchor, moves.letters, layout.width)):
            found |= front
    return found
