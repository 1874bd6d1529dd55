"""What `prove` does by default: the evidence that suits the puzzle, until the bounds meet.

A rule that constructs a plan and an argument about all states cost nothing, so they come first.
Then a puzzle with few states is labelled; one with too many is searched by thresholds where there
is a heuristic, else horizons carry on, and a small search may still confirm them.
"""

from __future__ import annotations

from collections.abc import Callable

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import Constructive
from puzzleproof.provers.case import Case
from puzzleproof.provers.events import Emit, Note, PlanFound
from puzzleproof.provers.job import Job
from puzzleproof.provers.supervise import half_of_spare_memory, run
from puzzleproof.provers.work import (
    exhaustion,
    invariant,
    is_large,
    labelling,
    refutation,
    seal,
    short_refutation,
    thresholds,
)

__all__ = ["prove_somehow"]

LABELLING_SHARE = 0.8
"""Of a memory limit, what the search for labels may take before horizons carry on."""


def prove_somehow(case: Case, job: Job, emit: Emit) -> None:
    """Do one kind of work after the other, until the case is closed."""
    construct(case, job, emit)
    invariant(case, job, emit)
    steps: tuple[Callable[[Case, Job, Emit], None], ...] = (_large, _label)
    for step in steps:
        if not done(case, job):
            step(case, job, emit)
    if case.closed:
        seal(case, job)
        short_refutation(case, job, emit)


def done(case: Case, job: Job) -> bool:
    """Whether what was asked is proven, or denied by a plan."""
    wanted = job.request.at_least
    if wanted is None:
        return case.closed
    return case.closed or case.proven >= wanted or (case.upper is not None and case.upper < wanted)


def construct(case: Case, job: Job, emit: Emit) -> None:
    """Take the plan that a family's own rule makes; the case replays it like any other."""
    if isinstance(case.puzzle, Constructive):
        plan = case.puzzle.constructed_plan()
        if plan is not None:
            emit(PlanFound(tuple(map(case.puzzle.format_move, plan)), "construction"))


def _large(case: Case, job: Job, emit: Emit) -> None:
    from puzzleproof.provers import deepening

    if not is_large(case):
        return
    if deepening.suits(case.puzzle):
        thresholds(case, job, emit)
        return
    _horizons(case, job, emit)
    if not done(case, job):
        exhaustion(case, job, emit)


def _horizons(case: Case, job: Job, emit: Emit) -> None:
    """Refute by SAT; where there is no encoding, say so and go on without."""
    try:
        refutation(case, job, emit)
    except Unsupported as error:
        emit(Note(f"no horizons: {error}"))


def _label(case: Case, job: Job, emit: Emit) -> None:
    """Where the state graph does not fit the memory, horizons carry on alone."""
    if is_large(case):
        return
    try:
        run(labelling, (case, job), emit, None, _room(job))
    except LimitReached as limit:
        emit(Note(f"the state graph is too large to search ({limit}): horizons carry on"))
        _horizons(case, job, emit)


def _room(job: Job) -> int | None:
    if job.memory is not None:
        return int(job.memory * LABELLING_SHARE)
    return half_of_spare_memory()
