"""A task as PDDL, for planners: the texts of a domain and a problem.

Every fact is a constant ``f0``, ``f1``, … and ``(true f0)`` says that it holds; comments name the
facts.  Actions have no parameters.  Where moves can be listed, each move is an action.  Where
moves are chains of operators (`Task.chains`), each operator becomes two actions: one that begins a
move costs 1, one that continues a move costs 0; and a third action, a release of cost 0, ends the
move where the piece may rest.  So the cost of a plan is its number of moves; if the text gives no
costs, each action costs 1.

This module also reads the plan that a planner finds.  Each line has one action, ``(name)``, perhaps
with a time before it and a duration after it; ``;`` begins a comment.

McDermott et al., "PDDL: the Planning Domain Definition Language", 1998.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from puzzleproof.encoders import ground, ground_single_steps
from puzzleproof.encoders.task import Condition, Grounding, Operator, Task
from puzzleproof.models.errors import IllegalMove, NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, State

LINE = re.compile(r"(?:[\d.]+\s*:)?\s*\(\s*([^\s()]+)\s*\)\s*(?:\[[\d.\s]*\])?")
ACTION = re.compile(r"(o|begin-|go-on-|release-)(\d{1,9})")
WHOLE, BEGIN, RELEASE = "o", "begin-", "release-"


@dataclass(frozen=True, slots=True)
class Pddl:
    """The input of a planner: two texts."""

    domain: str
    problem: str


def pddl(puzzle: AnyPuzzle) -> Pddl:
    """Write an instance as PDDL; raises Unsupported for a tour, or if no encoder can ground it."""
    task = grounding_of(puzzle).task
    remark = f"; one move is what the metric {puzzle.metric!r} counts\n"
    return Pddl(_domain(task), remark + _problem(task))


def grounding_of(puzzle: AnyPuzzle) -> Grounding:
    """Ground whole moves, or slides by one cell if moves are too many or shift several tiles."""
    try:
        grounding = ground(puzzle)
    except Unsupported:
        grounding = ground_single_steps(puzzle)
    if any(operator.shifts for operator in grounding.task.operators):
        grounding = ground_single_steps(puzzle)
    return replace(grounding, task=without_shifts(grounding.task))


def without_shifts(task: Task) -> Task:
    """Replace each operator that has shifts by an operator for each shift: only one takes place."""
    if task.stops or not task.goals:
        raise Unsupported("PDDL can state a goal, but not a tour")
    groups = [frozenset(group) for group in task.groups]
    operators = (one for o in task.operators for one in _each_shift(o, groups))
    return replace(task, operators=tuple(operators))


def _each_shift(operator: Operator, groups: list[frozenset[int]]) -> Iterator[Operator]:
    """Yield an operator for each shift: for tiles, one for each tile that may be on the cell."""
    if not operator.deletes <= operator.requires:
        raise Unsupported(f"PDDL: operator {operator.name!r} deletes what it does not require")
    if not operator.shifts:
        yield operator
        return
    sources = {source for source, _ in operator.shifts}
    if not any(sources <= group for group in groups):
        raise Unsupported(f"PDDL: operator {operator.name!r} has conditional effects")
    for source, target in operator.shifts:
        yield operator._replace(
            requires=operator.requires | {source},
            deletes=operator.deletes | {source},
            adds=operator.adds | {target},
            shifts=(),
        )


# --- actions ------------------------------------------------------------------------------


def _actions(task: Task) -> Iterator[str]:
    for k, operator in enumerate(task.operators):
        needs, name = _true(operator.requires), operator.name
        effects = [*(f"(not {x})" for x in _true(operator.deletes)), *_true(operator.adds)]
        if not task.chains:
            yield _action(f"o{k}", name, needs, effects)
            continue
        effects.append(f"(at l{operator.landing})")
        begin = ["(not (ready))", "(increase (total-cost) 1)"]
        yield _action(f"begin-{k}", name, ["(ready)", *needs], [*begin, *effects])
        here = f"(at l{operator.origin})"
        yield _action(f"go-on-{k}", name, [here, *needs], [f"(not {here})", *effects])
    resting = (o.landing for o in task.operators if o.rests and task.chains)
    for landing in dict.fromkeys(resting):
        here = f"(at l{landing})"
        yield _action(f"release-{landing}", "", [here], [f"(not {here})", "(ready)"])


def _true(facts: Iterable[int]) -> list[str]:
    return [f"(true f{fact})" for fact in sorted(facts)]


def _action(name: str, comment: str, when: list[str], then: list[str]) -> str:
    remark = f" ; {comment}" if comment else ""
    return (
        f"(:action {name}{remark}\n  :parameters ()\n"
        f"  :precondition (and {' '.join(when)})\n  :effect (and {' '.join(then)}))"
    )


# --- text ---------------------------------------------------------------------------------


def _domain(task: Task) -> str:
    """Write the domain; it says whether the planner must support costs and disjunctions."""
    plain = len(task.goals) == 1 and all(len(clause) == 1 for clause in task.goals[0])
    requirements = [":strips"] + ([] if plain else [":disjunctive-preconditions"])
    predicates, functions = ["(true ?f)"], list[str]()
    constants = [f"  f{fact} ; {name}" for fact, name in enumerate(task.facts)]
    if task.chains:
        requirements.append(":action-costs")
        predicates += ["(ready)", "(at ?l)"]
        functions.append("(:functions (total-cost) - number)")
        ends = (end for o in task.operators for end in (o.origin, o.landing))
        constants += [f"  l{end}" for end in dict.fromkeys(ends)]
    parts = [
        "(define (domain moves)",
        f"(:requirements {' '.join(requirements)})",
        "\n".join(["(:constants", *constants, ")"]),
        f"(:predicates {' '.join(predicates)})",
        *functions,
        *_actions(task),
    ]
    return "\n".join(parts) + ")\n"


def _problem(task: Task) -> str:
    start, goal, metric = _true(task.start), _goal(task.goals), list[str]()
    if task.chains:
        start += ["(ready)", "(= (total-cost) 0)"]
        goal, metric = f"(and (ready) {goal})", ["(:metric minimize (total-cost))"]
    parts = [
        f"; {task.name}",
        "(define (problem question) (:domain moves)",
        "(:init {})".format("\n  ".join(start)),
        f"(:goal {goal})",
        *metric,
    ]
    return "\n".join(parts) + ")\n"


def _goal(goals: tuple[Condition, ...]) -> str:
    """Write the goal: at least one of the conditions holds."""
    return _joined("or", [_joined("and", [_joined("or", _true(c)) for c in g]) for g in goals])


def _joined(word: str, parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"({' '.join((word, *parts))})"


# --- the plans of planners -----------------------------------------------------------------


class Step(NamedTuple):
    """An action of a plan: its line, its kind, and the number of its operator or place."""

    where: str
    kind: str
    number: int


def states_of_plan(puzzle: AnyPuzzle, text: str) -> list[State]:
    """List the canonical states along a planner's plan: the start, and the state after each move.

    Raises NotationError for text that is no action of the exported PDDL, and IllegalMove for an
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


def _facts_after_moves(task: Task, steps: Iterator[Step]) -> Iterator[frozenset[int]]:
    facts, under_way = task.start, False
    yield facts
    for step in steps:
        if (step.kind == WHOLE) == task.chains:
            raise NotationError(f"{step.where}: not an action of this puzzle's PDDL")
        if task.chains and (step.kind == BEGIN) == under_way:
            fault = "the move before it is not ended by a release" if under_way else "no move began"
            raise IllegalMove(f"{step.where}: {fault}")
        if step.kind != RELEASE:
            if step.number >= len(task.operators):
                raise NotationError(
                    f"{step.where}: this puzzle has {len(task.operators)} such actions"
                )
            operator = task.operators[step.number]
            if missing := operator.requires - facts:
                raise IllegalMove(
                    f"{step.where}: needs {task.facts[min(missing)]}, which does not hold"
                )
            facts = operator.apply(facts)
        under_way = step.kind not in (WHOLE, RELEASE)
        if not under_way:
            yield facts
    if under_way:
        raise IllegalMove("the last move is not ended by a release")
