"""The processes, queues and files that requests use; made when the server starts.

A job writes into a folder of its own.  Files to keep are moved out of it and fetched under names
that cannot be guessed; the rest is removed with the folder.

A stranger's board may have more moves than can be listed.  So questions about the rules go to a few
processes, kept by anyio; one whose time is over is ended, and another takes its place.
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, to_process
from starlette.requests import Request

from puzzleproof.web.jobs import Jobs, Limits, Refusal
from puzzleproof.web.questions import Answer, answer

SECONDS, MEGABYTES, WAITING_LIMIT = 5.0, 1_000, 256
"""Seconds for an answer, megabytes of memory of a process, and the most questions that wait."""
ATTEMPTS = 3
"""How often a question is tried if its process is killed."""
SHORT_SECONDS, SHORT_PLACES = 20.0, 2
"""The seconds and the number of short jobs, for which a visitor waits: hints, checks, pictures."""
UPLOADS = 8
"""The most certificates that are sent to us at once."""
TOTAL_BYTES, TOTAL_FILES = 256_000_000, 1_000
"""The most bytes and the most files that are kept; the oldest are removed first."""


class RulesPool:
    """Asks `puzzleproof.web.questions` in processes, started when they are first needed."""

    def __init__(self, size: int = 2, seconds: float = SECONDS) -> None:
        self._places, self._seconds = CapacityLimiter(size), seconds
        self._asked = 0

    async def ask(self, question: dict[str, Any]) -> Answer:
        """The answer; raises Refusal if too many questions wait, or it takes too long."""
        if self._asked >= WAITING_LIMIT:
            raise Refusal(503, "too many questions at once; try again in a moment")
        self._asked += 1
        try:
            async with self._places:
                return await self._answer(question)
        except TimeoutError:
            raise Refusal(422, f"no answer about this board within {self._seconds:g} s") from None
        finally:
            self._asked -= 1

    async def _answer(self, question: dict[str, Any]) -> Answer:
        """Ask; if the process is killed meanwhile, ask another one."""
        with fail_after(self._seconds):
            for _ in range(ATTEMPTS):
                with suppress(BrokenWorkerProcess):
                    return await to_process.run_sync(
                        answer_within, MEGABYTES, question, cancellable=True
                    )
        raise Refusal(500, "the processes that know the rules end without an answer")


def answer_within(megabytes: int, question: dict[str, Any]) -> Answer:
    """Answer in a process with this limit of memory."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        limit = megabytes * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        return answer(question)
    except (MemoryError, RecursionError):
        return {"error": "this board needs more memory than the page may take"}
    except Exception as error:  # noqa: BLE001  a bug: the next question deserves an answer too
        return {"error": f"internal error: {error!r:.200}"}


class FileStore:
    """A folder of files that is removed when the server ends."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="puzzleproof-web-")
        self._sizes: dict[str, int] = {}

    def new(self, suffix: str = "") -> Path:
        """A path for a file of a job, in a folder of its own; neither exists yet."""
        name = secrets.token_urlsafe(16)
        return Path(self._folder.name) / f"job-{name}" / f"{name}{suffix}"

    def keep(self, path: Path) -> str:
        """Keep what a job has written there; returns the name under which it can be fetched."""
        self._sizes[path.name] = path.stat().st_size
        path.replace(Path(self._folder.name) / path.name)
        while sum(self._sizes.values()) > TOTAL_BYTES or len(self._sizes) > TOTAL_FILES:
            oldest = next(iter(self._sizes))
            del self._sizes[oldest]
            (Path(self._folder.name) / oldest).unlink(missing_ok=True)
        return path.name

    def drop(self, path: Path) -> None:
        """Remove a job's folder with its files; no process may write there any more."""
        shutil.rmtree(path.parent, ignore_errors=True)

    def find(self, name: str) -> Path | None:
        """The file kept under this name; None if it is unknown or removed."""
        return Path(self._folder.name) / name if name in self._sizes else None

    def close(self) -> None:
        """Remove the folder."""
        self._folder.cleanup()


@dataclass(slots=True)
class Services:
    """The queues and files of a server; ``proofs`` is the queue of proofs and surveys."""

    proofs: Jobs
    short: Jobs
    rules: RulesPool = field(default_factory=RulesPool)
    files: FileStore = field(default_factory=FileStore)
    uploads: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(UPLOADS))

    @classmethod
    def within(cls, places: int, limits: Limits) -> Services:
        """Make the queues: one for this many proofs at once, one for short jobs."""
        short = limits._replace(seconds=min(SHORT_SECONDS, limits.seconds))
        return cls(Jobs(places, limits), Jobs(SHORT_PLACES, short))

    async def close(self) -> None:
        """End every process and remove every file."""
        for part in (self.proofs, self.short):
            await part.close()
        self.files.close()


def services_of(request: Request) -> Services:
    """The services of the server that answers a request."""
    services: Services = request.app.state.services
    return services
