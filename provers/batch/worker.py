"""A worker: a Python of its own that does one job after the other for the program that started it.

It is started anew on every system: a program with threads must not fork, and a worker of Dask may
have no children of multiprocessing.  Jobs come pickled on its standard input; what they report, and
their outcomes, go pickled to its standard output.  It ends, with all that it has started, when the
program that started it is gone.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, BinaryIO

from puzzleproof.models.errors import Unsupported
from puzzleproof.provers.batch.work import AnyJob
from puzzleproof.provers.events import (
    CertificateWritten,
    Emit,
    Event,
    NotWritten,
    Usage,
    Working,
)
from puzzleproof.provers.process import Result, holds_more, settle

GRACE_SECONDS = 5.0
"""Seconds after its time limit at which a job is given up."""
BEGIN = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from puzzleproof.provers.batch.worker import serve
serve()
"""


class WorkerDied(Exception):
    """The process ended in the middle of a job."""


class Worker:
    """The process as seen by the program; one thread at a time gives it jobs."""

    events: list[Event]
    """What its job has reported of the bounds."""

    def __init__(self) -> None:
        """Start the process; raises Unsupported where the host starts none, as a browser."""
        words = [sys.executable, "-c", BEGIN, json.dumps(sys.path)]
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(  # noqa: S603  our own
                words, stdin=pipe, stdout=pipe, start_new_session=True
            )  # Ctrl-C is for the program, from the first moment on
        except OSError as error:
            raise Unsupported(
                f"many jobs need processes, and none can be started: {error}"
            ) from None
        self.stopped, self._idle = "", True
        """Why it was stopped from outside; whether its job is done."""

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_fit(self) -> bool:
        """Whether it can take another job."""
        return self._idle and not self.stopped

    @property
    def seconds(self) -> float:
        """How long its job has taken."""
        return time.monotonic() - self._begun

    def begin(self, job: AnyJob[Any]) -> None:
        """Take a job, which `finish` does; it can be stopped from now on."""
        self._job, self._begun = job, time.monotonic()
        self.events = list[Event]()
        self._idle = False

    def finish(self, hear: Emit) -> Any:
        """The outcome of the job, whose events are heard before; raises WorkerDied."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(pickle.dumps(self._job))
            self._process.stdin.flush()
            while True:
                message = pickle.load(self._process.stdout)  # noqa: S301  our own program's
                if isinstance(message, Result):
                    self._idle = True
                    return message.value
                if not isinstance(message, (Usage, Working)):  # these say nothing of the bounds
                    self.events.append(message)
                hear(message)
        except (OSError, EOFError, pickle.UnpicklingError):
            code = self._process.wait()
            raise WorkerDied(f"the process ended with code {code}; out of memory?") from None

    def fault(self) -> str:
        """Why the job has to be given up; empty: it may go on."""
        limits = self._job.limits
        if limits.seconds is not None and self.seconds > limits.seconds + GRACE_SECONDS:
            return "time limit reached"
        if limits.memory is not None and holds_more(self.pid, limits.memory):
            return "memory limit reached"
        return ""

    def stop(self, why: str) -> None:
        """End the process, and with it the job."""
        self.stopped = self.stopped or why
        self.kill()

    def kill(self) -> None:
        """End the process and all that it has started; any thread may."""
        if self._process.poll() is None:
            if hasattr(os, "killpg"):
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.pid, signal.SIGKILL)
            self._process.kill()

    def close(self) -> None:
        """End it, wait for it, and close the ways to it."""
        self.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


# --- in the process -----------------------------------------------------------------------


def serve() -> None:
    """Do the jobs that come, until there are no more."""
    settle()
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)  # what a job prints is not a message
    jobs = SimpleQueue[AnyJob[Any]]()
    threading.Thread(target=_receive, args=(source, jobs), daemon=True).start()

    def send(message: Any) -> None:
        pickle.dump(message, target)
        target.flush()

    def emit(event: Event) -> None:
        if not isinstance(event, (CertificateWritten, NotWritten)):  # of a file of this process
            send(event)

    while True:
        send(Result(jobs.get().run(emit)))


def _receive(source: BinaryIO, jobs: SimpleQueue[AnyJob[Any]]) -> None:
    """Read jobs; once there can be no more, end this process and what it has started."""
    try:
        while True:
            jobs.put(pickle.load(source))  # noqa: S301  our own program's
    finally:
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(0)
