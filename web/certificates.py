"""Files that jobs write and visitors fetch: certificates, under names that cannot be guessed."""

from __future__ import annotations

import secrets
import tempfile
from pathlib import Path

TOTAL_BYTES, TOTAL_FILES = 256_000_000, 500
"""Of all certificates that are kept; the oldest are removed first."""


class CertificateStore:
    """A folder of certificates that goes with the server."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="puzzleproof-web-")
        self._sizes: dict[str, int] = {}

    def new(self) -> Path:
        """A path for a file that does not exist yet."""
        return Path(self._folder.name) / secrets.token_urlsafe(16)

    def keep(self, path: Path) -> str:
        """Keep what a job has written there; returns the name under which it can be fetched."""
        self._sizes[path.name] = path.stat().st_size
        while sum(self._sizes.values()) > TOTAL_BYTES or len(self._sizes) > TOTAL_FILES:
            oldest = next(iter(self._sizes))
            del self._sizes[oldest]
            (path.parent / oldest).unlink(missing_ok=True)
        return path.name

    def find(self, name: str) -> Path | None:
        """The file kept under this name; None where there is none, or no longer."""
        return Path(self._folder.name) / name if name in self._sizes else None

    def close(self) -> None:
        """Remove the folder."""
        self._folder.cleanup()
