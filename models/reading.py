"""Build a puzzle from the keys and values of an instance file.

Every reader refuses unknown keys and numbers with too many digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from puzzleproof.models import FAMILIES, family_class
from puzzleproof.models.errors import InstanceError
from puzzleproof.models.puzzle import AnyPuzzle, Info, Known
from puzzleproof.models.texts import TYPE_NAMES, did_you_mean, expected_one_of

TOML = "toml"
"""The format of instance files."""
TEXTS = ("family", "name", "metric", "author", "source", "note")
COMMON: dict[str, type] = {**dict.fromkeys(TEXTS, str), "year": int, "known": list}
KNOWN_KEYS = ("metric", "optimum", "unsolvable", "source")
INTEGER_BITS = 63
"""Bits of an integer of TOML without its sign."""
DIGITS_LIMIT = 18
"""The most digits of a number in a file or a table: these fit into 64 bits with a sign."""


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


def check_keys(found: Iterable[str], known: Iterable[str], where: str = "") -> None:
    """Raise InstanceError for the first key that is not ``known``; ``where`` begins the message.

    ``known`` are the keys that are read, and those that do not concern the rules.  Any other key
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


def built_of(doc: Mapping[str, Any], *, stored: bool = False) -> AnyPuzzle:
    """Build a puzzle from the keys of an instance file (``stored``: `loads`), or InstanceError."""
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
    return cast("AnyPuzzle", family.from_document(doc, info, metric))


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
