"""All packings of a small board by polyominoes, and how far a block is from the opposite corner.

A *puzzle* is a block in the upper left corner of the board, with any other polyominoes and some
empty cells, and the block has to get to the lower right corner.  A polyomino is in a corner if its
bounding box is.  The question is that of N. Bickford, 'Sliding Block Puzzles, Part 3' (2012); he
counts metric ``piece``, and a *justsolved* packing is one that such a puzzle may end with: the
block covers the cell of the lower right corner, and could have come from the left or from above.

All puzzles of one block are searched at once, backwards from the packings in which they end: the
pieces never change, so layer d holds, of every puzzle there is, the states d moves from its nearest
goal.  A packing is one number: which cells are covered, which are joined to the right and
downwards, how many pieces there are, where the block is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.atlas.stock import Arrangement, Place, place_of
from puzzleproof.models.errors import NotationError

Keys: TypeAlias = npt.NDArray[np.int64]
Masks: TypeAlias = npt.NDArray[np.uint16]
MOST_CELLS = 16
CELLS, RIGHT, DOWN, PIECES, BLOCK = 0, 16, 32, 48, 53
"""The first bit of each part of a packing: 16 for cells and joints, 5 for pieces, 4 for a cell."""
PARTS = CELLS, RIGHT, DOWN
PART, COUNT, ONE = 0xFFFF, 0x1F, np.uint16(1)
CHUNK = 1 << 16
KEPT = 200_000
"""Packings of a region that are remembered."""


@dataclass(frozen=True)
class Record:
    """A hardest start among the puzzles of one block with so many pieces."""

    moves: int
    starts: int
    """States that are as far."""
    arrangement: Arrangement
    """One of these."""

    def harder(self, other: Record) -> Record:
        """The harder of two; if they are equally hard, one that counts the starts of both."""
        if self.moves == other.moves:
            return replace(self, starts=self.starts + other.starts)
        return max(self, other, key=lambda one: one.moves)


@dataclass(frozen=True)
class Board:
    """A rectangle of at most 16 cells, numbered in reading order; bit c of a mask is cell c."""

    rows: int
    columns: int

    def __post_init__(self) -> None:
        """Raise NotationError for a board without cells, or with too many."""
        if not 1 <= self.rows * self.columns <= MOST_CELLS:
            raise NotationError(
                f"packings of {self.name}: expected a board of 1 to {MOST_CELLS} cells"
            )

    @property
    def name(self) -> str:
        """Rows and columns, as in ``4x4``."""
        return f"{self.rows}x{self.columns}"

    @property
    def full(self) -> int:
        """All cells."""
        return (1 << self.rows * self.columns) - 1

    @property
    def left(self) -> int:
        """The first column."""
        return sum(1 << self.columns * row for row in range(self.rows))

    @cached_property
    def polyominoes(self) -> list[int]:
        """Every connected set of cells."""
        cells = [1 << cell for cell in range(self.rows * self.columns)]
        found, todo = set(cells), list(cells)
        while todo:
            mask = todo.pop()
            for cell in cells:
                if self._around(mask) & cell and mask | cell not in found:
                    found.add(mask | cell)
                    todo.append(mask | cell)
        return sorted(found)

    def _around(self, mask: int) -> int:
        right = self.left << self.columns - 1
        beside = (mask & ~right) << 1 | (mask & ~self.left) >> 1
        return (beside | mask << self.columns | mask >> self.columns) & self.full & ~mask

    def piece(self, mask: int) -> int:
        """The part of a packing that is this piece."""
        right = mask & mask >> 1 & ~(self.left << self.columns - 1)
        down = mask & mask >> self.columns
        return mask | right << RIGHT | down << DOWN | 1 << PIECES

    @cached_property
    def _by_first_cell(self) -> list[tuple[Keys, Keys]]:
        """For each cell the polyominoes that begin there: masks, and parts of packings."""
        found = list[tuple[Keys, Keys]]()
        for cell in range(self.rows * self.columns):
            masks = [mask for mask in self.polyominoes if mask & -mask == 1 << cell]
            parts = [self.piece(mask) for mask in masks]
            found.append((np.array(masks, np.int64), np.array(parts, np.int64)))
        return found

    def packings(self, region: int) -> Keys:
        """All packings of some cells, the one without pieces first."""
        return self._packings(region, {0: np.zeros(1, np.int64)})

    def _packings(self, region: int, known: dict[int, Keys]) -> Keys:
        """The first cell is empty, or some polyomino begins there."""
        if region in known:
            return known[region]
        first = region & -region
        masks, parts = self._by_first_cell[first.bit_length() - 1]
        fits = (masks & ~region) == 0
        found = [self._packings(region ^ first, known)]
        for mask, part in zip(masks[fits].tolist(), parts[fits].tolist(), strict=True):
            found.append(self._packings(region ^ mask, known) + part)
        packed = np.concatenate(found)
        if len(packed) < KEPT:
            known[region] = packed
        return packed

    def extent(self, mask: int) -> tuple[int, int]:
        """Rows and columns of the bounding box of a polyomino in the upper left corner."""
        width = max(k % self.columns for k in range(MOST_CELLS) if mask >> k & 1) + 1
        return -(-mask.bit_length() // self.columns), width

    @cached_property
    def anchors(self) -> tuple[Masks, Masks]:
        """For each mask: how far it is from the upper left corner, where it may be from there."""
        offset, places = np.zeros((2, self.full + 1), np.uint16)
        for mask in self.polyominoes:
            row = (mask & -mask).bit_length() - 1
            row //= self.columns
            column = min(k % self.columns for k in range(MOST_CELLS) if mask >> k & 1)
            offset[mask] = row * self.columns + column
            tall, wide = self.extent(mask >> int(offset[mask]))
            line = (1 << self.columns - wide + 1) - 1
            places[mask] = sum(line << self.columns * k for k in range(self.rows - tall + 1))
        return offset, places

    def blocks(self) -> list[int]:
        """The blocks in the upper left corner that reach the last cell, up to the diagonal."""
        found = list[int]()
        offset, places = self.anchors
        for mask in self.polyominoes:
            last = int(places[mask]).bit_length() - 1
            if not offset[mask] and mask << last >> self.rows * self.columns - 1:
                found.append(mask)
        if self.rows != self.columns:
            return found
        return [mask for mask in found if mask <= self._transposed(mask)]

    def _transposed(self, mask: int) -> int:
        cells = (divmod(k, self.columns) for k in range(MOST_CELLS) if mask >> k & 1)
        return sum(1 << column * self.columns + row for row, column in cells)

    def justsolved(self, block: int) -> Keys:
        """The packings with which a puzzle of this block may end."""
        goal = block << self._last(block)
        others = self.packings(self.full & ~goal)
        could_come = np.zeros(len(others), np.bool_)
        if not goal & self.left:
            could_come |= others & (goal >> 1 & ~goal) == 0
        if goal >> self.columns << self.columns == goal:
            could_come |= others & (goal >> self.columns & ~goal) == 0
        first = (goal & -goal).bit_length() - 1
        return others[could_come] + (self.piece(goal) | first << BLOCK)

    def _last(self, block: int) -> int:
        return int(self.anchors[1][block]).bit_length() - 1

    def ends(self, block: int) -> int:
        """How many packings the puzzles of a block and of its mirror image may end with."""
        return len(self.justsolved(block)) * self._images(block)

    def _images(self, block: int) -> int:
        """A block, and its mirror image if that is another one."""
        return 1 + (self.rows == self.columns and self._transposed(block) != block)

    def counts(self) -> dict[int, tuple[int, int]]:
        """Number of pieces -> (blocks, packings that their puzzles may end with)."""
        found = dict[int, tuple[int, int]]()
        for block in self.blocks():
            ends, times = self.justsolved(block), self._images(block)
            for pieces, number in enumerate(np.bincount(ends >> PIECES & COUNT).tolist()):
                if number:
                    blocks, packings = found.get(pieces, (0, 0))
                    found[pieces] = blocks + times, packings + times * number
        return dict(sorted(found.items()))

    # --- the search ------------------------------------------------------------------------

    def records(self, block: int) -> dict[int, Record]:
        """Number of pieces -> the hardest start of the puzzles with this block."""
        found = dict[int, Record]()
        ends = self.justsolved(block)
        covered = np.bitwise_count(ends & PART).astype(np.int64)
        class_of = (ends >> PIECES & COUNT) << 5 | covered  # neither is changed by a move
        for one in np.unique(class_of).tolist():
            record = self._hardest(block, ends[class_of == one])
            pieces = one >> 5
            best = found.get(pieces)
            if record is not None:
                found[pieces] = record if best is None else best.harder(record)
        return dict(sorted(found.items()))

    def _hardest(self, block: int, ends: Keys) -> Record | None:
        """The last layer in which some block is in the upper left corner."""
        first = (block & -block).bit_length() - 1
        goal = first + self._last(block)
        layer, before = np.sort(ends), ends[:0]
        found = None
        moves = 0
        while len(layer):
            starts = layer[layer >> BLOCK == first]
            if len(starts):
                found = Record(moves, len(starts), self._arrangement(int(starts[0])))
            after = np.concatenate([self._after(some, moves == 0) for some in _chunks(layer)])
            after = _distinct(after[after >> BLOCK != goal])
            before, layer = layer, _without(_without(after, layer), before)
            moves += 1
        return found

    def _arrangement(self, key: int) -> Arrangement:
        """A packing as places of its pieces, the block first."""
        places, todo = list[Place](), key & PART
        right, down = (np.array([key >> first & PART], np.uint16) for first in (RIGHT, DOWN))
        while todo:
            mask = int(self._flooded(np.array([todo & -todo], np.uint16), right, down)[0])
            todo &= ~mask
            place = place_of(divmod(k, self.columns) for k in range(MOST_CELLS) if mask >> k & 1)
            places.insert(0 if mask >> (key >> BLOCK) & 1 else len(places), place)
        return (places[0], *sorted(places[1:]))

    def _after(self, keys: Keys, block_only: bool) -> Keys:
        """What one move makes of some packings: a piece goes anywhere through empty cells."""
        cells, right, down = ((keys >> first & PART).astype(np.uint16) for first in PARTS)
        block = np.left_shift(1, keys >> BLOCK).astype(np.uint16)
        empty = ~cells & np.uint16(self.full)
        todo: Masks = block.copy() if block_only else self._spread(empty) & cells
        found, rows = list[Keys](), np.arange(len(keys))
        while len(some := np.flatnonzero(todo)):
            rows, todo = rows[some], todo[some]
            piece = self._flooded(todo & -todo, right[rows], down[rows])
            todo = todo & ~piece
            reached = self._reached(piece, empty[rows] | piece)
            moved = np.flatnonzero(reached)
            at, mask = rows[moved], piece[moved]
            is_block = (block[at] & mask != 0).astype(np.int64) << BLOCK
            part = mask.astype(np.int64) | (right[at] & mask).astype(np.int64) << RIGHT
            part |= (down[at] & mask).astype(np.int64) << DOWN
            found += self._moved(keys[at], mask, part, is_block, reached[moved])
        return np.concatenate(found) if found else keys[:0]

    def _flooded(self, piece: Masks, right: Masks, down: Masks) -> Masks:
        """The pieces that cover these cells."""
        columns = np.uint16(self.columns)
        while True:
            wider: Masks = piece | (piece & right) << ONE | piece >> ONE & right
            wider = wider | (piece & down) << columns | piece >> columns & down
            if np.array_equal(wider, piece):
                return piece
            piece = wider

    def _reached(self, piece: Masks, free: Masks) -> Masks:
        """Where pieces get through free cells: the places of their corners, but for where they are.

        A corner may be where the piece stays on the board and each of its cells is free.
        """
        offset, places = self.anchors
        shape, allowed = piece >> offset[piece], places[piece]
        for cell in range(self.rows * self.columns):
            has = (shape >> np.uint16(cell) & ONE).astype(np.bool_)
            np.bitwise_and(allowed, free >> np.uint16(cell), out=allowed, where=has)
        here: Masks = ONE << offset[piece]
        reached = here
        while True:
            wider: Masks = reached | self._spread(reached) & allowed
            if np.array_equal(wider, reached):
                return reached & ~here
            reached = wider

    def _moved(
        self, keys: Keys, piece: Masks, part: Keys, is_block: Keys, reached: Masks
    ) -> Iterator[Keys]:
        """The packings with one piece elsewhere, for each place where it gets.

        ``part`` is what of the packing is the piece, ``is_block`` the unit of the block's place.
        """
        offset = self.anchors[0][piece].astype(np.int64)
        rest, corner = keys - part - is_block * offset, part >> offset
        for place in range(self.rows * self.columns):
            there = np.flatnonzero(reached >> np.uint16(place) & ONE)
            if len(there):
                yield rest[there] + (corner[there] << place) + is_block[there] * place

    def _spread(self, masks: Masks) -> Masks:
        """The cells beside these, and some of these."""
        left, columns = np.uint16(self.left), np.uint16(self.columns)
        right = np.uint16(self.left << self.columns - 1)
        beside: Masks = (masks & ~right) << ONE | (masks & ~left) >> ONE
        beside = beside | masks << columns | masks >> columns
        return beside & np.uint16(self.full)


@dataclass(frozen=True)
class Blocks:
    """All puzzles whose block has so many cells."""

    board: Board
    cells: int

    @property
    def name(self) -> str:
        """The puzzles in words."""
        return f"packings of {self.board.name}, block of {self.cells}"

    def to_json(self) -> dict[str, Any]:
        """The puzzles as a document, their key in a ledger."""
        return {"packings": [self.board.rows, self.board.columns], "block": self.cells}

    def surveyed(self) -> tuple[int, dict[int, Record]]:
        """How many packings they may end with; number of pieces -> the hardest start."""
        ends, found = 0, dict[int, Record]()
        for block in self.board.blocks():
            if block.bit_count() == self.cells:
                ends += self.board.ends(block)
                for pieces, record in self.board.records(block).items():
                    best = found.get(pieces)
                    found[pieces] = record if best is None else best.harder(record)
        return ends, found


def _chunks(keys: Keys) -> Iterator[Keys]:
    yield from (keys[k : k + CHUNK] for k in range(0, len(keys), CHUNK))


def _distinct(keys: Keys) -> Keys:
    keys = np.sort(keys)
    return keys[np.append(True, keys[1:] != keys[:-1])] if len(keys) else keys


def _without(keys: Keys, others: Keys) -> Keys:
    """Those that are not among the others; both are sorted."""
    if not len(others):
        return keys
    place = np.minimum(np.searchsorted(others, keys), len(others) - 1)
    new: Keys = keys[others[place] != keys]
    return new
