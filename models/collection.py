"""Files with one puzzle or many, in any format: instance files and those of others.

A name is a name of the library, a path, or ``PATH::KEY`` for one puzzle of a file with many, where
KEY is its number from 1 or its name.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeAlias

from puzzleproof.models import instances
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.files import read_text
from puzzleproof.models.formats import ENOUGH, FORMATS, Document, nearest
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.reading import MOST_DIGITS
from puzzleproof.models.texts import count, did_you_mean, expected_one_of, shortened

SEPARATOR = "::"
TOML = "toml"
"""The format of instance files."""
FAMILY_KEY = re.compile(r"^\s*family\s*=", re.MULTILINE)
"""What every instance file has, and no other format."""
ANY_KEY = re.compile(r"^\s*[\w-]+\s*=", re.MULTILINE)
"""What is meant to be an instance file, if it is like nothing else."""
Fault: TypeAlias = InstanceError | Unsupported
Entry: TypeAlias = tuple[str, "AnyPuzzle | Fault"]
"""A name, and the puzzle that it stands for or what is wrong with it."""


def load_all(name: str, format_name: str | None = None) -> list[tuple[str, AnyPuzzle]]:
    """Every puzzle that a name stands for, each with the name that stands for it alone.

    ``format_name`` is one of `puzzleproof.models.formats.FORMATS`, or ``toml``; by default the
    format is found by content.  Raises InstanceError, Unsupported for an instance beyond what
    certificates hold.
    """
    return [(one, _sound(found)) for one, found in read_all(name, format_name)]


def read_all(name: str, format_name: str | None = None) -> list[Entry]:
    """As `load_all`, with what is wrong with a puzzle in its place.

    Raises as `load_all` does for a file that is wrong as a whole.
    """
    path, separator, key = name.partition(SEPARATOR)
    if format_name is None and not separator and _is_plain(name):
        return [(name, instances.load(name))]
    instances.check_name(path)
    if separator and path in instances.library_names() and not Path(path).exists():
        raise InstanceError(f"{name!r}: {path!r} is one puzzle of the library: leave out '::'")
    found = entries_of(read_text(path, "a file of puzzles"), path, format_name)
    return [_named(name, path, key, [one for _, one in found])] if separator else found


def entries_of(text: str, path: str, format_name: str | None = None) -> list[Entry]:
    """As `read_all`, of a text that stands in a file."""
    where = "<stdin>" if path == "-" else path
    found = _read(text, where, format_name)
    many = len(found) > 1
    return [(f"{path}{SEPARATOR}{k}" if many else path, one) for k, one in enumerate(found, 1)]


def _sound(found: AnyPuzzle | Fault) -> AnyPuzzle:
    """The puzzle; raises what is wrong with it."""
    if isinstance(found, Exception):
        raise found
    return found


def load_one(name: str, format_name: str | None = None) -> AnyPuzzle:
    """The puzzle that a name stands for; raises InstanceError where there are several."""
    found = load_all(name, format_name)
    if len(found) > 1:
        names = ", ".join(filter(None, (puzzle.info.name for _, puzzle in found[:3])))
        raise InstanceError(
            f"{name}: has {count(len(found), 'puzzle')}: name one by its number or its name, "
            f"as in {found[0][0]!r}" + (f" (the names begin with {names})" if names else "")
        )
    return found[0][1]


def file_stem(name: str) -> str:
    """What names a puzzle in the name of a file that is written.

    >>> file_stem("boards/pennant.toml"), file_stem("games.json::12")
    ('pennant', 'games-12')
    """
    path, separator, key = name.partition(SEPARATOR)
    safe = re.sub(r"[^\w.-]+", "_", key)
    return f"{Path(path).stem}-{safe}" if separator else Path(path).stem


def _is_plain(name: str) -> bool:
    """Whether the name is of the library or of an instance file."""
    return name.endswith(".toml") or name in instances.library_names()


def _read(text: str, where: str, format_name: str | None) -> list[AnyPuzzle | Fault]:
    if format_name not in (None, TOML, *FORMATS):
        expected = expected_one_of(format_name, (TOML, *FORMATS))
        raise InstanceError(f"format {format_name!r}: {expected}")
    name = format_name or format_in(text) or _perhaps_toml(text, where)
    if name == TOML:
        return [instances.loads(text, where)]
    try:
        entries = list(FORMATS[name].load().documents(text))
    except InstanceError as error:
        raise _placed(error, where, "", name) from None
    if not entries:
        raise InstanceError(f"{where}: no puzzle in it: expected {FORMATS[name].help}")
    return [_built(document, where, place, name) for place, document in entries]


def format_in(text: str) -> str | None:
    """The format of a text by its content: that of all its lines, or else of most.

    None where half of the lines or more fit no format, or where it may be an instance file.
    """
    if FAMILY_KEY.search(text):
        return TOML
    name, like = nearest(text)
    is_found = like.share == 1 or (like.share > ENOUGH and not ANY_KEY.search(text))
    return name if is_found else None


def _perhaps_toml(text: str, where: str) -> str:
    """TOML for a text without a known format, if it has a key; else raises InstanceError."""
    if ANY_KEY.search(text) or not text.strip():
        return TOML
    name, like = nearest(text)
    near = "" if name is None else f"; nearest to {name}, but {like.misfit}"
    known = ", ".join((TOML, *FORMATS))
    raise InstanceError(f"{where}: no known format{shortened(near)}; expected one of {known}")


def _built(document: Document | InstanceError, where: str, place: str, name: str) -> Any:
    """The puzzle, or what is wrong with it."""
    try:
        if isinstance(document, InstanceError):
            raise document
        return instances.built(document)
    except (InstanceError, Unsupported) as error:
        return _placed(error, where, place, name)


def _placed(error: Fault, where: str, place: str, name: str) -> Fault:
    words = ": ".join(filter(None, (place, str(error))))
    return type(error)(f"{where}: {shortened(words)} (format {name})")


def _named(name: str, path: str, key: str, found: list[AnyPuzzle | Fault]) -> Entry:
    """The puzzle of a file with this number, or with this name."""
    if key.isascii() and key.isdigit() and len(key) <= MOST_DIGITS and 0 < int(key) <= len(found):
        return name, found[int(key) - 1]
    puzzles = [one for one in found if not isinstance(one, Exception)]
    alike = [puzzle for puzzle in puzzles if puzzle.info.name == key]
    if len(alike) == 1:
        return name, alike[0]
    if alike:
        raise InstanceError(f"{path}: {count(len(alike), 'puzzle')} with the name {key!r}")
    hint = did_you_mean(key, [puzzle.info.name for puzzle in puzzles])
    raise InstanceError(
        f"{path}: no puzzle {shortened(repr(key))}: "
        f"expected a name, or a number from 1 to {len(found)}{hint}"
    )
