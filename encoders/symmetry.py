"""Symmetries of a task: permutations of its facts that change nothing that matters.

Whoever builds a task proposes candidates (mirror images and rotations of the board, say); here
each is checked against the task itself, so a wrong proposal is dropped and never trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from puzzleproof.encoders.task import Condition, Task


def is_symmetry(task: Task, image: Sequence[int]) -> bool:
    """Whether a permutation (fact -> image) keeps operators, start, goals and tour."""
    moved = _mover(image)

    def condition(one: Condition) -> frozenset[frozenset[int]]:
        return frozenset(map(moved, one))

    def same(conditions: tuple[Condition, ...], ordered: bool) -> bool:
        before = [frozenset(map(frozenset, one)) for one in conditions]
        after = list(map(condition, conditions))
        return before == after if ordered else set(before) == set(after)

    if sorted(image) != list(range(len(task.facts))):
        return False
    if moved(task.start) != task.start or not (
        same(task.goals, False) and same(task.stops, task.in_sequence)
    ):
        return False
    return keeps_operators(task, image)


def keeps_operators(task: Task, image: Sequence[int]) -> bool:
    """Whether a permutation (fact -> image) takes each operator to one that ends alike."""
    moved = _mover(image)
    if sorted(image) != list(range(len(task.facts))):
        return False
    operators = {
        (o.requires, o.deletes, o.adds, frozenset(o.shifts), o.rests) for o in task.operators
    }
    return all(
        (moved(r), moved(d), moved(a), frozenset((image[f], image[g]) for f, g in s), rests)
        in operators
        for r, d, a, s, rests in operators
    )


def _mover(image: Sequence[int]) -> Callable[[Iterable[int]], frozenset[int]]:
    return lambda facts: frozenset(image[f] for f in facts)
