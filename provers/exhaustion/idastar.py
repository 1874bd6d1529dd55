"""IDA* on sliding tiles (metric single): an f-limit that fails is a lower bound, reported at once.

The search, in numpy, with pattern databases or another heuristic of `explore.tiles`, finds a plan.
It leaves no certificate, so what it says is claimed.
"""

from __future__ import annotations

import time

from puzzleproof.models.errors import NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.tiles.rules import TilesPuzzle
from puzzleproof.provers.events import Emit, EvidenceFound, Layer, PlanFound, Working
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence

SEARCH = "explore.tiles.idastar"
FOR_EVER = (
    "the table is not playable (parity): f-limits would rise for ever; see --evidence invariant"
)

BEST = "patterns"
"""The heuristic that expands the fewest nodes."""


def search_idastar(
    puzzle: AnyPuzzle, heuristic: str, at_least: int | None, emit: Emit
) -> tuple[str, ...] | None:
    """Search until a plan is found, or ``at_least`` moves are proven; returns the plan.

    ``heuristic`` is a name of `explore.tiles.heuristics`.  Raises Unsupported for another family
    or metric, and where the search would never end.
    """
    from puzzleproof.explore.tiles.board import LETTERS, TileBoard
    from puzzleproof.explore.tiles.heuristics import HEURISTICS
    from puzzleproof.explore.tiles.idastar import search

    if heuristic not in HEURISTICS:
        raise NotationError(f"heuristic {heuristic!r}: expected one of {', '.join(HEURISTICS)}")
    begin, tiles = time.perf_counter(), _tiles(puzzle)
    board = TileBoard(tiles.rows, tiles.columns, tiles.goal)
    names = board.named(tiles.start)
    if at_least is None and not board.playable(names):
        raise Unsupported(FOR_EVER)
    emit(Working("searching by iterative deepening (IDA*)"))
    report = _Report(f"{SEARCH} ({heuristic})", emit)
    bound = HEURISTICS[heuristic](board, lambda text: emit(Working(text)))
    report.first(bound.start(names)[0])
    found = search(board, names, bound, None, report.failed, at_least)
    plan = None
    if found.word is not None:
        plan = tuple(LETTERS[direction] for direction in found.word)
        emit(PlanFound(plan, report.search))
    report.end(found.at_least, found.nodes, time.perf_counter() - begin)
    return plan


def _tiles(puzzle: AnyPuzzle) -> TilesPuzzle:
    """The puzzle as what it must be."""
    if not isinstance(puzzle, TilesPuzzle):
        raise Unsupported(f"family {puzzle.family!r}: IDA* is for sliding tiles")
    if puzzle.metric != "single":
        raise Unsupported(f"metric {puzzle.metric!r}: IDA* is for the metric 'single'")
    return puzzle


class _Report:
    """Turns failed f-limits into layers: a parity makes plans longer by 2 at the least."""

    def __init__(self, search: str, emit: Emit) -> None:
        self.search, self.emit = search, emit
        self.nodes, self.f_limit = 0, -1

    def first(self, bound: int) -> None:
        """The heuristic of the start is a bound already."""
        if bound:
            self.emit(Layer(self.search, "encoders", bound - 1, 0))

    def failed(self, f_limit: int, nodes: int) -> None:
        """Report a failed f-limit."""
        self.f_limit = f_limit
        self.nodes += nodes
        self.emit(Layer(self.search, "encoders", f_limit + 1, self.nodes))

    def end(self, at_least: int | None, nodes: int, seconds: float) -> None:
        """Report what the whole search has shown."""
        bound = UNSOLVABLE if at_least is None else at_least
        note = "IDA*" if self.f_limit < 0 else f"IDA*, f-limits up to {self.f_limit} refuted"
        row = Evidence.searched("exhaustion", bound, self.search, "encoders", seconds, nodes, note)
        self.emit(EvidenceFound(row))
