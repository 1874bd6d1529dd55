"""Files that are written: as a whole or not at all, with a mark if their format has comments.

A file is written beside its final place and then moved there, so a full disk does not destroy an
older file.  By its mark a command knows a file of its own: no other is replaced without a request.

A mark is a comment of the file's format: ``puzzleproof-mark``, then two fingerprints of 16
hexadecimal digits.  One is of the board and the question that the file is about, the other of all
other bytes, so that a file which somebody has edited is not taken for the program's own.
"""

import hashlib
import json
import os
import re
import zlib
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from puzzleproof.models.errors import OutputError
from puzzleproof.models.puzzle import AnyPuzzle

MARK = re.compile(rb"puzzleproof-mark ([0-9a-f]{16}) ([0-9a-f]{16})")
BLANK = "0" * 16
PNG_END = len(b"\0\0\0\0IEND....")
"""Bytes of the last chunk of a PNG file."""


def fingerprint(*question: object, puzzle: AnyPuzzle | None = None) -> str:
    """Fingerprint a question, about a board in a metric if there is one."""
    board = puzzle and {"family": puzzle.family, "metric": puzzle.metric, **puzzle.document()}
    text = json.dumps([*question, board], sort_keys=True, default=str)
    return _digest(text.encode())


def marked(data: bytes, suffix: str, about: str) -> bytes:
    r"""Put a mark into a file of this suffix; a format without comments has none.

    >>> marked(b"board\n", ".toml", "a" * 16).decode()
    'board\n# puzzleproof-mark aaaaaaaaaaaaaaaa 98a7fa1743278880\n'
    """
    if (put := MARKED.get(suffix.lower())) is None:
        return data
    draft = put(data, f"puzzleproof-mark {about} {BLANK}")
    # The mark of a PNG is under a checksum, so it is put once more and not exchanged.
    return put(data, f"puzzleproof-mark {about} {_rest(draft)}")


def bears(data: bytes, about: str) -> bool:
    """Tell whether these bytes are a marked file about the same, unchanged since written.

    An empty file is as good as none.
    """
    found = MARK.search(data)
    if not data or found is None:
        return not data
    return found[1].decode() == about and found[2].decode() == _rest(data)


def _rest(data: bytes) -> str:
    """Fingerprint all bytes but the mark and, in a PNG, the checksum behind it."""
    found = MARK.search(data)
    assert found is not None, "a marked file"
    after = found.end() + (4 if data.startswith(b"\x89PNG") else 0)
    return _digest(data[: found.start()] + data[after:])


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _in_png(data: bytes, text: str) -> bytes:
    chunk = b"tEXtComment\0" + text.encode()
    size, check = len(chunk) - 4, zlib.crc32(chunk)
    made = size.to_bytes(4, "big") + chunk + check.to_bytes(4, "big")
    return data[:-PNG_END] + made + data[-PNG_END:]


def _in_gif(data: bytes, text: str) -> bytes:
    return data[:-1] + b"\x21\xfe" + bytes([len(text)]) + text.encode() + b"\0" + data[-1:]


MARKED: dict[str, Callable[[bytes, str], bytes]] = {
    ".toml": lambda data, text: data + f"# {text}\n".encode(),
    ".svg": lambda data, text: data + f"<!-- {text} -->\n".encode(),
    ".html": lambda data, text: data + f"<!-- {text} -->\n".encode(),
    ".png": _in_png,
    ".gif": _in_gif,
}
"""The suffix of a file -> the form of a comment in the file."""


# --- writing -------------------------------------------------------------------------------


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
