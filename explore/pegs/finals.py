"""Finals of peg solitaire: from a full board with one hole vacated to one peg in a final hole.

The position classes say which final holes a vacancy allows.  A vacancy and a final hole are a
*pair*.  The symmetries of the board map pairs to pairs, and so does reversal: the jumps of a plan
in reverse order, with pegs and empty holes exchanged, lead from the final hole vacated to the
vacancy (J. D. Beasley, *The Ins and Outs of Peg Solitaire*, 1985).  Hence few pairs have to be
solved (`puzzleproof.explore.pegs.final_search`), and their plans are mapped to the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple, TypeAlias

from puzzleproof.explore.packed_task import PackedTask, Symmetry

Pair: TypeAlias = tuple[int, int]
"""The hole vacated and the final hole, as places among the holes."""


class PositionClasses:
    """The position classes of a board; no sequence of jumps leaves a class.

    A jump changes the three holes of one line, so the difference of two positions that jumps join
    is a sum of lines over GF(2).  Positions are of one *position class* where their difference is
    such a sum: the rule of three (M. Reiss 1857), here on any board; on boards as large as the
    English one there are 16 classes (N. G. de Bruijn 1972).  Positions of different classes are
    never joined.  The classes are found by elimination on the lines.
    """

    def __init__(self, lines: Iterable[int]) -> None:
        """Take the lines as masks; each is what some jump changes."""
        self._basis: list[int] = []
        """Sums of lines, each with a highest bit of its own, descending."""
        for line in lines:
            if rest := self.of(line):
                self._basis.append(rest)
                self._basis.sort(reverse=True)

    def of(self, position: int) -> int:
        """The class of a position: the same number for all positions of a class, 0 for no peg.

        >>> classes = PositionClasses([0b111, 0b1110])
        >>> classes.of(0b0001) == classes.of(0b1000) != classes.of(0b0010)
        True
        """
        for line in self._basis:
            if position >> line.bit_length() - 1 & 1:
                position ^= line
        return position

    def number(self, width: int) -> int:
        """How many classes there are of positions of ``width`` bits."""
        return 1 << width - len(self._basis)


class FinalPlan(NamedTuple):
    """A plan from a vacancy to a final hole, as the sets of pegs after 0, 1, 2, … jumps."""

    positions: tuple[int, ...]

    def pair(self, full: int) -> Pair:
        """The vacancy and the final hole, on a board with these holes."""
        return (full ^ self.positions[0]).bit_length() - 1, self.positions[-1].bit_length() - 1

    def image(self, symmetry: Symmetry) -> FinalPlan:
        """Where a symmetry takes it."""
        return FinalPlan(tuple(map(symmetry.image, self.positions)))

    def reversal(self, full: int) -> FinalPlan:
        """The plan of the reversed pair: pegs and empty holes exchanged, the last jump first."""
        return FinalPlan(tuple(full ^ position for position in reversed(self.positions)))


class FinalPairs:
    """The pairs of a board that the position classes allow, and their symmetries."""

    def __init__(self, task: PackedTask) -> None:
        """Take the task of any position on the board; its start and goals do not matter."""
        self.holes = task.width // 2
        self.full = (1 << self.holes) - 1
        self.symmetries = tuple(Symmetry(s.name, s.images[: self.holes]) for s in task.symmetries)
        self.classes = PositionClasses(step.change & self.full for step in task.steps)

    @cached_property
    def allowed(self) -> tuple[tuple[int, ...], ...]:
        """For each vacancy the final holes of its position class, ascending."""
        finals: dict[int, list[int]] = {}
        for hole in range(self.holes):
            finals.setdefault(self.classes.of(1 << hole), []).append(hole)
        of_full = self.classes.of(self.full)
        vacated = (of_full ^ self.classes.of(1 << hole) for hole in range(self.holes))
        return tuple(tuple(finals.get(one, ())) for one in vacated)

    @property
    def pairs(self) -> Iterator[Pair]:
        """All pairs that are allowed."""
        return ((v, f) for v, finals in enumerate(self.allowed) for f in finals)

    def least_alike(self, pair: Pair) -> Pair:
        """The pair that stands for all those alike: the least image of it and its reversal."""
        (v, f), images = pair, [s.images for s in self.symmetries]
        alike = [(to[v], to[f]) for to in images] + [(to[f], to[v]) for to in images]
        return min((v, f), (f, v), *alike)

    @cached_property
    def orbit_of(self) -> tuple[int, ...]:
        """For each hole the least of its images."""
        return tuple(min(h, *(s.images[h] for s in self.symmetries), h) for h in range(self.holes))

    def same_as(self, vacancy: int) -> tuple[int, Symmetry] | None:
        """The least image of a vacancy, and a symmetry from there; None for the least itself."""
        least = self.orbit_of[vacancy]
        if least == vacancy:
            return None
        return least, next(s for s in self.symmetries if s.images[least] == vacancy)

    def alike(self, plan: FinalPlan) -> Iterator[FinalPlan]:
        """The plan, its reversal, and all their images."""
        for one in (plan, plan.reversal(self.full)):
            yield one
            yield from map(one.image, self.symmetries)
