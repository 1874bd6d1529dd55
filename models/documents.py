"""Instance files: TOML text is read as a puzzle; `puzzleproof.models.output` writes such text.

Keys that every family has: ``family``, ``name``, ``metric``, ``author``, ``year``, ``source``,
``note`` and the table rows ``[[known]]`` (``metric``, ``optimum`` or ``unsolvable = true``,
``source``).  All other keys belong to the family.  Unknown keys are errors.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

from puzzleproof.models import FAMILIES, family_class
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, Info, Known
from puzzleproof.models.texts import TYPE_NAMES, did_you_mean, expected_one_of, shortened

TEXTS = ("family", "name", "metric", "author", "source", "note")
COMMON: dict[str, type] = {**dict.fromkeys(TEXTS, str), "year": int, "known": list}
KNOWN_KEYS = ("metric", "optimum", "unsolvable", "source")
INTEGER_BITS = 63
"""The greatest number of bits of an integer in TOML, its sign not counted."""
INSTANCE_LIMIT = 200_000
"""Limit on the characters of an instance file that is read, or written by an export or a proof."""
DOTS_LIMIT = 16
"""Limit on the dots in a line of an instance file outside of strings and comments: `tomllib` takes
minutes to read a key with thousands of dots, and no key of an instance has any."""
TEXTS_OF_TOML = re.compile(
    r'''"""(?:[^\\]|\\.)*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*(?:"|$)'''
    r"""|'''.*?(?:'''|\Z)|'[^'\n]*(?:'|$)|\#[^\n]*""",
    re.DOTALL | re.MULTILINE,
)
"""Strings and comments; an open string (`tomllib` stops there) lasts to the end of line or text."""
TOML = "toml"
"""The format of instance files."""
LIBRARY = Path(__file__).with_name("library")
"""Found without importlib.resources, whose import takes longer than reading a file."""
SEPARATOR = "::"
"""Separates the path of a file from the name of a puzzle in it."""
Fault: TypeAlias = InstanceError | Unsupported
Entry: TypeAlias = tuple[str, "AnyPuzzle | Fault"]
"""The name of a puzzle, and the puzzle or its fault."""


class ReadOptions(NamedTuple):
    """Options for reading a text, where the text itself leaves a choice."""

    format: str | None = None
    """The name of a format; by default it is found by content."""
    goal: str | None = None
    """The goal in place of the text's: a name that the family knows, a drawing, or the piece that
    has to get out (if the text leaves open which piece this is)."""


AS_WRITTEN = ReadOptions()


def loads(
    text: str, where: str = "<text>", *, stored: bool = False, goal: str | None = None
) -> AnyPuzzle:
    """Read an instance from TOML text; ``where`` begins every message.

    ``goal``: a goal in place of the text's: a name that the family knows, or a drawing.

    ``stored``: the text is from a certificate, perhaps an old one.  A family whose old files could
    leave keys out has a class method ``once_left_out``, which returns these keys with the values
    that were meant.  Raises InstanceError naming the key and the row or piece, and Unsupported for
    an instance that is too large for certificates.
    """
    # Callers without a type checker may pass anything.
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InstanceError(f"{text!r}: expected the text of an instance file")
    check_length(text, f"{where}: ")
    check_dots(text, where)
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InstanceError(f"{where}: not TOML: {shortened(str(error))}") from None
    try:
        return built(with_goal(document, goal), stored=stored)
    except (InstanceError, Unsupported) as error:
        raise type(error)(f"{where}: {shortened(str(error))}") from None


def check_length(text: str, where: str = "") -> None:
    """Raise Unsupported for the text of an instance that is too long for a certificate."""
    if len(text) > INSTANCE_LIMIT:
        expected = f"expected at most {INSTANCE_LIMIT:,}, drawings, goals and notes together"
        raise Unsupported(f"{where}the instance has {len(text):,} characters: {expected}")


def check_dots(text: str, where: str) -> None:
    """Raise InstanceError for a line with too many dots outside of strings."""
    if text.count(".") <= DOTS_LIMIT:
        return
    bare = TEXTS_OF_TOML.sub(lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        if (dots := line.count(".")) > DOTS_LIMIT:
            raise InstanceError(
                f"{where}: line {number} has {dots:,} dots outside of strings: expected "
                f"{DOTS_LIMIT} at most, as no key of an instance has any"
            )


def built(
    doc: Mapping[str, Any], *, stored: bool = False, assumed: tuple[str, ...] = ()
) -> AnyPuzzle:
    """Build a puzzle from the keys and values of an instance file; ``stored`` as in `loads`.

    ``assumed`` are sentences about values that the file does not state.
    Raises InstanceError naming the key.
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
            raise InstanceError(f"an integer of {value.bit_length()} bits: TOML allows 64 at most")


def with_goal(document: Mapping[str, Any], goal: str | None) -> dict[str, Any]:
    """Return the keys of an instance with ``goal``, if given, as its goal; ``/`` ends a row."""
    if goal is None:
        return dict(document)
    rows = goal.replace(" / ", "\n").replace("/", "\n")
    own = ("finish", "known")  # known results are about the text's own goal
    return {key: x for key, x in document.items() if key not in own} | {"goal": rows}


def check_keys(found: Iterable[str], known: Iterable[str], where: str = "") -> None:
    """Raise InstanceError for the first key that is not ``known``; ``where`` begins the message.

    ``known`` are the keys that are read, and the keys that do not concern the rules.  Any other key
    may state a rule, so it is an error.

    >>> check_keys(["board", "gaol"], ["board", "goal"], "game 1: ")
    Traceback (most recent call last):
    puzzleproof.models.errors.InstanceError: game 1: unknown key 'gaol': expected some of board, \
goal; did you mean 'goal'?
    """
    names = list(known)
    for key in found:
        if key not in names:
            expected = f"expected some of {', '.join(names)}{did_you_mean(key, names)}"
            raise InstanceError(f"{where}unknown key {key!r}: {expected}")


def path_of(path: object) -> str:
    """Return a path or a name as text; raises InstanceError for other values, such as a number."""
    if not isinstance(path, (str, Path)):
        raise InstanceError(f"{path!r}: expected the path of a file, or a name")
    return str(path)
