"""Pieces packed on a board at random: depth first, cell by cell, each choice shuffled.

Every packing can come out, though not every one with the same probability.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TypeAlias

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import LimitReached, NotationError

Shape: TypeAlias = frozenset[Cell]
"""Cells (row, column)."""
NODES = 200_000
"""Placements that are tried before a packing is given up."""


def rectangle(rows: int, columns: int) -> Shape:
    """The cells of a rectangle at the upper left corner."""
    return frozenset((r, c) for r in range(rows) for c in range(columns))


def pack(cells: frozenset[Cell], shapes: list[Shape], rng: Random) -> list[Shape]:
    """Place each shape somewhere on the cells, none on another; the places in the shapes' order.

    Raises NotationError where they do not fit, LimitReached where that is not known.
    """
    empty = len(cells) - sum(map(len, shapes))
    if empty < 0:
        raise NotationError(f"the pieces have {-empty} cells more than the board")
    placed = _Packing(cells, Counter(shapes), empty, rng).run()
    if placed is None:
        raise NotationError("the pieces do not fit on the board")
    spots: dict[Shape, list[Shape]] = {}
    for shape, place in placed:
        spots.setdefault(shape, []).append(place)
    for some in spots.values():
        rng.shuffle(some)
    return [spots[shape].pop() for shape in shapes]


class _Packing:
    """One packing being made: shapes left, empty cells left."""

    def __init__(self, cells: frozenset[Cell], left: Counter[Shape], empty: int, rng: Random):
        self._order, self._left, self._empty, self._rng = sorted(cells), left, empty, rng
        self._free = set(cells)
        self._nodes = 0
        self._first = {shape: min(shape) for shape in left}
        self._shapes = sorted(left, key=sorted)

    def run(self) -> list[tuple[Shape, Shape]] | None:
        """(shape, its place) for each piece; None where they do not fit."""
        placed = list[tuple[Shape, Shape]]()
        return placed if self._fill(0, placed) else None

    def _fill(self, index: int, placed: list[tuple[Shape, Shape]]) -> bool:
        """Fill the cells from this one on; every piece is placed by its first cell."""
        while index < len(self._order) and self._order[index] not in self._free:
            index += 1
        if index == len(self._order):
            return True
        self._nodes += 1
        if self._nodes > NODES:
            raise LimitReached(f"no packing of the pieces among {NODES:,} attempts")
        for shape in self._choices():
            if shape is None:
                self._empty -= 1
                self._free.remove(self._order[index])
                if self._fill(index + 1, placed):
                    return True
                self._free.add(self._order[index])
                self._empty += 1
                continue
            place = _moved(shape, self._first[shape], self._order[index])
            if place <= self._free:
                self._left[shape] -= 1
                self._free -= place
                placed.append((shape, place))
                if self._fill(index + 1, placed):
                    return True
                placed.pop()
                self._free |= place
                self._left[shape] += 1
        return False

    def _choices(self) -> list[Shape | None]:
        """What may come next (None: an empty cell), likelier where more of it is left."""
        weighed: list[tuple[float, Shape | None]] = [
            (self._rng.random() ** (1 / self._left[shape]), shape)
            for shape in self._shapes
            if self._left[shape]
        ]
        if self._empty:
            weighed.append((self._rng.random() ** (1 / self._empty), None))
        return [shape for _, shape in sorted(weighed, key=lambda pair: -pair[0])]


def _moved(shape: Shape, first: Cell, to: Cell) -> Shape:
    down, right = to[0] - first[0], to[1] - first[1]
    return frozenset((r + down, c + right) for r, c in shape)
