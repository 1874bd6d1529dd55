"""The lower bounds by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from puzzleproof.explore.tiles.board import Board
from puzzleproof.explore.tiles.idastar import Heuristic
from puzzleproof.explore.tiles.linear_conflict import LinearConflict
from puzzleproof.explore.tiles.manhattan import Manhattan
from puzzleproof.explore.tiles.pattern_heuristic import PatternDatabases

Remark: TypeAlias = Callable[[str], None]

HEURISTICS: Mapping[str, Callable[[Board, Remark], Heuristic]] = {
    "manhattan": lambda board, _: Manhattan(board),
    "linear-conflict": lambda board, _: LinearConflict(board),
    "patterns": lambda board, remark: PatternDatabases(board, remark=remark),
}
"""Each is made for a board; what is worth a remark (a table that could not be kept) is told."""
