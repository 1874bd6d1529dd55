"""One step of an encoding as queries to a SAT solver: what may follow given facts.

The formula is that of `encoders.horizon.unrolled` for a single step that must not idle, the start
left open.  Facts before the step are assumptions.  There are two queries for what else than
certain facts may follow:

*By changes* (a displacement, an operator).  Two lemmas are proven by the solver first: a change
that happens has exactly the effect of the task's operator, and in each step some change happens.
Then the changes that lead to these facts are denied, and UNSAT says that nothing else follows.
Changes are few and each is a literal, so a query is answered by propagation.

*By a table*, where a step is a whole chain of operators: a clause for each set of facts that may
follow, which then implies a literal of its label (the rank certificate read as queries).

`OneStep.backwards` asks the same of what may come before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.step_encoding import operator_encoding_of
from puzzleproof.encoders.horizon.unrolled import UnrolledTask
from puzzleproof.encoders.horizon.variables import Change
from puzzleproof.encoders.sat import is_satisfiable, pysat
from puzzleproof.encoders.task import Operator, Task
from puzzleproof.explore.packed_task import bits_of, numbers
from puzzleproof.models.errors import InternalError, Unsupported

SMALL_QUERIES = "glucose4"
"""A solver for many small queries; CaDiCaL takes five times as long."""
EVERY_MOVE = ("constant_counts", "frame_free")
"""Strengthenings that hold of every move, whatever comes before and after."""


class OneStep:
    """The clauses of one step, and their variables for the facts before and after."""

    def __init__(self, task: Task) -> None:
        self.task = task
        unrolled = _open_start(task)
        if task.chains and not unrolled.by_moves:
            raise Unsupported("the moves of this board are encoded jump by jump: no step is a move")
        unrolled.extend()
        if unrolled.by_moves or task.length is None:
            unrolled.formula.clause("a move", -unrolled.idle(0))
        compiler = Compiler(unrolled.formula)
        self.by_moves = unrolled.by_moves
        self.clauses = compiler.update()
        self.top = compiler.top
        facts = range(len(task.facts))
        self.before = [compiler.literal(unrolled.fact(f, 0)) for f in facts]
        self.after = [compiler.literal(unrolled.fact(f, 1)) for f in facts]
        self.operators = [] if self.by_moves else _changing(task)
        """Each operator with the change that it is."""
        self.happens = {
            change: tuple(map(compiler.literal, unrolled.happens(change, 0)))
            for change in ([] if self.by_moves else operator_encoding_of(task).changes(task))
        }

    def backwards(self) -> OneStep:
        """The same step taken back: before and after exchanged, each operator undone."""
        step = copy(self)
        step.clauses = list(self.clauses)
        step.before, step.after = self.after, self.before
        step.operators = [(change, _undone(operator)) for change, operator in self.operators]
        return step

    def variable(self) -> int:
        """Return a new variable."""
        self.top += 1
        return self.top

    def solver(self) -> Any:
        """Return a solver that has read the clauses."""
        return pysat.Solver(name=SMALL_QUERIES, bootstrap_with=self.clauses)


EscapeQuery: TypeAlias = Callable[[int, int], int | None]
"""From the key of a state and a bound: facts that may follow and have no label up to the bound;
None where there are none.  Keys are facts, above them the stops visited."""


def escape_query(task: Task, labels: Mapping[int, int], *, backwards: bool = False) -> EscapeQuery:
    """Return the query that suits a task; ``backwards``, what may come before."""
    step = OneStep(task)
    step = step.backwards() if backwards else step
    return _by_table(step, labels) if step.by_moves else _by_changes(step, labels)


def unknown_goal(task: Task, known: Iterable[int]) -> int | None:
    """The facts of a goal state that is not among those known; None where there is none."""
    unrolled = _open_start(task)
    unrolled.formula.clause("goal", unrolled.goal(0))
    compiler = Compiler(unrolled.formula)
    clauses = compiler.update()
    facts = [compiler.literal(unrolled.fact(f, 0)) for f in range(len(task.facts))]
    with pysat.Solver(name=SMALL_QUERIES, bootstrap_with=clauses) as solver:
        for bits in known:
            solver.add_clause([-facts[fact] for fact in numbers(bits)])
        return _read(solver, facts) if is_satisfiable(solver) else None


def _open_start(task: Task) -> UnrolledTask:
    encoding = operator_encoding_of(task)
    return UnrolledTask(task, EVERY_MOVE, keep=lambda family: family != "start", encoding=encoding)


def _read(solver: Any, literals: list[int]) -> int:
    """The facts of which a solution makes the literals true."""
    true: set[int] = set(solver.get_model())
    return bits_of(fact for fact, literal in enumerate(literals) if literal in true)


# --- by changes ---------------------------------------------------------------------------


class ChangeEffect(NamedTuple):
    """An operator on masks, and the literal that says that its change happens."""

    literal: int
    requires: int
    deletes: int
    adds: int
    shifts: tuple[tuple[int, int], ...]

    def apply(self, bits: int) -> int:
        """The facts after it."""
        after = bits & ~self.deletes
        for source, target in self.shifts:
            if bits & source:
                after = after & ~source | target
        return after | self.adds


def _by_changes(step: OneStep, labels: Mapping[int, int]) -> EscapeQuery:
    """Deny the changes that lead to a label up to the bound; UNSAT: nothing else happens.

    The lemmas are proven first.
    """
    task, width = step.task, len(step.task.facts)
    literals = _change_literals(step)
    effects = _effects_by_fact(step, literals)
    _prove_effects(step)
    solver = step.solver()
    if is_satisfiable(solver, (-literal for literal in literals.values())):
        raise InternalError("the encoder has a step in which none of its changes happens")
    solver.add_clause(sorted(literals.values()))

    def with_stops(after: int, key: int) -> int:
        """The facts after a move and, on a tour, the stops visited by then."""
        if not task.stops:
            return after
        return after | task.visited(frozenset(numbers(after)), key >> width) << width

    def escape(key: int, bound: int) -> int | None:
        bits = key & (1 << width) - 1
        denied = set[int]()
        for fact in numbers(bits):
            for effect in effects.get(fact, ()):
                if effect.requires & bits == effect.requires:
                    after = with_stops(effect.apply(bits), key)
                    if labels.get(after, bound + 1) <= bound:
                        denied.add(-effect.literal)
        if not is_satisfiable(solver, [*(step.before[fact] for fact in numbers(bits)), *denied]):
            return None
        return with_stops(_read(solver, step.after), key)

    return escape


def _change_literals(step: OneStep) -> dict[Change, int]:
    """A literal for each change, which holds where it happens."""
    literals = dict[Change, int]()
    for change, happens in step.happens.items():
        if len(happens) == 1:
            (literals[change],) = happens
            continue
        literals[change] = new = step.variable()
        step.clauses += [(new, *(-x for x in happens)), *((-new, x) for x in happens)]
    return literals


def _effects_by_fact(
    step: OneStep, literals: Mapping[Change, int]
) -> dict[int, list[ChangeEffect]]:
    """Operators by one fact that they require, the one that fewest require."""
    found = dict[int, list[ChangeEffect]]()
    common = Counter(fact for _, operator in step.operators for fact in operator.requires)
    for change, operator in step.operators:
        fact = min(operator.requires, key=lambda f: (common[f], f))
        shifts = tuple((1 << source, 1 << target) for source, target in operator.shifts)
        sets = (operator.requires, operator.deletes, operator.adds)
        requires, deletes, adds = map(bits_of, sets)
        effect = ChangeEffect(literals[change], requires, deletes, adds, shifts)
        found.setdefault(fact, []).append(effect)
    return found


def _changing(task: Task) -> list[tuple[Change, Operator]]:
    """Each operator with the change that it is."""
    if not task.displacing:
        return [((number,), operator) for number, operator in enumerate(task.operators)]
    movers = task.movers
    return [((*(o.deletes & movers), *(o.adds & movers)), o) for o in task.operators]


def _undone(operator: Operator) -> Operator:
    """The operator that takes another back; that it does is proven like the effect of any."""
    return operator._replace(
        requires=operator.adds | operator.requires - operator.deletes,
        deletes=operator.adds,
        adds=operator.deletes,
        shifts=tuple((target, source) for source, target in operator.shifts),
    )


def _prove_effects(step: OneStep) -> None:
    """First lemma: where a change happens, its operators give all facts after it from those before.

    For each, a solver is asked for a step with the change and a fact that comes out otherwise.
    """
    known = dict[tuple[int, ...], int]()

    def wrong(fact: int, operator: Operator) -> int:
        """A literal that implies: the fact is not, after the step, what the operator makes of it.

        It should hold if it is added, a fact shifted to it held, or it held and stayed.
        """
        after = step.after[fact]
        if fact in operator.adds:
            return -after
        causes = [source for source, target in operator.shifts if target == fact]
        if fact not in operator.deletes and all(source != fact for source, _ in operator.shifts):
            causes.append(fact)
        if not causes:
            return after
        if (fact, *causes) not in known:
            known[fact, *causes] = new = step.variable()
            solver.add_clause([-new, after, *(step.before[cause] for cause in causes)])
            for cause in causes:
                solver.add_clause([-new, -after, -step.before[cause]])
        return known[fact, *causes]

    with step.solver() as solver:
        for change, operator in step.operators:
            selector = step.variable()
            facts = range(len(step.task.facts))
            solver.add_clause([-selector, *(wrong(fact, operator) for fact in facts)])
            if is_satisfiable(solver, [selector, *step.happens[change]]):
                raise InternalError(f"the encoder's step does not do what {operator.name!r} says")
            solver.add_clause([-selector])


# --- by a table ---------------------------------------------------------------------------


def _by_table(step: OneStep, labels: Mapping[int, int]) -> EscapeQuery:
    """A clause for each labelled set of facts: where it follows, so does its label."""
    reached = [step.variable() for _ in range(max(labels.values(), default=0) + 1)]
    solver = step.solver()
    for lower, upper in pairwise(reached):  # reached[label]: one up to this follows
        solver.add_clause([-lower, upper])
    for bits, label in labels.items():
        follows = [-step.after[fact] for fact in numbers(bits)]
        solver.add_clause([*follows, reached[label]])

    def escape(key: int, bound: int) -> int | None:
        assumptions = [step.before[fact] for fact in numbers(key)]
        assumptions.append(-reached[min(bound, len(reached) - 1)])
        return _read(solver, step.after) if is_satisfiable(solver, assumptions) else None

    return escape
