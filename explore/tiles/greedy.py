"""Always the move that looks best, by the inversions (π1) or the distances (π2) of the table.

Plain greed ends where no move makes the weight smaller: a local minimum.  Best-first search (Doran
& Michie 1966) keeps every table met and goes on from the best of them: on a playable table it
always finds a plan, though not a shortest one.
"""

from __future__ import annotations

import heapq
from functools import partial

from puzzleproof.explore.tiles.board import Names, TileBoard
from puzzleproof.explore.tiles.outcome import OnProgress, Outcome, word_to
from puzzleproof.models.tiles.numbers import inversions


def _inversions(board: TileBoard, names: Names) -> int:
    return inversions(names)


WEIGHTS = {"π1": _inversions, "π2": TileBoard.manhattan}
"""Of a state named by goal cells; 0 at the goal and only there (π1, π2 of the source)."""

REPORT_EVERY = 4096


def _successors(board: TileBoard, names: Names) -> list[tuple[int, Names]]:
    """Directions and what they lead to."""
    beside = board.neighbours[names.index(board.home)]
    return [(d, board.walk(names, (d,))) for d, to in enumerate(beside) if to >= 0]


def greedy(weight: str, board: TileBoard, names: Names, report: OnProgress) -> Outcome:
    """Lower the weight while some move does; the remark says where it gets stuck."""
    weigh = partial(WEIGHTS[weight], board)
    word, here = list[int](), weigh(names)
    while here:
        options = [(weigh(after), d, after) for d, after in _successors(board, names)]
        best, direction, after = min(options)
        if best >= here:
            around = ", ".join(str(value) for value, _, _ in sorted(options))
            moves = "1 move" if len(word) == 1 else f"{len(word)} moves"
            remark = f"stuck after {moves}: {weight} = {here}, its successors {around}"
            return Outcome(None, len(word) + 1, remark=remark)
        word.append(direction)
        names, here = after, best
    return Outcome(tuple(word), len(word))


def best_first(weight: str, board: TileBoard, names: Names, report: OnProgress) -> Outcome:
    """Go on from the table of least weight met so far, the earliest of several."""
    weigh = partial(WEIGHTS[weight], board)
    came: dict[Names, tuple[Names, int] | None] = {names: None}
    queue, nodes = [(weigh(names), 0, names)], 0
    while queue:
        value, _, here = heapq.heappop(queue)
        if not value:
            return Outcome(word_to(here, came), nodes)
        nodes += 1
        if nodes % REPORT_EVERY == 0:
            report(0, nodes)
        for direction, after in _successors(board, here):
            if after not in came:
                came[after] = here, direction
                heapq.heappush(queue, (weigh(after), len(came), after))
    return Outcome(None, nodes, remark="every table that can be reached was met")
