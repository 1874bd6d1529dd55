"""A batch: workers do the jobs that the ledger cannot answer.

The ledger's answer to a job is checked first.  Several programs may write to one ledger; a Dask
cluster divides the work between machines.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import NamedTuple

from puzzleproof.options import Workers
from puzzleproof.provers.batch.ledger import Ledger, open_ledger
from puzzleproof.provers.batch.pool import run_jobs
from puzzleproof.provers.batch.work import (
    Check,
    DamagedRow,
    Listen,
    Question,
    R,
    Runner,
    check_of,
    no_listener,
)
from puzzleproof.provers.events import Note
from puzzleproof.provers.process import processors
from puzzleproof.provers.verdict import INTERRUPTED


class Means(NamedTuple):
    """The arguments of `run_batch` beside the jobs."""

    workers: int
    ledger: Ledger | None
    listen: Listen
    runner: Runner


@contextmanager
def means_of(asked: Workers, listen: Listen = no_listener) -> Generator[Means]:
    """The workers asked for, and their ledger, which is closed at the end."""
    runner: Runner = run_jobs
    if asked.scheduler is not None:
        from puzzleproof.provers.batch.cluster import Cluster

        runner = Cluster(asked.scheduler)
    with nullcontext() if asked.ledger is None else open_ledger(asked.ledger) as ledger:
        yield Means(asked.jobs or processors(), ledger, listen, runner)


def run_batch(
    jobs: Sequence[Question[R]],
    workers: int,
    ledger: Ledger | None = None,
    listen: Listen = no_listener,
    runner: Runner = run_jobs,
) -> Iterator[tuple[int, R]]:
    """Yield each job's number and outcome; the ledger's answers are checked, not made again."""
    if ledger is None:
        yield from runner(enumerate(jobs), workers, listen)
        return
    known = set[int]()
    for k, (outcome, doubt) in run_jobs(_reports(jobs, ledger, listen), workers, listen):
        if not doubt:
            known.add(k)
            yield k, outcome
        elif doubt != INTERRUPTED:
            _refuse(jobs[k], doubt, listen)
    left = ((k, job) for k, job in enumerate(jobs) if k not in known)
    for k, outcome in runner(left, workers, listen):
        yield k, ledger.record(jobs[k], outcome)


def _reports(
    jobs: Sequence[Question[R]], ledger: Ledger, listen: Listen
) -> Iterator[tuple[int, Check[R]]]:
    """The ledger's answers to jobs, still to be checked."""
    for k, job in enumerate(jobs):
        try:
            report = ledger.report(job)
        except DamagedRow as error:
            _refuse(job, str(error), listen)
        else:
            if report is not None:
                yield k, check_of(job, report)


def _refuse(job: Question[R], why: str, listen: Listen) -> None:
    text = f"the ledger's row of {job.about} is not used"
    listen(None, Note(f"{text}, and proven anew: {why}", "warning"))
