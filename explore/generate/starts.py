"""Random starts of frogs, pegs and tiles, on boards of a given size or on a given peg board."""

from collections.abc import Iterator
from random import Random

from puzzleproof.explore.generate import (
    Band,
    Draw,
    Generated,
    Size,
    board_size,
    pair,
    start_wanted,
    whole_number,
    written,
)
from puzzleproof.explore.pegs.jumps import jumps_of
from puzzleproof.models.drawing import Drawing
from puzzleproof.models.errors import LimitReached, NotationError
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.models.pegs.boards import Hole, PegBoard, read_board
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import Info, State
from puzzleproof.models.tiles.numbers import SIDE_LIMIT, inversions, rows_of
from puzzleproof.models.tiles.rules import TilesPuzzle

FROGS_SIDE_LIMIT = 40
POSITIONS = 200_000
"""The greatest number of positions that are searched to undo a number of jumps."""


def random_tiles(
    draw: Draw,
    *,
    size: Size = (4, 4),
    metric: str | None = None,
    distance: int | Band | str | None = None,
) -> Generated:
    """Return a random board of ``size`` (rows, columns), whose goal has 0, 1, 2, … in order.

    ``random``: the start is drawn uniformly from the states that can be solved; ``start``: from the
    states at a ``distance`` from the goal, by breadth-first search.  Raises NotationError for an
    option that cannot be met, LimitReached if the distance needs too many states.
    """
    rows, columns = board_size(size, SIDE_LIMIT)
    goal = tuple(range(rows * columns))
    puzzle = TilesPuzzle(Info(), metric or TilesPuzzle.metrics[0], rows, columns, goal, goal)
    if draw.kind == "random":
        start, how = _uniform(puzzle, draw.chance), "uniform among the tables that can be solved"
    else:
        start, how = start_wanted(draw.chance, puzzle, [goal], distance)
    return puzzle.with_start(start, Info()), how, f"{draw.kind} {rows}x{columns} tiles"


def _uniform(solved: TilesPuzzle, rng: Random) -> State:
    """Draw a state, and exchange two tiles if it cannot be solved.

    On a board of one line, moves keep the order of the tiles, so only the blank's place is random.
    """
    tiles = list(solved.goal)
    if 1 in (solved.rows, solved.columns):
        tiles = tiles[1:]
        tiles.insert(rng.randrange(len(tiles) + 1), 0)
        return tuple(tiles)
    rng.shuffle(tiles)
    blank = sum(divmod(tiles.index(0), solved.columns))
    # If the blank counts as a tile, a move changes the parity of the number of pairs in the wrong
    # order, and also the parity of the blank's row plus column.
    if (inversions(tiles) + blank) % 2:
        one, other = (tiles.index(tile) for tile in (1, 2))
        tiles[one], tiles[other] = tiles[other], tiles[one]
    return tuple(tiles)


def random_frogs(
    draw: Draw,
    *,
    size: Size = (1, 7),
    frogs: int | tuple[int, int] | None = None,
    distance: int | Band | str | None = None,
) -> Generated:
    """Return a board of ``size`` (rows, columns); ``frogs``: their number, or (frogs, toads).

    ``exchange``: the frogs are on the first cells in reading order, the toads on the last, and have
    to be exchanged; the goal is the board turned by half a turn.  Nothing is random here, and it is
    not examined whether there is a plan.  ``start``: the start is drawn uniformly from the states
    at a ``distance`` from this goal, by breadth-first search, so there is a plan.  By default there
    are equally many frogs and toads, as many as fit.  Raises NotationError for an option that
    cannot be met, LimitReached if the distance needs too many states.
    """
    rows, columns = board_size(size, FROGS_SIDE_LIMIT)
    cells = rows * columns
    usual = max(1, (cells - 1) // 2) if frogs is None else frogs
    number, toads = pair(usual) or (usual, None)
    many = whole_number("frogs", number, 0, cells - 1)
    least, most = 0 if many else 1, cells - 1 - many
    other = min(many, most) if toads is None else whole_number("toads", toads, least, most)
    text = "F" * many + "." * (cells - many - other) + "T" * other
    board, goal = (
        Drawing(tuple(map("".join, rows_of(some, columns))), key)
        for some, key in ((text, "board"), (text[::-1], "goal"))
    )
    title = f"{many} frogs and {other} toads on {rows}x{columns}"
    puzzle = FrogsPuzzle(Info(), FrogsPuzzle.metrics[0], board, goal)
    if draw.kind == "exchange":
        how = f"{title}, to be exchanged; whether there is a plan is not examined"
        return puzzle, how, title

    def before(state: State) -> Iterator[State]:
        """Yield the states one move earlier: frogs go back like toads, and toads like frogs."""
        return (after[::-1] for after in puzzle.successors(state[::-1]))

    start, how = start_wanted(draw.chance, puzzle, puzzle.goal_states(1), distance, before)
    return puzzle.with_start(start, Info()), f"{title}, {how}", title


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
    board = read_board(like or "english")
    room = len(board.holes) - 2
    if room < 1:
        raise NotationError(f"board {board.label}: too small for a jump")
    number = min(8, room) if jumps is None else whole_number("jumps", jumps, 1, room)
    landings = sorted({jump.landing for jump in jumps_of(board)})
    if not landings:
        raise NotationError(f"board {board.label}: no three holes in a line, so there is no jump")
    if finish is None:
        last = draw.chance.choice(landings)
    elif (hole := pair(finish)) is not None and hole in board:
        last = board.place[hole]
    else:
        fault = f"no such hole on the board {board.label}"
        raise NotationError(f"finish {written(finish, ',')}: {fault}")
    start = _taken_back(board, last, number, draw.chance)
    how = f"{number} jumps undone from a peg in hole {board.numbers[last]}, so there is a plan"
    metric, finish = metric or PegPuzzle.metrics[0], board.holes[last]
    puzzle = PegPuzzle(Info(), metric, board=board, finish=finish, drawn_start=start)
    return puzzle, how, f"{number + 1} pegs"


def _taken_back(board: PegBoard, last: int, jumps: int, rng: Random) -> int:
    """Find a position ``jumps`` jumps before one peg, by depth-first search in random order."""
    masks = [(jump.whole, 1 << jump.landing) for jump in jumps_of(board)]

    def before(position: int) -> list[int]:
        """List, in random order, the positions from which one jump leads to this position."""
        found = [position ^ whole for whole, landing in masks if position & whole == landing]
        rng.shuffle(found)
        return found

    seen, path = {1 << last}, [(1 << last, before(1 << last))]
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
            path.append((after, before(after)))
    where = f"{jumps} jumps before a peg in hole {board.numbers[last]} of the board {board.label}"
    if not path:
        raise NotationError(f"no position is {where}: expected fewer jumps, or another finish")
    raise LimitReached(f"no position {where} among {POSITIONS:,} positions")
