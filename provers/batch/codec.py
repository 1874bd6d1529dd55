"""Data of unknown origin read as typed values, and typed values written as JSON."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from puzzleproof.models.texts import clean, shortened

T = TypeVar("T")
MOST, NOTHING = 1 << 63, object()


def _real(value: Any) -> float:
    return math.inf if value is None else float(value)


SCALARS: dict[Any, tuple[tuple[type, ...], Callable[[Any], Any], str]] = {
    str: ((str,), clean, "a text"),
    bool: ((bool,), bool, "true or false"),
    int: ((int,), int, "a whole number from 0"),
    float: ((int, float, NoneType), _real, "a number from 0"),
    NoneType: ((NoneType,), lambda value: value, "null"),
}
"""Type -> the types of a raw value, the function that reads it, and the type in words."""


def written(value: object) -> str:
    """A dataclass as JSON."""
    return json.dumps(value, default=_members)


def _members(value: Any) -> dict[str, Any]:
    return {one.name: getattr(value, one.name) for one in fields(value)}


def read(kind: type[T], text: object) -> T:
    """The inverse of `written`; raises ValueError for a text that says anything else."""
    try:
        found: T = typed(kind, json.loads(text))  # type: ignore[arg-type]
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(shortened(clean(str(error)))) from None
    return found


def typed(kind: Any, value: Any) -> Any:
    """Return the value if it is of this type: texts as one line, numbers from 0.

    >>> typed(tuple[str, ...] | None, ["a", "b"]), typed(dict[str, int | float], {"a": 1})
    (('a', 'b'), {'a': 1})
    >>> typed(int, True)
    Traceback (most recent call last):
    TypeError: expected a whole number from 0
    """
    reader = READERS.get(get_origin(kind), _object if is_dataclass(kind) else _scalar)
    found = reader(kind, value)
    if found is NOTHING:
        raise TypeError(f"expected {_words(kind)}")
    return found


def _scalar(kind: Any, value: Any) -> Any:
    types, convert, _ = SCALARS[kind]
    fits = type(value) in types and (type(value) not in (int, float) or 0 <= value < MOST)
    return convert(value) if fits else NOTHING


def _literal(kind: Any, value: Any) -> Any:
    return value if value in get_args(kind) else NOTHING


def _union(kind: Any, value: Any) -> Any:
    if value is None:
        return None if NoneType in get_args(kind) else NOTHING
    for one in get_args(kind):
        with suppress(TypeError):
            return typed(one, value)
    return NOTHING


def _list(kind: Any, value: Any) -> Any:
    origin, inside, parts = get_origin(kind), get_args(kind), value
    if not isinstance(value, list):
        return NOTHING
    if origin is list or inside[-1] is Ellipsis:
        items = (typed(inside[0], one) for one in parts)
        return list(items) if origin is list else tuple(items)
    return tuple(map(typed, inside, parts)) if len(parts) == len(inside) else NOTHING


def _table(kind: Any, value: Any) -> Any:
    inside, parts = get_args(kind), value
    if not isinstance(value, dict):
        return NOTHING
    key: Callable[[str], Any] = int if inside[0] is int else clean
    return get_origin(kind)({key(name): typed(inside[-1], one) for name, one in parts.items()})


def _object(kind: Any, value: Any) -> Any:
    if not isinstance(value, dict):
        return NOTHING
    hints, found = get_type_hints(kind), dict[str, Any]()
    for one in fields(kind):
        if one.name in value:
            try:
                found[one.name] = typed(hints[one.name], value[one.name])
            except TypeError as error:
                raise TypeError(f"{one.name} {value[one.name]!r}: {error}") from None
        elif one.default is MISSING and one.default_factory is MISSING:
            raise TypeError(f"{one.name} is missing")
    return kind(**found)


READERS: dict[Any, Callable[[Any, Any], Any]] = {
    Literal: _literal,
    Union: _union,
    UnionType: _union,
    tuple: _list,
    list: _list,
    dict: _table,
    Counter: _table,
}
"""Kind of type -> the function that reads a value; it returns `NOTHING` for another type."""


def _words(kind: Any) -> str:
    """A type in words."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Literal:
        return f"one of {', '.join(inside)}"
    if origin in (Union, UnionType):
        return " or ".join(map(_words, inside))
    if kind in SCALARS:
        return SCALARS[kind][2]
    return "a list" if origin in (tuple, list) else "a table"
