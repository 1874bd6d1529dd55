"""A puzzle whose moves shift contents along a line: each cell has one content, one of them a blank.

A *line* is a sequence of cells: the blank goes from the first to the last, and what lies in each
other cell comes to the one before, whatever it is.  So one line stands for as many actions as there
are runs of contents on it.  `verify` writes clauses from these (docs/formulas.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from puzzleproof.models.puzzle import HasStrips
from puzzleproof.models.strips import Goal


@dataclass(frozen=True)
class Shifts:
    """Facts, groups, movers and goals as in `models.strips`; contents and lines for actions."""

    facts: tuple[str, ...]
    groups: tuple[int, ...]
    movers: int
    goals: tuple[Goal, ...]
    contents: tuple[tuple[int, ...], ...]
    """Of each content, the blank last: the facts that it is in a cell, by number, cell by cell."""
    lines: tuple[tuple[int, ...], ...]
    """Cells, two at least, that the blank may go along."""


@runtime_checkable
class HasShifts(HasStrips, Protocol):
    """A puzzle whose moves shift contents along lines."""

    def shifts(self) -> Shifts:
        """Contents and lines."""
        ...
