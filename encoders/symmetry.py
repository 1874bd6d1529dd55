"""Whether a permutation of the facts of a task is a symmetry of the task.

A family's encoder proposes candidates: the mirror images and rotations of its board
(`puzzleproof.models.symmetries`).  Here each is checked against the task itself, so a wrong
proposal is dropped and never trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzleproof.encoders.task import Condition, Task


def with_symmetries(task: Task, candidates: Iterable[tuple[int, ...]]) -> Task:
    """Return the task with the candidates (fact -> image) that are symmetries of it."""
    return replace(task, symmetries=tuple(one for one in candidates if is_symmetry(task, one)))


def is_symmetry(task: Task, image: Sequence[int]) -> bool:
    """Tell whether a permutation (fact -> image) keeps operators, start, goals and tour."""
    if sorted(image) != list(range(len(task.facts))):
        return False

    def moved(facts: Iterable[int]) -> frozenset[int]:
        return frozenset(image[f] for f in facts)

    def same(conditions: tuple[Condition, ...], ordered: bool) -> bool:
        before = [frozenset(map(frozenset, one)) for one in conditions]
        after = [frozenset(map(moved, one)) for one in conditions]
        return before == after if ordered else set(before) == set(after)

    operators = {
        (o.requires, o.deletes, o.adds, frozenset(o.shifts), o.rests) for o in task.operators
    }
    return (
        moved(task.start) == task.start
        and same(task.goals, False)
        and same(task.stops, task.in_sequence)
        and all(
            (moved(r), moved(d), moved(a), frozenset((image[f], image[g]) for f, g in s), rests)
            in operators
            for r, d, a, s, rests in operators
        )
    )
