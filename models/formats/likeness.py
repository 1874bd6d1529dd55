"""How much a text looks like a format, and the first place where it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Likeness(NamedTuple):
    """How much a text looks like a format."""

    share: float
    """Of its lines, those that fit, from 0 to 1; one that nearly fits counts half."""
    misfit: str = ""
    """The first line that does not fit, with its place and what was expected."""


NONE = Likeness(0.0)
ALL = Likeness(1.0)


def of_lines(
    lines: Iterable[tuple[str, str]],
    fits: Callable[[str], object],
    nearly: Callable[[str], object],
    expected: str,
) -> Likeness:
    """The likeness of a format with a puzzle a line; ``lines`` are places and texts.

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
