"""Piece sets: which rectangles lie on a board beside the block that has to get to a place.

A *stock* says how many pieces of each shape there may be, how many cells stay empty, how many
pieces there are at most.  A *piece set* is one choice of numbers.  Two sets are *symmetric* if a
symmetry of the board that keeps the goal makes one of the other (bars lying or standing); of these
the stock has one.  An *arrangement* is a rectangle for each piece, the block's first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, TypeAlias

from puzzleproof.models.errors import NotationError

Shape: TypeAlias = tuple[int, int]
"""(rows, columns)."""
Rectangle: TypeAlias = tuple[int, int, int, int]
"""(row, column, rows, columns): of the upper left cell, from 0, and the extent."""
Arrangement: TypeAlias = tuple[Rectangle, ...]
"""The block, then the other pieces in ascending order."""
BoardSymmetry: TypeAlias = Callable[[Rectangle], Rectangle]

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
SIDE_LIMIT = 10
MOST_SETS = 10_000


def shape_name(shape: Shape) -> str:
    """Rows and columns, as in ``2x1``."""
    return f"{shape[0]}x{shape[1]}"


@dataclass(frozen=True)
class PieceSet:
    """A board, the block with its goal, and the other pieces; plain data."""

    size: Shape
    block: Shape
    goal: tuple[int, int]
    """Where the block's upper left cell has to get: row and column, from 0."""
    others: tuple[tuple[Shape, int], ...]
    """The shapes of the other pieces and how many there are of each, those that there are none of
    as well."""
    locked: bool = False
    """Whether bars move along their length only; the block then stands in its goal's line."""

    @property
    def pieces(self) -> int:
        """How many pieces there are, the block among them."""
        return 1 + sum(number for _, number in self.others)

    @property
    def empty(self) -> int:
        """Empty cells."""
        return _area(self.size) - _area(self.block) - sum(_area(s) * n for s, n in self.others)

    @property
    def name(self) -> str:
        """The set in a word that may be the name of a file, as in ``5x4-4of2x1-1of1x2-4of1x1``."""
        parts = [f"{n}of{shape_name(shape)}" for shape, n in self.others if n]
        return "-".join([shape_name(self.size), *(parts or ["alone"])])

    @property
    def words(self) -> str:
        """The pieces beside the block, as in ``4 of 2x1, 1 of 1x2``."""
        parts = [f"{n} of {shape_name(shape)}" for shape, n in self.others if n]
        return ", ".join(parts) or "none"

    @cached_property
    def symmetries(self) -> tuple[BoardSymmetry, ...]:
        """The symmetries of the board that keep the goal and the set, the identity first."""
        mine = {shape: number for shape, number in self.others if number}
        return tuple(
            image
            for image in goal_symmetries(self.size, self.block, self.goal)
            if mine == _image_of_numbers(mine, image)
        )

    def canonical(self, arrangement: Arrangement) -> Arrangement:
        """The least of the images under the symmetries."""
        images = (tuple(map(image, arrangement)) for image in self.symmetries)
        return min((block, *sorted(rest)) for block, *rest in images)

    def drawing(self, arrangement: Arrangement) -> tuple[str, ...]:
        """The rows of a board: the block is A, the others follow in reading order."""
        rows, columns = self.size
        cells = [["."] * columns for _ in range(rows)]
        for name, (row, column, tall, wide) in zip(NAMES, arrangement, strict=False):
            for r, c in product(range(row, row + tall), range(column, column + wide)):
                cells[r][c] = name
        return tuple(map("".join, cells))

    def goal_drawing(self) -> tuple[str, ...]:
        """The rows of a board with the block alone, at its goal."""
        return self.drawing(((*self.goal, *self.block),))

    def to_json(self) -> dict[str, Any]:
        """The set as a document, its key in a ledger."""
        return {
            "size": list(self.size),
            "block": list(self.block),
            "goal": list(self.goal),
            "others": {shape_name(shape): number for shape, number in self.others if number},
            "locked": self.locked,
        }


