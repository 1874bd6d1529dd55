"""What the requests use: processes, queues, files; made when the server starts.

Files that jobs write are fetched under names that cannot be guessed.  A job writes into a folder of
its own; what is kept is moved out of it, and the rest goes with it.
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from starlette.requests import Request

from puzzleproof.web.jobs import Jobs, Limits
from puzzleproof.web.rules_pool import RulesPool

SHORT_SECONDS, SHORT_PLACES = 20.0, 2
"""Limit and number of the jobs that somebody waits for: hints, checks, pictures."""
UPLOADS = 8
"""Certificates that may be on their way at once."""
TOTAL_BYTES, TOTAL_FILES = 256_000_000, 1_000
"""Of all files that are kept; the oldest are removed first."""


class FileStore:
    """A folder of files that goes with the server."""

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
        """Remove a job's folder with all that is left in it; nothing may write there any more."""
        shutil.rmtree(path.parent, ignore_errors=True)

    def find(self, name: str) -> Path | None:
        """The file kept under this name; None where there is none, or no longer."""
        return Path(self._folder.name) / name if name in self._sizes else None

    def close(self) -> None:
        """Remove the folder."""
        self._folder.cleanup()


@dataclass(slots=True)
class Services:
    """At most so many proofs and surveys run at once as ``proofs`` has places."""

    proofs: Jobs
    short: Jobs
    rules: RulesPool = field(default_factory=RulesPool)
    files: FileStore = field(default_factory=FileStore)
    uploads: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(UPLOADS))

    @classmethod
    def within(cls, places: int, limits: Limits) -> Services:
        """Queues for so many proofs at once, and for short jobs."""
        short = limits._replace(seconds=min(SHORT_SECONDS, limits.seconds))
        return cls(Jobs(places, limits), Jobs(SHORT_PLACES, short))

    async def close(self) -> None:
        """End every process and remove every file."""
        for part in (self.proofs, self.short):
            await part.close()
        self.files.close()


def services_of(request: Request) -> Services:
    """Those of the server that answers a request."""
    services: Services = request.app.state.services
    return services
