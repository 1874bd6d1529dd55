"""Pack a task for the searches of `puzzleproof.explore`: facts become bits, operators masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puzzleproof.encoders.task import Condition, Grounding, Operator, Task
from puzzleproof.explore.packed_task import PackedStep, PackedTask, Symmetry
from puzzleproof.models.errors import Unsupported


def packed_task_of(grounding: Grounding) -> PackedTask:
    """Return the model of a task with the symmetries of its board."""
    return pack(grounding.task, tuple(Symmetry(*turn) for turn in grounding.board_symmetries))


def pack(task: Task, symmetries: tuple[Symmetry, ...] = ()) -> PackedTask:
    """Return the model of a task; raises Unsupported where an operator is no exclusive or."""
    return PackedTask(
        width=len(task.facts),
        start=_bits(task.start),
        steps=tuple(step for operator in task.operators for step in _steps(operator)),
        chains=task.chains,
        pattern=_pattern(task),
        groups=tuple(map(_bits, task.groups)),
        counts=tuple((_bits(count.facts), count.number) for count in task.counts),
        goals=tuple(map(_clauses, task.goals)),
        stops=tuple(map(_clauses, task.stops)),
        in_sequence=task.in_sequence,
        symmetries=symmetries,
    )


def _steps(operator: Operator) -> Iterator[PackedStep]:
    """One step; of an operator with shifts one for each, as just one of them takes place."""
    requires, change = _bits(operator.requires), _bits(operator.deletes ^ operator.adds)
    if not operator.deletes <= operator.requires or operator.adds & operator.requires:
        raise Unsupported(f"operator {operator.name!r} is no exclusive or")
    for source, target in operator.shifts or ((None, None),):
        moved = 0 if source is None or target is None else 1 << source | 1 << target
        mask = requires if source is None else requires | 1 << source
        yield PackedStep(mask, change ^ moved, operator.origin, operator.landing, operator.rests)


def _pattern(task: Task) -> int:
    """Facts that every operator requires one of and that few states tell apart, else 0.

    Free cells, where there are movers; else the smallest group of which each operator needs a fact
    (where the blank is, which cube is next).
    """
    if task.movers:
        return _bits(f for f in range(len(task.facts)) if f not in task.movers)
    for group in task.groups:
        facts = frozenset(group)
        if len(group) > 2 and all(o.requires & facts for o in task.operators):
            return _bits(group)
    return 0


def _bits(facts: Iterable[int]) -> int:
    total = 0
    for fact in facts:
        total |= 1 << fact
    return total


def _clauses(condition: Condition) -> tuple[int, ...]:
    return tuple(map(_bits, condition))
