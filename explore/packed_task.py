"""A puzzle as bits: what every engine of `puzzleproof.explore` searches.

A *fact* is a bit; a *state* is the integer whose bits are the true facts (on a tour the stops
visited stand above them).  A *step* applies where all of its `mask` is true and then changes the
state by one exclusive or.  A *move* is one step, or where `PackedTask.chains` says so a chain of
steps in which each begins where the one before it landed: along a line, around corners, jump after
jump. Of each *group* of facts exactly one is true, of each *count* just so many: whatever satisfies
them is a *configuration*, reachable or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

Clauses: TypeAlias = tuple[int, ...]
"""A condition: each of these masks has a bit in common with the state."""


class Step(NamedTuple):
    """The smallest change; `mask` and `change` are sets of facts."""

    mask: int
    change: int
    origin: int
    landing: int
    """A chain goes on with the steps whose origin is this landing."""
    rests: bool
    """Whether a move may end here (half-way between cells it may not)."""


class Symmetry(NamedTuple):
    """A symmetry of the board: where it takes each fact; it keeps the steps."""

    name: str
    images: tuple[int, ...]


@dataclass(frozen=True)
class PackedTask:
    """A state graph in the small: its steps, what every state has in common, start and goals."""

    width: int
    """How many facts there are."""
    start: int
    steps: tuple[Step, ...]
    chains: bool
    pattern: int
    """Facts (free cells, the blank) that alone decide, with the mover's own, what a chain may do;
    0 where there are none such."""
    groups: tuple[int, ...]
    counts: tuple[tuple[int, int], ...]
    """(facts, how many of them are true)."""
    goals: tuple[Clauses, ...]
    stops: tuple[Clauses, ...] = ()
    in_sequence: bool = False
    symmetries: tuple[Symmetry, ...] = ()
    """The symmetries of the board, whether or not start and goals have them."""

    @cached_property
    def reversible(self) -> bool:
        """Whether every move can be taken back by one move."""
        known = {(step.mask, step.change) for step in self.steps}
        return not self.stops and all((s.mask ^ s.change, s.change) in known for s in self.steps)

    def is_goal(self, state: int) -> bool:
        """Whether a goal stands or the tour is done."""
        if self.stops:
            return state >> self.width == (1 << len(self.stops)) - 1
        return any(all(state & clause for clause in goal) for goal in self.goals)

    def visit(self, state: int) -> int:
        """Add the stops that the pieces stand on."""
        visited = state >> self.width
        for k, stop in enumerate(self.stops):
            earlier = (1 << k) - 1
            if self.in_sequence and visited & earlier != earlier:
                break
            if all(state & clause for clause in stop):
                visited |= 1 << k
        return state & (1 << self.width) - 1 | visited << self.width

    def facts(self, state: int) -> frozenset[int]:
        """The true facts of a state."""
        return frozenset(numbers(state & (1 << self.width) - 1))

    def backwards(self) -> PackedTask:
        """The model whose moves take back those of this one; not for tours."""
        steps = (Step(s.mask ^ s.change, s.change, s.landing, s.origin, True) for s in self.steps)
        return self if self.reversible else replace(self, steps=tuple(steps))

    def goal_symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries that keep the set of goals: distances to the goal are the same."""
        goals = {frozenset(goal) for goal in self.goals}
        return tuple(
            turn
            for turn in self.symmetries
            if not self.stops
            and {frozenset(image_under(c, turn) for c in g) for g in goals} == goals
        )


def image_under(state: int, turn: Symmetry) -> int:
    """Where a symmetry takes a state."""
    return sum(1 << turn.images[fact] for fact in numbers(state))


def numbers(bits: int) -> Iterator[int]:
    """The numbers of the bits that are on, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
