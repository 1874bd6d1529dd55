"""Formats of other programs, in which instances are read and written: each has a row and a module.

What ``document`` of a module returns is checked like an instance file.  A text may leave open what
the goal is, as a table of tiles does.  Then the user's options (`ReadOptions`) decide, or else the
reader assumes what is usual and says so: each assumption is a sentence, stored under the key whose
value is assumed.  docs/foreign-files.md explains the formats.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from puzzleproof.models.documents import TOML, ReadOptions, with_goal
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import expected_one_of, shortened

T = TypeVar("T")

Document: TypeAlias = Mapping[str, Any]
"""The keys and values of an instance file."""
SHARE_WANTED = 0.5
"""A format is recognised by content if more than this share of the lines fits."""
FAMILY_KEY = re.compile(r"^\s*family\s*=", re.MULTILINE)
"""A line of this form is in every instance file and in no other format."""
ANY_KEY = re.compile(r"^\s*[\w-]+\s*=", re.MULTILINE)
"""A text with such a line is read as an instance file, unless it looks like another format."""
RULER = "#" * 40 + "\n"
"""The line between two instances of a file."""
DIGITS_LIMIT = 18
"""The greatest number of digits of a number in a file: 18 digits fit into a signed 64-bit word."""
ASSUMED = "assumed"
"""Part of a reader's answer: a key that the text left open -> a sentence on its value."""
TARGETS = "targets"
"""Part of a reader's answer: a piece that may have to get out -> keys and values for that goal."""
OF_GOAL = ("goal", "target", "exit")
"""The keys of assumptions about the goal, which are dropped where the user states the goal."""


class Likeness(NamedTuple):
    """A measure of how well a text fits a format."""

    share: float
    """The share of the text's lines that fit, from 0 to 1; a line that nearly fits counts half."""
    misfit: str = ""
    """The first line that does not fit, with its place and what was expected."""


NONE = Likeness(0.0)
ALL = Likeness(1.0)


class FormatModule(Protocol):
    """The functions of a module of this folder."""

    def likeness(self, text: str) -> Likeness:
        """Measure how much the text looks like this format."""
        ...

    def parts(self, text: str) -> Iterable[tuple[str, Any]]:
        """Return the place of each puzzle, as in ``line 3``, and its part of the text."""
        ...

    def document(self, part: Any, /) -> Document:
        """Return the puzzle of a part that `parts` returned; raises InstanceError."""
        ...

    def written(self, puzzle: AnyPuzzle) -> str:
        """Write the puzzle as text; raises Unsupported if the format cannot hold the puzzle."""
        ...


class Format(NamedTuple):
    """A row of the registry."""

    help: str
    module: str
    suffix: str
    """The suffix of its files, if the format can be written."""

    def load(self) -> FormatModule:
        """Import the module."""
        return cast("FormatModule", import_module(f"puzzleproof.models.formats.{self.module}"))


FORMATS: dict[str, Format] = {
    "rush-hour": Format("Rush Hour boards as letters, or cars as CSV", "rush_hour", ".txt"),
    "gnome": Format("levels of GNOME Klotski", "gnome", ".txt"),
    "hrd-json": Format("Hua Rong Dao games as a list of blocks", "hrd_json", ".json"),
    "hrd-code": Format("Hua Rong Dao boards, each a code of 9 or 5 digits", "hrd_code", ".txt"),
    "hrd-digits": Format("Hua Rong Dao boards, a digit for each cell", "hrd_digits", ".txt"),
    "hakoiri": Format("sliding blocks as XML, of hakoiri", "hakoiri", ".xml"),
    "tile-list": Format("sliding tiles, each table in a line or in rows", "tile_list", ".txt"),
    "game-id": Format("game IDs of Simon Tatham's Fifteen and Pegs", "game_id", ".txt"),
    "peg-drawing": Format("peg boards drawn with 0 and 1, or o . x", "peg_drawing", ".txt"),
}
"""The formats in the order in which they are tried."""


def nearest(text: str) -> tuple[str | None, Likeness]:
    """Find the first of the formats that a text fits best; None if it fits no format."""
    best, most = None, NONE
    for name, row in FORMATS.items():
        like = row.load().likeness(text)
        if like.share > most.share:
            best, most = name, like
        if most.share == 1:
            break
    return best, most


