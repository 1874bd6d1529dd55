"""Names of instances: of a library instance, of a file, or of one of the puzzles in a file.

A name is the name of a library instance, a path, or ``PATH::KEY`` for one of several puzzles in a
file, where KEY is the puzzle's number from 1 or its name.  `puzzleproof.models.documents` reads
library instances; `puzzleproof.models.collected`, imported only if a file is read, reads files.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

from puzzleproof.models.documents import (
    AS_WRITTEN,
    LIBRARY,
    SEPARATOR,
    TOML,
    Entry,
    ReadOptions,
    path_of,
)
from puzzleproof.models.documents import loads as loads
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.files import read_text
from puzzleproof.models.output import dumps as dumps
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import brief, count, did_you_mean


def read(path: str | Path) -> AnyPuzzle:
    """Read an instance file, ``-`` for standard input."""
    return load_one(path_of(path), ReadOptions(TOML))


def library_names() -> list[str]:
    """List the names of the library's instances, sorted."""
    return sorted(path.stem for path in LIBRARY.glob("*.toml"))


def load(name: str | Path, format_name: str | None = None, goal: str | None = None) -> AnyPuzzle:
    """Load an instance of the library by name, or a puzzle of a file by its path.

    A file is an instance file or has another format (`puzzleproof.models.formats`), which is found
    by content unless it is named.  ``PATH::NAME`` or ``PATH::NUMBER`` is one of several puzzles in
    a file.  ``goal`` replaces the file's goal: a drawing, a name that the family knows (such as
    ``blank-last`` of tiles), or the piece that has to get out (if the file does not name it).
    `Puzzle.assumed` lists what a reader assumed beyond the file.  Raises InstanceError.
    """
    return load_one(path_of(name), ReadOptions(format_name, goal))


def check_name(name: str) -> None:
    """Raise InstanceError unless the name looks like a path, or is a file or a library instance."""
    is_path = name == "-" or "/" in name or "\\" in name
    if not is_path and name not in library_names() and not Path(name).exists():
        hint = did_you_mean(name, library_names()) or " (see 'puzzleproof list')"
        raise InstanceError(f"{name!r} is neither a file nor a name of the library{hint}")


def load_all(
    name: str, format_name: str | None = None, goal: str | None = None
) -> list[tuple[str, AnyPuzzle]]:
    """List every puzzle that a name may mean, each with a unique name.

    ``format_name`` is one of `puzzleproof.models.formats.FORMATS`, or ``toml``; by default the
    format is found by content.  ``goal`` as for `load`.  Raises InstanceError, and
    Unsupported for an instance too large for certificates.
    """
    return _without_faults(read_all(name, ReadOptions(format_name, goal)))


def _without_faults(found: list[Entry]) -> list[tuple[str, AnyPuzzle]]:
    """Return the puzzles, or raise the first fault."""
    for _, one in found:
        if isinstance(one, Exception):
            raise one
    return cast("list[tuple[str, AnyPuzzle]]", found)


def read_all(name: str, reading: ReadOptions = AS_WRITTEN) -> list[Entry]:
    """Read as `load_all` does, with an error in place of each faulty puzzle.

    Raises as `load_all` does for a file that is wrong as a whole.
    """
    path, separator, key = name.partition(SEPARATOR)
    if reading.format is None and path.endswith(f".{TOML}"):
        reading = reading._replace(format=TOML)
    if reading.format is None and name in library_names():
        text = (LIBRARY / f"{name}.{TOML}").read_text(encoding="utf-8")
        return [(name, loads(text, name, goal=reading.goal))]
    if reading.format != TOML:
        check_name(path)
    if separator and path in library_names() and not Path(path).exists():
        raise InstanceError(f"{name!r}: {path!r} is one puzzle of the library: leave out '::'")
    from puzzleproof.models.collected import entries_of, named

    found = entries_of(read_text(path, "a file of puzzles"), path, reading)
    return [named(name, path, key, [one for _, one in found])] if separator else found


def load_one(name: str, reading: ReadOptions = AS_WRITTEN) -> AnyPuzzle:
    """Return the puzzle with this name; raises InstanceError if several puzzles have it."""
    found = _without_faults(read_all(name, reading))
    if len(found) > 1:
        names = ", ".join(filter(None, (puzzle.info.name for _, puzzle in found[:3])))
        raise InstanceError(
            f"{brief(name)}: has {count(len(found), 'puzzle')}: name one by its number or its "
            f"name, as in {found[0][0]!r}" + (f" (the names begin with {names})" if names else "")
        )
    return found[0][1]


def file_stem(name: str) -> str:
    """Return the puzzle's part of the name of an output file.

    >>> file_stem("boards/pennant.toml"), file_stem("games.json::12")
    ('pennant', 'games-12')
    """
    path, separator, key = name.partition(SEPARATOR)
    safe = re.sub(r"[^\w.-]+", "_", key)
    return f"{Path(path).stem}-{safe}" if separator else Path(path).stem


def files_of_puzzles(name: str) -> tuple[list[str], list[str]]:
    """Return (files with puzzles, others) of a folder, else ([name], []); raises InstanceError."""
    if not name or not Path(name).is_dir() or name in library_names():
        return [name], []
    from puzzleproof.models.collected import puzzle_files

    return puzzle_files(name)
