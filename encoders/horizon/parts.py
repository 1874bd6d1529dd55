"""A horizon in parts: where a piece of the goal is half-way.

A goal puts a piece into a place.  Where that piece is the only one of its kind, exactly one of the
kind's places holds it at every step (the count of the kind is one).  So the places, in sets that
leave none out, divide all plans of a horizon: what is refuted with 'in this set at the middle step'
for each set is refuted.  The sets are rows of the board: places joined by steps of the first axis.
Where moves are no paths of steps (metric `unit`) they are four sets of neighbours in reading order.

A symmetry of the task that maps these places to each other maps a plan to a plan of the same
length, and the place half-way with it.  So a place that one maps to a lesser one is left out:
mapped on until no symmetry makes it less, the plan has the piece at a place that is not left out.
A symmetry that maps them to the places of another kind says nothing about these: the image of the
plan has that other piece there, and a place left out for it could be the only one.  (Encoders
number the facts kind by kind, so that such images are all less or all greater; nothing relies on
that, and `tests/encoders/horizon/test_horizons.py` has a task in which it would go wrong.)
The strengthenings that some shortest plan satisfies (`mirror`) are then off, as the plan that was
mapped need not satisfy them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from puzzleproof.encoders.horizon.unrolled import UnrolledTask, unroll
from puzzleproof.encoders.strengthen import REGISTRY
from puzzleproof.encoders.task import Slides, Task

Part = tuple[int, ...]
"""Mover facts of one kind."""
QUARTERS = 4


def rows_half_way(task: Task) -> list[Part]:
    """The rows where a piece of the goal may be, from the top; empty where there is no such piece.

    Of several such pieces, the one with the most places.  Of places that are images of each other,
    the least alone.
    """
    if not task.displacing or task.stops:
        return []
    named = {fact for goal in task.goals for clause in goal for fact in clause}
    single = [
        count.facts
        for count in task.counts
        if count.number == 1 and named & set(count.facts) & task.movers
    ]
    if not single:
        return []
    places = max(single, key=len)
    images = symmetries_of(task, places)
    least = {f for f in places if all(image[f] >= f for image in images)}
    rows = _quarters(places) if task.slides is None else _rows(task.slides, places)
    return [part for row in rows if (part := tuple(f for f in row if f in least))]


def symmetries_of(task: Task, places: Collection[int]) -> list[tuple[int, ...]]:
    """The symmetries of the task that map some places to each other."""
    return [one for one in task.symmetries if {one[f] for f in places} == set(places)]


def _rows(slides: Slides, facts: Collection[int]) -> list[Part]:
    row = list(range(len(slides.rests)))

    def first(place: int) -> int:
        while row[place] != place:
            place = row[place]
        return place

    for one, other, axis in slides.steps:
        if axis == 0:
            low, high = sorted((first(one), first(other)))
            row[high] = low
    found: dict[int, list[int]] = {}
    for place, fact in enumerate(slides.rests):
        if fact in facts:
            found.setdefault(first(place), []).append(fact)
    return list(map(tuple, found.values()))


def _quarters(facts: Sequence[int]) -> list[Part]:
    ends = [len(facts) * k // QUARTERS for k in range(QUARTERS + 1)]
    return [tuple(facts[one:other]) for one, other in pairwise(ends)]


def unroll_part(
    task: Task, length: int, strengthen: Collection[str], part: Collection[int]
) -> UnrolledTask:
    """A horizon with one of these facts at the middle step; all of it for an empty part."""
    if not part:
        return unroll(task, length, strengthen)
    if task.symmetries:
        some = {row.name for row in REGISTRY if row.satisfied_by == "some shortest plan"}
        strengthen = [name for name in strengthen if name not in some]
    unrolled = unroll(task, length, strengthen)
    literals = (unrolled.fact(fact, length // 2) for fact in sorted(part))
    unrolled.formula.clause("half-way", *literals)
    return unrolled
