"""Boards of frogs and toads: checks, goals that are not drawn, moves, and Lucas's plan for a row.

The plan is constructed by a rule, as moves of the blank.  With p frogs (*b*, blancs) on the left, q
toads (*n*, noirs) on the right and one empty cell between them, each move displaces the empty cell
by 1 (a step) or 2 (a jump); negative means to the left.  The recursion for p = q is from a note
(in French) on Lucas's *jeu de pions*.  It also works for p != q, with a longer core: |p - q| more
runs of min(p, q) jumps, with steps of the more numerous kind between the runs.

Reference: É. Lucas, Récréations mathématiques II, 1883: (p + 1)^2 positions, 2p steps, p^2 jumps.
"""

import re
from typing import NamedTuple

from puzzleproof.models.drawing import EMPTY, Cell, Drawing, place_words
from puzzleproof.models.errors import InstanceError, NotationError

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
        raise InstanceError.at("board", "there is no frog and no toad on the board")
    if EMPTY not in board.cells().values():
        raise InstanceError.at("board", "there is no empty cell, expected one '.' at least")


def _check_letters(drawing: Drawing) -> None:
    for (r, c), char in drawing.cells().items():
        if char not in KINDS + EMPTY:
            expected = "expected 'F', 'T', '.' (empty) or '#' (outside)"
            fault = f"{place_words((r, c))} is {char!r}: {expected}"
            raise InstanceError.at(drawing.key, fault)


def exchanged(board: Drawing) -> Drawing:
    """Return the goal if none is drawn: the kinds exchange cells, or a row is reversed."""
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
    """Raise InstanceError unless a goal has the board's cells and the board's animals."""
    _check_letters(goal)
    goal.check_size(*board.size)
    for r, c in sorted(goal.cells().keys() ^ board.cells().keys()):
        fault = f"is {goal.rows[r][c]!r}, on the board {board.rows[r][c]!r}"
        raise InstanceError.at("goal", f"{place_words((r, c))} {fault}")
    for name, here, there in zip(NAMES, _numbers(goal), _numbers(board), strict=True):
        if here != there:
            raise InstanceError.at("goal", f"{name}s drawn: {here}, on the board: {there}")


# --- moves --------------------------------------------------------------------------------

IN_ROW = re.compile(r"([1-9][0-9]{0,6})-([1-9][0-9]{0,6})")
ON_BOARD = re.compile(r"([1-9][0-9]{0,6}),([1-9][0-9]{0,6})-([1-9][0-9]{0,6}),([1-9][0-9]{0,6})")


class FrogMove(NamedTuple):
    """One step or jump, from cell to cell, each (row, column) from 0."""

    source: Cell
    target: Cell


def read_move(text: str, size: tuple[int, int]) -> FrogMove:
    """Read a move; on a board of one row or column a cell is one number.  Raises NotationError.

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


# --- a row ----------------------------------------------------------------------------------


def blank_displacements(p: int, q: int | None = None) -> list[int]:
    """Return the signed displacements of the blank that exchange p frogs and q toads (default p).

    There are pq jumps and p + q steps.  Raises ValueError unless p and q are at least 1.

    >>> blank_displacements(1), blank_displacements(2)
    ([-1, 2, -1], [1, -2, -1, 2, 2, -1, -2, 1])
    >>> blank_displacements(1, 2)
    [-1, 2, 1, -2, 1]
    """
    q = p if q is None else q
    if p < 1 or q < 1:
        raise ValueError(f"expected one frog and one toad at least, got {p} and {q}")
    turn = -1 if (p - q) % 2 else 1
    row, sign = _core(p, q), 1
    for run in range(min(p, q) - 1, 0, -1):
        head, tail = sign, sign * turn
        row = [head, *[-2 * head] * run, *row, *[-2 * tail] * run, tail]
        sign = -sign
    return row


def _core(p: int, q: int) -> list[int]:
    """Return the |p - q| + 1 longest runs of jumps, with the single steps around them."""
    jump, between = 2, 1 if q > p else -1
    row = [-1]
    for _ in range(abs(p - q)):
        row += [*[jump] * min(p, q), between]
        jump = -jump
    return [*row, *[jump] * min(p, q), -jump // 2]


# --- why there is no shorter plan ---------------------------------------------------------


def changes_in_row(jump_own: bool) -> set[tuple[int, ...]]:
    """List what each forward move adds to (distance, crossings).

    The *distance* is the sum of the toads' places minus the sum of the frogs' places; a step lowers
    it by 1, a jump by 2.  The *crossings* are the pairs of a frog and a toad that stands anywhere
    to the right of it; a step keeps their number, a jump over the other kind lowers it by one.

    So a step and a jump over the other kind both lower (distance - crossings) by 1, and from start
    to goal this difference falls by 2pq + p + q - pq.  So without ``jump_own`` no plan has fewer
    moves than that, and only with ``backward`` may a plan have more.  A jump over an animal of its
    own kind lowers the difference by 2, so this argument does not apply with ``jump_own``.
    """
    return {(-1, 0), (-2, -1), (-2, 0)} if jump_own else {(-1, 0), (-2, -1)}
