"""Merson regions: a full region is opened by a move that departs from it.

A *region* is a set of holes such that every line of a jump through one of them has an end in the
set (R. Merson 1962; Beasley, The Ins and Outs of Peg Solitaire, 1985).  Argument: while all its
holes have pegs, no peg lands in it, so a jump that takes a peg of it begins in it, and, since
nothing has landed there, that jump is the first of its move.  So a full region stays full over a
move that departs from elsewhere; and of disjoint regions, as many are full as moves are left, and
those that are full at the end.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from puzzleproof.encoders.horizon.compound_moves import Moves, trails_of
from puzzleproof.encoders.horizon.counter import at_most
from puzzleproof.encoders.horizon.formula import Lit
from puzzleproof.encoders.horizon.variables import Steps
from puzzleproof.encoders.task import Condition, Task

LARGEST = 8
"""Holes of a region; larger ones are seldom full."""

Region: TypeAlias = frozenset[int]


@lru_cache(maxsize=4)
def regions(task: Task) -> tuple[Region, ...]:
    """The least regions, as facts 'a peg stands here'; none where a step is no whole move."""
    trails = trails_of(task)
    if trails is None:
        return ()
    ends: dict[int, list[tuple[int, int]]] = {peg: [] for peg in trails.pegs}
    for over, operator in zip(trails.over, task.operators, strict=True):
        ends[over].append((operator.origin, operator.landing))
    queue = [frozenset((peg,)) for peg in trails.pegs]
    seen, found = set(queue), set[Region]()
    for some in queue:
        lacking = next((e for h in sorted(some) for e in ends[h] if not some & set(e)), None)
        if lacking is None:
            found.add(some)
        elif len(some) < LARGEST:
            more = {some | {end} for end in lacking} - seen
            seen |= more
            queue += sorted(more, key=sorted)
    least = (r for r in found if not any(other < r for other in found))
    return tuple(sorted(least, key=lambda r: (len(r), sorted(r))))


@lru_cache(maxsize=4)
def disjoint(task: Task) -> tuple[Region, ...]:
    """Many regions of which no two meet, chosen from the smallest on."""
    chosen: list[Region] = []
    for region in regions(task):
        if not any(region & one for one in chosen):
            chosen.append(region)
    return tuple(chosen)


def full_at_the_end(goal: Condition, some: tuple[Region, ...], task: Task) -> set[Region]:
    """The regions that may be full where a goal holds: it asks for none of their holes empty."""
    trails = trails_of(task)
    empty = {clause[0] for clause in goal if len(clause) == 1}
    return {r for r in some if trails and not any(trails.empty[peg] in empty for peg in r)}


def _counted(task: Task) -> tuple[list[Region], int]:
    """Disjoint regions, and how many of them at most are full at the end."""
    ends = [full_at_the_end(one, disjoint(task), task) for one in task.goals]
    always = set(disjoint(task)).intersection(*ends)
    counted = [region for region in disjoint(task) if region not in always]
    return counted, max((len(end - always) for end in ends), default=0)


def opened(task: Task) -> int:
    """How many moves it takes at least to open the regions that are full at the start."""
    counted, more = _counted(task)
    return max(0, sum(region <= task.start for region in counted) - more)


def add(horizon: Steps, step: int) -> None:
    """A region full before the last move is full after it, or that move departs from it."""
    if not step or not isinstance(horizon, Moves) or not horizon.by_moves:
        return
    for region in regions(horizon.task):
        holes = sorted(region)
        opened = [horizon.departs(hole, step - 1) for hole in holes]
        if len(holes) > 1:
            opened += [-horizon.fact(hole, step - 1) for hole in holes]
        for hole in holes:
            then = (-horizon.fact(hole, step - 1), horizon.fact(hole, step))
            horizon.model.clause("Merson", *dict.fromkeys((*then, *opened)))


def add_goal(horizon: Steps, goal: Lit, last: int) -> None:
    """Bound the number of full regions at each step by the moves that are left."""
    task = horizon.task
    if not isinstance(horizon, Moves) or not horizon.by_moves:
        return
    counted, more = _counted(task)
    for step in range(last + 1):
        if len(counted) > last - step + more:
            full = [_full(horizon, region, step) for region in counted]
            at_most(horizon.model, "Merson count", full, last - step + more, goal)


def _full(horizon: Steps, region: Region, step: int) -> Lit:
    """Return a literal that holds where the region is full."""
    pegs = [horizon.fact(hole, step) for hole in sorted(region)]
    if len(pegs) == 1:
        return pegs[0]
    full = horizon.model.variable(f"full {min(region)}@{step}")
    horizon.model.clause("Merson count", full, *(-peg for peg in pegs))
    return full
