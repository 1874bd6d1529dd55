"""A task as PDDL, so that a planner can be asked the same question: domain and problem, as text.

Every fact is an object ``f0``, ``f1``, … and ``(true f0)`` says that it holds; comments say what
each stands for.  There are three *forms*.  ``grounded`` has one action without parameters for each
move.  ``schema`` has one action for each *shape* of move (how many facts it keeps, makes false,
makes true) and a static atom for each move; the planner joins the two.  ``chain`` is for moves that
are chains of steps: one that begins costs 1, those that continue cost 0, and a release of cost 0
ends the move where it may rest.  The cost of a plan is its number of moves; where no action has a
cost, each has cost 1.  `puzzleproof.encoders.pddl_plan` reads what planners answer.

McDermott et al., "PDDL: the Planning Domain Definition Language", 1998.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from puzzleproof.encoders import ground, ground_single_steps
from puzzleproof.encoders.task import Condition, Grounding, Operator, Task
from puzzleproof.encoders.whole_moves import whole_moves
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle

Terms: TypeAlias = tuple[str, ...]
Shape: TypeAlias = tuple[int, int, int]
"""How many facts an operator keeps, makes false and makes true."""
Objects: TypeAlias = Sequence[tuple[str, str]]
"""Objects, each with what a comment says of it."""


@dataclass(frozen=True, slots=True)
class Pddl:
    """What a planner reads: two texts."""

    domain: str
    problem: str
    form: str = ""
    """One of the `PDDL_FORMS`."""


def pddl(puzzle: AnyPuzzle, form: str | None = None) -> Pddl:
    """Return an instance in its metric; by default in the form that planners are fastest with.

    That is ``schema`` where whole moves can be listed at once, ``chain`` where they are chains of
    steps.  Raises Unsupported for tours, for puzzles without an encoder, where a form does not
    apply and where there are too many moves for it.
    """
    task = grounding_of(puzzle, form).task
    remark = f"; one move is what the metric {puzzle.metric!r} counts\n"
    form = form or ("chain" if task.chains else "schema")
    texts = pddl_of_task(task, form)
    return replace(texts, problem=remark + texts.problem, form=form)


def pddl_of_task(task: Task, form: str) -> Pddl:
    """Return a task in one of the `PDDL_FORMS`."""
    return PDDL_FORMS[form](in_form(task, form))


def in_form(task: Task, form: str) -> Task:
    """The task whose operators a form writes, one for each action or atom, in their order."""
    if task.stops or not task.goals:
        raise Unsupported("PDDL: only a goal, no tour, can be asked for")
    if form == "chain" and not task.chains:
        raise Unsupported("PDDL: a move is a single step here, no chain of steps")
    simple = _without_shifts(task)
    return simple if form == "chain" else whole_moves(simple)


def grounding_of(puzzle: AnyPuzzle, form: str | None) -> Grounding:
    """The facts and operators that a form is made from.

    Whole moves; single steps for ``chain``, and where an operator shifts several facts at once.
    """
    if form == "chain":
        return ground_single_steps(puzzle)
    grounding = ground(puzzle)
    shifts = any(operator.shifts for operator in grounding.task.operators)
    return ground_single_steps(puzzle) if shifts else grounding


def _without_shifts(task: Task) -> Task:
    """One operator for each shift of an operator, of which only one can take place."""
    groups = [frozenset(group) for group in task.groups]
    operators = (one for o in task.operators for one in _each_shift(o, groups))
    return replace(task, operators=tuple(operators))


def _each_shift(operator: Operator, groups: list[frozenset[int]]) -> Iterator[Operator]:
    """The tiles that may lie on one cell, say: their facts are of one group."""
    if not operator.deletes <= operator.requires:
        raise Unsupported(f"PDDL: operator {operator.name!r} makes false what it does not require")
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


# --- forms --------------------------------------------------------------------------------


def _grounded(task: Task) -> Pddl:
    """The facts are constants of the domain, as its actions name them."""
    actions = (
        _action(f"o{k}", (), *_when_then(*_split(o)), comment=o.name)
        for k, o in enumerate(task.operators)
    )
    domain = _domain(_needed(task), ["(true ?f)"], actions, _names(task))
    return Pddl(domain, _problem(task, _goal(task.goals)))


def _schema(task: Task) -> Pddl:
    """A static atom ``(move-1-2-3 …)`` lists the facts of an operator of shape 1-2-3."""
    actions = dict[Shape, str]()
    atoms = list[str]()
    for operator in task.operators:
        shape, values = _shaped(operator)
        parameters = sum(_variables(shape), ())
        when, then = _when_then(*_variables(shape))
        link = _atom(_tag("move", shape), parameters)
        actions[shape] = _action(_tag("m", shape), parameters, [link, *when], then)
        atoms.append(_atom(_tag("move", shape), values))
    statics = [_atom(_tag("move", shape), sum(_variables(shape), ())) for shape in actions]
    domain = _domain(_needed(task), ["(true ?f)", *statics], actions.values())
    return Pddl(domain, _problem(task, _goal(task.goals), objects=_names(task), more=atoms))


def _chain(task: Task) -> Pddl:
    """``(at l)`` says that a move goes on from landing l, ``(ready)`` that none is under way."""
    actions = dict[Shape, tuple[str, str]]()
    atoms = list[str]()
    for operator in task.operators:
        shape, values = _shaped(operator)
        actions.setdefault(shape, _begin_and_go_on(shape))
        atoms.append(_atom(_tag("step", shape), (*_ends(operator), *values)))
    rest = dict.fromkeys(f"(rest l{o.landing})" for o in task.operators if o.rests)
    release = _action("release", ("?l",), ["(at ?l)", "(rest ?l)"], ["(not (at ?l))", "(ready)"])
    statics = (_atom(_tag("step", s), ("?o", "?l", *sum(_variables(s), ()))) for s in actions)
    domain = _domain(
        [*_needed(task), ":action-costs"],
        ["(true ?f)", "(ready)", "(at ?l)", "(rest ?l)", *statics],
        [*(text for pair in actions.values() for text in pair), release],
        costs=True,
    )
    ends = dict.fromkeys(end for o in task.operators for end in _ends(o))
    objects = [*_names(task), *((end, "") for end in ends)]
    more = ["(ready)", "(= (total-cost) 0)", *rest, *atoms]
    goal = f"(and (ready) {_goal(task.goals)})"
    return Pddl(domain, _problem(task, goal, objects=objects, more=more, costs=True))


def _begin_and_go_on(shape: Shape) -> tuple[str, str]:
    parameters = ("?o", "?l", *sum(_variables(shape), ()))
    when, then = _when_then(*_variables(shape))
    when, then = [_atom(_tag("step", shape), parameters), *when], [*then, "(at ?l)"]
    begin = ["(ready)", *when], ["(not (ready))", *then, "(increase (total-cost) 1)"]
    go_on = ["(at ?o)", *when], ["(not (at ?o))", *then]
    return (
        _action(_tag("begin", shape), parameters, *begin),
        _action(_tag("go-on", shape), parameters, *go_on),
    )


PDDL_FORMS: dict[str, Callable[[Task], Pddl]] = {
    "grounded": _grounded,
    "schema": _schema,
    "chain": _chain,
}


# --- operators ----------------------------------------------------------------------------


def _split(operator: Operator) -> tuple[Terms, Terms, Terms]:
    """What it keeps, makes false, makes true."""
    kept = operator.requires - operator.deletes
    return _objects(kept), _objects(operator.deletes), _objects(operator.adds)


def _objects(facts: Iterable[int]) -> Terms:
    return tuple(f"f{fact}" for fact in sorted(facts))


def _shaped(operator: Operator) -> tuple[Shape, Terms]:
    kept, gone, come = _split(operator)
    return (len(kept), len(gone), len(come)), (*kept, *gone, *come)


def _variables(shape: Shape) -> tuple[Terms, Terms, Terms]:
    kept, gone, come = (
        tuple(f"?{letter}{k}" for k in range(number))
        for letter, number in zip("kdt", shape, strict=True)
    )
    return kept, gone, come


def _ends(operator: Operator) -> Terms:
    return f"l{operator.origin}", f"l{operator.landing}"


def _tag(word: str, shape: Shape) -> str:
    return "-".join((word, *map(str, shape)))


def _when_then(kept: Terms, gone: Terms, come: Terms) -> tuple[list[str], list[str]]:
    """The conditions and the effects."""
    when = [f"(true {x})" for x in (*kept, *gone)]
    return when, [*(f"(not (true {x}))" for x in gone), *(f"(true {x})" for x in come)]


# --- text ---------------------------------------------------------------------------------


def _atom(name: str, terms: Iterable[str]) -> str:
    return f"({' '.join((name, *terms))})"


def _action(
    name: str, parameters: Terms, when: list[str], then: list[str], comment: str = ""
) -> str:
    remark = f" ; {comment}" if comment else ""
    return (
        f"(:action {name}{remark}\n  :parameters ({' '.join(parameters)})\n"
        f"  :precondition (and {' '.join(when)})\n  :effect (and {' '.join(then)}))"
    )


def _domain(
    requirements: list[str],
    predicates: Iterable[str],
    actions: Iterable[str],
    constants: Objects = (),
    costs: bool = False,
) -> str:
    parts = [
        "(define (domain moves)",
        f"(:requirements {' '.join(requirements)})",
        *([f"(:constants{_listed(constants)})"] if constants else []),
        f"(:predicates {' '.join(predicates)})",
        *(["(:functions (total-cost) - number)"] if costs else []),
        *actions,
    ]
    return "\n".join(parts) + ")\n"


def _needed(task: Task) -> list[str]:
    """What a planner has to know: a goal may be one of several."""
    plain = len(task.goals) == 1 and all(len(clause) == 1 for clause in task.goals[0])
    return [":strips"] if plain else [":strips", ":disjunctive-preconditions"]


def _problem(
    task: Task, goal: str, objects: Objects = (), more: Iterable[str] = (), costs: bool = False
) -> str:
    start = (f"(true {name})" for name in _objects(task.start))
    parts = [
        f"; {task.name}",
        "(define (problem question) (:domain moves)",
        *([f"(:objects{_listed(objects)})"] if objects else []),
        "(:init {})".format("\n  ".join((*start, *more))),
        f"(:goal {goal})",
        *(["(:metric minimize (total-cost))"] if costs else []),
    ]
    return "\n".join(parts) + ")\n"


def _names(task: Task) -> Objects:
    """The facts' objects, and what each stands for."""
    return [(f"f{fact}", name) for fact, name in enumerate(task.facts)]


def _listed(objects: Objects) -> str:
    return "".join(f"\n  {name}" + (f" ; {text}" if text else "") for name, text in objects) + "\n"


def _goal(goals: tuple[Condition, ...]) -> str:
    """Any one of some conditions."""
    clauses = ([[f"(true {x})" for x in _objects(c)] for c in goal] for goal in goals)
    return _joined("or", [_joined("and", [_joined("or", c) for c in goal]) for goal in clauses])


def _joined(word: str, parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else _atom(word, parts)
