"""Files that jobs write and visitors fetch, under names that cannot be guessed.

A job writes into a folder of its own; what is kept is moved out of it, and the rest goes with it.
"""

from __future__ import annotations

import secrets
import shutil
import tempfile
from pathlib import Path

TOTAL_BYTES, TOTAL_FILES = 256_000_000, 500
"""Of all files that a store keeps; the oldest are removed first."""


class FileStore:
    """A folder of files of one kind that goes with the server."""

    def __init__(self, suffix: str = "") -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="puzzleproof-web-")
        self._sizes: dict[str, int] = {}
        self._suffix = suffix

    def new(self) -> Path:
        """A path for a file of a job, in a folder of its own; neither exists yet."""
        name = secrets.token_urlsafe(16)
        return Path(self._folder.name) / f"job-{name}" / f"{name}{self._suffix}"

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
