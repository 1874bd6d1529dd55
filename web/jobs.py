"""Jobs: proofs, plans and checks as commands of the command line, a few at a time.

A job is a process of its own, given fixed words, our own numbers and file names, and the instance
on its standard input; its events are the lines that it prints.  It has limits of time and memory,
waits in a queue of limited length, and ends when the client leaves.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, aclosing, suppress
from typing import NamedTuple

import psutil
from starlette.exceptions import HTTPException

from puzzleproof.web.commands import Event, EventReader

WAITING_LIMIT = 256
"""The most jobs that wait in one queue."""
GRACE_SECONDS = 10.0
"""Seconds that a job may exceed its limit, or a polite request to end, before it is killed."""
LINE_LIMIT = 1 << 24
"""The most bytes of a line that a process prints."""
NICENESS = 10
"""The niceness of jobs: the server has priority."""
ADDRESS_SPACE = 4
"""The address space of a process, as a multiple of the memory that it may hold."""


class Refusal(HTTPException):
    """A request that is not served, with a status of HTTP; the text is for the user."""


class Limits(NamedTuple):
    """Seconds of wall time and bytes of memory of one job."""

    seconds: float
    memory: int

    def words(self) -> list[str]:
        """The options of the command line."""
        return ["--time-limit", f"{self.seconds:g}", "--memory-limit", str(self.memory)]


def _nothing() -> None:
    """Do nothing after a job that leaves no file."""


class Jobs:
    """A queue for jobs, which are calls of the program, and the places in which they run."""

    def __init__(self, places: int, limits: Limits) -> None:
        self.limits = limits
        self._places = asyncio.Semaphore(places)
        self._taken, self._number = 0, places
        self._running = set[Process]()
        self._ending = set[asyncio.Task[None]]()

    def check_room(self) -> None:
        """Raise Refusal if the queue is full."""
        if self._taken >= self._number + WAITING_LIMIT:
            raise Refusal(503, f"{WAITING_LIMIT} jobs are waiting; try again later")

    async def run(
        self, words: list[str], text: str = "", gone: Callable[[], None] = _nothing
    ) -> AsyncGenerator[Event]:
        """Call the program with these words and this standard input; yield its events.

        While it waits there is an event ``queued``; the last event is ``verdict``, ``error``, or
        ``answer`` with what the command prints.  To close this generator ends the job. ``gone`` is
        called when no process is left.
        """
        after = ExitStack()
        after.callback(gone)
        with after:
            self.check_room()
            async with aclosing(self._run(words, text, after)) as events:
                async for event in events:
                    yield event

    async def _run(self, words: list[str], text: str, after: ExitStack) -> AsyncGenerator[Event]:
        self._taken += 1
        try:
            if self._places.locked():
                yield {"event": "queued", "ahead": self._taken - self._number - 1}
            await self._places.acquire()
            process = await self._start([*words, *self.limits.words()])
            try:
                yield {"event": "started", "seconds": self.limits.seconds}
                async with aclosing(self._events(process, text)) as events:
                    async for event in events:
                        yield event
            finally:
                self._end(process, after.pop_all())
        finally:
            self._taken -= 1

    async def _events(self, process: Process, text: str) -> AsyncGenerator[Event]:
        deadline = time.monotonic() + self.limits.seconds + GRACE_SECONDS
        reader = EventReader()
        try:
            await _write(process, text)
            while line := await _read(process, deadline - time.monotonic()):
                if event := reader.read(line):
                    yield event
            if not reader.answered:
                yield {"event": "error", "error": "the process ended without an answer"}
        except TimeoutError:
            yield {"event": "error", "error": "the time limit was reached"}
        except ValueError:
            yield {"event": "error", "error": "the process said something that is no event"}

    async def _start(self, words: list[str]) -> Process:
        """Start the command, in a process group of its own; its place is free once it is gone."""
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "puzzleproof", *words),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=LINE_LIMIT,
                start_new_session=True,
            )
        except BaseException:
            self._places.release()
            raise
        self._running.add(process)
        _hold_back(process.pid, ADDRESS_SPACE * self.limits.memory)
        return process

    def _end(self, process: Process, after: ExitStack) -> None:
        """Ask a process to end, and kill it later; do not wait for it."""
        if process.stdin is not None:
            process.stdin.close()
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
        task = asyncio.get_running_loop().create_task(self._bury(process, after))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _bury(self, process: Process, after: ExitStack) -> None:
        try:
            await asyncio.wait_for(process.wait(), GRACE_SECONDS)
        except TimeoutError:
            _kill(process)
            await process.wait()
        self._running.discard(process)
        self._places.release()
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


async def _read(process: Process, seconds: float) -> bytes:
    assert process.stdout is not None
    return await asyncio.wait_for(process.stdout.readline(), max(seconds, 0.0))


def _kill(process: Process) -> None:
    """Kill a process and its group, so that a worker's own children end too."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _hold_back(pid: int, limit: int) -> None:
    """Lower the priority of a process and its children, and limit its address space, if possible.

    The limit stops one huge allocation at once.
    """
    with suppress(psutil.Error, AttributeError, OSError, ValueError):
        process = psutil.Process(pid)
        process.nice(NICENESS)
        process.rlimit(psutil.RLIMIT_AS, (limit, limit))
