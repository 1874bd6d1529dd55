"""The facts of a puzzle as features to weigh: a fact is 1 or 0, an action a vector of changes.

Every family with facts and actions (`models.strips`) has these features in every metric, and an
action is one move.  Only the *movers* are features, as they determine whether other facts hold.  A
goal may leave pieces free.  About these pieces only one number is known for each *part*, a set of
facts such as the places of a piece: how many of its facts hold, which no action changes.  This
number is counted at the start, so a goal that leaves pieces free serves only in arguments about
plans from this start (`verify.invariant`).  Weights on facts are potential heuristics (F.
Pommerening, G. Röger, M. Helmert, F. Bonet: From Non-Negative to General Operator Cost
Partitioning, 2015).
"""

from collections.abc import Iterator
from itertools import chain, product

from puzzleproof.models.budget import spend
from puzzleproof.models.capabilities import state_facts, strips_of
from puzzleproof.models.invariants import FeatureChange, Free, GoalSet, Vector, Weighed
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.strips import Goal, bits

ALTERNATIVES = 64
"""A goal that demands one of several facts is split into at most this many goals."""

NOWHERE = Free((), 0, -1)
"""The free part of a goal that no state meets: it allows no vector."""


def fact_features(puzzle: AnyPuzzle) -> Weighed:
    """Return the facts as features; raises Unsupported if the puzzle has none."""
    strips, facts_at_start = strips_of(puzzle), state_facts(puzzle, puzzle.start)
    movers = bits(strips.movers)
    number = {k: feature for feature, k in enumerate(movers)}
    # (facts that an action makes false, facts that it makes true), each pair once
    changes = dict.fromkeys((action.gone, action.come) for action in strips.actions)

    def vector(facts: int) -> Vector:
        return tuple(facts >> k & 1 for k in movers)

    def step(gone: int, come: int) -> FeatureChange:
        pairs = [(number[k], -1) for k in bits(gone & strips.movers)]
        return tuple(sorted(pairs + [(number[k], 1) for k in bits(come & strips.movers)]))

    def is_kept(facts: int) -> bool:
        """Tell whether no action changes how many of these facts hold."""
        counts = (
            ((gone & facts).bit_count(), (come & facts).bit_count()) for gone, come in changes
        )
        return all(before == after for before, after in counts)

    spend(len(changes) * (len(strips.groups) + len(strips.kinds)))
    # The groups in which the actions provably keep exactly one fact true.
    kept = filter(is_kept, strips.groups)
    groups = [group for group in kept if (group & facts_at_start).bit_count() == 1]
    # Disjoint sets of movers, with the number of movers that hold (None: it may change).
    parts = [
        (mask, (mask & facts_at_start).bit_count() if is_kept(mask) else None)
        for mask in strips.kinds
    ]

    def goal_set(goal: Goal) -> GoalSet:
        """Return the set of goals with these facts; other facts are free in their part or false."""
        holds = sum(set(goal.some))
        excluded = goal.negative
        for group in groups:
            if group & holds:
                excluded |= group & ~holds
                if (group & holds).bit_count() > 1:
                    return GoalSet(vector(0), (NOWHERE,))
        if holds & goal.negative:
            return GoalSet(vector(0), (NOWHERE,))
        free = list[Free]()
        for part, count in parts:
            features = tuple(number[k] for k in bits(part & ~holds & ~excluded))
            left = 0 if count is None else count - (part & holds).bit_count()
            free.append(Free(features, left, len(features) if count is None else left))
        return GoalSet(vector(holds), tuple(one for one in free if one[1:] != (0, 0)))

    names, steps = tuple(strips.facts[k] for k in movers), dict.fromkeys(step(*x) for x in changes)
    each = list(chain.from_iterable(map(_each, strips.goals)))
    spend(len(each) * (50 + len(movers) // 2), len(each) * (500 + 16 * len(movers)))
    goals = tuple(map(goal_set, each))
    return Weighed(
        names,
        lambda state: vector(state_facts(puzzle, state)),
        vector(facts_at_start),
        tuple(steps),
        True,
        goals,
    )


def _each(goal: Goal) -> Iterator[Goal]:
    """Split a goal into goals of single facts; drop masks that would make too many goals."""
    certain, number = list[list[int]](), 1
    for mask in goal.some:
        facts = [1 << k for k in bits(mask)]
        if number * len(facts) <= ALTERNATIVES:
            number *= len(facts)
            certain.append(facts)
    for some in product(*certain):
        yield Goal(tuple(dict.fromkeys(some)), goal.negative)
