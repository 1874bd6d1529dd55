"""Conditions on boards, such as ``moves >= 30 and shortest_plans == 1``.

A condition compares numbers and statistics of a start (`puzzleproof.explore.graph.starts`);
``and``, ``or``, ``not`` and parentheses join comparisons.  Nothing else is accepted, so it is safe
to let Python evaluate the text.
"""

import ast
import re
import warnings
from collections.abc import Mapping
from typing import Any, NoReturn

from puzzleproof.explore.graph.starts import NAMES
from puzzleproof.models.errors import NotationError
from puzzleproof.models.texts import did_you_mean, shortened

ANYTHING = "0 == 0"
COMPARISONS = "comparisons, as in 'moves >= 30 and shortest_plans == 1'"
SIGNS = ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE
LONGEST = 500
"""The greatest length of a condition, so that its nesting cannot exceed Python's stack."""


class Condition:
    """A condition; it counts the boards that were examined, and the boards that meet it."""

    def __init__(self, text: str) -> None:
        """Read a condition; raises NotationError with the place of the first mistake.

        >>> Condition("moves > 3 and not states < 10").meets({"moves": 4, "states": 12})
        True
        >>> Condition("moves > 3 and steps < 10")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        puzzleproof.models.errors.NotationError: where ... at character 15, 'steps < 10': ...
        """
        self.text, self.looked_at, self.met = text, 0, 0
        if len(text) > LONGEST:
            raise NotationError(f"where: {len(text):,} characters: expected {LONGEST} at most")
        if no_sign := re.search(r"[^ -~]|#|^ ", text):
            self._refuse(no_sign.start(), COMPARISONS)
        try:
            with warnings.catch_warnings(action="error"):  # Python only warns of '3and'
                tree = ast.parse(text, mode="eval")
        except SyntaxError as error:
            self._refuse((error.offset or 0) - 1, COMPARISONS)
        self._check(tree.body)
        self._code = compile(tree, "where", "eval")

    def meets(self, statistics: Mapping[str, int | None]) -> bool:
        """Tell whether a board meets the condition; a board without a plan meets no condition.

        A statistic is looked up only if the answer depends on it.
        """
        self.looked_at += 1
        known = statistics["moves"] is not None
        good = known and bool(eval(self._code, {}, statistics))  # noqa: S307  checked by `_check`
        self.met += good
        return good

    def found(self, searched: str) -> dict[str, Any]:
        """Return as a document how many boards were examined, and how many meet the condition."""
        counts = {"looked_at": self.looked_at, "met": self.met}
        return {"where": self.text, "searched": searched, **counts}

    def _refuse(self, place: int, expected: str) -> NoReturn:
        rest = self.text[place:] if place >= 0 else ""
        where = f"character {len(self.text) - len(rest) + 1}{rest and f', {shortened(rest)!r}'}"
        raise NotationError(f"where {self.text!r}: at {where}: expected {expected}") from None

    def _check(self, node: ast.expr) -> None:
        """Raise NotationError for the first part that is not a condition."""
        match node:
            case ast.BoolOp(values=parts):
                for part in parts:
                    self._check(part)
            case ast.UnaryOp(op=ast.Not(), operand=part):
                self._check(part)
            case ast.Compare(left, signs, others) if all(isinstance(one, SIGNS) for one in signs):
                for term in (left, *others):
                    self._check_term(term)
            case _:
                self._refuse(node.col_offset, COMPARISONS)

    def _check_term(self, node: ast.expr) -> None:
        hint = did_you_mean(node.id, NAMES) if isinstance(node, ast.Name) else ""
        is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
        if not is_number and not (isinstance(node, ast.Name) and node.id in NAMES):
            self._refuse(node.col_offset, f"a number, or one of {', '.join(NAMES)}{hint}")
