"""A task unrolled over steps 0..T, as a formula: there is a plan of *at most* T moves.

Time step t has one variable per fact (step-indexed occupancy); between steps t and t + 1 at most
one piece leaves a place and arrives at another (`encoders.horizon.displacement`, or `route_paths`
where there are many routes), or one operator is applied (`encoders.horizon.operators`).  A plan may
be shorter than T: the horizon then idles at its end, so one refutation at T rules out every length
up to T.  Without idling it would not, because a short plan cannot always be padded with moves.

If all plans have the same number of operators, the horizon has that many steps and no idle step.
If moves are chains of operators, a step is a whole move if possible
(`encoders.horizon.compound_moves`); else 'at most T' bounds the steps at which a move begins.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import ClassVar, TypeAlias

from puzzleproof.encoders.horizon import compound_moves, displacement, operators, route_paths
from puzzleproof.encoders.horizon.formula import Formula, Lit, at_most
from puzzleproof.encoders.horizon.jump_graph import jump_graph_of
from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.encoders.strengthen import STRENGTHENINGS, strengthenings
from puzzleproof.encoders.task import Condition, Task
from puzzleproof.models.errors import Unsupported

StepEncoding: TypeAlias = Callable[[StepVariables, int], None]
"""A function that adds the constraints between a step and the next."""


@lru_cache(maxsize=8)
def encoding_of(task: Task) -> StepEncoding:
    """Choose `operators`, or for a `displacing` task the smaller of the two other encodings."""
    if not task.displacing:
        return operators.add_step
    if task.slides is None:
        return displacement.add_step

    def size(encoding: StepEncoding) -> int:
        """Count the constraints of a horizon of one step in this encoding."""
        unrolled = UnrolledTask(task, (), encoding=encoding)
        unrolled.extend()
        return len(unrolled.formula.constraints)

    return min((displacement.add_step, route_paths.add_step), key=size)


class UnrolledTask(StepVariables):
    """A task's growing formula; `extend` adds a step, `within` a literal for 'at most T moves'."""

    def __init__(
        self,
        task: Task,
        strengthen: Collection[str] = STRENGTHENINGS,
        layered: bool = False,
        encoding: StepEncoding | None = None,
    ) -> None:
        """Take a task; without ``encoding``, `jump_graph_of` and `encoding_of` choose it."""
        super().__init__(task, Formula(), layered)
        self.jumps = None if layered else jump_graph_of(task)
        by_default = compound_moves.add_step if self.jumps else None
        self._add_step = encoding or by_default or encoding_of(task)
        self._fixed = None if self.jumps else task.length
        if task.chains and self._fixed is None and not self.jumps and not layered:
            raise Unsupported(
                "the goals differ in their numbers of pegs, so compound moves cannot be encoded"
            )
        self._strengthen = [] if layered else strengthenings(strengthen)
        self._state()
        for fact in range(len(task.facts)):
            literal = self.fact(fact, 0)
            self.formula.clause("start", literal if fact in task.start else -literal)
        self._add_strengthenings()

    def extend(self) -> None:
        """Add one step."""
        step, idles = self.length, self.jumps or self.task.length is None
        self.length += 1
        self._state()
        if self.task.displacing:
            facts, block = self.task.facts, self.formula.block
            self._leaves.append(block(f"leaves {facts[m]}@{step}" for m in self._movers))
            self._arrives.append(block(f"arrives {facts[m]}@{step}" for m in self._movers))
        else:
            self._name_operators(step)
        if idles:
            self._idle.append(self.formula.variable(f"idle@{step}"))
        self._add_step(self, step)
        if step and idles:
            self.formula.clause("idling lasts", -self.idle(step - 1), self.idle(step))
        self._add_strengthenings()

    def _name_operators(self, step: int) -> None:
        facts, variable = self.task.facts, self.formula.variable
        self._acts.append(self.formula.block(f"{o.name}@{step}" for o in self.task.operators))
        if self.jumps:
            for ends, word in ((self.departs, "departs"), (self.ends, "ends")):
                ends.append({h: variable(f"{word} {facts[h]}@{step}") for h in self.jumps.pegs})
        elif self.task.chains and not self.layered:
            self.begins.append(variable(f"begins@{step}"))

    def _state(self) -> None:
        step, task = self.length, self.task
        self._facts.append(self.formula.block(f"{task.facts[f]}@{step}" for f in self.named))
        for group in task.groups:
            literals = [self.fact(fact, step) for fact in group]
            if len(group) != 2 or literals[0] != -literals[1]:
                self.formula.exactly("one fact of a group", literals, 1)
        if task.stops:
            self._visit_stops(step)

    def _visit_stops(self, step: int) -> None:
        """A stop is visited once its condition has held (in sequence: after all earlier stops)."""
        stops, formula = self.task.stops, self.formula
        self.visited.append([formula.variable(f"visited {k}@{step}") for k in range(len(stops))])
        for k, stop in enumerate(stops):
            new = [self._condition(stop, step, f"stop {k}@{step}")]
            if self.task.in_sequence and k:
                new.append(self.visited[step][k - 1])
            before = [self.visited[step - 1][k]] if step else []
            for literal in new:
                formula.clause("visits", -self.visited[step][k], *before, literal)

    def _condition(self, condition: Condition, step: int, name: str) -> Lit:
        """Return a literal that implies the condition at a step."""
        literal = self.formula.variable(name)
        for clause in condition:
            self.formula.clause("condition", -literal, *(self.fact(f, step) for f in clause))
        return literal

    def _add_strengthenings(self) -> None:
        for strengthening in self._strengthen:
            strengthening.add(self, self.length)

    def within(self, bound: int) -> Lit:
        """Add steps as needed; returns the literal 'at most ``bound`` moves lead to the goal'."""
        length = bound if self._fixed is None else self._fixed
        while self.length < length:
            self.extend()
        goal = self.goal(length)
        if bound >= length:
            return goal
        literal = self.formula.variable(f"within {bound}")
        self.formula.clause("within", -literal, goal)
        if not self.task.chains:
            self.formula.clause("number of steps", -literal)
        else:
            begins = [self.begins[step] for step in range(length)]
            at_most(self.formula, "number of moves", begins, bound, literal)
        return literal

    def goal(self, step: int) -> Lit:
        """Return a literal that implies the goal (or the end of the tour) at a step."""
        literal = self.formula.variable(f"goal@{step}")
        if self.task.stops:
            for k in range(len(self.task.stops)):
                self.formula.clause("goal", -literal, self.visited[step][k])
            return literal
        for strengthening in self._strengthen:
            if hasattr(strengthening, "add_goal"):
                strengthening.add_goal(self, literal, step)
        goals = enumerate(self.task.goals)
        reached = [self._condition(goal, step, f"goal {k}@{step}") for k, goal in goals]
        self.formula.clause("goal", -literal, *reached)
        return literal

    def read(self, true: Iterable[Lit], bound: int) -> list[frozenset[int]]:
        """List the facts at the start and after each move of a solution, without idle steps."""
        values = set(true)
        last = bound if self._fixed is None else self._fixed

        def holds(literal: Lit) -> bool:
            return literal in values if literal > 0 else -literal not in values

        steps = [
            frozenset(f for f in range(len(self.task.facts)) if holds(self.fact(f, step)))
            for step in range(last + 1)
        ]
        if self.task.chains and not self.jumps:
            ends = [k for k in range(1, last) if holds(self.begins[k])]
            return [steps[k] for k in sorted({0, *ends, last})]
        return [facts for k, facts in enumerate(steps) if k == 0 or facts != steps[k - 1]]

    def read_layers(self, true: Iterable[Lit]) -> list[frozenset[int]]:
        """List the facts at the start and after each move, with operators grouped by `chained`."""
        values, facts = set(true), self.task.start
        plan = [
            operator
            for step in range(self.length)
            for k, operator in enumerate(self.task.operators)
            if self.acts(k, step) in values
        ]
        steps = [facts]
        for move in compound_moves.chained(plan) if self.task.chains else [[o] for o in plan]:
            for operator in move:
                facts = operator.apply(facts)
            steps.append(facts)
        return steps


