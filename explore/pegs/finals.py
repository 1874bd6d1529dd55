"""Final holes of peg solitaire: plans from a full board with one vacancy to one last peg.

The position classes say which final holes a vacancy allows.  A *pair* is a vacancy and a final
hole.  The symmetries of the board map pairs to pairs, and so does reversal: the jumps of a plan in
reverse order, with pegs and empty holes exchanged, are a plan for the pair in which vacancy and
final hole are exchanged (J. D. Beasley, *The Ins and Outs of Peg Solitaire*, 1985).  Hence few
pairs have to be solved, and their plans are mapped to the other pairs.

If few positions can be reached, the search visits all of them: then a final hole that is not found
cannot be reached.  Otherwise a *beam search* goes forward from the vacancy, jump by jump, and keeps
the best positions of each level (B. T. Lowerre 1976): pegs in holes on few lines, such as corners,
make a position worse, and chance decides between similar positions.  A search backward from the
final hole finds all positions, up to a limit on their number.  A plan goes through a class of
positions that both searches have met.  If a beam finds no plan, there may still be one.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple, TypeAlias

import numpy as np

from puzzleproof.explore.pegs.jumps import Symmetry, jumps_of, symmetries_of
from puzzleproof.explore.pegs.levels import Positions, WordBoard, levels_from, next_level, summing
from puzzleproof.models.arrays.words import found_in
from puzzleproof.models.board import Budget
from puzzleproof.models.pegs.boards import PegBoard

Pair: TypeAlias = tuple[int, int]
"""The vacated hole and the final hole, by their indices."""


class PositionClasses:
    """The position classes of a board; no sequence of jumps leaves a class.

    A jump changes the three holes of one line, so if jumps lead from one position to another, the
    difference of the two is a sum of lines over GF(2).  Positions whose difference is such a sum
    are in the same *position class*: the rule of three (M. Reiss 1857), here for any board; boards
    as large as the English one have 16 classes (N. G. de Bruijn 1972).  No jumps lead from one
    class to another.  The classes are found by Gaussian elimination on the lines.
    """

    def __init__(self, lines: Iterable[int]) -> None:
        """Take the lines as masks; each has the three holes that some jump changes."""
        self._basis: list[int] = []
        """Sums of lines with different highest bits, in descending order."""
        for line in lines:
            if rest := self.of(line):
                self._basis.append(rest)
                self._basis.sort(reverse=True)

    def of(self, position: int) -> int:
        """Return the number of a position's class; the empty board has class 0.

        >>> classes = PositionClasses([0b111, 0b1110])
        >>> classes.of(0b0001) == classes.of(0b1000) != classes.of(0b0010)
        True
        """
        for line in self._basis:
            if position >> line.bit_length() - 1 & 1:
                position ^= line
        return position

    def number(self, width: int) -> int:
        """Return the number of position classes of a board with ``width`` holes."""
        return 1 << width - len(self._basis)


class FinalPlan(NamedTuple):
    """A plan from a vacancy to a final hole, as the sets of pegs after 0, 1, 2, … jumps."""

    positions: tuple[int, ...]

    def pair(self, full: int) -> Pair:
        """Return the vacancy and the final hole; ``full`` is the full board's mask."""
        return (full ^ self.positions[0]).bit_length() - 1, self.positions[-1].bit_length() - 1

    def image(self, symmetry: Symmetry) -> "FinalPlan":
        """Return the image of the plan under a symmetry."""
        return FinalPlan(tuple(map(symmetry.image, self.positions)))

    def reversal(self, full: int) -> "FinalPlan":
        """Reverse a plan: the last jump comes first, and pegs and empty holes are exchanged."""
        return FinalPlan(tuple(full ^ position for position in reversed(self.positions)))


