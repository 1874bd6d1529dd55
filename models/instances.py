"""Instance files: read TOML text as a puzzle, print a puzzle as TOML, and look up names.

A name is a name of the library, a path, or ``PATH::KEY`` for one puzzle of a file with many, where
KEY is its number from 1 or its name.  A file is an instance file or has another format
(`puzzleproof.models.formats`, imported only for these).  Lines of 40 ``#`` stand between several
instances in a file.

Keys that every family has: ``family``, ``name``, ``metric``, ``author``, ``year``, ``source``,
``note`` and the table rows ``[[known]]`` (``metric``, ``optimum`` or ``unsolvable = true``,
``source``).  All other keys belong to the family.  Unknown keys are errors.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, cast

from puzzleproof.models import FAMILIES, family_class
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.files import read_text
from puzzleproof.models.puzzle import AnyPuzzle, Info, Known
from puzzleproof.models.reading import (
    AS_WRITTEN,
    DIGITS_LIMIT,
    TOML,
    ReadOptions,
    check_keys,
    settled,
    with_goal,
)
from puzzleproof.models.texts import (
    TYPE_NAMES,
    brief,
    count,
    did_you_mean,
    expected_one_of,
    shortened,
)

TEXTS = ("family", "name", "metric", "author", "source", "note")
COMMON: dict[str, type] = {**dict.fromkeys(TEXTS, str), "year": int, "known": list}
KNOWN_KEYS = ("metric", "optimum", "unsolvable", "source")
INTEGER_BITS = 63
"""Bits of an integer of TOML without its sign."""
INSTANCE_LIMIT = 200_000
"""Limit on the characters of an instance as `dumps` prints it, when it is read or written."""
DOTS_LIMIT = 16
"""Limit on the dots in a line of an instance file outside of texts and remarks.  Keys have no dots,
and `tomllib` takes minutes to read keys with thousands of parts."""
TEXTS_OF_TOML = re.compile(
    r'''"""(?:[^\\]|\\.)*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*(?:"|$)'''
    r"""|'''.*?(?:'''|\Z)|'[^'\n]*(?:'|$)|\#[^\n]*""",
    re.DOTALL | re.MULTILINE,
)
"""Texts and remarks; a text that is not closed (`tomllib` stops there) goes on to the end."""
LIBRARY = Path(__file__).with_name("library")
"""Found without importlib.resources, whose import takes longer than reading a file."""
SEPARATOR = "::"
Fault: TypeAlias = InstanceError | Unsupported
Entry: TypeAlias = tuple[str, "AnyPuzzle | Fault"]
"""The name of a puzzle, and the puzzle or its fault."""


def loads(
    text: str, where: str = "<text>", *, stored: bool = False, goal: str | None = None
) -> AnyPuzzle:
    """Read an instance from TOML text; ``where`` begins every message.

    ``goal``: a goal in place of the text's, a name that the family knows or a drawing.

    ``stored``: the text is from a certificate, perhaps an old one.  A family whose old files could
    leave keys out has a class method ``once_left_out``, which returns these keys with what they
    meant.  Raises InstanceError naming the key and the row or piece, Unsupported for an instance
    that is too large for certificates.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]  of anyone
        raise InstanceError(f"{text!r}: expected the text of an instance file")
    _check_dots(text, where)
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InstanceError(f"{where}: not TOML: {shortened(str(error))}") from None
    try:
        return built(with_goal(document, goal), stored=stored)
    except (InstanceError, Unsupported) as error:
        raise type(error)(f"{where}: {shortened(str(error))}") from None


def _check_dots(text: str, where: str) -> None:
    """Raise InstanceError for a line with too many dots outside of texts."""
    if text.count(".") <= DOTS_LIMIT:
        return
    bare = TEXTS_OF_TOML.sub(lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        if (dots := line.count(".")) > DOTS_LIMIT:
            raise InstanceError(
                f"{where}: line {number} has {dots:,} dots outside of texts: expected "
                f"{DOTS_LIMIT} at most, as no key of an instance has any"
            )


def read(path: str | Path) -> AnyPuzzle:
    """Read an instance file, ``-`` for standard input."""
    return load_one(path_of(path), ReadOptions(TOML))


def path_of(path: object) -> str:
    """A path or a name as text; raises InstanceError for anything else, such as a number."""
    if not isinstance(path, (str, Path)):
        raise InstanceError(f"{path!r}: expected the path of a file, or a name")
    return str(path)


def library_names() -> list[str]:
    """The names of the library's instances, sorted."""
    return sorted(path.stem for path in LIBRARY.glob("*.toml"))


