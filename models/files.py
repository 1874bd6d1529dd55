"""Files, read as text.

Text is UTF-8, with or without the byte-order mark of some editors, or UTF-16 with this mark.
"""

import errno
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from puzzleproof.models.errors import InstanceError

SIZE_LIMIT = 1_000_000
"""The greatest size in bytes of an instance file, or of a file of moves."""
NO_FOLDER = "No usable temporary directory"
"""The beginning of the message of `tempfile` if no folder can be written to."""
FAULT_NAMES = (
    *("ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EACCES", "EPERM"),
    *("EIO", "EMFILE", "ENFILE", "ENOMEM", "EAGAIN"),
)
FAULTS = {getattr(errno, name) for name in FAULT_NAMES if hasattr(errno, name)}
"""Errors of the operating system that are no bug: a full disk, no permission, no memory."""


def read_text(path: str | Path, what: str) -> str:
    """Read the text of a file, ``-`` for standard input, each line ended by a newline.

    ``what`` says what was expected, as in 'an instance file'.  Raises InstanceError.
    """
    where = _place(path)
    with opened(path) as file:
        data = file.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise InstanceError(f"{where}: more than {SIZE_LIMIT} bytes: not {what}")
    if data.startswith(b'{"format": "puzzleproof-certificate"'):
        raise InstanceError(f"{where}: a certificate, not {what}: 'puzzleproof verify' checks it")
    code = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        return data.decode(code).replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        fault = f"byte {error.start} is not {code.removesuffix('-sig').upper()} text"
        raise InstanceError(f"{where}: {fault}: not {what}") from None


def _place(path: str | Path) -> str:
    return "<stdin>" if str(path) == "-" else repr(str(path))


def text_or_file(given: str, what: str) -> str:
    """Read the text of a file (``-``: standard input); return ``given`` if it is no file."""
    is_file = given == "-" or os.path.isfile(given)  # noqa: PTH113  Path raises for long names
    return read_text(given, what) if is_file else given


@contextmanager
def opened(path: str | Path) -> Generator[BinaryIO]:
    """Open a file (``-``: standard input) to read bytes.

    Raises InstanceError if the file cannot be opened, or cannot be read within the block.
    """
    try:
        if str(path) == "-":
            if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]  it may be closed
                raise InstanceError("<stdin>: is closed")
            yield sys.stdin.buffer
            return
        try:
            file = open(path, "rb")  # noqa: SIM115  closed below
        except ValueError as error:  # a null character in the name
            raise InstanceError(f"{_place(path)}: cannot be read: {error}") from None
        with file:
            yield file
    except OSError as error:
        fault = f"cannot be read: {error.strerror or error}"
        raise InstanceError(f"{_place(path)}: {fault}") from None


def system_fault(error: OSError) -> str | None:
    """Describe an error of the operating system; None for any other error."""
    if error.errno not in FAULTS and NO_FOLDER not in str(error):
        return None
    name = "" if error.filename is None else f"{os.fsdecode(error.filename)!r}: "
    return f"{name}{error.strerror or error}"
