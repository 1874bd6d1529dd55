"""Conditions on boards, as in ``moves >= 30 and shortest_plans == 1``.

A condition compares numbers and statistics of a start (`puzzleproof.explore.graph.starts`);
``and``, ``or``, ``not`` and parentheses join comparisons.  Nothing else passes, so Python may
evaluate it.
"""

import ast
import re
from collections.abc import Callable
from typing import Any, NoReturn

from puzzleproof.explore.graph.starts import NAMES
from puzzleproof.models.errors import NotationError
from puzzleproof.models.texts import did_you_mean, shortened

COMPARISONS = "comparisons, as in 'moves >= 30 and shortest_plans == 1'"
SIGNS = ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE
ANYTHING = "0 == 0"
LONGEST = 500
"""Characters of a condition; so it nests no deeper than Python's stack."""


class _Undefined(Exception):
    """A board has no such statistic, and so does not meet the conditions."""


class Condition:
    """A condition, and how many boards were looked at for it."""

    def __init__(self, text: str) -> None:
        """Read a condition; raises NotationError with the place of the first mistake.

        >>> Condition("moves > 3 and not states < 10").meets({"moves": 4, "states": 12}.get)
        True
        >>> Condition("moves > 3 and steps < 10")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        puzzleproof.models.errors.NotationError: where ... at character 15, 'steps < 10': ...
        """
        self.text = re.sub(r"\s", " ", text).strip()
        self.looked_at = self.met = 0
        if len(text) > LONGEST:
            raise NotationError(f"where: {len(text):,} characters: expected {LONGEST} at most")
        if (place := max(map(self.text.find, "#\0"))) >= 0:
            self._refuse(place, COMPARISONS)
        try:
            tree = ast.parse(self.text, mode="eval")
        except SyntaxError as error:
            self._refuse((error.offset or 0) - 1, COMPARISONS)
        except ValueError:  # half a character
            self._refuse(0, COMPARISONS)
        self._check(tree.body)
        self._code = compile(tree, "condition", "eval")

    def meets(self, value: Callable[[str], int | None]) -> bool:
        """Tell whether a board meets it; ``value`` gives a statistic, None if there is no plan.

        A statistic is asked for if the answer depends on it.  A board without the plan that one is
        about does not meet the condition.
        """
        self.looked_at += 1
        try:
            good = bool(eval(self._code, {"__builtins__": {}}, _Values(value)))  # noqa: S307
        except _Undefined:
            return False
        self.met += good
        return good

    def found(self, searched: str) -> dict[str, Any]:
        """Return what was looked at, and how much of it meets the condition, as a document."""
        counts = {"looked_at": self.looked_at, "met": self.met}
        return {"where": self.text, "searched": searched, **counts}

    def _refuse(self, place: int, expected: str) -> NoReturn:
        rest = self.text[place:] if place >= 0 else ""
        where = f"character {len(self.text) - len(rest) + 1}{rest and f', {shortened(rest)!r}'}"
        raise NotationError(f"where {self.text!r}: at {where}: expected {expected}") from None

    def _check(self, node: ast.expr) -> None:
        """Raise NotationError for the first part that is no condition."""
        match node:
            case ast.BoolOp(values=parts):
                for part in parts:
                    self._check(part)
            case ast.UnaryOp(op=ast.Not(), operand=part):
                self._check(part)
            case ast.Compare(left=left, ops=signs, comparators=others):
                self._check_term(left)
                for sign, term in zip(signs, others, strict=True):
                    if not isinstance(sign, SIGNS):
                        self._refuse(_place(term, self.text), "==, !=, <, <=, > or >= before it")
                    self._check_term(term)
            case _:
                self._refuse(_place(node, self.text), COMPARISONS)

    def _check_term(self, node: ast.expr) -> None:
        match node:
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return
            case ast.Name(id=name) if name in NAMES:
                return
        hint = did_you_mean(node.id, NAMES) if isinstance(node, ast.Name) else ""
        known = f"a number, or one of {', '.join(NAMES)}{hint}"
        self._refuse(_place(node, self.text), known)


class _Values(dict[str, int]):
    """Statistics by name, asked for when they are looked up."""

    def __init__(self, value: Callable[[str], int | None]) -> None:
        self._value = value

    def __missing__(self, name: str) -> int:
        if (found := self._value(name)) is None:
            raise _Undefined
        return found


def _place(node: ast.expr, text: str) -> int:
    """Return the first character of a part; the parser counts bytes."""
    return len(text.encode()[: node.col_offset].decode())


def names_help() -> str:
    """List the names, with what each is, for a help text."""
    lines = [f"  {name:14}  {text}" for name, (text, _) in NAMES.items()]
    return "\n".join(["names of statistics (docs/glossary.md defines them):", *lines])
