"""Data of unknown origin read as typed values, and typed values written as JSON."""

from __future__ import annotations

import json
import math
from collections import Counter
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.work import DamagedRow

T = TypeVar("T")
MOST = 1 << 63
SCALARS: dict[Any, tuple[tuple[type, ...], str]] = {
    str: ((str,), "a text"),
    bool: ((bool,), "true or false"),
    int: ((int,), "a whole number from 0"),
    float: ((int, float, NoneType), "a number from 0"),
    NoneType: ((NoneType,), "null"),
}
"""Type -> the types of a raw value, and the type in words; no number stands for infinity."""


def written(value: object) -> str:
    """A dataclass as JSON."""

    def members(one: Any) -> dict[str, Any]:
        return {field.name: getattr(one, field.name) for field in fields(one)}

    return json.dumps(value, default=members)


def read(kind: type[T], text: object, what: str) -> T:
    """The inverse of `written`; raises DamagedRow for a text that says anything else."""
    try:
        found: T = typed(kind, json.loads(text))  # type: ignore[arg-type]
    except (TypeError, ValueError, RecursionError) as error:
        raise DamagedRow(f"the {what} is damaged: {shortened(clean(str(error)))}") from None
    return found


def typed(kind: Any, value: Any) -> Any:
    """Return the value if it is of this type: texts as one line, numbers from 0.

    >>> typed(tuple[str, ...] | None, ["a", "b"]), typed(dict[str, int | float], {"a": 1})
    (('a', 'b'), {'a': 1})
    >>> typed(int, True)
    Traceback (most recent call last):
    TypeError: expected a whole number from 0
    """
    origin, inside, parts = get_origin(kind), get_args(kind), value
    if kind in SCALARS and type(value) in SCALARS[kind][0]:
        if type(value) not in (int, float) or 0 <= value < MOST:
            value = clean(value) if kind is str else value
            return float(math.inf if value is None else value) if kind is float else value
    elif origin in (Union, UnionType):
        for one in sorted(inside, key=lambda one: one is not NoneType):
            with suppress(TypeError):
                return typed(one, value)
    elif origin is Literal and value in inside:
        return value
    elif origin in (list, tuple) and isinstance(value, list):
        return _several(kind, value)
    elif isinstance(value, dict):
        if is_dataclass(kind):
            return _object(kind, value)
        if origin in (dict, Counter):
            key: Any = int if inside[0] is int else clean
            found = {key(name): typed(inside[-1], one) for name, one in parts.items()}
            return get_origin(kind)(found)
    raise TypeError(f"expected {_words(kind)}")


def _several(kind: Any, parts: Any) -> Any:
    inside = get_args(kind)
    if get_origin(kind) is list or inside[-1] is Ellipsis:
        return get_origin(kind)(typed(inside[0], one) for one in parts)
    if len(parts) != len(inside):
        raise TypeError("expected a list")
    return tuple(map(typed, inside, parts))


def _object(kind: Any, value: Any) -> Any:
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


def _words(kind: Any) -> str:
    """A type in words."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Literal:
        return f"one of {', '.join(inside)}"
    if origin in (Union, UnionType):
        return " or ".join(map(_words, inside))
    if kind in SCALARS:
        return SCALARS[kind][1]
    return "a list" if origin in (tuple, list) else "a table"
