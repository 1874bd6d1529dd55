"""Find a plan, a shortest one, and claim nothing about its minimality."""

from __future__ import annotations

import time
from collections.abc import Mapping

from puzzleproof.models.errors import NotationError
from puzzleproof.models.puzzle import AnyPuzzle, Constructive, HasStateBound
from puzzleproof.provers.events import UNSOLVABLE, Emit, EvidenceFound, PlanFound
from puzzleproof.provers.request import ENGINES
from puzzleproof.provers.session import NO_LIMITS, Limits, ignore, investigate
from puzzleproof.provers.verdict import Evidence, Verdict
from puzzleproof.provers.work import MANY_STATES, SHARE

BIDIRECTIONAL_MEMORY = 1_000_000_000
"""Bytes for a shortest plan of compound moves; those of the library on 33 holes need 552 MB."""


def solve(
    name: str,
    puzzle: AnyPuzzle,
    engine: str = "auto",
    seed: int = 0,
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
    versions: Mapping[str, str] | None = None,
) -> Verdict:
    """Search for a plan by breadth-first search, SAT or CP-SAT.

    The verdict is at best `bounded`; use `prove` for a minimum with evidence.
    """
    if engine not in ENGINES:
        raise NotationError(f"engine {engine!r}: expected one of {', '.join(ENGINES)}")
    return investigate(
        name, puzzle, _work, (engine, seed, limits.memory), on_event, limits, versions
    )


def _work(puzzle: AnyPuzzle, engine: str, seed: int, memory: int | None, emit: Emit) -> None:
    if engine in ("sat", "cpsat"):
        from puzzleproof.provers.refutation.horizons import Engine, prove_by_horizons

        prove_by_horizons(puzzle, Engine(engine, seed), emit, first_plan=True)
        return
    if isinstance(puzzle, Constructive) and (plan := puzzle.constructed_plan()) is not None:
        emit(PlanFound(tuple(map(puzzle.format_move, plan)), "construction"))
        return
    evidence = impossible(puzzle)
    if evidence is not None:
        emit(EvidenceFound(evidence))
        return
    if isinstance(puzzle, HasStateBound) and puzzle.states_at_most > MANY_STATES:
        _work_large(puzzle, seed, memory, emit)
        return
    from puzzleproof.provers.exhaustion.breadth_first import search_task
    from puzzleproof.provers.work import for_arrays

    search_task(puzzle, None, emit, for_arrays(memory))


def impossible(puzzle: AnyPuzzle) -> Evidence | None:
    """Return an invariant that rules every plan out, checked by its checker; None: none found."""
    from puzzleproof.provers.invariant.find import find_argument
    from puzzleproof.verify.invariant import bound_of

    begin = time.perf_counter()
    found = find_argument(puzzle)
    if found is None or bound_of(puzzle, found[0]) < UNSOLVABLE:
        return None
    seconds = time.perf_counter() - begin
    return Evidence("invariant", UNSOLVABLE, True, "verify.invariant", "models", seconds)


def _work_large(puzzle: AnyPuzzle, seed: int, memory: int | None, emit: Emit) -> None:
    """Too many states to visit: a search that suits the puzzle, else horizons by SAT.

    Where a search from both ends would need more than its share of memory, any plan will do.
    """
    from puzzleproof.provers.exhaustion import bidirectional as bidirectional
    from puzzleproof.provers.exhaustion import idastar as deepening
    from puzzleproof.provers.refutation.horizons import Engine, prove_by_horizons

    if deepening.supports(puzzle):
        deepening.search_idastar(puzzle, deepening.BEST, emit)
        return
    if bidirectional.supports(puzzle):
        share = (
            BIDIRECTIONAL_MEMORY
            if memory is None
            else min(BIDIRECTIONAL_MEMORY, int(memory * SHARE))
        )
        if bidirectional.run_bidirectional(puzzle, None, share, emit):
            return
    prove_by_horizons(puzzle, Engine("sat", seed), emit, first_plan=True)
