"""How many states a puzzle may have, guessed before any search.

For sliding blocks the placements of all pieces are counted by sampling: lay one piece after the
other, each on one of its free places by chance.  The product of the numbers of choices, averaged
over many tries, is the number of placements (D. E. Knuth, Estimating the efficiency of backtrack
programs, 1975).  A guess decides only what is tried first.
"""

from __future__ import annotations

import math
import random

from puzzleproof.models.drawing import shape_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.sliding.goals import Stock, stocks_of
from puzzleproof.models.sliding.rules import SlidingPuzzle

CELLS = 1_024
"""The cells of the largest board for `piece_groups` (copied, to save an import)."""
MANY = 4_000_000
"""Puzzles that may have fewer states are labelled whole, which is quicker than with bounds."""
TRIES, LOOKED_AT = 200, 2_000_000
"""The most tries, and the most places that all of them may look at."""


def guessed_states(puzzle: AnyPuzzle) -> float:
    """About how many placements all pieces have, each within its region.

    0 if groups of pieces give no bound: for other families, for a tour, and for a board that is too
    large for `piece_groups`.
    """
    if not isinstance(puzzle, SlidingPuzzle) or puzzle.tour or len(puzzle.grid.cells) > CELLS:
        return 0
    places = [
        tuple(filter(puzzle.rests, puzzle.grid.translations(shape_of(puzzle.drawn[letters[0]]))))
        for letters in puzzle.groups
    ]
    stocks = stocks_of(puzzle.kinds, puzzle.canonical(puzzle.start), places, puzzle.steps_of_kinds)
    stocks.sort(key=lambda stock: -stock.places[0].bit_count())
    chance = random.Random(0)  # noqa: S311 (a sample, no secret)
    alike = math.prod(math.factorial(stock.pieces) for stock in stocks)
    tries = max(1, min(TRIES, LOOKED_AT // sum(len(s.places) * s.pieces for s in stocks)))
    return sum(_product(stocks, chance) for _ in range(tries)) / tries / alike


def _product(stocks: list[Stock], chance: random.Random) -> int:
    """The product of the numbers of choices for the pieces in turn; 0 if one has no place."""
    product, taken = 1, 0
    for stock in stocks:
        for _ in range(stock.pieces):
            free = [mask for mask in stock.places if not mask & taken]
            if not free:
                return 0
            product *= len(free)
            taken |= chance.choice(free)
    return product


def has_many_states(puzzle: AnyPuzzle) -> bool:
    """Whether there are so many states that a labelling with bounds is quicker."""
    return guessed_states(puzzle) >= MANY