def unroll_layers(task: Task, number: int) -> UnrolledTask:
    """Unroll a task over ``number`` layers, and assert its goal.

    Operators that touch no fact in common commute, so those of a layer can be applied in any order.
    If every plan has n operators, n layers have room for all of them (∀-steps: Kautz and Selman
    1996; Rintanen, Heljanko and Niemelä 2006).
    """
    unrolled = UnrolledTask(task, (), layered=True)
    while unrolled.length < number:
        unrolled.extend()
    unrolled.formula.clause("goal", unrolled.goal(number))
    return unrolled


def unroll(task: Task, length: int, strengthen: Collection[str] = STRENGTHENINGS) -> UnrolledTask:
    """Unroll a task, and assert that there is a plan of at most ``length`` moves."""
    unrolled = UnrolledTask(task, strengthen)
    unrolled.formula.clause("goal", unrolled.within(length))
    return unrolled


class Horizons(ABC):
    """A task and a solver of its horizons; each answer is the facts along a plan, or None."""

    incremental: ClassVar[bool] = False
    """Whether the solver keeps what it learnt from one horizon for the next."""

    def __init__(self, task: Task, strengthen: Collection[str] = STRENGTHENINGS) -> None:
        self.task, self.strengthen = task, strengthen

    @abstractmethod
    def solve(self, formula: Formula) -> Iterable[Lit] | None:
        """Solve by a new solver; returns the true variables or None; may raise LimitReached."""

    def ask(self, length: int) -> list[frozenset[int]] | None:
        """Return a plan of at most ``length`` moves, or None if the solver says there is none."""
        return self.refute(length)

    def refute(self, length: int) -> list[frozenset[int]] | None:
        """Answer like `ask`, but by a new solver."""
        unrolled = unroll(self.task, length, self.strengthen)
        true = self.solve(unrolled.formula)
        return None if true is None else unrolled.read(true, length)

    def find(self, layers: int) -> list[frozenset[int]] | None:
        """Find a plan of ``layers`` layers of commuting operators; None if no such plan exists."""
        unrolled = unroll_layers(self.task, layers)
        true = self.solve(unrolled.formula)
        return None if true is None else unrolled.read_layers(true)
