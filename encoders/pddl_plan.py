"""A planner's answer to the PDDL of `puzzleproof.encoders.pddl`, read as the states on the way.

A plan is a line an action, ``(name)``, perhaps with a time before it and a duration behind; from
``;`` on a line is a comment.  Where moves are chains of steps each release ends a move; elsewhere
each action is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from puzzleproof.encoders.pddl import grounding_of
from puzzleproof.encoders.task import Task
from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.models.puzzle import AnyPuzzle, State

LINE = re.compile(r"(?:[\d.]+\s*:)?\s*\(\s*([^\s()]+)\s*\)\s*(?:\[[\d.\s]*\])?")
ACTION = re.compile(r"(o|begin-|go-on-|release-)(\d{1,9})")
WHOLE, BEGIN, RELEASE = "o", "begin-", "release-"

Facts = frozenset[int]


class Step(NamedTuple):
    """An action of a plan: where it stands, what it does, the number of its operator."""

    where: str
    kind: str
    number: int


def states_of_plan(puzzle: AnyPuzzle, text: str) -> list[State]:
    """The states after each move of a planner's plan, the start first, in canonical forms.

    Raises NotationError for what is no action of the PDDL that is exported, IllegalMove for an
    action that cannot be applied.
    """
    grounding = grounding_of(puzzle)
    return [grounding.state(facts) for facts in _facts_after_moves(grounding.task, _steps(text))]


def _steps(text: str) -> Iterator[Step]:
    for number, line in enumerate(text.splitlines(), 1):
        action = line.partition(";")[0].strip().lower()
        if not action:
            continue
        where = f"line {number}: {action!r}"
        match = LINE.fullmatch(action)
        if match is None:
            raise NotationError(f"line {number}: {line.strip()!r}: expected '(action)'")
        known = ACTION.fullmatch(match[1])
        if known is None:
            raise NotationError(f"{where}: not an action of the PDDL that 'export' writes")
        yield Step(where, known[1], int(known[2]))


def _facts_after_moves(task: Task, steps: Iterator[Step]) -> Iterator[Facts]:
    facts, under_way = task.start, False
    yield facts
    for step in steps:
        if (step.kind == WHOLE) == task.chains:
            raise NotationError(f"{step.where}: not an action of this puzzle's PDDL")
        if task.chains and (step.kind == BEGIN) == under_way:
            fault = "the move before it is not ended by a release" if under_way else "no move began"
            raise IllegalMove(f"{step.where}: {fault}")
        if step.kind != RELEASE:
            facts = _applied(task, step, facts)
        under_way = step.kind not in (WHOLE, RELEASE)
        if not under_way:
            yield facts
    if under_way:
        raise IllegalMove("the last move is not ended by a release")


def _applied(task: Task, step: Step, facts: Facts) -> Facts:
    if step.number >= len(task.operators):
        raise NotationError(f"{step.where}: this puzzle has {len(task.operators)} such actions")
    operator = task.operators[step.number]
    missing = sorted(operator.requires - facts)
    if missing:
        raise IllegalMove(f"{step.where}: needs {task.facts[missing[0]]}, which is not so")
    return operator.apply(facts)
