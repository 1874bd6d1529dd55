"""Converts tasks to the packed tasks that `explore` searches, and packed states back.

Facts become bits, and operators become masks.
"""

from collections.abc import Iterator

from puzzleproof.encoders.task import Grounding, Operator, Task
from puzzleproof.explore.packed_task import (
    PackedStep,
    PackedTask,
    Symmetry,
    bits_of,
)
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import State


def packed_task_of(grounding: Grounding, *, symmetries: bool = True) -> PackedTask:
    """The packed form of a task; raises Unsupported for an operator that no steps stand for."""
    task = grounding.task
    found = grounding.board_symmetries() if symmetries else ()
    return PackedTask(
        width=len(task.facts),
        start=bits_of(task.start),
        steps=tuple(step for operator in task.operators for step in _steps(task, operator)),
        chains=task.chains,
        pattern=_pattern(task),
        groups=tuple(map(bits_of, task.groups)),
        counts=tuple((bits_of(count.facts), count.number) for count in task.counts),
        goals=tuple(tuple(map(bits_of, goal)) for goal in task.goals),
        stops=tuple(tuple(map(bits_of, stop)) for stop in task.stops),
        in_sequence=task.in_sequence,
        symmetries=tuple(Symmetry(*symmetry) for symmetry in found),
        plane=grounding.plane,
        passed=bits_of(task.passed),
    )


def _steps(task: Task, operator: Operator) -> Iterator[PackedStep]:
    """The steps of an operator: one for each of its shifts, of which a state allows just one."""
    if operator.shifts and not _has_one_shift(task, operator):
        fault = "expected shifts of which every state allows just one, from facts of one group"
        raise Unsupported(f"operator {operator.name!r} cannot be searched: {fault}")
    requires, change = bits_of(operator.requires), bits_of(operator.deletes ^ operator.adds)
    if not operator.deletes <= operator.requires or operator.adds & operator.requires:
        raise Unsupported(f"operator {operator.name!r} is no exclusive or")
    for source, target in operator.shifts or ((None, None),):
        moved = 0 if source is None or target is None else 1 << source | 1 << target
        mask = requires if source is None else requires | 1 << source
        yield PackedStep(mask, change ^ moved, operator.origin, operator.landing, operator.rests)


def _has_one_shift(task: Task, operator: Operator) -> bool:
    """Whether, by the groups, one shift's fact holds where the operator is applied, and no target.

    The sources are all facts of one group but for those that are excluded there.
    """
    never = task.excluded(operator)
    sources, targets = (set(facts) for facts in zip(*operator.shifts, strict=True))
    return targets <= never and any(sources <= {*g} <= sources | never for g in task.groups)


def _pattern(task: Task) -> int:
    """Facts of which every operator requires one, and in which few states differ; else 0.

    Free cells, where there are movers; else the smallest group of which each operator needs a fact
    (where the blank is, which cube is next).
    """
    if task.movers:
        return bits_of(f for f in range(len(task.facts)) if f not in task.movers)
    for group in task.groups:
        facts = frozenset(group)
        if 2 < len(group) < len(task.facts) and all(o.requires & facts for o in task.operators):
            return bits_of(group)
    return 0


def state_of(grounding: Grounding, task: PackedTask, bits: int) -> State:
    """The state of the rules that a state of the packed task stands for."""
    placed = grounding.state(task.facts(bits))
    return (*placed, bits >> task.width) if task.stops else placed