def load(
    name: str | Path,
    format_name: str | None = None,
    goal: str | None = None,
) -> AnyPuzzle:
    """Load an instance of the library by name, or a puzzle of a file by its path.

    A file is an instance file or has another format (`puzzleproof.models.formats`), which is found
    by content unless it is named.  ``PATH::NAME`` or ``PATH::NUMBER`` is one puzzle of a file with
    many.  ``goal`` takes the place of the file's: a drawing, a name that the family knows, as
    ``blank-last`` of tiles, or the piece that has to get out, where a file leaves that open.  What
    a reader assumed beyond the file stands in `Puzzle.assumed`.  Raises InstanceError.
    """
    return load_one(path_of(name), ReadOptions(format_name, goal))


def check_name(name: str) -> None:
    """Raise InstanceError unless this is a file or a name of the library."""
    is_path = name == "-" or "/" in name or "\\" in name
    if not is_path and name not in library_names() and not Path(name).exists():
        hint = did_you_mean(name, library_names()) or " (see 'puzzleproof list')"
        raise InstanceError(f"{name!r} is neither a file nor a name of the library{hint}")


def dumps(puzzle: AnyPuzzle) -> str:
    """Print a puzzle as an instance file, so that ``loads(dumps(p)) == p``."""
    if getattr(puzzle, "family", None) not in FAMILIES:
        raise InstanceError(f"{puzzle!r}: expected a puzzle")
    info = puzzle.info
    doc: dict[str, Any] = {"family": puzzle.family, "name": info.name}
    rest = {k: getattr(info, k) for k in ("author", "year", "source", "note")}
    doc |= {k: v for k, v in rest.items() if v not in (None, "")}
    doc["metric"] = puzzle.metric
    doc |= puzzle.document()
    lines = [f"{key} = {_value(value)}" for key, value in doc.items()]
    for row in map(_known_row, info.known):
        lines += ["", "[[known]]", *(f"{key} = {_value(value)}" for key, value in row.items())]
    return "\n".join(lines) + "\n"


def printed(puzzle: AnyPuzzle) -> str:
    """Like `dumps`, for certificates: raises Unsupported if the text is too long for one."""
    text = dumps(puzzle)
    if len(text) > INSTANCE_LIMIT:
        raise Unsupported(
            f"the instance has {len(text):,} characters: it may have {INSTANCE_LIMIT:,}, "
            "drawings, goals and notes together"
        )
    return text


def _value(value: object) -> str:
    """Print one TOML value: a string (drawings over several lines), a number, or a list."""
    if isinstance(value, list):
        items = cast("list[object]", value)
        return "[" + "".join(f"\n{_value(item)}," for item in items) + "\n]"
    if isinstance(value, str) and "\n" in value and value.replace("\n", "").isprintable():
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"""\n{escaped}"""'
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _known_row(row: Known) -> dict[str, Any]:
    result = {"unsolvable": True} if row.optimum is None else {"optimum": row.optimum}
    return {"metric": row.metric, **result, "source": row.source}


