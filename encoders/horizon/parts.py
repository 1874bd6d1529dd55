"""A horizon in parts: where a piece of the goal is half-way.

A goal puts a piece into a place.  Where that piece is the only one of its kind, exactly one of the
kind's places holds it at every step (the count of the kind is one).  So the places, in sets that
leave none out, divide all plans of a horizon: what is refuted with 'in this set at the middle step'
for each set is refuted.  The sets are rows of the board: places joined by steps of the first axis.
"""

from __future__ import annotations

from collections.abc import Collection

from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.encoders.task import Slides, Task

Part = tuple[int, ...]
"""Mover facts of one kind."""


def rows_half_way(task: Task) -> list[Part]:
    """The rows where a piece of the goal may be, from the top; empty where there is no such piece.

    Of several such pieces, the one with the most places.
    """
    if task.slides is None or task.stops:
        return []
    named = {fact for goal in task.goals for clause in goal for fact in clause}
    single = [
        count.facts
        for count in task.counts
        if count.number == 1 and named & set(count.facts) & task.movers
    ]
    return _rows(task.slides, max(single, key=len)) if single else []


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


def stand_half_way(unrolled: StepVariables, part: Collection[int]) -> None:
    """Some of these facts holds at the middle step; nothing is said where there are none."""
    if part:
        middle = unrolled.length // 2
        literals = (unrolled.fact(fact, middle) for fact in sorted(part))
        unrolled.formula.clause("half-way", *literals)
