"""A plan for sliding tiles as people find it, row by row and column by column; it is long.

Rows and columns without the blank's goal cell are filled one after another; each tile is moved by a
shortest plan that does not touch the finished cells.  The last two tiles of a line are brought to
their cells together, and at the end so are the tiles of the last 2 x 2 cells.
"""

import heapq
from collections.abc import Collection, Iterator, Mapping, Sequence

from puzzleproof.explore.tiles.board import TileBoard
from puzzleproof.models.puzzle import State
from puzzleproof.models.tiles.rules import TilesPuzzle


def plan_by_rows(puzzle: TilesPuzzle) -> list[State] | None:
    """Return the states of a plan, or None if there is none or the board is a single line."""
    if not puzzle.playable or min(puzzle.rows, puzzle.columns) < 2:
        return None
    board = TileBoard(puzzle.rows, puzzle.columns, puzzle.goal)
    states, finished = [puzzle.start], {-1}
    for cells in _stages(puzzle.rows, puzzle.columns, puzzle.goal.index(0)):
        wanted = {puzzle.goal[cell]: cell for cell in cells if puzzle.goal[cell]}
        near = [[cell for cell in four if cell not in finished] for four in board.neighbours]
        for cell in _route(board, near, states[-1], wanted):
            table = list(states[-1])
            blank = table.index(0)
            table[blank], table[cell] = table[cell], 0
            states.append(tuple(table))
        finished.update(cells)
    return states


def _stages(rows: int, columns: int, blank: int) -> Iterator[list[int]]:
    """Yield the groups of cells that are filled together; ``blank`` is in the last group."""
    high, wide = list(range(rows)), list(range(columns))
    row, column = divmod(blank, columns)
    while max(len(high), len(wide)) > 2:
        if len(high) >= len(wide):
            r = high.pop(0 if high[0] != row else -1)
            line = [r * columns + c for c in wide]
        else:
            c = wide.pop(0 if wide[0] != column else -1)
            line = [r * columns + c for r in high]
        yield from ([cell] for cell in line[:-2])
        yield line[-2:]
    yield [r * columns + c for r in high for c in wide]


def _route(
    board: TileBoard, near: Sequence[Collection[int]], table: State, wanted: Mapping[int, int]
) -> list[int]:
    """Return the cells that the blank enters in a shortest plan (A*, P. Hart et al., 1968).

    ``wanted`` has the tiles that matter with their goal cells; ``near`` has the cells beside each
    cell, without finished cells.
    """
    targets = tuple(wanted.values())

    def least(places: tuple[int, ...]) -> int:
        """Return a lower bound: the tiles' distances, plus the blank's moves to a wrong tile."""
        away = [
            (board.apart(place, target), board.apart(places[0], place))
            for place, target in zip(places[1:], targets, strict=True)
            if place != target
        ]
        return sum(far for far, _ in away) + min((beside - 1 for _, beside in away), default=0)

    begin = (table.index(0), *map(table.index, wanted))
    came, queue = {begin: (0, begin)}, [(least(begin), 0, begin)]
    while True:
        _, moves, here = heapq.heappop(queue)
        if here[1:] == targets:
            break
        blank = here[0]
        for cell in near[blank]:
            after = (cell, *(blank if place == cell else place for place in here[1:]))
            if after not in came or moves + 1 < came[after][0]:
                came[after] = moves + 1, here
                heapq.heappush(queue, (moves + 1 + least(after), moves + 1, after))
    route = list[int]()
    while here != begin:
        route.append(here[0])
        here = came[here][1]
    return route[::-1]
