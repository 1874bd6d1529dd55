"""Which horizon to ask next, given the bounds and the queries that are running."""

from __future__ import annotations

import math
from collections.abc import Iterable

from puzzleproof.encoders.strengthen.merson import opened
from puzzleproof.encoders.task import Task

QUICK_SECONDS = 1.0
WIDE_GAP = 8
"""A gap this wide between the bounds of compound moves means that the first plan was arbitrary."""


def first_horizon(task: Task) -> int:
    """The least horizon worth asking: the number of moves if all plans have the same."""
    return 0 if task.length is None or task.chains else task.length


def next_query(
    task: Task,
    lower: int,
    upper: int | None,
    pending: Iterable[int],
    seconds: float,
    most: int | None = None,
) -> int | None:
    """Choose the next T, up to ``most``, which no shortest plan exceeds; None if none helps."""
    running = list(pending)
    if task.chains and upper is not None:
        return next_of_chains(lower, upper, running, opened(task))
    length = next_horizon(lower, upper, running, seconds)
    if length is None or upper is not None or most is None:
        return length
    length = min(length, most)
    return None if length < lower or length in running else length


def next_horizon(
    lower: int, upper: int | None, pending: Iterable[int], seconds: float = 0.0
) -> int | None:
    """Choose the next T to ask, given the bounds and what is being asked; None if nothing helps.

    Without a plan, T grows from the highest asked: by a quarter while answers take less than a
    second, then by a sixth.  With a plan, T is just below it, which would close the gap, then the
    middle of the rest.

    >>> next_horizon(1, None, []), next_horizon(41, None, [40]), next_horizon(41, None, [48], 9.9)
    (1, 50, 56)
    >>> next_horizon(41, 52, []), next_horizon(41, 52, [51]), next_horizon(51, 52, [51])
    (51, 45, None)
    """
    if upper is None:
        highest = max((lower - 1, *pending))
        part = 4 if seconds < QUICK_SECONDS else 6
        return max(lower, 1, highest + max(1, highest // part))
    if upper - 1 not in pending:
        return upper - 1
    middle = (lower + min((upper - 1, *pending)) - 1) // 2
    return middle if middle >= lower and middle not in pending else None


def next_of_chains(lower: int, upper: int, pending: Iterable[int], regions: int) -> int | None:
    """Choose the next T for moves that are chains; the first bound is from opening full regions.

    While the gap is wide, T is three fifths of it above the lower bound, as long horizons are hard
    though plans are frequent (English centre: at most 19 moves found in 17 s, at most 27 not in
    200).  Then T goes down by a quarter of the gap: a horizon just below the minimum takes longest.

    >>> [next_of_chains(lower, upper, [], 12) for lower, upper in ((0, 31), (12, 25), (12, 19))]
    [11, 20, 18]
    """
    if lower < regions < upper and regions - 1 not in pending:
        return regions - 1
    gap = upper - lower
    length = lower + math.ceil(0.6 * gap) if gap > WIDE_GAP else upper - max(1, gap // 4)
    while length in pending:
        length -= 1
    return length if length >= lower else None
