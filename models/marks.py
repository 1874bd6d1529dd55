"""Marks: comments by which a command knows its own files; it replaces other files only on request.

A mark is a comment of the file's format: ``puzzleproof-mark``, then two fingerprints of 16
hexadecimal digits.  The first is of the board and the question that the file is about.  The second
is of all bytes outside the mark, and so shows whether somebody has edited the file.
"""

import hashlib
import json
import re
import zlib
from collections.abc import Callable

from puzzleproof.models.puzzle import AnyPuzzle

MARK = re.compile(rb"puzzleproof-mark ([0-9a-f]{16}) ([0-9a-f]{16})")
BLANK = "0" * 16
PNG_END = len(b"\0\0\0\0IEND....")
"""The number of bytes in the last chunk of a PNG file."""


def fingerprint(*question: object, puzzle: AnyPuzzle | None = None) -> str:
    """Return the fingerprint of a question, and of the board and metric of ``puzzle``, if any."""
    board = puzzle and {"family": puzzle.family, "metric": puzzle.metric, **puzzle.document()}
    text = json.dumps([*question, board], sort_keys=True, default=str)
    return _digest(text.encode())


def marked(data: bytes, suffix: str, about: str) -> bytes:
    r"""Put a mark into a file of this suffix; a format without comments gets no mark.

    >>> marked(b"board\n", ".toml", "a" * 16).decode()
    'board\n# puzzleproof-mark aaaaaaaaaaaaaaaa 98a7fa1743278880\n'
    """
    if (put := MARKED.get(suffix.lower())) is None:
        return data
    draft = put(data, f"puzzleproof-mark {about} {BLANK}")
    # A checksum covers the mark of a PNG, so the mark is put in again, not overwritten.
    return put(data, f"puzzleproof-mark {about} {_rest(draft)}")


def bears(data: bytes, about: str) -> bool:
    """Tell whether the bytes are empty, or an unchanged file with the mark of ``about``."""
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
