"""A horizon in parts: where a piece of the goal is half-way.

A goal puts a piece into a place.  Where that piece is the only one of its kind, exactly one of the
kind's places holds it at every step (the count of the kind is one).  So the places, in sets that
leave none out, divide all plans of a horizon: what is refuted with 'in this set at the middle step'
for each set is refuted.  The sets are rows of the board: places joined by steps of the first axis.

A symmetry of the task that maps these places to each other maps a plan to a plan of the same
length, and the place half-way with it.  So a place that one maps to a lesser one is left out:
mapped on until no symmetry makes it less, the plan has the piece at a place that is not left out.
The strengthenings that some shortest plan satisfies (`mirror`) are then off, as the plan that was
mapped need not satisfy them.
"""

from __future__ import annotations

from collections.abc import Collection

from puzzleproof.encoders.horizon.unrolled import UnrolledTask, unroll
from puzzleproof.encoders.strengthen import REGISTRY
from puzzleproof.encoders.task import Slides, Task

Part = tuple[int, ...]
"""Mover facts of one kind."""


def rows_half_way(task: Task) -> list[Part]:
    """The rows where a piece of the goal may be, from the top; empty where there is no such piece.

    Of several such pieces, the one with the most places.  Of places that are images of each other,
    the least alone.
    """
    if task.slides is None or task.stops:
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
    images = [one for one in task.symmetries if {one[f] for f in places} == set(places)]
    least = {f for f in places if all(image[f] >= f for image in images)}
    rows = _rows(task.slides, places)
    return [part for row in rows if (part := tuple(f for f in row if f in least))]


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
