"""A batch: jobs done by workers, with what a ledger answers left out.

Several programs may share a ledger.  Each takes a job by its key before it begins it; a job that
another one is at work on is left to that and looked up at the end.  Should that program be gone by
then, the job is done here.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Generic

from puzzleproof.provers.batch.ledger import Ledger
from puzzleproof.provers.batch.pool import run_jobs
from puzzleproof.provers.batch.work import (
    Check,
    DamagedRow,
    Key,
    Listen,
    Question,
    R,
    Runner,
    check_of,
    no_listener,
)
from puzzleproof.provers.events import Note
from puzzleproof.provers.verdict import INTERRUPTED

BEAT_SECONDS = 15.0
"""How often a batch says in its ledger that it lives."""
WAIT_SECONDS = 1.0
"""Between two looks at jobs that another process is at work on."""
LISTEN_SECONDS = 0.1
"""How often it is asked meanwhile whether the work is to go on."""


def run_batch(
    jobs: Sequence[Question[R]],
    workers: int,
    ledger: Ledger | None = None,
    listen: Listen = no_listener,
    runner: Runner = run_jobs,
) -> Iterator[tuple[int, R]]:
    """Yield each job's number and its outcome; what the ledger knows is checked, not done again."""
    if ledger is None:
        return runner(enumerate(jobs), workers, listen)
    return _Batch(jobs, ledger, listen).run(workers, runner)


class _Batch(Generic[R]):
    """Jobs whose results go to a ledger, which others may write to at the same time."""

    def __init__(self, jobs: Sequence[Question[R]], ledger: Ledger, listen: Listen) -> None:
        self._jobs, self._ledger, self._listen = jobs, ledger, listen
        self._refused, self._elsewhere = set[Key](), list[int]()
        self._beat, self._waits = time.monotonic(), False

    def run(self, workers: int, runner: Runner) -> Iterator[tuple[int, R]]:
        """Yield as `run_batch` does."""
        left = list(range(len(self._jobs)))
        while left:
            known, done = set[int](), 0
            for k, (outcome, doubt) in run_jobs(self._reports(left), workers, self._hear):
                if not doubt:
                    known.add(k)
                    yield k, outcome
                elif doubt != INTERRUPTED:
                    self._refuse(self._jobs[k], doubt)
            self._elsewhere.clear()
            for k, outcome in runner(self._taken(left, known), workers, self._hear):
                done += 1
                yield k, self._ledger.record(self._jobs[k], outcome)
            left = list(self._elsewhere)
            if left and not done and not known:
                self._wait(left)

    def _reports(self, numbers: Sequence[int]) -> Iterator[tuple[int, Check[R]]]:
        """What the ledger says of jobs, to be checked."""
        for k in numbers:
            if (report := self._report(self._jobs[k])) is not None:
                yield k, check_of(self._jobs[k], report)

    def _report(self, job: Question[R]) -> R | None:
        if job.key in self._refused:
            return None
        try:
            return self._ledger.report(job)
        except DamagedRow as error:
            self._refuse(job, str(error))
            return None

    def _refuse(self, job: Question[R], why: str) -> None:
        self._refused.add(job.key)
        text = f"the ledger's row of {job.about} is not used"
        self._listen(None, Note(f"{text}, and proven anew: {why}", "warning"))

    def _taken(self, numbers: Sequence[int], known: set[int]) -> Iterator[tuple[int, Question[R]]]:
        """The jobs that are to be done here, each taken when it is asked for."""
        for k in numbers:
            if k in known:
                continue
            job = self._jobs[k]
            if not self._ledger.take(job.key):
                self._elsewhere.append(k)
            elif self._report(job) is not None:  # somebody has answered it just before
                self._ledger.leave(job.key)
                self._elsewhere.append(k)
            else:
                yield k, job

    def _wait(self, left: Sequence[int]) -> None:
        """Let others work for a while; say once that this waits, and for whom."""
        owners = Counter(filter(None, (self._ledger.owner(self._jobs[k].key) for k in left)))
        if owners and not self._waits:
            self._waits = True
            who = ", ".join(f"{owner} ({number} of them)" for owner, number in owners.items())
            text = f"waiting for answers that other processes are at work on: {who}"
            self._hear(None, Note(text, "warning"))
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until:
            self._hear(None, None)
            time.sleep(LISTEN_SECONDS)

    def _hear(self, number: int | None, event: Any) -> None:
        if time.monotonic() - self._beat > BEAT_SECONDS:
            self._beat = time.monotonic()
            self._ledger.beat()
        self._listen(number, event)
