"""Every strategy by name: a board and a state in, an outcome out.

What the source (text for the French agrégation on the taquin) discusses, and the heuristics that
came after it.  *Deepening* is iterative deepening with no heuristic at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Protocol

from puzzleproof.explore.tiles.board import Board
from puzzleproof.explore.tiles.greedy import WEIGHTS, best_first, greedy
from puzzleproof.explore.tiles.heuristics import HEURISTICS
from puzzleproof.explore.tiles.idastar import Found, Moves, moves_table, search
from puzzleproof.explore.tiles.layers import bidirectional, breadth_first
from puzzleproof.explore.tiles.line_by_line import line_by_line
from puzzleproof.explore.tiles.manhattan import Blind
from puzzleproof.explore.tiles.outcome import Outcome, Tell
from puzzleproof.models.tiles.sequences import Automaton, automaton, forbidden_sequences

FORBIDDEN_LENGTH = 8
"""Forbidden sequences are looked for up to this length."""


class Strategy(Protocol):
    """Run on a playable table; ``tell`` is called now and then with a bound and a count."""

    def __call__(self, board: Board, names: tuple[int, ...], tell: Tell) -> Outcome:
        """Search for a way to the goal."""
        ...


def _counted(tell: Tell) -> tuple[list[int], Callable[[int, int], None]]:
    """Add the nodes of failed thresholds up; the blank's parity makes the next bound 2 more."""
    total = [0]

    def failed(threshold: int, nodes: int) -> None:
        total[0] += nodes
        tell(threshold + 2, total[0])

    return total, failed


def _outcome(found: Found, remark: str = "") -> Outcome:
    if found.word is None:
        return Outcome(None, found.nodes, remark="every way was gone to its end")
    return Outcome(found.word, found.nodes, len(found.word), remark)


def _deepening(moves: Callable[[Board], Moves], board: Board, names: tuple[int, ...], tell: Tell
               ) -> Outcome:  # fmt: skip
    return _outcome(search(board, names, Blind(), moves(board), _counted(tell)[1]))


def _all_moves(board: Board) -> Moves:
    return moves_table(board, lambda _state, _direction: 0, 0, 1)


def _no_forbidden(board: Board) -> Moves:
    """Prune the forbidden sequences that `models.tiles.sequences` finds: NS, EW, ENWSEN, …."""
    reader = _reader()
    return moves_table(board, reader.step, reader.start, len(reader.table))


@cache
def _reader() -> Automaton:
    return automaton(one.forbidden for one in forbidden_sequences(FORBIDDEN_LENGTH))


def _idastar(heuristic: str, board: Board, names: tuple[int, ...], tell: Tell) -> Outcome:
    remarks = list[str]()
    bound = HEURISTICS[heuristic](board, remarks.append)
    tell(bound.start(names)[0], 0)
    found = search(board, names, bound, None, _counted(tell)[1])
    return _outcome(found, "; ".join(remarks))


STRATEGIES: Mapping[str, Strategy] = {
    "breadth-first": breadth_first,
    "bidirectional": bidirectional,
    "deepening": partial(_deepening, _all_moves),
    "deepening, no forbidden sequences": partial(_deepening, _no_forbidden),
    **{f"IDA* {name}": partial(_idastar, name) for name in HEURISTICS},
    **{f"greedy {weight}": partial(greedy, weight) for weight in WEIGHTS},
    "best first π2": partial(best_first, "π2"),
    "line by line": line_by_line,
}
"""In the order of the table that `puzzleproof compare` prints."""
