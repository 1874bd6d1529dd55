"""Conditions on boards, as in ``moves >= 30 and shortest_plans == 1``.

A condition compares numbers and the statistics of `puzzleproof.explore.graph.statistics`; ``and``,
``or``, ``not`` and parentheses join comparisons.  Python's parser reads it, nothing is executed,
and a statistic is computed only when the answer depends on it.
"""

import ast
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NoReturn, TypeAlias

from puzzleproof.explore.graph.statistics import NAMES
from puzzleproof.models.errors import NotationError
from puzzleproof.models.texts import did_you_mean, shortened

COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
LONGEST = 500
"""Characters of a condition; so it nests no deeper than Python's stack."""
COMPARISONS = "comparisons, as in 'moves >= 30 and shortest_plans == 1'"
Value: TypeAlias = Callable[[str], int | None]
"""A statistic by its name; None: the board has none, as no plan leads to a goal."""


def names_help() -> str:
    """List the names, with what each is, for a help text."""
    lines = (f"  {name:14}  {text}" for name, (text, _) in NAMES.items())
    return "\n".join(["names for --where (docs/glossary.md defines them):", *lines, ""])


class _Undefined(Exception):  # noqa: N818  no fault: the board does not meet the condition
    pass


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition, to be met by a board."""

    text: str
    _tree: ast.expr = field(repr=False, compare=False)

    @classmethod
    def of(cls, text: str) -> "Condition":
        """Read a condition; raises NotationError with the place of the first mistake.

        >>> Condition.of("moves > 3 and not states < 10").meets({"moves": 4, "states": 12}.get)
        True
        >>> Condition.of("moves > 3 and steps < 10")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        puzzleproof.models.errors.NotationError: ... at character 15, 'steps < 10': expected ...
        """
        if len(text) > LONGEST:
            raise NotationError(f"{len(text):,} characters: expected {LONGEST} at most")
        text = re.sub(r"\s", " ", text).strip()
        if (place := max(map(text.find, "#\0"))) >= 0:
            _refuse(text, place, COMPARISONS)
        try:
            tree = ast.parse(text, mode="eval").body
        except SyntaxError as error:
            _refuse(text, (error.offset or 0) - 1, COMPARISONS)
        except ValueError:  # half a character
            _refuse(text, 0, COMPARISONS)
        _check(tree, text)
        return cls(text, tree)

    def meets(self, value: Value) -> bool:
        """Tell whether a board with these statistics meets it; one without a plan meets none."""
        try:
            return _holds(self._tree, value)
        except _Undefined:
            return False


def _refuse(text: str, place: int, expected: str) -> NoReturn:
    place = place if place >= 0 else len(text)
    rest = f", {shortened(text[place:])!r}" if text[place:] else ""
    raise NotationError(f"{text!r}: at character {place + 1}{rest}: expected {expected}") from None


def _check(node: ast.expr, text: str) -> None:
    """Raise NotationError for the first part that is no condition."""
    match node:
        case ast.BoolOp(values=parts):
            for part in parts:
                _check(part, text)
        case ast.UnaryOp(op=ast.Not(), operand=part):
            _check(part, text)
        case ast.Compare(left=left, ops=signs, comparators=others):
            _check_term(left, text)
            for sign, term in zip(signs, others, strict=True):
                if type(sign) not in COMPARED:
                    _refuse(text, _place(term, text), "==, !=, <, <=, > or >= before it")
                _check_term(term, text)
        case _:
            _refuse(text, _place(node, text), COMPARISONS)


def _check_term(node: ast.expr, text: str) -> None:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            pass
        case ast.Name(id=name) if name in NAMES:
            pass
        case _:
            word = node.id if isinstance(node, ast.Name) else None
            known = f"a number, or one of {', '.join(NAMES)}{did_you_mean(word, NAMES)}"
            _refuse(text, _place(node, text), known)


def _place(node: ast.expr, text: str) -> int:
    """Return the first character of a part; the parser counts bytes."""
    return len(text.encode()[: node.col_offset].decode())


def _holds(node: ast.expr, value: Value) -> bool:
    match node:
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_holds(part, value) for part in parts)
        case ast.BoolOp(values=parts):
            return any(_holds(part, value) for part in parts)
        case ast.UnaryOp(operand=part):
            return not _holds(part, value)
        case ast.Compare(left=left, ops=signs, comparators=others):
            pairs = zip(pairwise((left, *others)), signs, strict=True)
            return all(
                COMPARED[type(sign)](_number(one, value), _number(other, value))
                for (one, other), sign in pairs
            )
    raise AssertionError(f"{node!r} was checked")


def _number(node: ast.expr, value: Value) -> float:
    if isinstance(node, ast.Constant):
        return node.value  # type: ignore[return-value]  # `_check_term` lets numbers pass alone
    assert isinstance(node, ast.Name)
    if (found := value(node.id)) is None:
        raise _Undefined
    return found
