"""One operator between two steps, with a variable for each operator.

This is for tasks that are not `displacing`.  If an operator is applied, its required facts hold and
it has its effects; a *shift* has its effect if its first fact held.  Explanatory frame axioms (Haas
1987) say: if a fact changes, an operator that can change it is applied.  If moves are chains and a
step cannot be a whole move (`compound_moves`), ``begins`` holds unless the operator starts where
the one before it landed.
"""

from collections import defaultdict
from functools import lru_cache

from puzzleproof.encoders.horizon.variables import Change, StepVariables
from puzzleproof.encoders.task import Operator, Task


def add_step(unrolled: StepVariables, step: int) -> None:
    """Add the constraints between ``step`` and ``step + 1``."""
    task, formula = unrolled.task, unrolled.formula
    if unrolled.layered:
        for some in _touching(task):
            formula.at_most_one("operators apart", [unrolled.acts(k, step) for k in some])
    else:
        acting = [unrolled.acts(k, step) for k in range(len(task.operators))]
        idle = [unrolled.idle(step)] if task.length is None else []
        formula.exactly("one operator a step", [*acting, *idle], 1)
    for k, operator in enumerate(task.operators):
        _apply(unrolled, step, unrolled.acts(k, step), operator)
    _frame(unrolled, step)
    if task.chains and not unrolled.layered:
        _chain(unrolled, step)


def touched(operator: Operator) -> frozenset[int]:
    """Return the facts that an operator needs or changes."""
    shifted = (fact for shift in operator.shifts for fact in shift)
    return operator.requires.union(operator.deletes, operator.adds, shifted)


@lru_cache(maxsize=4)
def _touching(task: Task) -> list[tuple[int, ...]]:
    """List the distinct sets of operators that touch the same fact."""
    found: dict[int, list[int]] = defaultdict(list)
    for k, operator in enumerate(task.operators):
        for fact in touched(operator):
            found[fact].append(k)
    return sorted(set(map(tuple, found.values())))


def _apply(unrolled: StepVariables, step: int, acts: int, operator: Operator) -> None:
    formula, fact = unrolled.formula, unrolled.fact
    for f in sorted(operator.requires):
        formula.clause("needs", -acts, fact(f, step))
    for f in sorted(operator.adds):
        formula.clause("effect", -acts, fact(f, step + 1))
    for f in sorted(operator.deletes):
        formula.clause("effect", -acts, -fact(f, step + 1))
    for f, g in operator.shifts:
        formula.clause("effect", -acts, -fact(f, step), fact(g, step + 1))


def _frame(unrolled: StepVariables, step: int) -> None:
    """Add frame axioms for each fact with a variable: an operator has to cause its change."""
    gains, losses = _explanations(unrolled.task)
    for f in unrolled.named:
        now, then = unrolled.fact(f, step), unrolled.fact(f, step + 1)
        gained = (unrolled.acts(k, step) for k in gains[f])
        lost = (unrolled.acts(k, step) for k in losses[f])
        unrolled.formula.clause("frame", now, -then, *gained)
        unrolled.formula.clause("frame", -now, then, *lost)


@lru_cache(maxsize=4)
def _explanations(task: Task) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return two tables: fact -> the operators that may make it true, or that may make it false."""
    gains: dict[int, list[int]] = defaultdict(list)
    losses: dict[int, list[int]] = defaultdict(list)
    for k, operator in enumerate(task.operators):
        sources, targets = {f for f, _ in operator.shifts}, {g for _, g in operator.shifts}
        for f in sorted((operator.adds - operator.requires) | targets):
            gains[f].append(k)
        for f in sorted((operator.deletes | sources) - operator.adds):
            losses[f].append(k)
    return gains, losses


def _chain(unrolled: StepVariables, step: int) -> None:
    """A move begins unless the operator starts where the operator before it landed."""
    operators, begins = unrolled.task.operators, unrolled.begins[step]
    if not step:
        unrolled.formula.clause("chain", begins)
        return
    landed = defaultdict[int, list[int]](list)
    for k, operator in enumerate(operators):
        landed[operator.landing].append(unrolled.acts(k, step - 1))
    for k, operator in enumerate(operators):
        unrolled.formula.clause("chain", -unrolled.acts(k, step), begins, *landed[operator.origin])


@lru_cache(maxsize=4)
def saved_pairs(task: Task) -> tuple[tuple[Change, Change], ...]:
    """List pairs of operators that one with the same needs could replace, or that cancel out."""
    maps = {k: one for k, o in enumerate(task.operators) if (one := _map(o)) is not None}
    after = defaultdict[frozenset[int], list[int]](list)
    for k in maps:
        after[task.operators[k].requires].append(k)
    pairs: list[tuple[Change, Change]] = []
    for first, one in maps.items():
        operator = task.operators[first]
        singles = [{}, *(maps[k] for k in after[operator.requires])]
        groups = (group for group in task.groups if not operator.requires.isdisjoint(group))
        never = {fact for group in groups for fact in group} - operator.requires
        pairs += [
            ((first,), (second,))
            for second in after[operator.adds]
            if _then(one, maps[second], never) in singles
        ]
    return tuple(pairs)


def _map(operator: Operator) -> dict[int, int] | None:
    """Return old fact -> new fact, if the operator replaces its only required fact; else None."""
    one_each = len(operator.requires) == len(operator.adds) == 1
    if not one_each or operator.requires != operator.deletes:
        return None
    (source,), (target,) = operator.requires, operator.adds
    return {source: target, **dict(operator.shifts)}


def _then(first: dict[int, int], second: dict[int, int], never: set[int]) -> dict[int, int]:
    """Compose two maps, without facts that stay and facts that cannot hold before the first map."""
    composed = {f: second.get(g, g) for f, g in first.items()}
    composed |= {f: g for f, g in second.items() if f not in first and f not in never}
    return {f: g for f, g in composed.items() if f != g}
