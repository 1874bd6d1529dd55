"""Exhaustion: two breadth-first searches, one of the encoder's task, one of the rules.

They leave no certificate.  `confirm_by_bfs` is also the second opinion on horizons: what it says
counts as `cross-checked` where another search, which follows the encoders, says the same.
"""

from __future__ import annotations

import time

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import UNSOLVABLE, Emit, EvidenceFound, Layer, PlanFound
from puzzleproof.provers.labelling import label
from puzzleproof.provers.verdict import Evidence
from puzzleproof.verify.bfs import bfs

__all__ = ["confirm_by_bfs", "search_task"]


def search_task(puzzle: AnyPuzzle, at_least: int | None, emit: Emit) -> None:
    """Search the encoder's task from the start; brings a plan and its evidence."""
    begin = time.perf_counter()
    found = label(puzzle, emit, at_least, by_task=True)
    if found.plan is not None:
        emit(PlanFound(found.plan, "search"))
    bound = UNSOLVABLE if found.at_least is None else found.at_least
    states = sum(map(len, found.blocks)) // puzzle.pack_width
    seconds = time.perf_counter() - begin
    telling, search = ("encoders", "explore") if found.by_task else ("models", "verify.bfs")
    emit(EvidenceFound(Evidence("exhaustion", bound, False, search, telling, seconds, states)))


def confirm_by_bfs(puzzle: AnyPuzzle, at_least: int | None, emit: Emit) -> None:
    """Search by the rules from the start to the goal, or to the depth ``at_least``."""
    begin, reached = time.perf_counter(), None

    def on_layer(depth: int, states: int) -> None:
        emit(Layer("exhaustion", "models", depth, states))
        if depth + 1 == at_least:
            raise _DeepEnough(states)

    try:
        distance = bfs(puzzle, on_layer)
        bound = UNSOLVABLE if distance.optimum is None else distance.optimum
        states, reached = distance.states, distance.optimum
    except _DeepEnough as enough:
        bound, states = at_least or 0, enough.states
    seconds = time.perf_counter() - begin
    row = Evidence(
        "exhaustion", bound, False, "verify.bfs", "models", seconds, states, reached=reached
    )
    emit(EvidenceFound(row))


class _DeepEnough(Exception):
    """The search has reached the depth asked for."""

    def __init__(self, states: int) -> None:
        self.states = states
