"""Prove a minimum: run the work of a request within limits, and draw the verdict.

`puzzleproof.provers.strategy` is the plan of work where no evidence is named.  With an engine
named, horizons do the work and a simple search confirms them where it can.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.bounds import Case
from puzzleproof.provers.events import Emit, Event, Note
from puzzleproof.provers.request import Job, Request
from puzzleproof.provers.session import NO_LIMITS, Limits, ignore, investigate
from puzzleproof.provers.strategy import construct, prove_somehow
from puzzleproof.provers.verdict import Verdict
from puzzleproof.provers.work import WORK


def prove(
    name: str,
    puzzle: AnyPuzzle,
    request: Request,
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
    versions: Mapping[str, str] | None = None,
) -> Verdict:
    """Prove the minimum of a puzzle in its metric; the verdict holds what the limits allowed.

    A certificate comes to stand in its place only when the checker has accepted it.
    """
    with tempfile.TemporaryDirectory(prefix="puzzleproof-") as folder:
        part = Path(folder) / "certificate"
        if request.certificate:
            target = Path(request.certificate).resolve()
            part = target.with_name(target.name + ".part")
        job = Job(request, part, limits.memory, dict(versions or {}), Path(folder))
        try:
            verdict = investigate(name, puzzle, _work, (job,), on_event, limits, versions)
            if verdict.certificate:
                part.replace(Path(verdict.certificate).resolve())
        finally:
            part.unlink(missing_ok=True)
            job.fresh.unlink(missing_ok=True)
    return verdict


def _work(puzzle: AnyPuzzle, job: Job, emit: Emit) -> None:
    """Do all the work of a request, in the child process."""
    case = Case(puzzle)

    def tell(event: Event) -> None:
        for _ in case.apply(event):
            pass
        emit(event)

    if job.request.by_itself:
        prove_somehow(case, job, tell)
    else:
        construct(case, job, tell)
        kinds = job.request.kinds()
        for kind in kinds:
            try:
                WORK[kind](case, job, tell)
            except ModuleNotFoundError as error:
                if len(kinds) == 1:
                    raise
                tell(Note(f"no evidence of kind {kind}: {error.name} is not installed"))
    wanted = job.request.at_least
    if wanted is not None and case.upper is not None and case.upper < wanted:
        tell(Note(f"'at least {wanted} moves' (metric {puzzle.metric}) is false: see the plan"))
