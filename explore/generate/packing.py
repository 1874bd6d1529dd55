"""Rectangles packed on a board at random (`puzzleproof.models.sliding.goals`).

Every packing can come out, though not every one with the same probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import TypeAlias

from puzzleproof.explore.generate.wishes import Size
from puzzleproof.models.drawing import Cell, Grid
from puzzleproof.models.errors import LimitReached, NotationError
from puzzleproof.models.sliding.goals import Stock, completions, placement

Cells: TypeAlias = frozenset[Cell]
TRIES = 200_000
"""The most placements that are tried for a packing."""


class Crowded(NotationError):
    """The pieces do not fit on the board."""


def rectangle(rows: int, columns: int) -> Cells:
    """The cells of a rectangle at the upper left corner."""
    return frozenset(product(range(rows), range(columns)))


def pack(
    board: Size, sizes: Sequence[Size], rng: Random, walls: Cells = frozenset()
) -> list[Cells]:
    """Place a rectangle of each size on a board with walls; the places in the order of the sizes.

    Raises Crowded where they do not fit, LimitReached where that is not known.
    """
    grid, kinds = Grid(*board, rectangle(*board) - walls), list(dict.fromkeys(sizes))
    stocks = [
        Stock(k, sizes.count(size), tuple(grid.translations(rectangle(*size))))
        for k, size in enumerate(kinds)
    ]
    if not all(stock.places for stock in stocks):
        raise Crowded("a piece does not fit on the board")
    state = placement(rng, grid.all, stocks, TRIES)
    if state is None:
        if completions(grid.all, stocks, {}, (), most=TRIES) == []:
            raise Crowded("the pieces do not fit on the board")
        raise LimitReached(f"no packing of the pieces among {TRIES:,} attempts")
    masks = iter(state)
    places = {size: [next(masks) for _ in range(sizes.count(size))] for size in kinds}
    for some in places.values():
        rng.shuffle(some)
    return [frozenset(grid.cells_of(places[size].pop())) for size in sizes]