def built(
    doc: Mapping[str, Any], *, stored: bool = False, assumed: tuple[str, ...] = ()
) -> AnyPuzzle:
    """Build a puzzle from the keys and values of an instance file; ``stored`` as in `loads`.

    ``assumed`` are sentences on values that no file states.
    Raises InstanceError naming the key, Unsupported for an instance too large for certificates.
    """
    _check_integers(doc)
    for key, kind in COMMON.items():
        if key in doc and type(doc[key]) is not kind:
            raise InstanceError.at(key, f"expected {TYPE_NAMES[kind]}, got {doc[key]!r}")
    name = doc.get("family")
    if name not in FAMILIES:
        got = "is missing" if name is None else f"{name!r}"
        raise InstanceError(f"key 'family' {got}: {expected_one_of(name, FAMILIES)}")
    family = family_class(name)
    check_keys(doc, (*COMMON, *family.keys))
    metric = doc.get("metric", family.metrics[0])
    if metric not in family.metrics:
        expected = expected_one_of(metric, family.metrics)
        raise InstanceError(f"key 'metric' {metric!r}: {expected}")
    info = Info(
        **{k: doc[k] for k in ("name", "author", "year", "source", "note") if k in doc},
        known=tuple(_known(k, row, family.metrics) for k, row in enumerate(doc.get("known", []))),
    )
    if stored and hasattr(family, "once_left_out"):
        added = family.once_left_out(doc)
        doc, info = {**doc, **added}, info._replace(left_out=tuple(added))
    puzzle: AnyPuzzle = family.from_document(doc, info, metric)
    printed(puzzle)
    return replace(puzzle, assumed=(*assumed, *puzzle.assumed)) if assumed else puzzle


def _known(number: int, row: object, metrics: tuple[str, ...]) -> Known:
    where = f"[[known]] row {number + 1}"
    if not isinstance(row, dict):
        raise InstanceError(f"{where}: expected a table, got {row!r}")
    table = cast("dict[str, Any]", row)
    check_keys(table, KNOWN_KEYS, f"{where}: ")
    metric = table.get("metric")
    if metric not in metrics:
        got = "is missing" if metric is None else f"{metric!r}"
        raise InstanceError(f"{where}: metric {got}: {expected_one_of(metric, metrics)}")
    optimum, unsolvable = table.get("optimum"), table.get("unsolvable", False)
    valid = type(optimum) is int and optimum >= 0
    if type(unsolvable) is not bool or unsolvable == valid or ("optimum" in table and not valid):
        given = {key: table[key] for key in ("optimum", "unsolvable") if key in table}
        expected = "expected 'optimum' (0 or more) or 'unsolvable = true'"
        raise InstanceError(f"{where}: {expected}, got {given or 'neither'}")
    source = table.get("source", "")
    if not isinstance(source, str):
        raise InstanceError(f"{where}: key 'source': expected a text, got {source!r}")
    return Known(table["metric"], optimum, source)


def _check_integers(document: object) -> None:
    """Raise InstanceError for an integer that is too large for TOML; Python would accept it."""
    values = [document]
    for value in values:
        if isinstance(value, dict):
            values += cast("dict[str, object]", value).values()
        elif isinstance(value, list):
            values += cast("list[object]", value)
        elif isinstance(value, int) and value.bit_length() > INTEGER_BITS:
            raise InstanceError(f"an integer of {value.bit_length()} bits: TOML's have 64 at most")


# --- files with one puzzle or many, in any format ------------------------------------------


def load_all(
    name: str,
    format_name: str | None = None,
    goal: str | None = None,
) -> list[tuple[str, AnyPuzzle]]:
    """Every puzzle that a name may mean, each with a unique name.

    ``format_name`` is one of `puzzleproof.models.formats.FORMATS`, or ``toml``; by default the
    format is found by content.  ``goal`` as for `load`.  Raises InstanceError, and
    Unsupported for an instance too large for certificates.
    """
    return _without_faults(read_all(name, ReadOptions(format_name, goal)))


def _without_faults(found: list[Entry]) -> list[tuple[str, AnyPuzzle]]:
    """The same puzzles; raises the first fault."""
    for _, one in found:
        if isinstance(one, Exception):
            raise one
    return cast("list[tuple[str, AnyPuzzle]]", found)


