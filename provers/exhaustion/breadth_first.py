"""Exhaustion: two breadth-first searches, one of the encoder's steps, one of the rules.

They leave no certificate.  `confirm_by_bfs` is also the second opinion on horizons: what it says
counts as `cross-checked` where another search, which follows the encoders, says the same.
"""

from __future__ import annotations

import time
from dataclasses import replace

from puzzleproof.encoders import ground_single_steps
from puzzleproof.explore.search import search
from puzzleproof.models.puzzle import AnyPuzzle, plan_through
from puzzleproof.provers.events import Emit, Event, EvidenceFound, Layer, PlanFound, searching
from puzzleproof.provers.packed_task import packed_task_of, state_of
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence
from puzzleproof.verify.bfs import bfs


def search_task(puzzle: AnyPuzzle, at_least: int | None, memory: int | None, emit: Emit) -> None:
    """Search the encoder's steps from the start; brings a plan and its evidence."""
    begin = time.perf_counter()
    emit(searching(puzzle))
    grounding = ground_single_steps(puzzle)
    task = packed_task_of(grounding, symmetries=False)

    def on_layer(depth: int, states: int) -> None:
        emit(Layer("search", "encoders", depth, states))

    found = search(task, at_least=at_least, memory=memory, on_layer=on_layer)
    if found.path:
        states = [puzzle.canonical(state_of(grounding, task, bits)) for bits in found.path]
        plan = plan_through(puzzle, states)
        emit(PlanFound(tuple(map(puzzle.format_move, plan)), "search"))
    reached = found.depth if found.optimum is None else found.optimum
    bound = UNSOLVABLE if reached is None else reached
    seconds = time.perf_counter() - begin
    size = sum(found.sizes)
    row = Evidence.searched("exhaustion", bound, "explore", "encoders", seconds, size)
    emit(EvidenceFound(row))


def look_for_plan(puzzle: AnyPuzzle, memory: int | None, emit: Emit) -> Evidence | None:
    """Bring a plan, and claim nothing about its length; evidence where there is no plan at all."""
    found: list[Evidence] = []
    begun = searching(puzzle, "searching for a plan")

    def listen(event: Event) -> None:
        match event:
            case PlanFound():
                emit(event)
            case EvidenceFound(evidence):
                found.append(evidence)
            case Layer():
                emit(replace(begun, done=event.states))
            case _:
                pass

    search_task(puzzle, None, memory, listen)
    (row,) = found
    return row if row.bound == UNSOLVABLE else None


def confirm_by_bfs(puzzle: AnyPuzzle, at_least: int | None, emit: Emit) -> None:
    """Search by the rules from the start to the goal, or to the depth ``at_least``."""
    begin, reached = time.perf_counter(), None
    emit(searching(puzzle, "searching by the rules"))

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
    row = Evidence.searched(
        "exhaustion", bound, "verify.bfs", "models", seconds, states, reached=reached
    )
    emit(EvidenceFound(row))


class _DeepEnough(Exception):
    """The search has reached the depth asked for."""

    def __init__(self, states: int) -> None:
        self.states = states