@dataclass(frozen=True)
class Stock:
    """What piece sets are made of; see `PieceSet` for the board, the block and the goal."""

    size: Shape
    block: Shape
    goal: tuple[int, int]
    shapes: tuple[Shape, ...]
    """Of the other pieces."""
    empty: tuple[int, int] | None = None
    """The least and the greatest number of empty cells."""
    pieces: int | None = None
    """Pieces at most, the block among them."""
    locked: bool = False

    def __post_init__(self) -> None:
        """Raise NotationError for a stock that has no sets, or too many."""
        rows, columns = self.size
        if not all(1 <= side <= SIDE_LIMIT for side in self.size):
            raise NotationError(f"size {shape_name(self.size)}: expected sides up to {SIDE_LIMIT}")
        for shape in (self.block, *self.shapes):
            if not (1 <= shape[0] <= rows and 1 <= shape[1] <= columns):
                raise NotationError(f"piece {shape_name(shape)}: expected one that fits the board")
            if self.locked and (1 not in shape or shape == (1, 1)):
                raise NotationError(f"piece {shape_name(shape)}: locked to a line go bars, as 1x2")
        if len(set(self.shapes)) < len(self.shapes):
            raise NotationError("pieces: a shape is named twice")
        (row, column), (tall, wide) = self.goal, self.block
        if not (0 <= row <= rows - tall and 0 <= column <= columns - wide):
            place = f"row {row + 1}, column {column + 1}"
            raise NotationError(f"goal {place}: the block {shape_name(self.block)} does not fit")
        if self.empty is None and self.pieces is None:
            raise NotationError("expected a number of empty cells, or of pieces")
        room = _area(self.size) - _area(self.block)
        if self.empty is not None and self.empty[0] > room:
            raise NotationError(f"empty cells {self.empty[0]}: expected at most {room}")

    def sets(self) -> list[PieceSet]:
        """All piece sets of which no two are symmetric; those that cannot be packed among them."""
        found, met = list[PieceSet](), set[tuple[tuple[Shape, int], ...]]()
        symmetries = goal_symmetries(self.size, self.block, self.goal)
        for numbers in self._numbers(0, _area(self.size) - _area(self.block), self.pieces):
            mine = dict(zip(self.shapes, numbers, strict=True))
            present = {shape: number for shape, number in mine.items() if number}
            images = (_image_of_numbers(present, image) for image in symmetries)
            keys = [tuple(sorted(image.items())) for image in images]
            if met.isdisjoint(keys):
                met.add(keys[0])
                others = tuple(mine.items())
                found.append(PieceSet(self.size, self.block, self.goal, others, self.locked))
                if len(found) > MOST_SETS:
                    raise NotationError(f"more than {MOST_SETS:,} piece sets: expected fewer")
        return found

    def _numbers(self, k: int, area: int, pieces: int | None) -> Iterator[tuple[int, ...]]:
        """How many pieces of the shapes from k on fit on ``area`` cells; many first."""
        if k == len(self.shapes):
            least, most = self.empty or (0, area)
            if least <= area <= most:
                yield ()
            return
        each = _area(self.shapes[k])
        most = area // each if pieces is None else min(area // each, pieces - 1)
        for number in range(most, -1, -1):
            left = None if pieces is None else pieces - number
            for rest in self._numbers(k + 1, area - number * each, left):
                yield (number, *rest)


DEFAULTS: dict[bool, tuple[Shape, Shape, tuple[Shape, ...]]] = {
    False: ((5, 4), (2, 2), ((2, 1), (1, 2), (1, 1))),
    True: ((6, 6), (1, 2), ((1, 2), (2, 1), (1, 3), (3, 1))),
}
"""Whether bars are locked to their lines -> size, block, shapes: of Klotski, of Rush Hour."""
EMPTY, PIECES = (2, 2), 4
"""Where neither the empty cells nor the pieces are given: of free pieces, of locked bars."""


def stock_of(
    *,
    locked: bool = False,
    size: Shape | None = None,
    block: Shape | None = None,
    shapes: tuple[Shape, ...] | None = None,
    goal: tuple[int, int] | None = None,
    empty: tuple[int, int] | None = None,
    pieces: int | None = None,
) -> Stock:
    """A stock with what is not given as in Klotski, or as in Rush Hour where bars are ``locked``.

    The goal (row and column of the upper left cell, from 0) is the bottom middle; of a locked block
    the end of the upper middle row, or of the left middle column.  Raises NotationError.
    """
    usual_size, usual_block, usual_shapes = DEFAULTS[locked]
    size, block, shapes = (
        size or usual_size,
        block or usual_block,
        usual_shapes if shapes is None else shapes,
    )
    if empty is None and pieces is None:
        empty, pieces = (None, PIECES) if locked else (EMPTY, None)
    rows, columns = size[0] - block[0], size[1] - block[1]
    if goal is None:
        goal = rows, columns // 2
        if locked and block[0] == 1:
            goal = rows // 2, columns
    return Stock(size, block, goal, shapes, empty, pieces, locked)


def goal_symmetries(size: Shape, block: Shape, goal: tuple[int, int]) -> tuple[BoardSymmetry, ...]:
    """The reflections and rotations of the board that keep the block's goal, the identity first."""
    target: Rectangle = (*goal, *block)
    return tuple(image for image in _board_symmetries(size) if image(target) == target)


def _board_symmetries(size: Shape) -> Iterator[BoardSymmetry]:
    rows, columns = size
    for transposed, upside_down, mirrored in product((False, True), repeat=3):
        if transposed and rows != columns:
            continue

        def image(
            rectangle: Rectangle,
            transposed: bool = transposed,
            upside_down: bool = upside_down,
            mirrored: bool = mirrored,
        ) -> Rectangle:
            row, column, tall, wide = rectangle
            if transposed:
                row, column, tall, wide = column, row, wide, tall
            if upside_down:
                row = rows - row - tall
            if mirrored:
                column = columns - column - wide
            return row, column, tall, wide

        yield image


def _image_of_numbers(numbers: Mapping[Shape, int], image: BoardSymmetry) -> dict[Shape, int]:
    """How many pieces of each shape the image of a set has."""
    return {image((0, 0, *shape))[2:]: number for shape, number in numbers.items()}


def _area(shape: Shape) -> int:
    return shape[0] * shape[1]
