"""Output: the text of an instance file, files written whole or not at all, and the cache folder.

A file is written beside its place and then moved there, so a full disk spares an older file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, cast

from puzzleproof.models import FAMILIES
from puzzleproof.models.documents import check_length
from puzzleproof.models.errors import InstanceError, OutputError
from puzzleproof.models.puzzle import AnyPuzzle

CACHE = "PUZZLEPROOF_CACHE"
"""The environment variable that names the cache folder; ``off`` means no cache."""


def dumps(puzzle: AnyPuzzle) -> str:
    """Write a puzzle as the text of an instance file, so that ``loads(dumps(p)) == p``."""
    if getattr(puzzle, "family", None) not in FAMILIES:
        raise InstanceError(f"{puzzle!r}: expected a puzzle")
    info = puzzle.info
    doc: dict[str, Any] = {"family": puzzle.family, "name": info.name}
    rest = {k: getattr(info, k) for k in ("author", "year", "source", "note")}
    doc |= {k: v for k, v in rest.items() if v not in (None, "")}
    doc["metric"] = puzzle.metric
    doc |= puzzle.document()
    lines = [f"{key} = {_value(value)}" for key, value in doc.items()]
    for metric, optimum, source in info.known:
        result = "unsolvable = true" if optimum is None else f"optimum = {optimum}"
        lines += [
            "",
            "[[known]]",
            f"metric = {_value(metric)}",
            result,
            f"source = {_value(source)}",
        ]
    return "\n".join(lines) + "\n"


def printed(puzzle: AnyPuzzle) -> str:
    """Work like `dumps`, for certificates: raises Unsupported if the text is too long for one."""
    text = dumps(puzzle)
    check_length(text)
    return text


def _value(value: object) -> str:
    """Write one TOML value: a string (drawings over several lines), a number, or a list."""
    if isinstance(value, list):
        items = cast("list[object]", value)
        return "[" + "".join(f"\n{_value(item)}," for item in items) + "\n]"
    if isinstance(value, str) and "\n" in value and value.replace("\n", "").isprintable():
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"""\n{escaped}"""'
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# --- files ----------------------------------------------------------------------------------


@contextmanager
def written_whole(path: Path, where: str = "") -> Generator[Path]:
    """Yield a temporary name beside ``path``; at the end the file written there replaces ``path``.

    Missing folders are created.  If writing or the code in the block fails, the temporary file is
    removed.  Raises OutputError, whose message begins with ``where`` (by default the path).
    """
    target = path.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield part
            part.replace(target)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError.at(where or repr(str(path)), error) from None


@contextmanager
def folder_beside(path: Path, where: str = "") -> Generator[Path]:
    """Yield a hidden folder on the disk of ``path``, for unfinished files.

    The hidden folder is removed, however the work ends.  Missing folders above it are created.
    Raises OutputError, whose message begins with ``where`` (by default the path).
    """
    from tempfile import TemporaryDirectory

    parent = path.resolve().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        made = TemporaryDirectory(dir=parent, prefix=".puzzleproof-", ignore_cleanup_errors=True)
    except OSError as error:
        raise OutputError.at(where or repr(str(path)), error) from None
    with made as name:
        yield Path(name)


@cache
def _folder_of_process() -> str:
    """Create a folder that is removed when this process ends.

    In Python 3.13 a forked child that drops its copy of a `TemporaryDirectory` removes the folder.
    """
    import atexit
    import shutil
    from tempfile import mkdtemp

    path = mkdtemp(prefix="puzzleproof-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def new_file(suffix: str) -> str:
    """Create an empty file that is removed when this process ends, and return its path."""
    from tempfile import mkstemp

    handle, path = mkstemp(dir=_folder_of_process(), suffix=suffix)
    os.close(handle)
    return path


def cache_folder() -> Path | None:
    """Return ``PUZZLEPROOF_CACHE``, else a folder in ``XDG_CACHE_HOME`` or ``~/.cache``.

    Returns None for ``off``: then no file is kept, and none is read.
    """
    if own := os.environ.get(CACHE):
        return None if own == "off" else Path(own)
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared) / "puzzleproof"
    return Path("~/.cache/puzzleproof").expanduser()
