"""Always the move that looks best, by the inversions (π1) or the distances (π2) of the table.

Plain greed ends where no move makes the weight smaller: a local minimum.  One way out is to keep
every table met and go on from the best of them (best first, Doran & Michie 1966): it always
arrives on a playable table, though not by a shortest plan.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from puzzleproof.explore.tiles.board import Board
from puzzleproof.explore.tiles.outcome import Outcome, Tell
from puzzleproof.models.tiles.numbers import inversions

Names: TypeAlias = tuple[int, ...]


def _inversions(board: Board, names: Names) -> int:
    return inversions(names)


WEIGHTS: dict[str, Callable[[Board, Names], int]] = {"π1": _inversions, "π2": Board.manhattan}
"""Of a state named by goal cells; 0 at the goal and only there (π1, π2 of the source)."""

TELL_EVERY = 4096


def _successors(board: Board, names: Names) -> list[tuple[int, Names]]:
    """Directions and what they lead to."""
    beside = board.neighbours[names.index(board.home)]
    return [(d, board.walk(names, (d,))) for d, to in enumerate(beside) if to >= 0]


def greedy(weight: str, board: Board, names: Names, tell: Tell) -> Outcome:
    """Go down as long as some move does; say where it gets stuck."""
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


def best_first(weight: str, board: Board, names: Names, tell: Tell) -> Outcome:
    """Go on from the table of least weight met so far, the earliest of these."""
    weigh = partial(WEIGHTS[weight], board)
    came: dict[Names, tuple[Names, int] | None] = {names: None}
    queue, nodes = [(weigh(names), 0, names)], 0
    while queue:
        value, _, here = heapq.heappop(queue)
        if not value:
            return Outcome(_way(came, here), nodes)
        nodes += 1
        if nodes % TELL_EVERY == 0:
            tell(0, nodes)
        for direction, after in _successors(board, here):
            if after not in came:
                came[after] = here, direction
                heapq.heappush(queue, (weigh(after), len(came), after))
    return Outcome(None, nodes, remark="every table that can be reached was met")


def _way(came: dict[Names, tuple[Names, int] | None], names: Names) -> tuple[int, ...]:
    word = list[int]()
    while (before := came[names]) is not None:
        names, direction = before
        word.append(direction)
    return tuple(reversed(word))
