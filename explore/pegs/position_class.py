"""Position classes of peg solitaire: what no sequence of jumps can change.

A jump changes the three holes of one line, so the difference of two positions that jumps join is a
sum of lines over GF(2).  Positions are of one *position class* where their difference is such a
sum: the rule of three (M. Reiss 1857), here on any board; on boards as large as the English one
there are 16 classes (N. G. de Bruijn 1972).  Positions of different classes are never joined.
"""

from __future__ import annotations

from collections.abc import Iterable


class PositionClasses:
    """The classes of a board, by elimination on its lines."""

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
