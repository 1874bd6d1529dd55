"""Every strategy by name: a board and a state in, an outcome out.

What the source (text for the French agrégation on the taquin) discusses, and the heuristics that
came after it.  *Deepening* is iterative deepening with no heuristic at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TypeAlias

from puzzleproof.explore.tiles.board import Names, TileBoard
from puzzleproof.explore.tiles.greedy import WEIGHTS, best_first, greedy
from puzzleproof.explore.tiles.heuristics import HEURISTICS
from puzzleproof.explore.tiles.idastar import (
    DirectionTable,
    IdaStarResult,
    OnFailedLimit,
    direction_table,
    search,
)
from puzzleproof.explore.tiles.layers import bidirectional, breadth_first
from puzzleproof.explore.tiles.line_by_line import line_by_line
from puzzleproof.explore.tiles.manhattan import Blind
from puzzleproof.explore.tiles.outcome import OnProgress, Outcome
from puzzleproof.models.tiles.sequences import Automaton, automaton, forbidden_sequences

FORBIDDEN_LENGTH = 8
"""Forbidden sequences are looked for up to this length."""


Strategy: TypeAlias = Callable[[TileBoard, Names, OnProgress], Outcome]
"""Searches for a plan from a playable table; reports a bound and a count now and then."""


def _added_up(report: OnProgress) -> OnFailedLimit:
    """Add the nodes of failed f-limits up; the blank's parity makes the next bound 2 more."""
    total = 0

    def failed(limit: int, nodes: int) -> None:
        nonlocal total
        total += nodes
        report(limit + 2, total)

    return failed


def _outcome(found: IdaStarResult, remark: str = "") -> Outcome:
    if found.word is None:
        return Outcome(None, found.nodes, remark="the search tree was exhausted")
    return Outcome(found.word, found.nodes, len(found.word), remark)


def _deepening(
    table: Callable[[TileBoard], DirectionTable], board: TileBoard, names: Names, report: OnProgress
) -> Outcome:
    return _outcome(search(board, names, Blind(), table(board), _added_up(report)))


def _all_moves(board: TileBoard) -> DirectionTable:
    return direction_table(board, lambda _state, _direction: 0, 0, 1)


def _no_forbidden(board: TileBoard) -> DirectionTable:
    """Prune the forbidden sequences that `models.tiles.sequences` finds: NS, EW, ENWSEN, …."""
    reader = _reader()
    return direction_table(board, reader.step, reader.start, len(reader.table))


@cache
def _reader() -> Automaton:
    return automaton(one.forbidden for one in forbidden_sequences(FORBIDDEN_LENGTH))


def _idastar(heuristic: str, board: TileBoard, names: Names, report: OnProgress) -> Outcome:
    remarks = list[str]()
    bound = HEURISTICS[heuristic](board, remarks.append)
    report(bound.start(names)[0], 0)
    found = search(board, names, bound, None, _added_up(report))
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
