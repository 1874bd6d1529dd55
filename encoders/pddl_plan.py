"""A planner's answer to the PDDL of `puzzleproof.encoders.pddl`, read as the states on the way.

A plan is a line an action, ``(name argument …)``, perhaps with a time before it and a duration
behind; from ``;`` on a line is a comment.  The names of the actions say the form.  Of the form
``chain`` each release ends a move; elsewhere each action is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from puzzleproof.encoders.pddl import grounding_of, in_form
from puzzleproof.encoders.task import Operator, Task
from puzzleproof.models.errors import IllegalMove, NotationError
from puzzleproof.models.puzzle import AnyPuzzle, State

LINE = re.compile(r"(?:[\d.]+\s*:)?\s*\(\s*([^\s()]+)([^()]*)\)\s*(?:\[[\d.\s]*\])?")
FORM_OF = re.compile(r"(?P<chain>(?:begin|go-on)-|release$)|(?P<schema>m-)|(?P<grounded>o\d+$)")
SHAPE = re.compile(r"(?:m|begin|go-on)-(\d{1,6})-(\d{1,6})-(\d{1,6})")
NUMBERED = re.compile(r"[a-z](\d{1,9})")

Facts = frozenset[int]


class Step(NamedTuple):
    """An action of a plan: where it stands, its name, its arguments."""

    where: str
    name: str
    terms: list[str]


def states_of_plan(puzzle: AnyPuzzle, text: str) -> list[State]:
    """The states after each move of a planner's plan, the start first, in canonical forms.

    Raises NotationError for what is no action of the PDDL that is exported, IllegalMove for an
    action that cannot be applied.
    """
    steps = list(_steps(text))
    form = _form_of(steps)
    grounding = grounding_of(puzzle, form)
    task = in_form(grounding.task, form)
    return [grounding.state(facts) for facts in FORMS[form](task, steps)]


def _steps(text: str) -> Iterator[Step]:
    for number, line in enumerate(text.splitlines(), 1):
        action = line.partition(";")[0].strip().lower()
        if not action:
            continue
        match = LINE.fullmatch(action)
        if match is None:
            raise NotationError(f"line {number}: {line.strip()!r}: expected '(action argument …)'")
        yield Step(f"line {number}: {action!r}", match[1], match[2].split())


def _form_of(steps: list[Step]) -> str:
    """The form whose actions they are; any, where there are none."""
    forms = dict.fromkeys(_known(step) for step in steps) or {"schema": None}
    if len(forms) > 1:
        raise NotationError(f"actions of several forms: {', '.join(forms)}")
    return next(iter(forms))


def _known(step: Step) -> str:
    match = FORM_OF.match(step.name)
    if match is None or match.lastgroup is None:
        raise NotationError(f"{step.where}: not an action of the PDDL that 'export' writes")
    return match.lastgroup


# --- forms ----------------------------------------------------------------------------------


def _of_schema(task: Task, steps: list[Step]) -> Iterator[Facts]:
    facts = task.start
    yield facts
    for step in steps:
        facts = _applied(task, step, _shaped(task, step, step.terms), facts)
        yield facts


def _of_grounded(task: Task, steps: list[Step]) -> Iterator[Facts]:
    facts = task.start
    yield facts
    for step in steps:
        number = _number(step, step.name, len(task.operators))
        facts = _applied(task, step, task.operators[number], facts)
        yield facts


def _of_chain(task: Task, steps: list[Step]) -> Iterator[Facts]:
    facts, under_way = task.start, False
    yield facts
    for step in steps:
        begins = step.name.startswith("begin-")
        if begins == under_way:
            fault = (
                "the move before it is not ended by 'release'" if begins else "no move has begun"
            )
            raise IllegalMove(f"{step.where}: {fault}")
        under_way = step.name != "release"
        if under_way:
            facts = _applied(task, step, _shaped(task, step, step.terms[2:]), facts)
        else:
            yield facts
    if under_way:
        raise IllegalMove("the last move is not ended by 'release'")


FORMS: dict[str, Callable[[Task, list[Step]], Iterator[Facts]]] = {
    "grounded": _of_grounded,
    "schema": _of_schema,
    "chain": _of_chain,
}
"""The sets of facts after each move, the start first."""


# --- actions --------------------------------------------------------------------------------


def _shaped(task: Task, step: Step, terms: list[str]) -> Operator:
    """What an action says by its name and arguments: facts kept, made false, made true."""
    shape = SHAPE.fullmatch(step.name)
    sizes = [int(size) for size in shape.groups()] if shape else []
    if not shape or len(terms) != sum(sizes):
        raise NotationError(f"{step.where}: not as many arguments as its name says")
    facts = [_number(step, term, len(task.facts)) for term in terms]
    kept, gone = sizes[0], sizes[0] + sizes[1]
    return Operator(
        step.name,
        requires=frozenset(facts[:gone]),
        deletes=frozenset(facts[kept:gone]),
        adds=frozenset(facts[gone:]),
    )


def _number(step: Step, term: str, end: int) -> int:
    match = NUMBERED.fullmatch(term)
    if match is None or int(match[1]) >= end:
        raise NotationError(f"{step.where}: {term!r} is none of this puzzle's")
    return int(match[1])


def _applied(task: Task, step: Step, operator: Operator, facts: Facts) -> Facts:
    missing = sorted(operator.requires - facts)
    if missing:
        raise IllegalMove(f"{step.where}: needs {task.facts[missing[0]]}, which is not so")
    return operator.apply(facts)
