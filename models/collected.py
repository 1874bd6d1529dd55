"""Files with one puzzle or many, in any format, and folders of such files.

A file is an instance file or has another format (`puzzleproof.models.formats`).  If an instance
file has several instances, a line of 40 ``#`` separates each from the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from puzzleproof.models.documents import (
    AS_WRITTEN,
    SEPARATOR,
    TOML,
    Entry,
    Fault,
    ReadOptions,
    built,
    check_dots,
    loads,
)
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.formats import (
    DIGITS_LIMIT,
    FORMATS,
    format_in,
    format_of,
    parts_of,
    settled,
)
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import brief, count, did_you_mean, shortened

SUFFIXES = (".toml", ".txt", ".json", ".xml", ".csv", ".vala")
"""A file in a folder may hold puzzles if it has one of these suffixes."""
PEEK = 100_000
"""The number of bytes at a file's beginning that show whether it holds puzzles."""


def entries_of(text: str, path: str, reading: ReadOptions = AS_WRITTEN) -> list[Entry]:
    """List the puzzles of a file's text, each with its name; a faulty puzzle becomes its error."""
    where = "<stdin>" if path == "-" else brief(path)
    found = _read(text, where, reading)
    many = len(found) > 1
    return [(f"{path}{SEPARATOR}{k}" if many else path, one) for k, one in enumerate(found, 1)]


def _read(text: str, where: str, reading: ReadOptions) -> list[AnyPuzzle | Fault]:
    name = format_of(text, where, reading.format)
    if name == TOML:
        check_dots(text, where)
        parts = parts_of(text)
        if len(parts) == 1:
            return [loads(text, where, goal=reading.goal)]
        readers = [
            partial(loads, part, f"{where}{SEPARATOR}{k}", goal=reading.goal)
            for k, part in enumerate(parts, 1)
        ]
    else:
        readers = list(_readers(name, text, where, reading))
    found = list[AnyPuzzle | Fault]()
    for read in readers:
        try:
            found.append(read())
        except (InstanceError, Unsupported) as error:
            found.append(error)
    return found


def _readers(
    name: str, text: str, where: str, reading: ReadOptions
) -> Iterator[partial[AnyPuzzle]]:
    """Yield a function for each puzzle of a text in another format; called, it reads the puzzle.

    Raises InstanceError if the text has no puzzle.
    """
    module = FORMATS[name].load()
    try:
        entries = list(module.parts(text))
    except InstanceError as error:
        raise InstanceError(f"{where}: {shortened(str(error))} (format {name})") from None
    if not entries:
        raise InstanceError(f"{where}: no puzzle in it: expected {FORMATS[name].help}")

    def puzzle_of(place: str, part: object) -> AnyPuzzle:
        try:
            document, assumed = settled(module.document(part), reading)
            return built(document, assumed=assumed)
        except (InstanceError, Unsupported) as error:
            fault = f"{where}: {shortened(f'{place}: {error}')} (format {name})"
            raise type(error)(fault) from None

    yield from (partial(puzzle_of, *entry) for entry in entries)


def named(name: str, path: str, key: str, found: list[AnyPuzzle | Fault]) -> Entry:
    """Return the puzzle whose number or name in a file is ``key``."""
    if key.isascii() and key.isdigit() and len(key) <= DIGITS_LIMIT and 0 < int(key) <= len(found):
        return name, found[int(key) - 1]
    puzzles = [one for one in found if not isinstance(one, Exception)]
    alike = [puzzle for puzzle in puzzles if puzzle.info.name == key]
    if len(alike) == 1:
        return name, alike[0]
    if alike:
        raise InstanceError(f"{brief(path)}: {count(len(alike), 'puzzle')} with the name {key!r}")
    hint = did_you_mean(key, [puzzle.info.name for puzzle in puzzles])
    raise InstanceError(
        f"{brief(path)}: no puzzle {shortened(repr(key))}: "
        f"expected a name, or a number from 1 to {len(found)}{hint}"
    )


def files_in(
    folder: str, suffixes: Sequence[str], is_wanted: Callable[[str], bool]
) -> tuple[list[str], list[str]]:
    """Return (files whose beginning ``is_wanted`` accepts, others) of a folder and its subfolders.

    Both lists are sorted; files with other suffixes are left out.  A file that cannot be read
    counts as wanted: the caller's attempt to read it reports why.
    """

    def begins(path: Path) -> bool:
        try:
            with path.open("rb") as file:
                return is_wanted(file.read(PEEK).decode("utf-8-sig", "replace"))
        except OSError:
            return True

    found: tuple[list[str], list[str]] = [], []
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix in suffixes and path.is_file():
            found[not begins(path)].append(str(path))
    return found


def puzzle_files(folder: str) -> tuple[list[str], list[str]]:
    """Return (files of puzzles, others) of a folder; raises InstanceError if it has no puzzles."""
    found, others = files_in(folder, SUFFIXES, lambda text: format_in(text) is not None)
    if not found:
        raise InstanceError(
            f"{folder!r}: no file of puzzles in this folder ({', '.join(SUFFIXES)})"
        )
    return found, others
