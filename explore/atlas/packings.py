"""All packings of a small board by polyominoes, and their distances from solved packings.

A *puzzle* is a block in the upper left corner of the board, with any other polyominoes and some
empty cells, and the block has to get to the lower right corner.  A polyomino is in a corner if its
bounding box is.  N. Bickford asks for the hardest puzzles ('Sliding Block Puzzles, Part 3', 2012);
he counts moves in metric ``piece``.  A *justsolved* packing is one in which such a puzzle may end:
the block covers the cell of the lower right corner, and could come from the left or above.

All puzzles with the same block are searched at once, backwards from the packings in which they end.
Moves never change the set of pieces, so layer d contains, for every puzzle, the states that are d
moves from its nearest goal.  A packing is one number: it says which cells are covered, which cells
are joined to the next cell to the right and below, how many pieces there are, and where the block
is.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from puzzleproof.explore.atlas.stock import (
    Arrangement,
    HardStart,
    PieceSet,
    Size,
    hardest_by_pieces,
    place_of,
)
from puzzleproof.models.arrays.words import distinct, without
from puzzleproof.models.errors import NotationError

Keys: TypeAlias = npt.NDArray[np.int64]
Masks: TypeAlias = npt.NDArray[np.uint16]
N = TypeVar("N", int, Keys)
MOST_CELLS = 16
CELLS, RIGHT, DOWN, PIECES, BLOCK = 0, 16, 32, 48, 53
"""The first bit of each part of a packing; cells and joints have 16 bits, the number of pieces 5,
the block's first cell 4."""
PARTS = CELLS, RIGHT, DOWN
PART, COUNT, ONE = 0xFFFF, 0x1F, np.uint16(1)
CHUNK = 1 << 16
KEPT = 200_000
"""The packings of a region are remembered only if they are fewer than this."""