def format_in(text: str) -> str | None:
    """Find the format of a text by its content: it fits all lines, or else most of them.

    Return None if no format fits more than half of the lines, or if the text may be an instance
    file.
    """
    if FAMILY_KEY.search(text):
        return TOML
    name, like = nearest(text)
    is_found = like.share == 1 or (like.share > SHARE_WANTED and not ANY_KEY.search(text))
    return name if is_found else None


def format_of(text: str, where: str, name: str | None) -> str:
    """Return ``name``, or by default the format of the text; raises InstanceError if none fits."""
    if name not in (None, TOML, *FORMATS):
        raise InstanceError(f"format {name!r}: {expected_one_of(name, (TOML, *FORMATS))}")
    if found := name or format_in(text):
        return found
    if ANY_KEY.search(text) or not text.strip():
        return TOML
    name, like = nearest(text)
    near = "" if name is None else f"; nearest to {name}, but {like.misfit}"
    known = ", ".join((TOML, *FORMATS))
    raise InstanceError(f"{where}: no known format{shortened(near)}; expected one of {known}")


def parts_of(text: str) -> list[str]:
    """List the instances of a TOML text, with empty lines before each one to keep line numbers.

    A text that is valid TOML is one instance: a ruler in a drawing or a comment divides nothing.
    """
    if f"\n{RULER}" not in text:
        return [text]
    with suppress(ValueError, RecursionError):
        tomllib.loads(text)
        return [text]
    parts, line = list[str](), 0
    for part in text.split(RULER):
        if ANY_KEY.search(part):
            parts.append("\n" * line + part)
        line += part.count("\n") + 1
    return parts or [text]


def of_lines(
    lines: Iterable[tuple[str, str]],
    fits: Callable[[str], object],
    nearly: Callable[[str], object],
    expected: str,
) -> Likeness:
    """Measure the likeness to a format with one puzzle per line; ``lines``: pairs (place, text).

    >>> of_lines([("line 1", "12"), ("line 2", "x")], str.isdigit, str.isalnum, "digits")
    Likeness(share=0.75, misfit="line 2: 'x': expected digits")
    """
    number, points, misfit = 0, 0.0, ""
    for place, line in lines:
        number += 1
        if fits(line):
            points += 1
            continue
        points += 0.5 if nearly(line) else 0
        misfit = misfit or f"{place}: {line[:60]!r}: expected {expected}"
    return Likeness(points / number if number else 0.0, misfit)


def by_line(
    lines: Callable[[str], Iterable[tuple[str, str]]],
    fits: Callable[[str], T | None],
    nearly: Callable[[str], object],
    expected: str,
    document: Callable[[T], Document],
) -> tuple[Callable[[str], Likeness], Callable[[str], Document]]:
    """Build the functions `likeness` and `document` of a format with one puzzle per line.

    ``document`` makes the keys of a puzzle from what ``fits`` finds in a line.
    """

    def likeness(text: str) -> Likeness:
        return of_lines(lines(text), fits, nearly, expected)

    def read(line: str) -> Document:
        if not (found := fits(line)):
            raise InstanceError(f"{line[:60]!r}: expected {expected}")
        return document(found)

    return likeness, read


def settled(
    found: Mapping[str, Any], reading: ReadOptions
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the keys and values of an instance, and the assumptions, from what a reader found.

    Raises InstanceError if nothing says which piece has to get out, or if the option for the goal
    does not fit.
    """
    document = dict(found)
    assumed, targets = document.pop(ASSUMED, {}), document.pop(TARGETS, {})
    if reading.goal in targets:
        document |= targets[reading.goal]
        assumed = {key: text for key, text in assumed.items() if key != "target"}
        return document, tuple(assumed.values())
    expected = " or ".join(map(repr, targets))
    if reading.goal is None:
        if targets and "goal" not in document:
            raise InstanceError(f"which piece gets out is open: expected {expected} (--goal)")
    elif targets and len(reading.goal) == 1:
        raise InstanceError(f"goal {reading.goal!r}: expected {expected}, or a drawing")
    else:
        assumed = {key: text for key, text in assumed.items() if key not in OF_GOAL}
    return with_goal(document, reading.goal), tuple(assumed.values())


def number_in(text: str) -> int:
    """Read a whole number, 0 or more; raises InstanceError for anything else or too many digits."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise InstanceError(f"{digits[:60]!r}: expected a whole number")
    digits = digits.lstrip("0")
    if len(digits) > DIGITS_LIMIT:
        fault = f"a number of {len(digits)} digits: expected {DIGITS_LIMIT} at most"
        raise InstanceError(f"{fault}, got {digits[:DIGITS_LIMIT]}…")
    return int(digits or "0")
