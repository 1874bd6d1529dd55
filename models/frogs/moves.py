"""Moves of frogs and toads: one step or one jump, and how it is read."""

from __future__ import annotations

import re
from typing import NamedTuple

from puzzleproof.models.drawing import Cell
from puzzleproof.models.errors import NotationError

IN_ROW = re.compile(r"([1-9][0-9]{0,6})-([1-9][0-9]{0,6})")
ON_BOARD = re.compile(r"([1-9][0-9]{0,6}),([1-9][0-9]{0,6})-([1-9][0-9]{0,6}),([1-9][0-9]{0,6})")


class FrogMove(NamedTuple):
    """One step or jump, from cell to cell, each (row, column) from 0."""

    source: Cell
    target: Cell

    @property
    def is_jump(self) -> bool:
        """Whether it goes two cells far."""
        (row, column), (to_row, to_column) = self
        return abs(to_row - row) + abs(to_column - column) == 2


def read_move(text: str, size: tuple[int, int]) -> FrogMove:
    """Read a move on a board of this size, one number a cell on a row or column; NotationError.

    >>> read_move("3-4", (1, 5)), read_move("1,2-1,3", (3, 3))
    (FrogMove(source=(0, 2), target=(0, 3)), FrogMove(source=(0, 1), target=(0, 2)))
    """
    match = (IN_ROW if 1 in size else ON_BOARD).fullmatch(text)
    if match is None:
        example = "3-4" if 1 in size else "1,2-1,3"
        raise NotationError(
            f"{text!r} is not a move: expected the cells that an animal leaves and enters, "
            f"as in {example!r}"
        )
    numbers = [int(number) - 1 for number in match.groups()]
    if len(numbers) == 4:
        return FrogMove((numbers[0], numbers[1]), (numbers[2], numbers[3]))
    source, target = numbers
    if size[0] == 1:
        return FrogMove((0, source), (0, target))
    return FrogMove((source, 0), (target, 0))
