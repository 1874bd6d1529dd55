"""Folders of files: which of them hold puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.formats import format_in
from puzzleproof.models.instances import library_names

SUFFIXES = (".toml", ".txt", ".json", ".xml")
"""The suffixes of files of puzzles."""
PEEK = 100_000
"""Bytes of a file that say whether it holds puzzles."""


def files_in(
    folder: str, suffixes: Sequence[str], is_wanted: Callable[[str], bool]
) -> tuple[list[str], list[str]]:
    """The files of a folder and of those below it whose beginning is wanted, and the others.

    Both are sorted, and have one of the suffixes.  A file that cannot be read is wanted: whoever
    reads it says why.
    """
    found: tuple[list[str], list[str]] = [], []
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix in suffixes and path.is_file():
            found[not _begins(path, is_wanted)].append(str(path))
    return found


def _begins(path: Path, is_wanted: Callable[[str], bool]) -> bool:
    try:
        with path.open("rb") as file:
            return is_wanted(file.read(PEEK).decode("utf-8-sig", "replace"))
    except OSError:
        return True


def files_of_puzzles(name: str) -> tuple[list[str], list[str]]:
    """The files of a folder that hold puzzles, and the others; of any other name the name alone.

    Raises InstanceError for a folder without puzzles.
    """
    if not name or not Path(name).is_dir() or name in library_names():
        return [name], []
    found, others = files_in(name, SUFFIXES, lambda text: format_in(text) is not None)
    if not found:
        raise InstanceError(f"{name!r}: no file of puzzles in this folder ({', '.join(SUFFIXES)})")
    return found, others
