"""A few processes that answer questions about the rules, each answer within a limit of time.

A board from a stranger may have more moves than can be listed; the process that lists them is
ended when its time is over, and another takes its place.
"""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import Process
from contextlib import suppress
from typing import Any

from puzzleproof.web.jobs import spawn
from puzzleproof.web.questions import Answer
from puzzleproof.web.requests import Refusal

SECONDS, MEGABYTES, WAITING_LIMIT = 5.0, 1_000, 256
"""Seconds for an answer, memory of a process, and questions that may wait."""


class RulesPool:
    """Processes of `puzzleproof.web.questions`, started when they are first needed."""

    def __init__(self, size: int = 2, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._idle: asyncio.Queue[Process | None] = asyncio.Queue()
        for _ in range(size):
            self._idle.put_nowait(None)
        self._started = set[Process]()
        self._asked = 0

    async def ask(self, question: dict[str, Any]) -> Answer:
        """The answer; raises Refusal where there is too much to do, or it takes too long."""
        if self._asked >= WAITING_LIMIT:
            raise Refusal(503, "too many questions at once; try again in a moment")
        self._asked += 1
        try:
            return await self._ask(question)
        finally:
            self._asked -= 1

    async def _ask(self, question: dict[str, Any]) -> Answer:
        process = await self._idle.get()
        kept: Process | None = None
        try:
            for _ in range(2):
                process = process or await self._start()
                line = await asyncio.wait_for(_exchange(process, question), self._seconds)
                if line:
                    kept = process
                    found: Answer = json.loads(line)
                    return found
                self._end(process)  # it was killed: once more with another one
                process = None
            raise Refusal(500, "the process that knows the rules ended twice")
        except (TimeoutError, ValueError):
            raise Refusal(422, f"no answer about this board within {self._seconds:g} s") from None
        finally:
            if kept is None and process is not None:
                self._end(process)
            self._idle.put_nowait(kept)

    async def _start(self) -> Process:
        process = await spawn("puzzleproof.web.questions", str(MEGABYTES))
        self._started = {one for one in self._started if one.returncode is None} | {process}
        return process

    def _end(self, process: Process) -> None:
        if process.stdin is not None:
            process.stdin.close()
        with suppress(ProcessLookupError):
            process.kill()

    async def close(self) -> None:
        """End every process, and wait until they are gone."""
        for process in list(self._started):
            self._end(process)
            await process.wait()


async def _exchange(process: Process, question: dict[str, Any]) -> bytes:
    """The answer's line; empty where the process has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(question).encode() + b"\n")
        await process.stdin.drain()
        return await process.stdout.readline()
    except (BrokenPipeError, ConnectionResetError):
        return b""
