"""Symmetries of a board, and whether a permutation of the facts of a task is one of the task.

A family's encoder proposes candidates: the mirror images and rotations of its board.  Here each is
checked against the task itself, so a wrong proposal is dropped and never trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from puzzleproof.models.drawing import Cell, corner

if TYPE_CHECKING:
    from puzzleproof.encoders.task import Condition, Task

NAMED = {
    "left-right": (False, True, False),
    "top-bottom": (True, False, False),
    "half turn": (True, True, False),
    "diagonal": (False, False, True),
    "antidiagonal": (True, True, True),
    "quarter turn right": (True, False, True),
    "quarter turn left": (False, True, True),
}
"""Whether rows are counted from the other side, whether columns are, and then both exchanged."""


def board_symmetries(cells: Collection[Cell]) -> Iterator[tuple[str, dict[Cell, Cell]]]:
    """Each mirror image or rotation that keeps a set of cells and moves some: cell -> its image.

    >>> [name for name, _ in board_symmetries([(0, 0), (0, 1), (1, 0)])]
    ['diagonal']
    """
    top, left = corner(cells)
    last_row, last_column = max(r for r, _ in cells) - top, max(c for _, c in cells) - left
    board, seen = set(cells), [list(cells)]
    for name, (down, across, swap) in NAMED.items():
        images = list[Cell]()
        for row, column in cells:
            r = top + last_row - row if down else row - top
            c = left + last_column - column if across else column - left
            images.append((top + c, left + r) if swap else (top + r, left + c))
        if set(images) == board and images not in seen:
            seen.append(images)
            yield name, dict(zip(cells, images, strict=True))


def with_symmetries(task: Task, candidates: Iterable[tuple[int, ...]]) -> Task:
    """The task with those of some permutations (fact -> image) that are symmetries of it."""
    return replace(task, symmetries=tuple(one for one in candidates if is_symmetry(task, one)))


def is_symmetry(task: Task, image: Sequence[int]) -> bool:
    """Whether a permutation (fact -> image) keeps operators, start, goals and tour."""
    moved = _mover(image)

    def same(conditions: tuple[Condition, ...], ordered: bool) -> bool:
        before = [frozenset(map(frozenset, one)) for one in conditions]
        after = [frozenset(map(moved, one)) for one in conditions]
        return before == after if ordered else set(before) == set(after)

    return (
        _permutes(task, image)
        and moved(task.start) == task.start
        and same(task.goals, False)
        and same(task.stops, task.in_sequence)
        and keeps_operators(task, image)
    )


def keeps_operators(task: Task, image: Sequence[int]) -> bool:
    """Whether a permutation (fact -> image) maps each operator to an operator of the task."""
    moved = _mover(image)
    operators = {
        (o.requires, o.deletes, o.adds, frozenset(o.shifts), o.rests) for o in task.operators
    }
    return _permutes(task, image) and all(
        (moved(r), moved(d), moved(a), frozenset((image[f], image[g]) for f, g in s), rests)
        in operators
        for r, d, a, s, rests in operators
    )


def _permutes(task: Task, image: Sequence[int]) -> bool:
    return sorted(image) == list(range(len(task.facts)))


def _mover(image: Sequence[int]) -> Callable[[Iterable[int]], frozenset[int]]:
    return lambda facts: frozenset(image[f] for f in facts)
