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
from dataclasses import dataclass, replace
from itertools import pairwise
from math import prod
from typing import NamedTuple

import numpy as np

from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.sliding.anchors import AnchorLayout, MoveClass, ShapeAnchors
from puzzleproof.verify.arrays.records import Sets, Truths, Words
from puzzleproof.verify.arrays.sets import (
    bit_numbers,
    chosen,
    nonempty,
    places_of_bits,
    sets_of,
    shifted,
    words_for,
)
from puzzleproof.verify.arrays.words import Field, Form, Keys, Parts, form_for

HANDLES = 62
"""At most, of a state: each is a bit of a word of marks."""
LIMB_BITS = 32
"""Of long packed numbers: a limb and what is carried into it are divided in one word."""


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


def handle_bits(layout: AnchorLayout) -> int:
    """Bits for the number of a handle; none where moves make no cliques."""
    return (handles(layout) - 1).bit_length() if layout.classes[0].clique else 0


def array_boards(puzzle: AnyPuzzle, layout: AnchorLayout) -> WordBoards | None:
    """The states of a puzzle as arrays; None where keys or marks have no room."""
    form = key_form(layout)
    return None if form is None else WordBoards(puzzle, layout, *form)


class WordBoards:
    """The states of a puzzle whose keys have a form."""

    def __init__(
        self, puzzle: AnyPuzzle, layout: AnchorLayout, form: Form, fields: Sequence[Field]
    ) -> None:
        self._puzzle, self._layout, self._form = puzzle, layout, form
        self.dtype = form.dtype
        self._low = (1 << handle_bits(layout)) - 1
        self.cliques = layout.classes[0].clique
        self.pieces = tuple(_pieces(layout, fields))
        self._radix = [piece.anchor.shape[1] for piece in self.pieces]
        self._long = 8 * puzzle.pack_width > 64
        starts = [sum(layout.pieces[:kind]) for kind in range(len(layout.pieces))]
        kinds = [self.pieces[a : a + n] for a, n in zip(starts, layout.pieces, strict=True)]
        self._goals = [
            [[(p, rank) for kind, rank in clause for p in kinds[kind]] for clause in goal]
            for goal in layout.goals
        ]

    # --- conversions ------------------------------------------------------------------------

    def keys(self, numbers: Sets | list[int]) -> Keys:
        """The keys of packed numbers; raises ValueError for the first of no state."""
        ranks, large = self._ranks_in(numbers)
        unordered = np.zeros(len(numbers), np.bool_)
        for one, other in pairwise(self.pieces):
            if other.index in one.peers:
                unordered |= ranks[one.index] >= ranks[other.index]
        faults = {
            "pieces of one shape are not in order": unordered,
            "no state has this number": large,
            "pieces overlap": self._overlapping(ranks),
        }
        wrong = np.logical_or.reduce(list(faults.values()))
        if wrong.any():
            at = int(wrong.argmax())
            why = next(why for why, where in faults.items() if where[at])
            raise ValueError(f"record {int(numbers[at])}: {why}")
        return self._joined(ranks)

    def _joined(self, ranks: Sequence[Words]) -> Keys:
        """The keys of pieces at these ranks."""
        parts = [np.zeros(len(ranks[0]), np.int64) for _ in self._form.bits]
        for piece, rank in zip(self.pieces, ranks, strict=True):
            parts[piece.field.part] |= rank << piece.field.shift
        return self._form.joined(parts)

    def _ranks_in(self, numbers: Sets | list[int]) -> tuple[list[Words], Truths]:
        """The digits of packed numbers, and which numbers have something left."""
        if isinstance(numbers, np.ndarray):
            ranks, rest = _digits(numbers, self._radix)
            return ranks, rest != 0
        limbs, ranks = _limbs(numbers), list[Words]()
        for radices in _together(self._radix):
            some, _ = _digits(_remainder(limbs, prod(radices)), radices)
            ranks = some + ranks
        return ranks, np.bitwise_or.reduce(limbs) != 0

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
        fields = [piece.field for piece in self.pieces]
        return [parts[f.part] >> f.shift & (1 << f.bits) - 1 for f in fields]

    def emitted(self, words: Keys) -> tuple[Keys, Words]:
        """Emitted words as keys and numbers of handles."""
        low, *more = self._form.parts(words)
        numbers = low & self._low
        return self._form.joined([low ^ numbers, *more]), numbers

    def goal(self, keys: Keys) -> int | None:
        """The first of the states on which the first goal that stands at all stands."""
        ranks = self._ranks(self._form.parts(keys))
        for goal in self._goals:
            standing = np.ones(len(keys), np.bool_)
            for clause in goal:
                held = np.zeros(len(keys), np.bool_)
                for piece, rank in clause:
                    held |= ranks[piece.index] == rank
                standing &= held
            if standing.any():
                return int(standing.argmax())
        return None

    # --- moves ------------------------------------------------------------------------------

    def moves(self, keys: Keys, marks: Words) -> Keys:
        """The emitted words of all moves by handles without marks, in no order."""
        parts = self._form.parts(keys)
        ranks = self._ranks(parts)
        cells = [chosen(p.cells, rank) for p, rank in zip(self.pieces, ranks, strict=True)]
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
                found += self._moves_of(piece, parts, marks, ranks, at, others)
        return np.concatenate(found) if found else np.empty(0, self.dtype)

    def _marked(self, marks: Words, piece: Piece) -> Truths:
        """Whether a piece has the marks of all classes."""
        count = len(piece.classes)
        every = (1 << count) - 1
        found: Truths = (marks >> count * piece.index & every) == every
        return found

    def _moves_of(
        self,
        piece: Piece,
        parts: Parts,
        marks: Words,
        ranks: list[Words],
        at: Words,
        others: Sets,
    ) -> Iterable[Keys]:
        """The words of one piece's moves in some states."""
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
            for word, rank in zip(reached, piece.rank, strict=True):
                yield from self._emitted(piece, k, parts, ranks, at[some], word, rank)

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
        self,
        piece: Piece,
        k: int,
        parts: Parts,
        ranks: list[Words],
        at: Words,
        reached: Sets,
        rank: Words,
    ) -> Iterable[Keys]:
        """A word for each anchor reached in one word of the sets, one of each state at a time."""
        some = np.flatnonzero(reached)
        while len(some):
            at, reached = at[some], reached[some]
            one = reached & (~reached + np.uint64(1))
            here, peers = [part[at] for part in parts], [ranks[p][at] for p in piece.peers]
            yield self._placed(piece, k, here, peers, rank[bit_numbers(one)])
            reached ^= one
            some = np.flatnonzero(reached)

    def _placed(self, piece: Piece, k: int, parts: Parts, peers: list[Words], to: Words) -> Keys:
        """The words where a piece goes to rank ``to``, among its peers in ascending order."""
        group = sorted((piece.index, *piece.peers))
        found, index = self._without(group, parts), np.full(len(to), group[0])
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
            found[0] |= index * len(piece.classes) + k
        return self._form.joined(found)

    def _without(self, group: Iterable[int], parts: Parts) -> Parts:
        """Keys without the fields of some pieces."""
        masks = [0] * len(parts)
        for part, shift, bits in (self.pieces[p].field for p in group):
            masks[part] |= (1 << bits) - 1 << shift
        return [part & ~mask for part, mask in zip(parts, masks, strict=True)]


