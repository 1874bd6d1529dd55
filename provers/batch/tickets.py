"""A job on its way through a process: how often it was tried, its limits, what it has said so far.

A job whose process died is done once more; then it has failed, with the reason.  One that goes on
beyond its limits is given up from outside, and keeps the bounds that it had reached.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Generic

from puzzleproof.provers.batch.work import R, WorkOrder
from puzzleproof.provers.events import CertificateWritten, Event, NotWritten, Usage, Working
from puzzleproof.provers.process import holds_more

GRACE_SECONDS = 5.0
"""Seconds after its time limit at which a job is given up."""
ATTEMPTS = 2


@dataclass
class Ticket(Generic[R]):
    """A job on its way: its place among all jobs, and what became of it so far."""

    number: int
    job: WorkOrder[R]
    attempts: int = 0
    begun: float = 0.0
    events: list[Event] = field(default_factory=list[Event])
    """What it has reported, in this attempt."""

    def begin(self) -> None:
        """Another attempt begins."""
        self.attempts += 1
        self.begun = time.monotonic()
        self.events.clear()

    @property
    def may_try_again(self) -> bool:
        """Whether another attempt is allowed."""
        return self.attempts < ATTEMPTS

    def hear(self, event: Event) -> None:
        """Keep what says something about the bounds."""
        if not isinstance(event, (Usage, Working)):
            self.events.append(event)

    def fault(self, pid: int) -> str:
        """Why the job has to be given up that this process is doing; empty: it may go on."""
        limits = self.job.limits
        spent = time.monotonic() - self.begun
        if limits.seconds is not None and spent > limits.seconds + GRACE_SECONDS:
            return "time limit reached"
        if limits.memory is not None and holds_more(pid, limits.memory):
            return "memory limit reached"
        return ""

    def failed(self, reason: str) -> R:
        """The outcome of a job whose process died."""
        again = f", and so did a second attempt: {reason}" if self.attempts > 1 else f": {reason}"
        return self.job.failed(f"its process died{again}").tried(self.attempts)

    def given_up(self, why: str) -> R:
        """A job that was stopped from outside: the outcome on what it had said until then."""
        seconds = time.monotonic() - self.begun
        return self.job.given_up(self.events, why, seconds).tried(self.attempts)


def is_told(event: Event) -> bool:
    """Whether an event is for those outside: the certificate's file is not."""
    return not isinstance(event, (CertificateWritten, NotWritten))
