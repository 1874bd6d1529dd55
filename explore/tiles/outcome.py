"""What a strategy returns: a plan, a bound, what it took."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

NodeT = TypeVar("NodeT")

OnProgress: TypeAlias = Callable[[int, int], None]
"""Called while a strategy works: the moves that every plan has at least, the nodes expanded."""

OnRemark: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a strategy; ``word`` is the blank's directions, None where it gave up."""

    word: tuple[int, ...] | None
    nodes: int
    at_least: int = 0
    """By this strategy, every plan has this many moves at least; 0 where it cannot know."""
    remark: str = ""


def word_to(node: NodeT, came: Mapping[NodeT, tuple[NodeT, int] | None]) -> tuple[int, ...]:
    """The directions that lead to a node; ``came`` has the node before each, and the direction."""
    word = list[int]()
    while (before := came[node]) is not None:
        node, direction = before
        word.append(direction)
    return tuple(reversed(word))
