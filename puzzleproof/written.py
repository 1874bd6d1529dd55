"""How commands and functions write files, and when they may replace a file.

Without ``--force`` a file is replaced only if it is empty, or if this program wrote it about the
same board and request and nobody has changed it: a certificate's content shows this, and so does
the mark in an instance or a picture (`puzzleproof.models.marks`).  A file of any other format is
not replaced.
"""

import os
import re
from pathlib import Path

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.marks import bears, marked
from puzzleproof.models.output import written_whole
from puzzleproof.models.puzzle import AnyPuzzle

UNSAFE = re.compile(r"[^\w.+-]+")
NAME_LENGTH = 180
"""The greatest length of a file's name without its suffix; file systems allow 255 bytes."""
NOT_OURS = "exists, and is not an unchanged file of this command about this board"


def check_target(
    option: str,
    path: Path,
    instance: str,
    about: str | AnyPuzzle | None = None,
    *,
    kind: str = "",
    force: bool = False,
) -> None:
    """Raise InstanceError if a file may not be written; to be called before the work.

    Without ``force`` an existing file may be replaced only if it is about the same thing: ``about``
    is a fingerprint (`puzzleproof.models.marks`), or the puzzle of a certificate of this ``kind``.
    ``option`` is the name of the option, or of a function's argument, that names the file.
    """
    where = f"{option} {str(path)!r}"
    try:
        if path.exists():
            if not path.is_file():
                raise InstanceError(f"{where}: exists and is not an ordinary file")
            if Path(instance).exists() and path.samefile(instance):
                raise InstanceError(f"{where}: is a file that this command reads")
            if not os.access(path, os.W_OK):
                raise InstanceError(f"{where}: cannot be written")
            if not force and not _is_ours(path, about, kind):
                how = "--force" if option.startswith("--") else "force=True"
                raise InstanceError(f"{where}: {NOT_OURS}; {how} replaces it")
        check_folder_of(where, path.resolve().parent)
    except OSError as error:  # a name that is too long
        raise InstanceError(f"{where}: {error.strerror or error}") from None


def _is_ours(path: Path, about: str | AnyPuzzle | None, kind: str) -> bool:
    """Tell whether the file is empty, or this program wrote it about the same thing."""
    if path.stat().st_size == 0:
        return True
    if about is None or isinstance(about, str):
        return about is not None and bears(path.read_bytes(), about)
    from puzzleproof.verify.certificate import header_about

    questions = [about, *(one.with_metric(about.metric) for _, one in about.ladder())]
    questions += [one for _, one in about.ladder()]
    found = filter(None, (header_about(path, one) for one in questions))
    return any((one.kind == "survey") == (kind == "survey") for one in found)


def check_folder_of(where: str, folder: Path) -> None:
    """Raise InstanceError unless the folder exists or can be made, and can be written to."""
    there = folder.resolve()
    while not there.exists():
        there = there.parent
    if not there.is_dir():
        raise InstanceError(f"{where}: {str(there)!r} is not a folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise InstanceError(f"{where}: the folder {str(there)!r} cannot be written to")


def write_file(option: str, path: Path, content: str | bytes, about: str | None = None) -> None:
    """Write the whole file that an option names, or nothing; raises OutputError.

    With ``about``, the file gets a comment on its origin, if its format has comments.
    """
    data = content.encode() if isinstance(content, str) else content
    with written_whole(path, f"{option} {str(path)!r}") as part:
        part.write_bytes(data if about is None else marked(data, path.suffix, about))


def file_in(folder: Path, name: str, suffix: str) -> Path:
    """Return a path in the folder for this name; unsafe characters become ``_``."""
    safe = UNSAFE.sub("_", name).lstrip(".") or "_"
    path = folder / f"{safe[:NAME_LENGTH]}{suffix}"
    if path.resolve().parent != folder.resolve():
        raise InstanceError(f"{str(path)!r}: leads out of the folder {str(folder)!r}")
    return path
