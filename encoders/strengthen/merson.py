"""Merson regions: a full region stays full until a move begins in it.

A *region* is a set of holes such that every jump over one of them begins or lands in the set (R.
Merson 1962; Beasley, The Ins and Outs of Peg Solitaire, 1985).  Argument: while all its holes have
pegs, no peg lands in it.  So a jump over one of its pegs begins in it, and is the first jump of a
move, since no peg has landed there.  So a full region stays full during a move that begins
elsewhere.  Each remaining move opens at most one of several disjoint regions.  So the number of
full regions is at most the number of remaining moves plus the number of regions full at the end.
"""

from functools import lru_cache
from typing import TypeAlias

from puzzleproof.encoders.horizon.formula import Lit, at_most
from puzzleproof.encoders.horizon.jump_graph import jump_graph_of
from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.encoders.task import Condition, Task

LARGEST_REGION = 8
"""The greatest number of holes in a region that is used; larger regions are seldom full."""

Region: TypeAlias = frozenset[int]


@lru_cache(maxsize=4)
def regions(task: Task) -> tuple[Region, ...]:
    """Return the minimal regions, as facts 'a peg is here'; () if a step is no whole move."""
    jumps = jump_graph_of(task)
    if jumps is None:
        return ()
    ends = {
        hole: [(task.operators[k].origin, task.operators[k].landing) for k in jumps.over[hole]]
        for hole in jumps.pegs
    }
    queue = [frozenset((peg,)) for peg in jumps.pegs]
    seen, found = set(queue), set[Region]()
    for some in queue:
        lacking = next((e for h in sorted(some) for e in ends[h] if not some & set(e)), None)
        if lacking is None:
            found.add(some)
        elif len(some) < LARGEST_REGION:
            more = {some | {end} for end in lacking} - seen
            seen |= more
            queue += sorted(more, key=sorted)
    least = (r for r in found if not any(other < r for other in found))
    return tuple(sorted(least, key=lambda r: (len(r), sorted(r))))


@lru_cache(maxsize=4)
def disjoint(task: Task) -> tuple[Region, ...]:
    """Choose disjoint regions greedily, the smallest first."""
    chosen: list[Region] = []
    for region in regions(task):
        if not any(region & one for one in chosen):
            chosen.append(region)
    return tuple(chosen)


def full_at_the_end(goal: Condition, some: tuple[Region, ...], task: Task) -> set[Region]:
    """Return the regions that may be full at a goal: it demands none of their holes empty."""
    jumps = jump_graph_of(task)
    empty = {clause[0] for clause in goal if len(clause) == 1}
    return {r for r in some if jumps and not any(jumps.empty[peg] in empty for peg in r)}


def _counted(task: Task) -> tuple[list[Region], int]:
    """Return disjoint regions not full at some goal, and how many of these a goal leaves full."""
    ends = [full_at_the_end(one, disjoint(task), task) for one in task.goals]
    always = set(disjoint(task)).intersection(*ends)
    counted = [region for region in disjoint(task) if region not in always]
    return counted, max((len(end - always) for end in ends), default=0)


def opened(task: Task) -> int:
    """Return a lower bound on the moves that open the regions that are full at the start."""
    counted, more = _counted(task)
    return max(0, sum(region <= task.start for region in counted) - more)


def add(unrolled: StepVariables, step: int) -> None:
    """A region that is full before the newest move stays full unless the move begins in it."""
    if not step or unrolled.jumps is None:
        return
    for region in regions(unrolled.task):
        holes = sorted(region)
        opened = [unrolled.departs[step - 1][hole] for hole in holes]
        if len(holes) > 1:
            opened += [-unrolled.fact(hole, step - 1) for hole in holes]
        for hole in holes:
            then = (-unrolled.fact(hole, step - 1), unrolled.fact(hole, step))
            unrolled.formula.clause("Merson", *dict.fromkeys((*then, *opened)))


def add_goal(unrolled: StepVariables, goal: Lit, last: int) -> None:
    """Bound the number of full regions at each step by the number of moves that are left."""
    if unrolled.jumps is None:
        return
    counted, more = _counted(unrolled.task)
    for step in range(last + 1):
        if len(counted) > last - step + more:
            full = [_full(unrolled, region, step) for region in counted]
            at_most(unrolled.formula, "Merson count", full, last - step + more, goal)


def _full(unrolled: StepVariables, region: Region, step: int) -> Lit:
    """Return a literal that is true whenever the region is full."""
    pegs = [unrolled.fact(hole, step) for hole in sorted(region)]
    if len(pegs) == 1:
        return pegs[0]
    full = unrolled.formula.variable(f"full {min(region)}@{step}")
    unrolled.formula.clause("Merson count", full, *(-peg for peg in pegs))
    return full
