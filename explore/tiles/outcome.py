"""What a strategy says: a way, a bound, what it took."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

Tell: TypeAlias = Callable[[int, int], None]
"""Called while a strategy works: every plan has at least so many moves; nodes expanded so far."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a strategy; ``word`` is the blank's directions, None where it gave up."""

    word: tuple[int, ...] | None
    nodes: int
    at_least: int = 0
    """Every plan has so many moves, says the strategy; 0 where it cannot know."""
    remark: str = ""
