"""What a command may overwrite: an earlier file of the kind that it writes, and nothing else.

A file is told by how it begins, not by its name.  An empty file may be overwritten as well.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from puzzleproof.models.errors import InstanceError

PEEK = 4096
"""Bytes that are looked at."""


class FileKind(NamedTuple):
    """A kind of file, and how its first bytes look."""

    words: str
    beginning: re.Pattern[bytes]


KINDS = {
    "certificate": FileKind("certificate", re.compile(rb'\{"format": "puzzleproof-certificate"')),
    "instance": FileKind("instance", re.compile(rb"(?s)(\xef\xbb\xbf)?(.*\n)?\s*family\s*=")),
    ".graph": FileKind("graph", re.compile(rb'\{"format": "puzzleproof-graph"')),
    ".graphml": FileKind("GraphML", re.compile(rb"(?s)\s*(<\?xml.*)?<graphml\b")),
    ".dot": FileKind("DOT", re.compile(rb"(?s)(.*\n)?\s*(strict\s+)?(di)?graph\b[^\n]*\{")),
    ".svg": FileKind("SVG picture", re.compile(rb"(?s)\s*(<\?xml.*)?<svg\b")),
    ".png": FileKind("PNG picture", re.compile(rb"\x89PNG\r\n")),
    ".gif": FileKind("GIF picture", re.compile(rb"GIF8")),
    ".cnf": FileKind("formula", re.compile(rb"c puzzleproof-formula ")),
    ".lrat": FileKind("LRAT proof", re.compile(rb"(\d+ (d )?-?\d[-\d ]*\n)+")),
    ".clrat": FileKind("CLRAT proof", re.compile(rb"(?s)[ad][^\0]*\0")),
}
"""By what a command writes, or by the suffix."""


def check_target(
    option: str, path: Path, instance: str, kind: str | None = None, *, force: bool = False
) -> None:
    """Raise InstanceError, before the work, for a file that cannot be written; touch nothing.

    With a ``kind`` (of `KINDS`) a file of another kind is not overwritten either, unless by
    ``force``.
    """
    where = f"{option} {str(path)!r}"
    try:
        _check_place(where, path, instance)
        if kind is not None and not force:
            _check_kind(where, path, KINDS[kind])
    except OSError as error:  # a name that is too long
        raise InstanceError(f"{where}: {error.strerror or error}") from None


def _check_place(where: str, path: Path, instance: str) -> None:
    if path.exists() and not path.is_file():
        raise InstanceError(f"{where}: exists and is no ordinary file")
    if path.exists() and Path(instance).exists() and path.samefile(instance):
        raise InstanceError(f"{where}: is the instance itself")
    folder = path.resolve().parent
    if not folder.is_dir():
        raise InstanceError(f"{where}: there is no folder {str(folder)!r}")
    if path.exists() and not os.access(path, os.W_OK):
        raise InstanceError(f"{where}: cannot be written")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InstanceError(f"{where}: its folder cannot be written to")


def _check_kind(where: str, path: Path, kind: FileKind) -> None:
    if not path.exists():
        return
    with path.open("rb") as file:
        first = file.read(PEEK)
    if first and not kind.beginning.match(first):
        raise InstanceError(
            f"{where}: exists and is no {kind.words} file; --force overwrites it all the same"
        )
