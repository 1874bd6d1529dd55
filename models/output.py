"""Files that are written: as a whole or not at all.

A file is written beside its final place and then moved there, so a full disk does not destroy an
older file.
"""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from puzzleproof.models.errors import OutputError


@contextmanager
def written_whole(path: Path, where: str = "") -> Generator[Path]:
    """Yield a temporary name beside ``path``; at the end the file written there replaces ``path``.

    Missing folders are created.  If writing or the code in the block fails, the temporary file is
    removed.  Raises OutputError, which begins with ``where`` (by default the path).
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

    It is removed, however the work ends.  Missing folders above it are created.  Raises
    OutputError, which begins with ``where`` (by default the path).
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

    In Python 3.13 a forked child that drops its copy of a `TemporaryDirectory` would remove it.
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
