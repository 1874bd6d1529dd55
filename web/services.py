"""The processes, queues and files that requests use; a server has one `Services` object.

Each job is a separate process.  Its command line has fixed words, and numbers and file names that
the server chooses; its standard input is the instance; its events are the lines that it prints.  A
job has limits of time and memory, waits in a queue of limited length, and ends when the client
leaves.  Files to keep are moved out of the job's folder and can be fetched under names that cannot
be guessed; all other files are removed with the folder.

A stranger's board may have more moves than can be listed.  So questions about the rules are
answered in a few processes, which anyio keeps; a process that takes too long is ended and replaced.
"""

import asyncio
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, aclosing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil
from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, to_process
from starlette.exceptions import HTTPException
from starlette.requests import Request

from puzzleproof.web.commands import Event, EventReader
from puzzleproof.web.questions import Answer, answer

SECONDS, MEGABYTES = 5.0, 1_000
"""Limits on the seconds for an answer to a question, and on the megabytes of its process."""
WAITING_LIMIT = 256
"""Limit on the questions that wait, and on the jobs that wait in one queue."""
GRACE_SECONDS = 10.0
"""A job is killed so many seconds after its time limit, or after a request to end."""
LINE_LIMIT = 1 << 24
"""The greatest number of bytes in a line that a process prints."""
NICENESS = 10
"""The niceness of jobs, so that the server has priority."""
ADDRESS_SPACE = 4
"""The address space of a process, as a multiple of the memory that it may hold."""
ATTEMPTS = 3
"""The number of attempts to answer a question if its process is killed."""
QUICK_SECONDS, QUICK_PLACES = 5.0, 1
"""The seconds for a first try of a waiting proof, and how many such tries run at once."""
SHORT_SECONDS, SHORT_PLACES = 20.0, 2
"""The seconds for a short job (a hint, a check, a picture), and how many such jobs run at once."""
UPLOADS = 8
"""The greatest number of certificates that visitors send at once."""
TOTAL_BYTES, TOTAL_FILES = 256_000_000, 1_000
"""Limits on the bytes and on the number of files kept; the oldest files are removed first."""


class Refusal(HTTPException):
    """A request is not served; the exception has an HTTP status and a text for the user."""


class Limits(NamedTuple):
    """The seconds of wall time and the bytes of memory that one job may use."""

    seconds: float
    memory: int


class Jobs:
    """A queue of jobs, which are calls of the program; ``places`` of them run at once."""

    def __init__(self, places: int, limits: Limits) -> None:
        self.limits = limits
        self._places = asyncio.Semaphore(places)
        self._taken, self._number = 0, places
        self._running = set[Process]()
        self._ending = set[asyncio.Task[None]]()

    @property
    def busy(self) -> bool:
        """Whether a job would have to wait."""
        return self._places.locked()

    def check_room(self) -> None:
        """Raise Refusal if the queue is full."""
        if self._taken >= self._number + WAITING_LIMIT:
            raise Refusal(503, f"{WAITING_LIMIT} jobs are waiting; try again later")

    async def run(
        self, words: list[str], text: str = "", gone: Callable[[], None] = lambda: None
    ) -> AsyncGenerator[Event]:
        """Call the program with these words and this standard input; yields its events.

        If the job has to wait, the first event is ``queued``; the last event is ``verdict``,
        ``survey``, ``error``, or ``answer`` with what the command prints.  Closing this generator
        ends the job.  ``gone`` is called when the job's process has ended.
        """
        with ExitStack() as after:
            after.callback(gone)
            self.check_room()
            self._taken += 1
            try:
                if self.busy:
                    yield {"event": "queued", "ahead": self._taken - self._number - 1}
                await self._places.acquire()
                after.callback(self._places.release)
                process = await self._start(words)
                after.callback(self._running.discard, process)
                try:
                    yield {"event": "started", "seconds": self.limits.seconds}
                    async with aclosing(self._events(process, text)) as events:
                        async for event in events:
                            yield event
                finally:
                    assert process.stdin is not None
                    process.stdin.close()
                    if process.returncode is None:
                        _kill(process, signal.SIGTERM)
                    task = asyncio.create_task(self._end(process, after.pop_all()))
                    self._ending.add(task)
                    task.add_done_callback(self._ending.discard)
            finally:
                self._taken -= 1

    async def _events(self, process: Process, text: str) -> AsyncGenerator[Event]:
        deadline = time.monotonic() + self.limits.seconds + GRACE_SECONDS
        reader = EventReader()
        try:
            await _write(process, text)
            assert process.stdout is not None
            while line := await asyncio.wait_for(
                process.stdout.readline(), max(deadline - time.monotonic(), 0.0)
            ):
                if event := reader.read(line):
                    yield event
            if not reader.answered:
                yield {"event": "error", "error": "the process ended without an answer"}
        except TimeoutError:
            yield {"event": "error", "error": "the time limit was reached"}
        except ValueError:
            yield {"event": "error", "error": "the process printed a line that is not an event"}

    async def _start(self, words: list[str]) -> Process:
        """Start the command in a new process group."""
        seconds, memory = self.limits
        limits = ("--time-limit", f"{seconds:g}", "--memory-limit", str(memory))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "puzzleproof", *words, *limits),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LINE_LIMIT,
            start_new_session=True,
        )
        self._running.add(process)
        with suppress(psutil.Error, AttributeError, OSError, ValueError):
            held = psutil.Process(process.pid)
            held.nice(NICENESS)
            most = ADDRESS_SPACE * memory  # refuses huge allocations
            held.rlimit(psutil.RLIMIT_AS, (most, most))
        return process

    async def _end(self, process: Process, after: ExitStack) -> None:
        """Wait until a process ends, and kill it if this takes too long."""
        try:
            await asyncio.wait_for(process.wait(), GRACE_SECONDS)
        except TimeoutError:
            _kill(process)
            await process.wait()
        after.close()

    async def close(self) -> None:
        """Kill all running processes, and wait until they are gone."""
        for process in list(self._running):
            _kill(process)
        await asyncio.gather(*self._ending, return_exceptions=True)


