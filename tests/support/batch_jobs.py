"""Jobs for workers: well-behaved, slow, greedy, deadly.  A worker imports this module."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzleproof.models.instances import load
from puzzleproof.provers.batch.jobs import DEFAULT, Job
from puzzleproof.provers.batch.ledger import Ledger
from puzzleproof.provers.batch.pool import AnyJob, Key
from puzzleproof.provers.batch.row import Row
from puzzleproof.provers.events import Emit, Event, Note, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call
from puzzleproof.provers.request import Request
from tests.support import child_work


def job(name: str, request: Request = DEFAULT, **limits: float | None) -> Job:
    """The proof of a puzzle of the library."""
    return Job(name, load(name), request, Limits(**limits))  # type: ignore[arg-type]


def row_in(ledger: Ledger, key: Key) -> Row | None:
    """The row of a question in a ledger."""
    return next((row for row in ledger.rows() if row.key == key), None)


@dataclass(frozen=True)
class Echo(AnyJob[str]):
    """A job of tests; its outcome is a text."""

    text: str = ""
    limits: Limits = NO_LIMITS

    def run(self, emit: Emit = ignore) -> str:
        print("not a message")
        emit(Note(self.text))
        return self.text * 2

    def failed(self, reason: str) -> str:
        return f"failed: {reason}"

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> str:  # noqa: ARG002
        return f"given up: {why}: {len(events)} events"


class Slow(Echo):
    """Reports once, then sleeps."""

    def run(self, emit: Emit = ignore) -> str:
        emit(Note("asleep"))
        time.sleep(600)
        return ""


class Greedy(Echo):
    """Takes memory, then sleeps."""

    def run(self, emit: Emit = ignore) -> str:  # noqa: ARG002
        held = bytearray(400_000_000)
        time.sleep(600)
        return str(len(held))


class WithChildren(Echo):
    """Starts a process, and says its number."""

    def run(self, emit: Emit = ignore) -> str:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        emit(Note(str(child.pid)))
        child.wait()
        return ""


class Calling(Echo):
    """Has work done in a child of its own."""

    def run(self, emit: Emit = ignore) -> str:
        call(child_work.tell, (2,), emit)
        return "done"


@dataclass(frozen=True)
class Deadly(Echo):
    """Kills its process the first times."""

    times: int = 1
    marks: str = ""
    """A file that counts."""

    def run(self, emit: Emit = ignore) -> str:  # noqa: ARG002
        with Path(self.marks).open("a") as file:
            file.write("x")
        if Path(self.marks).stat().st_size <= self.times:
            os.kill(os.getpid(), signal.SIGKILL)
        return self.text