@dataclass(frozen=True)
class Board:
    """A rectangle of at most 16 cells, numbered in reading order; bit c of a mask is cell c."""

    rows: int
    columns: int

    def __post_init__(self) -> None:
        """Raise NotationError for a board without cells or with too many."""
        if not 1 <= self.rows * self.columns <= MOST_CELLS:
            raise NotationError(
                f"packings of {self.name}: expected a board of 1 to {MOST_CELLS} cells"
            )

    @property
    def name(self) -> str:
        """Rows and columns, such as ``4x4``."""
        return f"{self.rows}x{self.columns}"

    @property
    def size(self) -> Size:
        """The numbers of rows and columns."""
        return self.rows, self.columns

    @property
    def full(self) -> int:
        """All cells, as a mask."""
        return (1 << self.rows * self.columns) - 1

    @property
    def left(self) -> int:
        """The cells of the first column, as a mask."""
        return sum(1 << self.columns * row for row in range(self.rows))

    def sets(self) -> "list[Blocks]":
        """List the puzzles by size of block; small blocks, which leave most room, come first."""
        return [Blocks(self, cells + 1) for cells in range(self.rows * self.columns)]

    def to_json(self) -> dict[str, Any]:
        """Return the board as a document."""
        return {"size": list(self.size)}

    @cached_property
    def polyominoes(self) -> list[int]:
        """Every connected set of cells, as masks in ascending order."""
        cells = [np.uint16(1 << cell) for cell in range(self.rows * self.columns)]
        found, layer = list[int](), np.array(cells)
        while len(layer):
            found += layer.tolist()
            around = self._spread(layer) & ~layer
            layer = np.unique(np.concatenate([layer[around & c > 0] | c for c in cells]))
        return sorted(found)

    def _cells(self, mask: int) -> list[tuple[int, int]]:
        return [divmod(k, self.columns) for k in range(MOST_CELLS) if mask >> k & 1]

    def joined(self, mask: N) -> N:
        """Return the bits in a packing for the cells and joints of one or many pieces."""
        right = mask & mask >> 1 & ~(self.left << self.columns - 1)
        down = mask & mask >> self.columns
        return mask | right << RIGHT | down << DOWN

    @cached_property
    def _by_first_cell(self) -> list[tuple[Keys, Keys]]:
        """For each cell, the polyominoes that begin there: as masks, and as addends to packings."""
        found = list[tuple[Keys, Keys]]()
        for cell in range(self.rows * self.columns):
            begin = [mask for mask in self.polyominoes if mask & -mask == 1 << cell]
            masks = np.array(begin, np.int64)
            found.append((masks, self.joined(masks) + (1 << PIECES)))
        return found

    def packings(self, region: int, known: dict[int, Keys] | None = None) -> Keys:
        """List all packings of the cells of a region; the packing without pieces comes first."""
        known = {0: np.zeros(1, np.int64)} if known is None else known
        if region in known:
            return known[region]
        # The first cell is empty, or some polyomino begins there.
        first = region & -region
        masks, parts = self._by_first_cell[_first(region)]
        fits = (masks & ~region) == 0
        found = [self.packings(region ^ first, known)]
        for mask, part in zip(masks[fits].tolist(), parts[fits].tolist(), strict=True):
            found.append(self.packings(region ^ mask, known) + part)
        packed = np.concatenate(found)
        if len(packed) < KEPT:
            known[region] = packed
        return packed

    @cached_property
    def anchors(self) -> tuple[Masks, Masks]:
        """For each mask, the corner of its bounding box, and all cells where this corner may be."""
        offset, places = np.zeros((2, self.full + 1), np.uint16)
        for mask in self.polyominoes:
            row, column, tall, wide = place_of(self._cells(mask))[:4]
            offset[mask] = row * self.columns + column
            line = (1 << self.columns - wide + 1) - 1
            places[mask] = sum(line << self.columns * k for k in range(self.rows - tall + 1))
        return offset, places

    @cached_property
    def blocks(self) -> list[int]:
        """The polyominoes in the upper left corner that would cover the last cell at their goal."""
        last = self.rows * self.columns - 1
        in_corner = (mask for mask in self.polyominoes if not self.anchors[0][mask])
        return [mask for mask in in_corner if self._goal(mask) >> last]

    def _goal(self, block: int) -> int:
        return block << int(self.anchors[1][block]).bit_length() - 1

    def justsolved(self, block: int) -> Keys:
        """List the packings in which a puzzle with this block may end."""
        goal = self._goal(block)
        others = self.packings(self.full & ~goal)
        could_come = np.zeros(len(others), np.bool_)
        if not goal & self.left:
            could_come |= others & (goal >> 1 & ~goal) == 0
        if goal >> self.columns << self.columns == goal:
            could_come |= others & (goal >> self.columns & ~goal) == 0
        return others[could_come] + (self.joined(goal) | 1 << PIECES | _first(goal) << BLOCK)

    def counts(self) -> dict[int, tuple[int, int]]:
        """Return number of pieces -> numbers of blocks and packings with which puzzles may end."""
        found = np.zeros((MOST_CELLS + 1, 2), np.int64)
        for block in self.blocks:
            pieces = self.justsolved(block) >> PIECES & COUNT
            packings = np.bincount(pieces, minlength=len(found))
            found += np.stack([packings > 0, packings], axis=1)
        return {k: (blocks, n) for k, (blocks, n) in enumerate(found.tolist()) if n}

    # --- the search ------------------------------------------------------------------------

    def records(self, block: int) -> list[HardStart]:
        """List, for each number of pieces, a hardest start of the puzzles with this block."""
        ends = self.justsolved(block)
        pieces = ends >> PIECES & COUNT  # no move changes it
        found = (self._hardest(block, ends[pieces == one]) for one in np.unique(pieces))
        return [start for start in found if start is not None]

    def _hardest(self, block: int, ends: Keys) -> HardStart | None:
        """Find the last layer in which the block of some packing is in the upper left corner."""
        first, goal = _first(block), _first(self._goal(block))
        layer, before, found, moves = np.sort(ends), ends[:0], None, 0
        while len(layer):
            starts = layer[layer >> BLOCK == first]
            if len(starts):
                found = moves, starts
            chunks = np.split(layer, range(CHUNK, len(layer), CHUNK))
            after = np.concatenate([self._after(some, moves == 0) for some in chunks])
            after = distinct(after[after >> BLOCK != goal])
            before, layer = layer, without(without(after, layer), before)
            moves += 1
        if found is None:
            return None
        moves, starts = found
        return HardStart(moves, None, len(starts), self._arrangement(int(starts[0])))

    def _arrangement(self, key: int) -> Arrangement:
        """Return a packing as the places of its pieces, the block's first."""
        pieces, todo = list[int](), key & PART
        right, down = (np.array([key >> first & PART], np.uint16) for first in (RIGHT, DOWN))
        while todo:
            pieces.append(int(self._flooded(np.array([todo & -todo], np.uint16), right, down)[0]))
            todo &= ~pieces[-1]
        (block,) = (mask for mask in pieces if mask >> (key >> BLOCK) & 1)
        others = sorted(place_of(self._cells(mask)) for mask in pieces if mask != block)
        return (place_of(self._cells(block)), *others)

    def _after(self, keys: Keys, block_only: bool) -> Keys:
        """Return the packings one move further: a piece moves along any path of empty cells."""
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
            at, mask, reached = rows[moved], piece[moved], reached[moved]
            offset = self.anchors[0][mask].astype(np.int64)
            part = self.joined(mask.astype(np.int64))
            unit = (block[at] & mask != 0).astype(np.int64) << BLOCK  # 1 in the block's part
            rest, corner = keys[at] - part - unit * offset, part >> offset
            for place in range(self.rows * self.columns):
                if len(there := np.flatnonzero(reached >> np.uint16(place) & ONE)):
                    found.append(rest[there] + (corner[there] << place) + unit[there] * place)
        return np.concatenate(found) if found else keys[:0]

    def _flooded(self, piece: Masks, right: Masks, down: Masks) -> Masks:
        """Return the whole pieces that cover these cells."""
        columns = np.uint16(self.columns)
        return _grown(
            piece,
            lambda some: (
                (some & right) << ONE
                | some >> ONE & right
                | (some & down) << columns
                | some >> columns & down
            ),
        )

    def _reached(self, piece: Masks, free: Masks) -> Masks:
        """Return the cells that the corner of each piece can reach, without its present cell.

        A corner may be on a cell if the piece is then on the board and all of its cells are free.
        """
        offset, places = self.anchors
        shape, allowed = piece >> offset[piece], places[piece]
        for cell in range(self.rows * self.columns):
            has = (shape >> np.uint16(cell) & ONE).astype(np.bool_)
            np.bitwise_and(allowed, free >> np.uint16(cell), out=allowed, where=has)
        here: Masks = ONE << offset[piece]
        return _grown(here, lambda reached: self._spread(reached) & allowed) & ~here

    def _spread(self, masks: Masks) -> Masks:
        """Return the cells beside the given cells, which may include some of the given cells."""
        left, columns = np.uint16(self.left), np.uint16(self.columns)
        right = np.uint16(self.left << self.columns - 1)
        beside: Masks = (masks & ~right) << ONE | (masks & ~left) >> ONE
        beside = beside | masks << columns | masks >> columns
        return beside & np.uint16(self.full)


