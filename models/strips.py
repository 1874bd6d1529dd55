"""A puzzle as facts and actions: what a move needs, and what it changes (STRIPS).

R. E. Fikes and N. J. Nilsson, STRIPS, Artificial Intelligence 2 (1971).  A *fact* is true or false
in each state; sets of facts are masks, bit k the k-th.  An *action* is one whole move: it needs
some facts true and some false, and toggles some of these.  From facts and actions `verify` writes
clauses; each family defines them in its ``actions.py`` from the tables of its rules.  Wherever they
are used, the actions are compared with the moves of the rules.

Two families have a shorter form, with tables in place of actions, for clauses of another form
(docs/formulas.md).

*Slides*, where moves are paths.  A *place* is where a mover may be on its way.  At most of them it
may also stop; that it stands there is a fact.  A *step* joins two places.  A mover may pass a place
if each of its cells is empty or its own, where it stood before the move.  A *move* takes one mover
along a path of steps, each place of which it may pass, to a place where it may stop.  In a metric
of straight moves all steps of a path have one axis.

*Shifts*, where moves shift contents along a line: each cell has one content, one of them a blank.
A *line* is a sequence of cells: the blank goes from the first to the last, and what lies in each
other cell comes to the one before, whatever it is.  So one line stands for as many actions as there
are runs of contents on it.
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


@dataclass(frozen=True, kw_only=True)
class Described:
    """The facts of a puzzle and its goals (any one of which will do)."""

    facts: tuple[str, ...]
    """Names, each without a blank."""
    groups: tuple[int, ...]
    """Of each exactly one fact holds in every state."""
    movers: int
    """Facts that distinguish each state from all others; the groups then determine the others."""
    goals: tuple[Goal, ...]


@dataclass(frozen=True, kw_only=True)
class Strips(Described):
    """With the actions in the puzzle's metric."""

    actions: tuple[Action, ...]

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


class Place(NamedTuple):
    """The fact that a mover stands here (0: none may stop), and those that its cells are empty."""

    mover: int
    cells: int


class PlaceStep(NamedTuple):
    """Two places one step apart, by number, and the axis of the step: 0 or 1."""

    one: int
    other: int
    axis: int


@dataclass(frozen=True, kw_only=True)
class Slides(Described):
    """With places and steps for actions."""

    places: tuple[Place, ...]
    steps: tuple[PlaceStep, ...]
    """Each pair of places once."""
    straight: bool
    """Whether a path has one axis."""

    @cached_property
    def regions(self) -> tuple[tuple[int, ...], ...]:
        """The places in sets that steps connect: no mover leaves its region."""
        region = list(range(len(self.places)))
        found: dict[int, list[int]] = {place: [place] for place in region}
        for step in self.steps:
            one, other = region[step.one], region[step.other]
            if one != other:
                for place in found[other]:
                    region[place] = one
                found[one] += found.pop(other)
        return tuple(tuple(sorted(places)) for _, places in sorted(found.items()))

    @cached_property
    def beside(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Of each place: (place one step away, axis)."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.places]
        for one, other, axis in self.steps:
            found[one].append((other, axis))
            found[other].append((one, axis))
        return tuple(map(tuple, found))


@dataclass(frozen=True, kw_only=True)
class Shifts(Described):
    """A description that has contents and lines in place of actions."""

    contents: tuple[tuple[int, ...], ...]
    """Of each content, the blank last: the facts that it is in a cell, by number, cell by cell."""
    lines: tuple[tuple[int, ...], ...]
    """Cells, two at least, that the blank may go along."""


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
