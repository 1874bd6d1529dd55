"""Increasing horizons: ask 'at most T moves?' for growing T; every answer is a bound at once.

A refutation at T rules out every shorter plan as well (the horizon may idle at its end), so T
grows in strides while the answer is no, and comes down by bisection once a plan is found.  The
last refutation is asked afresh, without assumptions.  No proof is written, so a refutation is
*claimed* until a search of another kind confirms it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol

from puzzleproof.encoders.families import ground
from puzzleproof.encoders.task import Grounding
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through
from puzzleproof.provers.events import Emit, EvidenceFound, HorizonAnswer, PlanFound
from puzzleproof.provers.verdict import Evidence

__all__ = ["ENGINES", "Horizons", "next_horizon", "prove_by_horizons", "refute_one"]

ENGINES = {
    "sat": "puzzleproof.encoders.sat:SatHorizons",
    "cpsat": "puzzleproof.encoders.cpsat:CpsatHorizons",
}


class Horizons(Protocol):
    """A backend of `encoders`: the facts along a plan of at most so many moves, or None."""

    def ask(self, length: int) -> list[frozenset[int]] | None:
        """Answer for one horizon."""
        ...

    def refute_afresh(self, length: int) -> bool:
        """Whether a solver that knows nothing else refutes this horizon."""
        ...


def _backend(engine: str, grounding: Grounding, seed: int) -> Horizons:
    module, _, name = ENGINES[engine].partition(":")
    backend: Horizons = getattr(import_module(module), name)(grounding.task, seed=seed)
    return backend


def next_horizon(lower: int, upper: int | None, last: int | None) -> int:
    """Choose the next T: a stride of a quarter up from the last, or the middle of the gap.

    >>> [next_horizon(t + 1, None, t) for t in (1, 4, 40)], next_horizon(41, 52, 50)
    ([2, 5, 50], 46)
    """
    if upper is not None:
        return (lower + upper - 1) // 2
    return max(lower, 1) if last is None else max(lower, last + last // 4)


def prove_by_horizons(
    puzzle: AnyPuzzle,
    engine: str,
    emit: Emit,
    *,
    seed: int = 0,
    at_least: int = 0,
    first_plan: bool = False,
) -> None:
    """Raise the lower bound and lower the upper one until they meet.

    Ends sooner once the lower bound is ``at_least``, or with the ``first_plan``.  Where there is
    no plan at all, horizons cannot tell: this then ends only when it is stopped.
    """
    begin = time.perf_counter()
    grounding = ground(puzzle)
    backend = _backend(engine, grounding, seed)
    lower, upper, last = 0, None, None
    while (upper is None or lower < upper) and not (at_least and lower >= at_least):
        last = next_horizon(lower, upper, last)
        if at_least and upper is None:
            last = min(last, at_least - 1)
        plan = _ask(puzzle, grounding, backend, engine, last, emit)
        if plan is None:
            lower = last + 1
        else:
            upper = len(plan)
            emit(PlanFound(plan, engine))
            if first_plan:
                return
    if lower and backend.refute_afresh(lower - 1):
        _found(emit, engine, lower, begin)


def _ask(
    puzzle: AnyPuzzle,
    grounding: Grounding,
    backend: Horizons,
    engine: str,
    length: int,
    emit: Emit,
) -> tuple[str, ...] | None:
    begin = time.perf_counter()
    steps = backend.ask(length)
    answer = "refuted" if steps is None else "plan"
    emit(HorizonAnswer(engine, length, answer, time.perf_counter() - begin))
    return None if steps is None else _plan(puzzle, grounding, steps)


def _plan(
    puzzle: AnyPuzzle, grounding: Grounding, steps: Sequence[frozenset[int]]
) -> tuple[str, ...]:
    """Read the moves off the facts of each step, by the rules."""
    task, visited = grounding.task, 0
    states: list[State] = []
    for facts in steps:
        state = grounding.state(facts)
        if task.stops:
            visited = task.visited(facts, visited)
            state = (*state, visited)
        states.append(state)
    moves = plan_through(puzzle, states)
    format_move: Callable[[object], str] = puzzle.format_move
    return tuple(map(format_move, moves))


def refute_one(puzzle: AnyPuzzle, engine: str, length: int, seed: int, emit: Emit) -> None:
    """Refute 'at most ``length`` moves', a single horizon asked afresh."""
    begin = time.perf_counter()
    backend = _backend(engine, ground(puzzle), seed)
    refuted = backend.refute_afresh(length)
    seconds = time.perf_counter() - begin
    emit(HorizonAnswer(engine, length, "refuted" if refuted else "plan", seconds))
    if refuted:
        _found(emit, engine, length + 1, begin)


def _found(emit: Emit, engine: str, bound: int, begin: float) -> None:
    seconds = time.perf_counter() - begin
    note = f"'at most {bound - 1} moves' refuted by {engine}"
    emit(
        EvidenceFound(Evidence("refutation", bound, False, "none", "encoders", seconds, note=note))
    )
