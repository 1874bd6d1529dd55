"""What `prove` does by default: the evidence that suits the puzzle, until the bounds meet.

A rule that constructs a plan and an argument about all states cost nothing, so they come first.
Then a puzzle with few states is labelled.  One with too many is searched by thresholds where there
is a heuristic, from both ends where it is of compound peg moves; else, or where that ends without
an answer, horizons carry on, and a small search may still confirm them.
"""

from __future__ import annotations

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.puzzle import Constructive
from puzzleproof.provers.bounds import Case
from puzzleproof.provers.events import Emit, Note, PlanFound
from puzzleproof.provers.process.supervise import run
from puzzleproof.provers.request import Job
from puzzleproof.provers.work import (
    Work,
    claimed,
    exhaustion,
    invariant,
    is_large,
    labelling,
    refutation,
    room,
    seal,
    short_refutation,
    special,
)


def prove_somehow(case: Case, job: Job, emit: Emit) -> None:
    """Do one kind of work after the other, until the case is closed."""
    construct(case, job, emit)
    invariant(case, job, emit)
    steps: tuple[Work, ...] = (_large, _label)
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
    if not is_large(case):
        return
    search = special(case)
    if search is not None:
        search(case, job, emit)
        if not claimed(case, job):
            _horizons(case, job, emit)
        return
    _horizons(case, job, emit)
    if not done(case, job):
        exhaustion(case, job, emit)


def _horizons(case: Case, job: Job, emit: Emit) -> None:
    """Refute by SAT; where there is no encoding or no solver, say so and go on without."""
    try:
        refutation(case, job, emit)
    except (Unsupported, ImportError) as error:
        emit(Note(f"no horizons: {error}"))


def _label(case: Case, job: Job, emit: Emit) -> None:
    """Where the state graph does not fit the memory, horizons carry on alone."""
    if is_large(case):
        return
    try:
        run(labelling, (case, job), emit, None, room(job))
    except LimitReached as limit:
        emit(Note(f"the state graph is too large to search ({limit}): horizons carry on"))
        _horizons(case, job, emit)
