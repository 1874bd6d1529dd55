"""Reading instances of peg solitaire: the board and the start, the goal in words or drawings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from puzzleproof.models.drawing import one_or_more
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.pegs.boards import Hole, PegBoard, is_drawing, read_board
from puzzleproof.models.texts import count

if TYPE_CHECKING:
    from puzzleproof.models.pegs.rules import PegPuzzle

FEWEST = "fewest"
IN_WORDS = re.compile("any|fewest|1 peg|[1-9][0-9]{0,2} pegs")
"""Goals in words; ``any`` is one peg anywhere, as ``1 peg`` is."""


def board_and_start(doc: Mapping[str, Any]) -> tuple[PegBoard, object]:
    """The board, and the drawing of the start; one drawing under either key may be both."""
    board, start = doc.get("board"), doc.get("start")
    if board is None and start is None:
        raise InstanceError("key 'board' is missing")
    if board is None:
        if isinstance(start, str) and not is_drawing(start):
            expected = "expected a drawing: 'x' a peg, 'o' a hole; a name goes into key 'board'"
            raise InstanceError.at("start", f"{start!r}: {expected}")
        return read_board(start, "start", "ox"), start
    if not is_drawing(board) or "x" not in cast("str", board):
        return read_board(board), start
    for key in ("start", "vacate"):
        if key in doc:
            fault = f"has pegs ('x'), so it is a start; with {key!r} every hole is drawn as 'o'"
            raise InstanceError.at("board", f"the drawing {fault}")
    return read_board(board, holes="ox"), board


def one_of(*keys: tuple[str, bool]) -> None:
    """Raise InstanceError unless exactly one of two keys is there."""
    (one, has_one), (other, has_other) = keys
    if has_one and has_other:
        raise InstanceError(f"the keys {one!r} and {other!r} exclude each other: expected one")
    if not has_one and not has_other:
        raise InstanceError(f"expected one of the keys {one!r} and {other!r}")


def hole_at(value: object, key: str, board: PegBoard) -> Hole:
    """The hole that a key names; raises InstanceError."""
    wanted = "[x, y]"
    if board.triangular:
        wanted = "[row, position] or a number as in a move"
        if type(value) is int and (number := board.as_numbers([value])[value]) in board.index:
            return board.hole(number)
    wanted += " or 'any', 'fewest' or as in '2 pegs'" if key == "finish" else ""
    pair = cast("Sequence[object]", value) if isinstance(value, (list, tuple)) else ()
    if len(pair) != 2 or any(type(n) is not int for n in pair):
        raise InstanceError.at(key, f"expected a hole {wanted}, got {value!r}")
    hole = cast("Hole", tuple(pair))
    if hole not in board:
        raise InstanceError.at(key, f"no hole {list(hole)} on the board {board.label}")
    return hole


def finish_and_goals(
    doc: Mapping[str, Any], board: PegBoard
) -> tuple[Hole | str | None, tuple[int, ...]]:
    """The key ``finish``, or drawings; words may stand under either key."""
    one_of(("finish", "finish" in doc), ("goal", "goal" in doc))
    finish = doc.get("finish", doc.get("goal"))
    if isinstance(finish, str) and IN_WORDS.fullmatch(finish):
        return finish, ()
    if "finish" in doc:
        return hole_at(finish, "finish", board), ()
    return None, tuple(board.read_mask(*one) for one in one_or_more(finish, "goal"))


def check_counts(puzzle: PegPuzzle) -> None:
    """Check that start and goals have pegs, and that no goal has more pegs than the start."""
    pegs = puzzle.pegs.bit_count()
    if not pegs:
        key = "start" if puzzle.vacate is None else "vacate"
        raise InstanceError.at(key, "the start has no peg")
    drawn = () if isinstance(puzzle.finish, str) else puzzle.goals
    counts = [goal.bit_count() for goal in drawn] or [puzzle.pegs_left or 1]
    for k, left in enumerate(counts, 1):
        key = "finish" if puzzle.finish else f"goal[{k}]" if len(counts) > 1 else "goal"
        if not left:
            raise InstanceError.at(key, "the goal has no peg, but every jump leaves one")
        if left > pegs:
            raise InstanceError.at(
                key,
                f"the goal has {count(left, 'peg')}, the start {pegs}: "
                f"a jump takes one, so they can only become fewer",
            )
