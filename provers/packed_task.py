"""Converts tasks to the packed tasks that `explore` searches, and packed states back.

Facts become bits, and operators become masks.  A state's bits become the packed number that the
rules give it.  This is quick where the number is a sum over the facts (`Puzzle.part`).
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import accumulate
from operator import add
from typing import TypeAlias, TypeVar

from puzzleproof.encoders.task import Grounding, Operator, Task
from puzzleproof.explore.packed_task import (
    PackedStep,
    PackedTask,
    Symmetry,
    bits_of,
    numbers,
)
from puzzleproof.models.capabilities import part as part_of
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State

RUN = 14
"""The facts of one entry: with 18 on a board of frogs, too many sets would occur."""

Made = TypeVar("Made")
StateNumbers: TypeAlias = Callable[[Iterable[int]], list[int]]


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


def state_numbers(puzzle: AnyPuzzle, grounding: Grounding, task: PackedTask) -> StateNumbers:
    """Return the function from states of the packed task to their packed numbers, in order."""
    columns = _columns(puzzle, grounding, task)

    def numbered(states: Iterable[int]) -> list[int]:
        if not columns:
            return [puzzle.pack(state_of(grounding, task, bits)) for bits in states]
        states = list(states)
        totals = [state >> task.width for state in states]
        for bits, parts in columns:
            added = [parts[state & bits] for state in states]
            totals = list(map(add, totals, added))
        return totals

    return numbered


class Memo(dict[int, Made]):
    """A table whose values are computed when first looked up, and forgotten beyond ``most``."""

    def __init__(self, make: Callable[[int], Made], most: int = sys.maxsize) -> None:
        super().__init__()
        self._make, self._most = make, most

    def __missing__(self, number: int) -> Made:
        if len(self) >= self._most:
            self.clear()
        made = self[number] = self._make(number)
        return made


def _columns(
    puzzle: AnyPuzzle, grounding: Grounding, task: PackedTask
) -> list[tuple[int, Memo[int]]]:
    """Sets of facts, and for those of them that are true what they add to the number.

    Few arrangements of a kind of pieces occur, and few sets of a run of entries.
    """
    part = cache(partial(part_of, puzzle))

    def of_entries(bits: int) -> int:
        return sum([part(*entries[fact]) for fact in numbers(bits)])

    def of_kind(first: int, bits: int) -> int:
        return sum([part(k, places[fact]) for k, fact in enumerate(numbers(bits), first)])

    if grounding.kinds:
        places = {f: grounding.state(frozenset({f}))[0] for facts in grounding.kinds for f in facts}
        kinds = list(map(bits_of, grounding.kinds))
        sizes = accumulate(((task.start & bits).bit_count() for bits in kinds), initial=0)
        return [(bits, Memo(partial(of_kind, k))) for bits, k in zip(kinds, sizes, strict=False)]
    entries = grounding.entries or {}
    facts = sorted(entries)
    runs = (bits_of(facts[k : k + RUN]) for k in range(0, len(facts), RUN))
    return [(run, Memo(of_entries)) for run in runs]
