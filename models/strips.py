"""A puzzle as facts and actions: what a move needs, and what it changes (STRIPS).

R. E. Fikes and N. J. Nilsson, STRIPS, Artificial Intelligence 2 (1971).  A *fact* is true or false
in each state; sets of facts are masks, bit k for fact k.  An *action* is one whole move: it needs
some facts true and some false, and toggles some of them.  Each family defines its facts and actions
from the tables of its rules, and `verify` writes clauses from them.  Wherever actions are used,
they are compared with the moves of the rules.

Two shorter descriptions have tables in place of actions, for formulas of another form
(docs/formulas.md).

*Slides*, for moves that are paths.  A *place* is where a piece may be on its way.  On most places
it may also stop; then 'the piece stands there' is a fact.  A *step* joins two places.  A piece may
pass a place if each cell of the place is empty, or was covered by this piece before the move.  A
*move* takes one piece along a path of steps, through places that it may pass, to a place where it
may stop.  In a metric of straight moves all steps of a path have one axis.

*Shifts*, for moves that shift contents along a line.  Each cell has one content, and one cell has
the blank.  A *line* is a sequence of cells: the blank goes from the first to the last, and the
content of each other cell, whatever it is, goes to the cell before that one.  So one line stands
for as many actions as there are runs of contents on it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from puzzleproof.models.errors import Unsupported

ACTIONS_LIMIT = 50_000
"""Puzzles with more actions than this are not described by actions."""


class Action(NamedTuple):
    """One move: it needs ``positive`` true and ``negative`` false, and changes ``toggles``."""

    name: str
    positive: int
    negative: int
    toggles: int

    @property
    def gone(self) -> int:
        """The facts that the action makes false."""
        return self.toggles & self.positive

    @property
    def come(self) -> int:
        """The facts that the action makes true."""
        return self.toggles & self.negative

    def applies(self, facts: int) -> bool:
        """Tell whether the action may be applied to these facts."""
        return facts & (self.positive | self.negative) == self.positive


class Goal(NamedTuple):
    """Demands at least one fact of each mask in ``some``, and none of ``negative``."""

    some: tuple[int, ...]
    negative: int = 0

    def holds(self, facts: int) -> bool:
        """Tell whether these facts meet the goal."""
        return not facts & self.negative and all(facts & mask for mask in self.some)


class PackedMoves(NamedTuple):
    """Moves as actions on packed numbers, whose bits are facts."""

    actions: Sequence[Action]
    kinds: Sequence[tuple[int, int | None]]
    """A packed number has bits for each kind of pieces, one for each cell.  For each kind, from the
    lowest bits up: (number of its bits, number of its bits that are set; None for any number)."""


@dataclass(frozen=True, kw_only=True)
class Described:
    """The facts of a puzzle and its goals; reaching any goal solves the puzzle."""

    facts: tuple[str, ...]
    """The names of the facts, without white space."""
    groups: tuple[int, ...]
    """Sets of facts of which exactly one holds in every state."""
    movers: int
    """Facts that distinguish each state from all others; the groups determine all other facts."""
    goals: tuple[Goal, ...]


@dataclass(frozen=True, kw_only=True)
class Strips(Described):
    """A puzzle described by actions, in its metric."""

    actions: tuple[Action, ...]

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """Disjoint sets of movers: a set has both movers if an action replaces one by the other."""
        parent = {k: k for k in range(self.movers.bit_length()) if self.movers >> k & 1}

        def root(k: int) -> int:
            while parent[k] != k:
                parent[k] = k = parent[parent[k]]
            return k

        for action in self.actions:
            gone, come = action.gone & self.movers, action.come & self.movers
            if gone.bit_count() == come.bit_count() == 1:
                parent[root(gone.bit_length() - 1)] = root(come.bit_length() - 1)
        found: dict[int, int] = {}
        for k in parent:
            found[root(k)] = found.get(root(k), 0) | 1 << k
        return tuple(found.values())


class Place(NamedTuple):
    """The fact 'a piece stands here' (0: no piece may stop), and the facts 'this cell is empty'."""

    mover: int
    cells: int


class PlaceStep(NamedTuple):
    """Two places one step apart, by number, and the axis of the step: 0 or 1."""

    one: int
    other: int
    axis: int


@dataclass(frozen=True, kw_only=True)
class Slides(Described):
    """A puzzle described by places and steps."""

    places: tuple[Place, ...]
    steps: tuple[PlaceStep, ...]
    """The pairs of places one step apart; each pair is listed once."""
    straight: bool
    """Whether all steps of a path must have one axis."""

    @cached_property
    def regions(self) -> tuple[tuple[int, ...], ...]:
        """The sets of places that steps connect: no piece leaves its region."""
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
        """For each place: a pair (place one step away, axis) for each step there."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.places]
        for one, other, axis in self.steps:
            found[one].append((other, axis))
            found[other].append((one, axis))
        return tuple(map(tuple, found))


@dataclass(frozen=True, kw_only=True)
class Shifts(Described):
    """A puzzle described by contents and lines."""

    contents: tuple[tuple[int, ...], ...]
    """For each content (the blank last) and cell: the number of the fact that it lies there."""
    lines: tuple[tuple[int, ...], ...]
    """Sequences of two or more cells along which the blank may go."""


def too_many() -> Unsupported:
    """Build the error to raise beyond `ACTIONS_LIMIT`."""
    return Unsupported(f"more than {ACTIONS_LIMIT} actions: too many to be listed")


def limited(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return the actions as a tuple; raises Unsupported as soon as there are too many."""
    found = tuple(islice(actions, ACTIONS_LIMIT + 1))
    if len(found) > ACTIONS_LIMIT:
        raise too_many()
    return found


def bits(mask: int) -> list[int]:
    """List the numbers of the bits that are set, ascending: [0, 1, 3] for 0b1011."""
    found = list[int]()
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
