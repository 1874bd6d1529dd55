"""One step of an encoding as questions to a SAT solver: what may follow given facts.

The formula is that of `encoders.horizon.unrolled` for a single step that must not idle, the start
left open.  Facts before the step are assumptions.  There are two methods to ask whether nothing but
certain facts follows:

*By changes* (a displacement, an operator).  Two lemmas are proven by the solver first: a change
that happens has just the effect that the task's operator has, and in each step some change happens.
Then the changes that lead to these facts are denied, and UNSAT says that nothing else follows.
Changes are few and each is a literal, so a question is answered by propagation.

*By a table*, where a step is a whole chain of operators: a clause for each set of facts that may
follow, which then implies a literal of its label (the rank certificate read as questions).

`OneStep.backwards` asks the same of what may come before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.step_encoding import encoding_of
from puzzleproof.encoders.horizon.unrolled import UnrolledTask
from puzzleproof.encoders.horizon.variables import Change
from puzzleproof.encoders.sat import is_satisfiable, pysat
from puzzleproof.encoders.task import Operator, Task
from puzzleproof.explore.packed_task import bits_of, numbers
from puzzleproof.models.errors import InternalError, Unsupported

SMALL_QUESTIONS = "glucose4"
"""A solver for many small questions; CaDiCaL takes five times as long."""
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
            for change in ([] if self.by_moves else encoding_of(task).changes(task))
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
        return pysat.Solver(name=SMALL_QUESTIONS, bootstrap_with=self.clauses)


class StepQuestions(Protocol):
    """What is asked of the solver, state by state; keys are facts, above them the stops visited."""

    def escape(self, key: int, bound: int) -> int | None:
        """Facts that may follow and have no label up to ``bound``; None where there are none."""
        ...


def step_questions(
    task: Task, labels: Mapping[int, int], *, backwards: bool = False
) -> StepQuestions:
    """Return the method to ask that suits a task; ``backwards``, what may come before."""
    step = OneStep(task)
    step = step.backwards() if backwards else step
    return ByTable(step, labels) if step.by_moves else ByChanges(step, labels)


def goals_besides(task: Task, known: Iterable[int]) -> int | None:
    """The facts of a goal state that is not among those known; None where there is none."""
    unrolled = _open_start(task)
    unrolled.formula.clause("goal", unrolled.goal(0))
    compiler = Compiler(unrolled.formula)
    clauses = compiler.update()
    facts = [compiler.literal(unrolled.fact(f, 0)) for f in range(len(task.facts))]
    with pysat.Solver(name=SMALL_QUESTIONS, bootstrap_with=clauses) as solver:
        for bits in known:
            solver.add_clause([-facts[fact] for fact in numbers(bits)])
        return _read(solver, facts) if is_satisfiable(solver) else None


def _open_start(task: Task) -> UnrolledTask:
    return UnrolledTask(task, EVERY_MOVE, keep=lambda family: family != "start")


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


class ByChanges:
    """Questions by denied changes; the lemmas are proven at the start."""

    def __init__(self, step: OneStep, labels: Mapping[int, int]) -> None:
        self._task, self._labels = step.task, labels
        self._width = len(step.task.facts)
        self._before, self._after = step.before, step.after
        literals = _named(step)
        self._effects = _effects(step, literals)
        _prove_effects(step)
        self._solver = step.solver()
        if is_satisfiable(self._solver, (-literal for literal in literals.values())):
            raise InternalError("the encoder has a step in which none of its changes happens")
        self._solver.add_clause(sorted(literals.values()))

    def escape(self, key: int, bound: int) -> int | None:
        """Deny the changes that lead to a label up to the bound; UNSAT: nothing else happens."""
        bits, before = key & (1 << self._width) - 1, self._before
        assumptions = [before[fact] for fact in numbers(bits)]
        assumptions += [-literal for literal in self._allowed(key, bits, bound)]
        if not is_satisfiable(self._solver, assumptions):
            return None
        return self._visited(_read(self._solver, self._after), key)

    def _allowed(self, key: int, bits: int, bound: int) -> set[int]:
        """The changes that the operators allow here and that lead to a label up to the bound."""
        found, labels = set[int](), self._labels
        for fact in numbers(bits):
            for effect in self._effects.get(fact, ()):
                if effect.requires & bits == effect.requires:
                    after = self._visited(effect.apply(bits), key)
                    if labels.get(after, bound + 1) <= bound:
                        found.add(effect.literal)
        return found

    def _visited(self, after: int, key: int) -> int:
        """The facts after a move and, on a tour, the stops visited by then."""
        if not self._task.stops:
            return after
        visited = self._task.visited(frozenset(numbers(after)), key >> self._width)
        return after | visited << self._width


def _named(step: OneStep) -> dict[Change, int]:
    """A literal for each change, which holds where it happens."""
    literals = dict[Change, int]()
    for change, happens in step.happens.items():
        if len(happens) == 1:
            (literals[change],) = happens
            continue
        literals[change] = new = step.variable()
        step.clauses += [(new, *(-x for x in happens)), *((-new, x) for x in happens)]
    return literals


def _effects(step: OneStep, literals: Mapping[Change, int]) -> dict[int, list[ChangeEffect]]:
    """Operators by one fact that they require, the one that fewest require."""
    found = dict[int, list[ChangeEffect]]()
    common = Counter(fact for _, operator in step.operators for fact in operator.requires)
    for change, operator in step.operators:
        fact = min(operator.requires, key=lambda f: (common[f], f))
        shifts = tuple((1 << source, 1 << target) for source, target in operator.shifts)
        requires, deletes, adds = map(bits_of, (operator.requires, operator.deletes, operator.adds))
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
    with step.solver() as solver:
        wrong = _Wrong(step, solver)
        for change, operator in step.operators:
            selector = step.variable()
            facts = range(len(step.task.facts))
            solver.add_clause([-selector, *(wrong.literal(f, operator) for f in facts)])
            if is_satisfiable(solver, [selector, *step.happens[change]]):
                raise InternalError(f"the encoder's step does not do what {operator.name!r} says")
            solver.add_clause([-selector])


class _Wrong:
    """Literals that say: a fact is not, after the step, what an operator makes of it."""

    def __init__(self, step: OneStep, solver: Any) -> None:
        self._step, self._solver = step, solver
        self._known = dict[tuple[int, ...], int]()

    def literal(self, fact: int, operator: Operator) -> int:
        """It should hold if it is added, a fact shifted to it held, or it held and stayed."""
        after = self._step.after[fact]
        if fact in operator.adds:
            return -after
        causes = [source for source, target in operator.shifts if target == fact]
        if fact not in operator.deletes and all(source != fact for source, _ in operator.shifts):
            causes.append(fact)
        if not causes:
            return after
        if (fact, *causes) not in self._known:
            self._known[(fact, *causes)] = self._differs(after, causes)
        return self._known[(fact, *causes)]

    def _differs(self, after: int, causes: list[int]) -> int:
        """A literal that implies: the fact holds and no cause did, or the other way round."""
        wrong, before = self._step.variable(), self._step.before
        self._solver.add_clause([-wrong, after, *(before[cause] for cause in causes)])
        for cause in causes:
            self._solver.add_clause([-wrong, -after, -before[cause]])
        return wrong


# --- by a table ---------------------------------------------------------------------------


class ByTable:
    """Questions by a clause for each labelled set of facts: where it follows, so does its label."""

    def __init__(self, step: OneStep, labels: Mapping[int, int]) -> None:
        self._before, self._after = step.before, step.after
        self._reached = [step.variable() for _ in range(max(labels.values(), default=0) + 1)]
        """Label -> the literal that a label up to this one follows."""
        self._solver = step.solver()
        for lower, upper in pairwise(self._reached):
            self._solver.add_clause([-lower, upper])
        for bits, label in labels.items():
            follows = [-step.after[fact] for fact in numbers(bits)]
            self._solver.add_clause([*follows, self._reached[label]])

    def escape(self, key: int, bound: int) -> int | None:
        """Deny the labels up to the bound."""
        assumptions = [self._before[fact] for fact in numbers(key)]
        assumptions.append(-self._reached[min(bound, len(self._reached) - 1)])
        found = is_satisfiable(self._solver, assumptions)
        return _read(self._solver, self._after) if found else None
