"""Random solvable states of sliding tiles."""

from random import Random

from puzzleproof.explore.generate import (
    Band,
    Draw,
    Generated,
    Size,
    board_size,
    distance_wanted,
    start_wanted,
)
from puzzleproof.models.puzzle import Info, State
from puzzleproof.models.tiles.numbers import SIDE_LIMIT, inversions
from puzzleproof.models.tiles.rules import TilesPuzzle


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
    solved = TilesPuzzle(Info(), metric or TilesPuzzle.metrics[0], rows, columns, goal, goal)
    if draw.kind == "random":
        start, how = _uniform(solved, draw.chance), "uniform among the tables that can be solved"
    else:
        wanted = distance_wanted(distance)
        start, how = start_wanted(draw.chance, [goal], solved.successors, wanted, solved.metric)
    return solved.with_start(start, Info()), how, f"{draw.kind} {rows}x{columns} tiles"


def _uniform(solved: TilesPuzzle, rng: Random) -> State:
    """Draw a state, and exchange two tiles if it cannot be solved.

    On a board of one line moves keep the order of the tiles, so only the blank's place is random.
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
