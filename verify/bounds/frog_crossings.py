"""Frogs and toads on any board: the distance still to go, less the pairs that are still to cross.

*Claim.*  Frogs go right or down, toads left or up, and jump over the other kind alone.  Let D be
the sum of the frogs' rows and columns at the goal, less that here, and the same of the toads with
the sign reversed.  Let N be the number of pairs of a frog and a toad with the frog in no later row
and in no later column than the toad.  Then a plan has at least D - (N here - N at the goal) moves.

*Proof.*  A step lowers D by 1, a jump by 2, and D is 0 at the goal: so a plan has D - J moves, with
J its jumps.  Follow each animal.  The frog's row and column never fall, the toad's never rise, so a
pair that is not counted in N is never counted again: N never rises.  In a jump to the right the
frog comes from the column before the toad's, in its row, to the column behind it: that pair was
counted and is no more.  It is the same with a jump down, and with a toad's jump.  So each jump
lowers N by 1 at least, and J is at most N here less N at the goal.  q.e.d.

D is four sums: the frogs' rows and columns, the toads' rows and columns.  A move lowers one of them
by 2 at most, so a plan has also at least the sum of their halves, each rounded up, as moves.

*Dead states.*  A frog never leaves a quadrant, the cells from some row and some column on: so where
a quadrant has more frogs than it has at the goal, the goal is out of reach.  So it is with toads
and quadrants up to some row and column, and where N is smaller than at the goal.

In a row this is (distance - crossings), which each move lowers by 1 (É. Lucas, Récréations
mathématiques II, 1883; `puzzleproof.models.frogs.rows`).  Parameters: none.
Holds of all states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.puzzle import State
from puzzleproof.verify.bounds import Budget, Parameters, check_names
from puzzleproof.verify.bounds.graphs import LabelGraph
from puzzleproof.verify.labelling import NEVER

CELLS = 1 << 10
"""Of a board, at most."""


class Kind(NamedTuple):
    """What is known of frogs, or of toads."""

    ahead: dict[int, tuple[int, int]]
    """How far down and right each cell (a mask of one bit) is; of toads, how far up and left."""
    goal: tuple[int, int]
    """The sums of these at the goal."""
    quadrants: tuple[tuple[int, int], ...]
    """Each set of cells that the kind never leaves, and how many stand there at the goal."""


def frog_crossings(
    graph: LabelGraph, parameters: Parameters, budget: Budget
) -> Callable[[], FrogCrossingsBound]:
    """The bound; raises CertificateRejected for another family, other rules, or parameters."""
    puzzle = graph.puzzle
    if not isinstance(puzzle, FrogsPuzzle):
        raise CertificateRejected("a lemma about frogs and toads")
    if puzzle.jump_own or puzzle.backward:
        rule = "'jump_own'" if puzzle.jump_own else "'backward'"
        raise CertificateRejected(f"no lemma where {rule} is allowed")
    check_names(parameters)
    cells = len(puzzle.cells)
    if cells > CELLS:
        raise CertificateRejected(f"a board of {cells} cells: expected {CELLS} at most")
    budget.take(cells * cells)
    return partial(FrogCrossingsBound, puzzle)


class FrogCrossingsBound:
    """The moves that distance and crossings show to be ahead."""

    def __init__(self, puzzle: FrogsPuzzle) -> None:
        (goal,) = puzzle.goal_states(1)
        self._unpack = puzzle.unpack
        bits = {cell: puzzle.mask([cell]) for cell in puzzle.cells}
        self._behind = {bit: _later(bits, cell) for cell, bit in bits.items()}
        """For the cell of a frog, those of the toads that it is still to pass."""
        self._kinds = tuple(_kind(bits, sign, at) for sign, at in zip((1, -1), goal, strict=True))
        self._pairs = self._crossings(goal)

    def near(self, numbers: Iterable[int], moves: int) -> list[int]:
        """The states of which it does not say that so many moves are ahead."""
        unpack, ahead = self._unpack, self.ahead
        return [number for number in numbers if ahead(unpack(number)) < moves]

    def ahead(self, state: State) -> int:
        """How many moves are ahead at least."""
        for animals, kind in zip(state, self._kinds, strict=True):
            for quadrant, most in kind.quadrants:
                if (animals & quadrant).bit_count() > most:
                    return NEVER
        pairs = self._crossings(state) - self._pairs
        if pairs < 0:
            return NEVER
        left = self._distances(state)
        return max(sum(left) - pairs, sum((one + 1) // 2 for one in left))

    def _distances(self, state: State) -> list[int]:
        """Along each axis, how far frogs and toads have to go."""
        found = list[int]()
        for animals, kind in zip(state, self._kinds, strict=True):
            down, right = kind.goal
            while animals:
                rows, columns = kind.ahead[animals & -animals]
                down, right = down - rows, right - columns
                animals &= animals - 1
            found += [down, right]
        return found

    def _crossings(self, state: State) -> int:
        """The pairs of a frog and a toad that stands in no earlier row and no earlier column."""
        frogs, toads = state
        found = 0
        while frogs:
            found += (self._behind[frogs & -frogs] & toads).bit_count()
            frogs &= frogs - 1
        return found


def _kind(bits: dict[Cell, int], sign: int, goal: int) -> Kind:
    """Frogs (sign 1) or toads (-1), with their cells at the goal."""
    ahead = {bit: (sign * row, sign * column) for (row, column), bit in bits.items()}
    rows, columns = zip((0, 0), *(ahead[bit] for bit in ahead if bit & goal), strict=True)
    quadrants = {_later(bits, cell, sign) for cell in bits}
    counted = tuple((cells, (goal & cells).bit_count()) for cells in sorted(quadrants))
    return Kind(ahead, (sum(rows), sum(columns)), counted)


def _later(bits: dict[Cell, int], cell: Cell, sign: int = 1) -> int:
    """The cells in no earlier row and no earlier column (sign -1: in no later ones)."""
    return sum(
        bit
        for other, bit in bits.items()
        if sign * other[0] >= sign * cell[0] and sign * other[1] >= sign * cell[1]
    )