async def _write(process: Process, text: str) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(text.encode())
        await process.stdin.drain()
        process.stdin.close()


def _kill(process: Process, by: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to a process and its group, so that its children end too."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, by)


# --- questions, files ---------------------------------------------------------------------


class RulesPool:
    """Answers questions (`puzzleproof.web.questions`) in processes that start when first needed."""

    def __init__(self, size: int = 2, seconds: float = SECONDS) -> None:
        self._places, self._seconds = CapacityLimiter(size), seconds
        self._asked = 0

    async def ask(self, question: dict[str, Any]) -> Answer:
        """Return the answer; raises Refusal if too many questions wait, or the answer is late."""
        if self._asked >= WAITING_LIMIT:
            raise Refusal(503, "too many questions at once; try again in a moment")
        self._asked += 1
        try:
            async with self._places:
                with fail_after(self._seconds):
                    for _ in range(ATTEMPTS):
                        with suppress(BrokenWorkerProcess):  # process killed: ask another
                            return await to_process.run_sync(
                                answer_within, MEGABYTES, question, cancellable=True
                            )
            raise Refusal(500, "the processes that answer questions ended without an answer")
        except TimeoutError:
            raise Refusal(422, f"no answer about this board within {self._seconds:g} s") from None
        finally:
            self._asked -= 1


def answer_within(megabytes: int, question: dict[str, Any]) -> Answer:
    """Answer a question in this process, whose memory is limited first."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        limit = megabytes * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        return answer(question)
    except (MemoryError, RecursionError):
        return {"error": "this board needs more memory than the page may take"}
    except Exception as error:  # noqa: BLE001  a bug must not stop later answers
        return {"error": f"internal error: {error!r:.200}"}


class FileStore:
    """A folder of files that is removed when the server ends."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="puzzleproof-web-")
        self._sizes: dict[str, int] = {}

    def new(self, suffix: str = "") -> Path:
        """Return a path for a file of a job, in a folder of its own; neither exists yet."""
        name = secrets.token_urlsafe(16)
        return Path(self._folder.name) / f"job-{name}" / f"{name}{suffix}"

    def keep(self, path: Path) -> str:
        """Keep the file that a job has written; returns the name under which it can be fetched."""
        self._sizes[path.name] = path.stat().st_size
        path.replace(Path(self._folder.name) / path.name)
        while sum(self._sizes.values()) > TOTAL_BYTES or len(self._sizes) > TOTAL_FILES:
            oldest = next(iter(self._sizes))
            del self._sizes[oldest]
            (Path(self._folder.name) / oldest).unlink(missing_ok=True)
        return path.name

    def drop(self, path: Path) -> None:
        """Remove a job's folder with its files; call this when no process writes there any more."""
        shutil.rmtree(path.parent, ignore_errors=True)

    def find(self, name: str) -> Path | None:
        """Return the file kept under this name, or None if it is unknown or removed."""
        return Path(self._folder.name) / name if name in self._sizes else None

    def close(self) -> None:
        """Remove the folder."""
        self._folder.cleanup()


class Services:
    """The queues and files of a server; ``proofs`` is the queue of proofs and surveys.

    A job that would have to wait in ``proofs`` is first tried in the queue ``quick``.
    """

    def __init__(self, places: int, limits: Limits, answers: str | None = None) -> None:
        """Make the queue that runs ``places`` proofs at once, and the queues of short jobs."""
        self.answers = [] if answers is None else ["--answers", answers]
        quick, short = (
            limits._replace(seconds=min(seconds, limits.seconds))
            for seconds in (QUICK_SECONDS, SHORT_SECONDS)
        )
        self.proofs, self.quick = Jobs(places, limits), Jobs(QUICK_PLACES, quick)
        self.short = Jobs(SHORT_PLACES, short)
        self.rules, self.files = RulesPool(), FileStore()
        self.uploads = asyncio.Semaphore(UPLOADS)

    async def close(self) -> None:
        """End every process and remove every file."""
        for part in (self.proofs, self.quick, self.short):
            await part.close()
        self.files.close()


def services_of(request: Request) -> Services:
    """Return the services of the server that answers a request."""
    services: Services = request.app.state.services
    return services