class FinalPairs:
    """The pairs of a board that the position classes allow, and their symmetries."""

    def __init__(self, board: PegBoard) -> None:
        self.board, self.holes = board, len(board.holes)
        self.full = (1 << self.holes) - 1
        """The position with a peg in each hole."""
        self.symmetries, self.jumps = symmetries_of(board), jumps_of(board)
        self.classes = PositionClasses(jump.whole for jump in self.jumps)

    @cached_property
    def allowed(self) -> tuple[tuple[int, ...], ...]:
        """For each vacancy: the final holes that its position class allows, ascending."""
        full, pegs = (
            self.classes.of(self.full),
            [self.classes.of(1 << k) for k in range(self.holes)],
        )
        return tuple(tuple(f for f, one in enumerate(pegs) if one == full ^ v) for v in pegs)

    @property
    def pairs(self) -> Iterator[Pair]:
        """All pairs that the position classes allow."""
        return ((v, f) for v, finals in enumerate(self.allowed) for f in finals)

    def least_alike(self, pair: Pair) -> Pair:
        """Return a pair's representative: the least image of the pair or of its reversal."""
        (v, f), images = pair, [s.images for s in self.symmetries]
        alike = [(to[v], to[f]) for to in images] + [(to[f], to[v]) for to in images]
        return min((v, f), (f, v), *alike)

    @cached_property
    def orbit_of(self) -> tuple[int, ...]:
        """For each hole: the least of its images."""
        return tuple(min(h, *(s.images[h] for s in self.symmetries), h) for h in range(self.holes))

    def same_as(self, vacancy: int) -> tuple[int, Symmetry] | None:
        """Return a vacancy's least image and a symmetry back; None if that image is the vacancy."""
        least = self.orbit_of[vacancy]
        if least == vacancy:
            return None
        return least, next(s for s in self.symmetries if s.images[least] == vacancy)

    def alike(self, plan: FinalPlan) -> Iterator[FinalPlan]:
        """Yield the plan, its reversal, and the images of both."""
        for one in (plan, plan.reversal(self.full)):
            yield one
            yield from map(one.image, self.symmetries)


# --- the search -----------------------------------------------------------------------------

ALL_POSITIONS = 300_000
"""All positions that a vacancy reaches are listed only if they are at most so many."""
BACKWARD = 100_000
"""A search backward ends with the first level that has more classes than this."""
BEAMS = ((2_048, 0.3), (8_192, 0.5), (32_768, 0.3))
"""For each beam search: the number of classes kept in a level, and the weight of chance."""
ATTEMPTS = 60
"""Of the classes that both searches met, at most so many are tried to solve open pairs."""

Levels: TypeAlias = list[Positions]


class Exhausted(NamedTuple):
    """A pair without a plan, as one search of all positions says."""

    pair: Pair


def find_plans(
    pairs: FinalPairs, memory: int | None = None, seed: int = 0
) -> Iterator[FinalPlan | Exhausted]:
    """Yield the results for one pair of each set of symmetric pairs; raises LimitReached."""
    search = _Search(pairs, memory, seed)
    yield from search.small()
    for width, chance in BEAMS:
        yield from search.beams(width, chance)


