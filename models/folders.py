"""Folders of files: which of them hold puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.formats import format_in
from puzzleproof.models.instances import library_names

SUFFIXES = (".toml", ".txt", ".json", ".xml")
"""Suffixes of the files of a folder that may hold puzzles."""
PEEK = 100_000
"""Bytes of a file that say whether it holds puzzles."""


def files_in(
    folder: str, suffixes: Sequence[str], is_wanted: Callable[[str], bool]
) -> tuple[list[str], list[str]]:
    """(files whose beginning ``is_wanted`` accepts, other files) of a folder and the folders in it.

    Both lists are sorted; other suffixes are left out.  A file that cannot be read counts as
    wanted: the caller's attempt to read it reports why.
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
    """(files with puzzles, other files) of a folder, InstanceError if none; else ([name], [])."""
    if not name or not Path(name).is_dir() or name in library_names():
        return [name], []
    found, others = files_in(name, SUFFIXES, lambda text: format_in(text) is not None)
    if not found:
        raise InstanceError(f"{name!r}: no file of puzzles in this folder ({', '.join(SUFFIXES)})")
    return found, others
