"""Exhaustion: the simple breadth-first search of `puzzleproof.verify`, as a second opinion.

It leaves no certificate; what it says counts as `cross-checked` where another search, which
follows the encoders, says the same.
"""

from __future__ import annotations

import time

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import UNSOLVABLE, Emit, EvidenceFound, Layer
from puzzleproof.provers.verdict import Evidence
from puzzleproof.verify.bfs import bfs

__all__ = ["confirm_by_bfs"]


def confirm_by_bfs(puzzle: AnyPuzzle, emit: Emit) -> None:
    """Search by the rules from the start; the evidence says how far away the goal is."""
    begin = time.perf_counter()

    def on_layer(depth: int, states: int) -> None:
        emit(Layer("exhaustion", "models", depth, states))

    distance = bfs(puzzle, on_layer)
    bound = UNSOLVABLE if distance.optimum is None else distance.optimum
    seconds = time.perf_counter() - begin
    emit(
        EvidenceFound(
            Evidence("exhaustion", bound, False, "verify.bfs", "models", seconds, distance.states)
        )
    )