class _Search:
    """The search for the plans of all open pairs."""

    def __init__(self, pairs: FinalPairs, memory: int | None, seed: int) -> None:
        self.pairs, self.budget = pairs, Budget(memory)
        self.wanted = {pairs.least_alike(pair) for pair in pairs.pairs}
        self.board = WordBoard(pairs.board, pairs.symmetries)
        self.one_by_one = WordBoard(pairs.board)
        self.random = np.random.default_rng(seed)
        self.jumps = [(jump.whole, jump.pegs) for jump in pairs.jumps]
        lines = [sum(whole >> k & 1 for whole, _ in self.jumps) for k in range(pairs.holes)]
        most = max(lines, default=0) or 1
        self.costs = summing([[1 - number / most for number in lines]], np.float64)
        """The costs of positions: a peg costs from 0 to 1, more in a hole on fewer lines."""
        self._backward: dict[int, Levels] = {}

    # --- all positions ------------------------------------------------------------------------

    def small(self) -> Iterator[FinalPlan | Exhausted]:
        """Yield the results for vacancies from which few positions can be reached."""
        for vacancy in sorted({vacancy for vacancy, _ in self.wanted}):
            if (levels := self._all_levels(vacancy)) is not None:
                for pair in sorted(pair for pair in self.wanted if pair[0] == vacancy):
                    yield from self._determined(pair, levels)

    def _determined(self, pair: Pair, levels: Levels) -> Iterator[FinalPlan | Exhausted]:
        """Yield a plan through the positions reached, or `Exhausted` if the pair has no plan."""
        last, pegs = 1 << pair[1], self.pairs.holes - 1
        if len(levels) == pegs and _holds(self.one_by_one, levels[-1], last):
            before = self._followed(self.one_by_one, last, levels[-2::-1], taken_back=True)
            yield from self._found([*before[::-1], last])
        else:
            self.wanted.remove(pair)
            yield Exhausted(pair)

    def _all_levels(self, vacancy: int) -> Levels | None:
        """List the levels of all positions, without symmetries; None for too many positions."""
        start, budget, found = self.pairs.full ^ 1 << vacancy, Budget(self.budget.memory), Levels()
        for level in levels_from(self.one_by_one, [start], budget):
            found.append(level)
            if sum(map(len, found)) > ALL_POSITIONS:
                return None
        return found

    # --- beams --------------------------------------------------------------------------------

    def beams(self, width: int, chance: float) -> Iterator[FinalPlan]:
        """Run one beam search for each set of symmetric vacancies with an open pair."""
        orbit_of = self.pairs.orbit_of
        for vacancy in sorted(set(orbit_of)):
            finals = sorted(f for f in set(orbit_of) if self._wants(vacancy, f))
            if finals:
                levels = self._beam(vacancy, width, chance)
                for final in finals:
                    yield from self._through(levels, vacancy, final)
                self.budget.keep(-sum(level.nbytes for level in levels))

    def _wants(self, vacancy: int, final: int) -> bool:
        """Tell whether a pair of images of these two holes, in either order, is open."""
        orbit_of, ends = self.pairs.orbit_of, {vacancy, final}
        return any({orbit_of[v], orbit_of[f]} == ends for v, f in self.wanted)

    def _beam(self, vacancy: int, width: int, chance: float) -> Levels:
        """Return the classes that the beam search keeps after 0, 1, 2, … jumps."""
        levels = [self.board.classes([self.pairs.full ^ 1 << vacancy])]
        while len(level := next_level(self.board, levels[-1], self.budget)):
            levels.append(self._best(level, width, chance))
            self.budget.keep(levels[-1].nbytes)
        return levels

    def _best(self, level: Positions, width: int, chance: float) -> Positions:
        """Return the classes of least cost, after a random number is added to each cost."""
        if len(level) <= width:
            return level
        (costs,) = self.costs(level)
        costs += self.random.normal(0, chance, len(level))
        kept: Positions = level[costs <= np.partition(costs, width - 1)[width - 1]]
        return kept

    def _back_from(self, final: int) -> Levels:
        """Return the classes that are 0, 1, 2, … jumps before a peg in an image of a final hole."""
        if final not in self._backward:
            board = WordBoard(self.pairs.board, self.pairs.symmetries, back=True)
            found = self._backward[final] = Levels()
            for level in levels_from(board, [1 << final], self.budget):
                found.append(level)
                if len(level) > BACKWARD:
                    break
        return self._backward[final]

    # --- plans --------------------------------------------------------------------------------

    def _through(self, ahead: Levels, vacancy: int, final: int) -> Iterator[FinalPlan]:
        """Yield plans through classes that both searches met, while a pair of the holes is open."""
        back, jumps = self._back_from(final), self.pairs.holes - 2
        for depth, middle in islice(self._met(ahead, back), ATTEMPTS):
            if not self._wants(vacancy, final):
                return
            before = self._followed(self.board, middle, ahead[:depth][::-1], taken_back=True)
            after = self._followed(self.board, middle, back[: jumps - depth][::-1])
            yield from self._found([*before[::-1], middle, *after])

    def _met(self, ahead: Levels, back: Levels) -> Iterator[tuple[int, int]]:
        """Yield (depth, position) for each class that both searches met, in order of depth."""
        jumps = self.pairs.holes - 2
        for depth in range(max(0, jumps + 1 - len(back)), min(len(ahead), jumps + 1)):
            here, there = ahead[depth], back[jumps - depth]
            both = self.random.permutation(here[found_in(there, here)])
            yield from ((depth, int(position)) for position in both)

    def _followed(
        self, board: WordBoard, position: int, levels: Levels, *, taken_back: bool = False
    ) -> list[int]:
        """Choose jumps (made or ``taken_back``) through levels at random; returns the positions."""
        path, here = list[int](), position
        for level in levels:
            after = [
                here ^ whole
                for whole, pegs in self.jumps
                if here & whole == (whole ^ pegs if taken_back else pegs)
            ]
            order: list[int] = self.random.permutation(len(after)).tolist()
            here = next(after[k] for k in order if _holds(board, level, after[k]))
            path.append(here)
        return path

    def _found(self, positions: Sequence[int]) -> Iterator[FinalPlan]:
        plan = FinalPlan(tuple(positions))
        pair = self.pairs.least_alike(plan.pair(self.pairs.full))
        if pair in self.wanted:
            self.wanted.remove(pair)
            yield plan


def _holds(board: WordBoard, level: Positions, position: int) -> bool:
    """Tell whether the class of a position is in a level."""
    return bool(found_in(level, board.classes([position]))[0])
