"""Peg solitaire as facts and actions: which holes have pegs, which jumps are one move.

Facts: ``peg@z``, a peg is in the hole of number z; there are no groups.  In the metric ``jump`` an
action is a jump: it needs two pegs and an empty hole, and changes all three.  In ``move`` an action
is a chain of jumps by one peg.  The chain determines what each hole that it touches held before:
a peg in its first hole and in those it jumps over, none where it lands (unless it began there).
Afterwards, of these holes only the last has a peg.  Chains that agree in all this are one action.
As a peg reaches at most a quarter of the holes, boards of 33 and 37 holes have some thousands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from puzzleproof.models.strips import Action, Goal, Strips, limited

Jumps: TypeAlias = Sequence[Sequence[tuple[int, int, int]]]
"""For each hole its jumps: masks of the three holes and of the two pegs, and the landing."""


class Chain(NamedTuple):
    """Jumps in a row by one peg: pegs and holes that they need, pegs left, the last landing."""

    positive: int
    negative: int
    pegs: int
    at: int


def peg_strips(
    numbers: Sequence[int], jumps: Jumps, pegs: int, goals: Sequence[int], *, compound: bool
) -> Strips:
    """All facts, and the actions of the metric that need at most ``pegs`` pegs."""
    holes = range(len(numbers))
    chains = (chain for hole in holes for chain in _chains(jumps, hole, pegs, compound=compound))
    return Strips(
        facts=tuple(f"peg@{z}" for z in numbers),
        groups=(),
        movers=(1 << len(numbers)) - 1,
        actions=limited(_action(numbers, *chain) for chain in chains),
        goals=tuple(_goal(goal, len(numbers)) for goal in goals),
    )


def _goal(goal: int, count: int) -> Goal:
    """Every hole is as the goal has it."""
    return Goal(tuple(1 << k for k in range(count) if goal >> k & 1), (1 << count) - 1 & ~goal)


def _chains(
    jumps: Jumps, first: int, pegs: int, *, compound: bool
) -> Iterator[tuple[Chain, tuple[int, ...]]]:
    """All chains from a hole, each with the holes where its peg stands, shortest first."""
    start = Chain(1 << first, 0, 1 << first, first)
    queue: list[tuple[Chain, tuple[int, ...]]] = [(start, (first,))]
    seen = {start}
    for here, path in queue:
        for whole, two, landing in jumps[here.at] if compound or here == start else ():
            after = _jumped(here, whole, two, landing)
            if after is None or after in seen or after.positive.bit_count() > pegs:
                continue
            seen.add(after)
            queue.append((after, (*path, landing)))
            yield queue[-1]


def _jumped(here: Chain, whole: int, two: int, landing: int) -> Chain | None:
    """The chain with one more jump, or None; holes new to the chain may have held a peg or not."""
    met, into = here.positive | here.negative, 1 << landing
    over = two & ~(1 << here.at)
    if over & met & ~here.pegs or into & here.pegs:
        return None
    unmet = ~met
    return Chain(
        here.positive | over & unmet,
        here.negative | into & unmet,
        (here.pegs | two) ^ whole,
        landing,
    )


def _action(numbers: Sequence[int], chain: Chain, path: Sequence[int]) -> Action:
    toggles = chain.positive ^ chain.pegs | chain.negative & chain.pegs
    name = "-".join(str(numbers[hole]) for hole in path)
    return Action(name, chain.positive, chain.negative, toggles)
