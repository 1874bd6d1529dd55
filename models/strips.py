"""A puzzle as facts and actions: what a move needs, and what it changes (STRIPS).

R. E. Fikes and N. J. Nilsson, STRIPS, Artificial Intelligence 2 (1971).  A *fact* is true or false
in each state; sets of facts are masks, bit k the k-th.  An *action* is one whole move: it needs
some facts true and some false, and toggles some of these.  From facts and actions `verify` writes
clauses; each family defines them in its ``actions.py`` from the tables of its rules.  Wherever they
are used, the actions are compared with the moves of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from puzzleproof.models.errors import Unsupported

ACTIONS_LIMIT = 50_000
"""Puzzles with more actions than this have no such form."""


class Action(NamedTuple):
    """One move: ``positive`` holds, ``negative`` does not; then ``toggles`` change their truth."""

    name: str
    positive: int
    negative: int
    toggles: int

    def applies(self, facts: int) -> bool:
        """Whether it may be applied to these facts."""
        return facts & (self.positive | self.negative) == self.positive


class Goal(NamedTuple):
    """Of each mask of ``some`` a fact holds, and none of ``negative`` does."""

    some: tuple[int, ...]
    negative: int = 0

    def holds(self, facts: int) -> bool:
        """Whether these facts are a goal."""
        return not facts & self.negative and all(facts & mask for mask in self.some)


@dataclass(frozen=True)
class Strips:
    """The facts of a puzzle, its actions in its metric and its goals (any one of which will do)."""

    facts: tuple[str, ...]
    """Names, each without a blank."""
    groups: tuple[int, ...]
    """Of each exactly one fact holds in every state."""
    movers: int
    """Facts that distinguish each state from all others; the groups then determine the others."""
    actions: tuple[Action, ...]
    goals: tuple[Goal, ...]

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """The movers in disjoint sets: two are in one if some action exchanges just these."""
        parent = {k: k for k in range(self.movers.bit_length()) if self.movers >> k & 1}

        def root(k: int) -> int:
            while parent[k] != k:
                parent[k] = k = parent[parent[k]]
            return k

        for action in self.actions:
            gone = action.toggles & action.positive & self.movers
            come = action.toggles & action.negative & self.movers
            if gone.bit_count() == come.bit_count() == 1:
                parent[root(gone.bit_length() - 1)] = root(come.bit_length() - 1)
        found: dict[int, int] = {}
        for k in parent:
            found[root(k)] = found.get(root(k), 0) | 1 << k
        return tuple(found.values())


def too_many() -> Unsupported:
    """The error to raise beyond `ACTIONS_LIMIT`."""
    return Unsupported(f"more than {ACTIONS_LIMIT} actions: too many to be listed")


def limited(actions: Iterable[Action]) -> tuple[Action, ...]:
    """All of them; raises Unsupported as soon as there are too many."""
    found = list[Action]()
    for action in actions:
        if len(found) == ACTIONS_LIMIT:
            raise too_many()
        found.append(action)
    return tuple(found)


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, ascending.

    >>> bits(0b1011)
    [0, 1, 3]
    """
    found = list[int]()
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
