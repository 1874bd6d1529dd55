"""Answers that do not change: kept in memory, compressed once, and not sent to who has them."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

GZIP_FROM = 1_000
"""Bytes; shorter answers are sent as they are."""


class Kept:
    """One answer, with the tag by which a browser asks whether it is still the same."""

    def __init__(self, body: bytes, media_type: str) -> None:
        self._body, self._media_type = body, media_type
        packed = gzip.compress(body, mtime=0) if len(body) >= GZIP_FROM else body
        self._packed = packed if len(packed) < len(body) else None
        self._tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'

    def answer(self, request: Request) -> Response:
        """The answer to a request: 304 where the browser has it."""
        headers = {"etag": self._tag, "vary": "accept-encoding"}
        if self._tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self._packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self._body, media_type=self._media_type, headers=headers)
        headers["content-encoding"] = "gzip"
        return Response(self._packed, media_type=self._media_type, headers=headers)


def kept_files(folder: Path) -> dict[str, Kept]:
    """Every file under a folder, by its path there; read now, and never again."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): _kept_file(path) for path in files}


def _kept_file(path: Path) -> Kept:
    kind = "text/javascript" if path.suffix in (".js", ".mjs") else mimetypes.guess_type(path)[0]
    return Kept(path.read_bytes(), kind or "application/octet-stream")