def _digits(numbers: Sets, radices: Sequence[int]) -> tuple[list[Words], Sets]:
    """(the digits in mixed radix, what is left above them); the last digit is the lowest."""
    found, rest = list[Words](), numbers
    for radix in map(np.uint64, reversed(radices)):
        left = rest // radix
        found.append((rest - left * radix).astype(np.int64))
        rest = left
    return found[::-1], rest


def _limbs(numbers: list[int]) -> list[Sets]:
    """Numbers of any length in words of `LIMB_BITS`, the highest first."""
    count = max(1, -(-max(numbers, default=0).bit_length() // LIMB_BITS))
    joined = b"".join([number.to_bytes(4 * count, "big") for number in numbers])
    return list(np.frombuffer(joined, ">u4").reshape(-1, count).T.astype(np.uint64))


def _together(radices: Sequence[int]) -> Iterable[Sequence[int]]:
    """The lowest digits that make one limb together, then those above them, and so on."""
    end = len(radices)
    while end:
        begin = end - 1
        while begin and prod(radices[begin - 1 : end]) < 1 << LIMB_BITS:
            begin -= 1
        yield radices[begin:end]
        end = begin


def _remainder(limbs: list[Sets], divisor: int) -> Sets:
    """Divide numbers in limbs by one below 2^32, which leaves quotients there; the remainders."""
    by, bits, rest = np.uint64(divisor), np.uint64(LIMB_BITS), np.zeros_like(limbs[0])
    for k, limb in enumerate(limbs):
        whole = rest << bits | limb
        limbs[k] = whole // by
        rest = whole - limbs[k] * by
    return rest


def _pieces(layout: AnchorLayout, fields: Sequence[Field]) -> Iterable[Piece]:
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
