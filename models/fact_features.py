"""The facts of a puzzle as features to weigh: a fact is 1 or 0, an action a vector of changes.

Every family with facts and actions (`models.strips`) has these features in every metric, and an
action is one move.  Only the *movers* are features, as they determine whether other facts hold.  A
goal may leave pieces free.  About these it is only known how many facts hold in each *part*: a set
of facts, such as the places of a piece, in which no action changes how many hold.  This
number is counted at the start, so these goals serve arguments about the start alone
(`verify.invariant`).  Weights on facts are potential heuristics (F. Pommerening, G. Röger, M.
Helmert, F. Bonet: From Non-Negative to General Operator Cost Partitioning, 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import product

from puzzleproof.models.invariants import FeatureChange, Free, GoalSet, Vector, Weighed
from puzzleproof.models.puzzle import AnyPuzzle, State, strips_of
from puzzleproof.models.strips import Goal, Strips, bits

ALTERNATIVES = 64
"""A goal that demands one of several facts is split into at most this many goals."""

NOWHERE = Free((), 0, -1)
"""The free part of a goal that no state meets: it allows no vector."""


def fact_features(puzzle: AnyPuzzle) -> Weighed:
    """Return the facts as features; raises Unsupported if the puzzle has none."""
    strips = strips_of(puzzle)
    return _Facts(strips, puzzle.state_facts, puzzle.state_facts(puzzle.start)).weighed()


class _Facts:
    """Converts masks of facts to numbered features."""

    def __init__(self, strips: Strips, state_facts: Callable[[State], int], start: int) -> None:
        self._strips, self._state_facts, self._start = strips, state_facts, start
        self._movers = bits(strips.movers)
        self._changes = dict.fromkeys((a.gone, a.come) for a in strips.actions)
        """(facts that an action makes false, facts that it makes true), each pair once."""

    def weighed(self) -> Weighed:
        names = tuple(self._strips.facts[k] for k in self._movers)
        steps = dict.fromkeys(self._step(gone, come) for gone, come in self._changes)
        goals = tuple(self._goal_set(one) for goal in self._strips.goals for one in _each(goal))
        start = self._vector(self._start)

        def vector(state: State) -> Vector:
            return self._vector(self._state_facts(state))

        return Weighed(names, vector, start, tuple(steps), True, goals)

    @cached_property
    def _number(self) -> dict[int, int]:
        return {k: number for number, k in enumerate(self._movers)}

    def _vector(self, facts: int) -> Vector:
        return tuple(facts >> k & 1 for k in self._movers)

    def _step(self, gone: int, come: int) -> FeatureChange:
        movers = self._strips.movers
        pairs = [(self._number[k], -1) for k in bits(gone & movers)]
        return tuple(sorted(pairs + [(self._number[k], 1) for k in bits(come & movers)]))

    # --- goals ----------------------------------------------------------------------------

    def _goal_set(self, goal: Goal) -> GoalSet:
        """The goal set of facts that hold; others are free within their parts, unless ruled out."""
        holds = sum(set(goal.some))
        excluded = goal.negative
        for group in self._groups:
            if group & holds:
                excluded |= group & ~holds
                if (group & holds).bit_count() > 1:
                    return GoalSet(self._vector(0), (NOWHERE,))
        if holds & goal.negative:
            return GoalSet(self._vector(0), (NOWHERE,))
        open_ = self._strips.movers & ~holds & ~excluded
        parts = (self._free(part, count, holds, open_) for part, count in self._parts)
        return GoalSet(self._vector(holds), tuple(f for f in parts if f[1:] != (0, 0)))

    def _free(self, part: int, count: int | None, holds: int, open_: int) -> Free:
        features = tuple(self._number[k] for k in bits(part & open_))
        if count is None:
            return Free(features, 0, len(features))
        left = count - (part & holds).bit_count()
        return Free(features, left, left)

    @cached_property
    def _groups(self) -> tuple[int, ...]:
        """The groups of which the actions provably keep exactly one fact true."""
        kept = (group for group in self._strips.groups if self._is_kept(group))
        return tuple(group for group in kept if (group & self._start).bit_count() == 1)

    def _is_kept(self, facts: int) -> bool:
        """Whether no action changes how many of these facts hold."""
        return all(
            (gone & facts).bit_count() == (come & facts).bit_count() for gone, come in self._changes
        )

    @cached_property
    def _parts(self) -> tuple[tuple[int, int | None], ...]:
        """Disjoint sets of movers, with the number that holds in every state (None: any number)."""
        return tuple(
            (mask, (mask & self._start).bit_count() if self._is_kept(mask) else None)
            for mask in self._strips.kinds
        )


def _each(goal: Goal) -> Iterator[Goal]:
    """Split a goal into goals of single facts; masks that would make too many are left out."""
    certain, number = list[list[int]](), 1
    for mask in goal.some:
        facts = [1 << k for k in bits(mask)]
        if number * len(facts) <= ALTERNATIVES:
            number *= len(facts)
            certain.append(facts)
    for some in product(*certain):
        yield Goal(tuple(dict.fromkeys(some)), goal.negative)