@dataclass(frozen=True)
class Blocks:
    """All puzzles on a board whose block has a given number of cells."""

    board: Board
    cells: int

    @property
    def name(self) -> str:
        """A description of the puzzles in words."""
        return f"packings of {self.board.name}, block of {self.cells}"

    def to_json(self) -> dict[str, Any]:
        """Return the JSON document that is the puzzles' key in a ledger."""
        return {"packings": [self.board.rows, self.board.columns], "block": self.cells}

    def _all(self) -> list[int]:
        return [block for block in self.board.blocks if block.bit_count() == self.cells]

    def ends(self) -> int:
        """Count the packings in which the puzzles may end."""
        return sum(len(self.board.justsolved(block)) for block in self._all())

    def records(self) -> list[HardStart]:
        """List a hardest start for each number of pieces."""
        return hardest_by_pieces(one for block in self._all() for one in self.board.records(block))

    def set_of(self, arrangement: Arrangement) -> PieceSet:
        """Return the piece set of a start; raises NotationError without a block in the corner."""
        if not arrangement or arrangement[0][:2] != (0, 0):
            raise NotationError("the block of a start is not in its corner")
        block, *others = (place[2:] for place in arrangement)
        goal = self.board.rows - block[0], self.board.columns - block[1]
        return PieceSet(self.board.size, block, goal, tuple(sorted(Counter(others).items())))


def _grown(masks: Masks, beside: Callable[[Masks], Masks]) -> Masks:
    """Add to masks what is ``beside`` them, until nothing changes."""
    while not np.array_equal(wider := masks | beside(masks), masks):
        masks = wider
    return masks


def _first(mask: int) -> int:
    """Return the first cell of a mask."""
    return (mask & -mask).bit_length() - 1
