"""What a board of frogs and toads must fulfil, and the goal where none is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzleproof.models.drawing import EMPTY, Drawing
from puzzleproof.models.errors import InstanceError

KINDS = "FT"
"""The letters of the kinds, in the order of the masks of a state."""

NAMES = ("frog", "toad")


def _numbers(drawing: Drawing) -> tuple[int, int]:
    """Return how many frogs and toads are drawn."""
    letters = [*drawing.cells().values()]
    return letters.count("F"), letters.count("T")


def check_board(board: Drawing) -> None:
    """Raise InstanceError unless there are animals, an empty cell and no other letters."""
    _check_letters(board)
    if not any(_numbers(board)):
        raise InstanceError("key 'board': there is no frog and no toad on the board")
    if EMPTY not in board.cells().values():
        raise InstanceError("key 'board': there is no empty cell, expected one '.' at least")


def _check_letters(drawing: Drawing) -> None:
    for (r, c), char in drawing.cells().items():
        if char not in KINDS + EMPTY:
            raise InstanceError(
                f"key {drawing.key!r}: row {r + 1}, column {c + 1} is {char!r}: expected 'F', 'T', "
                f"'.' (empty) or '#' (outside)"
            )


def exchanged(board: Drawing) -> Drawing:
    """Return the goal where none is drawn: each kind in the other's place.

    As many frogs as toads take one another's cells; else a row is read from its other end.
    """
    drawn = board.cells()
    frogs, toads = _numbers(board)
    if frogs == toads:
        rows = (row.translate(str.maketrans("FT", "TF")) for row in board.rows)
        return Drawing(tuple(rows), "goal")
    if 1 not in board.size:
        raise InstanceError(
            f"key 'goal' is missing: {frogs} frogs and {toads} toads cannot take one another's "
            f"cells"
        )
    turned = iter([drawn[cell] for cell in sorted(drawn, reverse=True)])
    rows = (
        "".join(next(turned) if (r, c) in drawn else char for c, char in enumerate(row))
        for r, row in enumerate(board.rows)
    )
    return Drawing(tuple(rows), "goal")


def check_goal(board: Drawing, goal: Drawing) -> None:
    """A goal has the board's cells and the board's animals."""
    _check_letters(goal)
    if goal.size != board.size:
        raise InstanceError(
            f"key 'goal': the drawing is {_by(goal.size)}, the board is {_by(board.size)}"
        )
    for r, c in sorted(goal.cells().keys() ^ board.cells().keys()):
        raise InstanceError(
            f"key 'goal': row {r + 1}, column {c + 1} is {goal.rows[r][c]!r}, "
            f"on the board {board.rows[r][c]!r}"
        )
    for name, here, there in zip(NAMES, _numbers(goal), _numbers(board), strict=True):
        if here != there:
            raise InstanceError(f"key 'goal': {name}s drawn: {here}, on the board: {there}")


def _by(size: tuple[int, int]) -> str:
    return f"{size[0]} rows x {size[1]} columns"


def flag(doc: Mapping[str, Any], key: str) -> bool:
    """Return the value of a key that says true or false."""
    value = doc.get(key, False)
    if type(value) is not bool:
        raise InstanceError(f"key {key!r}: expected true or false, got {value!r}")
    return value
