"""The lower bounds by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from puzzleproof.explore.tiles.board import TileBoard
from puzzleproof.explore.tiles.idastar import Heuristic
from puzzleproof.explore.tiles.linear_conflict import LinearConflict
from puzzleproof.explore.tiles.manhattan import Manhattan
from puzzleproof.explore.tiles.outcome import OnRemark
from puzzleproof.explore.tiles.pattern_heuristic import PatternDatabases

HEURISTICS: Mapping[str, Callable[[TileBoard, OnRemark], Heuristic]] = {
    "manhattan": lambda board, _: Manhattan(board),
    "linear-conflict": lambda board, _: LinearConflict(board),
    "patterns": lambda board, remark: PatternDatabases(board, remark=remark),
}
"""Each is made for a board; a table that could not be kept is worth a remark."""
