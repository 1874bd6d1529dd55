"""Random solvable positions of peg solitaire, made by undoing jumps from a final position."""

from random import Random
from typing import TypeAlias

from puzzleproof.explore.generate import Draw, Generated, pair, whole_number, written
from puzzleproof.models.errors import LimitReached, NotationError
from puzzleproof.models.pegs.boards import Hole, PegBoard, read_board
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info

POSITIONS = 200_000
"""The most positions that are searched to undo a number of jumps."""
Lines: TypeAlias = list[tuple[int, int]]


def random_pegs(
    draw: Draw,
    *,
    like: str | None = None,
    jumps: int | None = None,
    finish: Hole | None = None,
    metric: str | None = None,
) -> Generated:
    """Return a position from which ``jumps`` jumps lead to one peg in the hole ``finish``.

    ``like`` is a board's name or drawing (by default the English board).  By default ``finish`` is
    a random hole, and ``jumps`` is 8, or fewer on a small board.  Jumps are undone at random, one
    after another.  Raises NotationError for options that cannot be met, LimitReached if no such
    position was found.
    """
    holes = read_board(like or "english")
    room = len(holes.holes) - 2
    if room < 1:
        raise NotationError(f"board {holes.label}: too small for a jump")
    number = min(8, room) if jumps is None else whole_number("jumps", jumps, 1, room)
    lines = _lines(holes)
    if not lines:
        raise NotationError(f"board {holes.label}: no three holes in a line, so there is no jump")
    if finish is None:
        last = draw.chance.choice(sorted({landing.bit_length() - 1 for landing, _ in lines}))
    elif (hole := pair(finish)) is not None and hole in holes:
        last = holes.index[holes.number(hole)]
    else:
        fault = f"no such hole on the board {holes.label}"
        raise NotationError(f"finish {written(finish, ',')}: {fault}")
    start = _taken_back(holes, lines, last, number, draw.chance)
    how = f"{number} jumps undone from a peg in hole {holes.numbers[last]}, so there is a plan"
    metric, finish = metric or PegPuzzle.metrics[0], holes.holes[last]
    puzzle = PegPuzzle(Info(), metric, board=holes, finish=finish, drawn_start=start)
    return puzzle, how, f"{number + 1} pegs"


def _lines(board: PegBoard) -> Lines:
    """Return, for each jump, the mask of its landing hole and the mask of its other two holes."""
    bit = {hole: 1 << k for k, hole in enumerate(board.holes)}
    return [
        (bit[landing], bit[hole] | bit[over])
        for hole in board.holes
        for over, landing in board.lines(hole)
    ]


def _taken_back(board: PegBoard, lines: Lines, last: int, jumps: int, rng: Random) -> int:
    """Find a position from which ``jumps`` jumps lead to one peg, depth first in random order."""
    seen, path = {1 << last}, [(1 << last, _before(lines, 1 << last, rng))]
    while path:
        position, choices = path[-1]
        if len(path) > jumps:
            return position
        if not choices:
            path.pop()
            continue
        after = choices.pop()
        if after not in seen:
            if len(seen) >= POSITIONS:
                break
            seen.add(after)
            path.append((after, _before(lines, after, rng)))
    where = f"{jumps} jumps before a peg in hole {board.numbers[last]} of the board {board.label}"
    if not path:
        raise NotationError(f"no position is {where}: expected fewer jumps, or another finish")
    raise LimitReached(f"no position {where} among {POSITIONS:,} positions")


def _before(lines: Lines, position: int, rng: Random) -> list[int]:
    """List, in random order, the positions from which one jump leads to this position."""
    found = [
        position ^ landing ^ others
        for landing, others in lines
        if position & landing and not position & others
    ]
    rng.shuffle(found)
    return found