def read_all(name: str, reading: ReadOptions = AS_WRITTEN) -> list[Entry]:
    """The same as `load_all`, with an error in place of each faulty puzzle.

    Raises as `load_all` does for a file that is wrong as a whole.
    """
    path, separator, key = name.partition(SEPARATOR)
    if reading.format is None and path.endswith(f".{TOML}"):
        reading = reading._replace(format=TOML)
    if reading.format is None and name in library_names():
        text = (LIBRARY / f"{name}.{TOML}").read_text(encoding="utf-8")
        return [(name, _from_toml(text, name, reading))]
    if reading.format != TOML:
        check_name(path)
    if separator and path in library_names() and not Path(path).exists():
        raise InstanceError(f"{name!r}: {path!r} is one puzzle of the library: leave out '::'")
    found = entries_of(read_text(path, "a file of puzzles"), path, reading)
    return [_named(name, path, key, [one for _, one in found])] if separator else found


def entries_of(text: str, path: str, reading: ReadOptions = AS_WRITTEN) -> list[Entry]:
    """Like `read_all`, for a text that was already read from a file."""
    where = "<stdin>" if path == "-" else brief(path)
    found = _read(text, where, reading)
    many = len(found) > 1
    return [(f"{path}{SEPARATOR}{k}" if many else path, one) for k, one in enumerate(found, 1)]


def load_one(name: str, reading: ReadOptions = AS_WRITTEN) -> AnyPuzzle:
    """The puzzle with this name; raises InstanceError if there are several."""
    found = _without_faults(read_all(name, reading))
    if len(found) > 1:
        names = ", ".join(filter(None, (puzzle.info.name for _, puzzle in found[:3])))
        raise InstanceError(
            f"{brief(name)}: has {count(len(found), 'puzzle')}: name one by its number or its "
            f"name, as in {found[0][0]!r}" + (f" (the names begin with {names})" if names else "")
        )
    return found[0][1]


def file_stem(name: str) -> str:
    """The puzzle's part of the name of an output file.

    >>> file_stem("boards/pennant.toml"), file_stem("games.json::12")
    ('pennant', 'games-12')
    """
    path, separator, key = name.partition(SEPARATOR)
    safe = re.sub(r"[^\w.-]+", "_", key)
    return f"{Path(path).stem}-{safe}" if separator else Path(path).stem


def _read(text: str, where: str, reading: ReadOptions) -> list[AnyPuzzle | Fault]:
    from puzzleproof.models.formats import FORMATS, format_of, parts_of

    name = format_of(text, where, reading.format)
    if name == TOML:
        _check_dots(text, where)
        parts = parts_of(text)
        if len(parts) == 1:
            return [_from_toml(text, where, reading)]
        places = (f"{where}{SEPARATOR}{k}" for k in range(1, len(parts) + 1))
        each = zip(parts, places, strict=True)
        return [_attempted(partial(_from_toml, *one, reading)) for one in each]
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

    return [_attempted(partial(puzzle_of, *entry)) for entry in entries]


def _from_toml(text: str, where: str, reading: ReadOptions) -> AnyPuzzle:
    return loads(text, where, goal=reading.goal)


def _attempted(make: Callable[[], AnyPuzzle]) -> AnyPuzzle | Fault:
    """The puzzle, or the error that it raises."""
    try:
        return make()
    except (InstanceError, Unsupported) as error:
        return error


def _named(name: str, path: str, key: str, found: list[AnyPuzzle | Fault]) -> Entry:
    """The puzzle of a file with this number, or with this name."""
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


# --- folders ------------------------------------------------------------------------------

SUFFIXES = (".toml", ".txt", ".json", ".xml", ".csv", ".vala")
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


def files_of_puzzles(name: str) -> tuple[list[str], list[str]]:
    """(files with puzzles, other files) of a folder, InstanceError if none; else ([name], [])."""
    if not name or not Path(name).is_dir() or name in library_names():
        return [name], []
    from puzzleproof.models.formats import format_in

    found, others = files_in(name, SUFFIXES, lambda text: format_in(text) is not None)
    if not found:
        raise InstanceError(f"{name!r}: no file of puzzles in this folder ({', '.join(SUFFIXES)})")
    return found, others
