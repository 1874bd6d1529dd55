"""A task unrolled over steps 0..T: is there a plan of *at most* T moves.

Step t has one variable a fact (step-indexed occupancy); between steps t and t + 1 at most one mover
leaves a place and arrives at another (`encoders.horizon.displacement`), or one operator is applied
(`encoders.horizon.operators`).  A plan may be shorter than T: the horizon then idles at its end, so
one refutation at T rules out every length up to T.  Without idling it would not: a short plan
cannot always be padded, in the ``piece`` metric never.

Where every plan has the same number of operators, the horizon has so many steps and never idles.
Where moves are chains of operators, a step is a whole move if it can be
(`encoders.horizon.compound_moves`); else 'at most T' bounds the steps at which a move begins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from puzzleproof.encoders.horizon import displacement
from puzzleproof.encoders.horizon import operators as action
from puzzleproof.encoders.horizon.compound_moves import Moves, add_move, chained, trails_of
from puzzleproof.encoders.horizon.counter import at_most
from puzzleproof.encoders.horizon.formula import Formula, Lit, every_family
from puzzleproof.encoders.strengthen import DEFAULT, strengthenings
from puzzleproof.encoders.task import Condition, Task
from puzzleproof.models.errors import Unsupported


class Horizon(Moves):
    """A growing model of a task; `extend` adds a step, `within` a literal for 'at most T'."""

    def __init__(
        self,
        task: Task,
        strengthen: Collection[str] = DEFAULT,
        keep: Callable[[str], bool] = every_family,
        layered: bool = False,
    ) -> None:
        super().__init__(task, Formula(keep), layered)
        self._departs, self._ends = [], []
        self._trails = None if layered else trails_of(task)
        self.by_moves = self._trails is not None
        self._fixed = None if self.by_moves else task.length
        if task.chains and self._fixed is None and not self.by_moves and not layered:
            raise Unsupported(
                "compound moves, told jump by jump: the goals differ in their numbers of pegs"
            )
        self._strengthen = [] if layered else strengthenings(strengthen)
        self._state()
        for fact in range(len(task.facts)):
            literal = self.fact(fact, 0)
            self.model.clause("start", literal if fact in task.start else -literal)
        self._add_strengthenings()

    def extend(self) -> None:
        """Add one step."""
        step, model = self.length, self.model
        self.length += 1
        self._state()
        if self.task.displacing:
            self._name_changes(step)
        else:
            self._name_operators(step)
        if self._idles:
            self._idle.append(model.variable(f"idle@{step}"))
        if self.task.displacing:
            displacement.add_step(self, step)
        elif self._trails:
            add_move(self, self._trails, step)
        else:
            action.add_step(self, step)
        if step and self._idles:
            model.clause("idling lasts", -self.idle(step - 1), self.idle(step))
        self._add_strengthenings()

    @property
    def _idles(self) -> bool:
        return self.by_moves or self.task.length is None

    def _name_changes(self, step: int) -> None:
        facts, name = self.task.facts, self.model.variables_named
        self._leaves.append(name(f"leaves {facts[m]}@{step}" for m in self._movers))
        self._arrives.append(name(f"arrives {facts[m]}@{step}" for m in self._movers))

    def _name_operators(self, step: int) -> None:
        names = (f"{operator.name}@{step}" for operator in self.task.operators)
        self._acts.append(self.model.variables_named(names))
        if self._trails:
            pegs, facts = self._trails.pegs, self.task.facts
            for ends, word in ((self._departs, "departs"), (self._ends, "ends")):
                ends.append({h: self.model.variable(f"{word} {facts[h]}@{step}") for h in pegs})
        elif self.task.chains and not self.layered:
            self._begins.append(self.model.variable(f"begins@{step}"))

    def _state(self) -> None:
        step, task, model = self.length, self.task, self.model
        self._facts.append(model.variables_named(f"{task.facts[f]}@{step}" for f in self.named))
        for group in task.groups:
            if len(group) == 2 and self.fact(group[0], step) == -self.fact(group[1], step):
                continue
            model.exactly("one fact of a group", [self.fact(f, step) for f in group], 1)
        if task.stops:
            self._visit_stops(step)

    def _visit_stops(self, step: int) -> None:
        """A stop counts as visited once it held, in sequence only after those before it."""
        model = self.model
        self._visits.append(
            [model.variable(f"visited {k}@{step}") for k in range(len(self.task.stops))]
        )
        for k, stop in enumerate(self.task.stops):
            now = self._condition(stop, step, f"stop {k}@{step}")
            new = [now]
            if self.task.in_sequence and k:
                new.append(self.visited(k - 1, step))
            visited = self.visited(k, step)
            before = [self.visited(k, step - 1)] if step else []
            for literal in new:
                model.clause("visits", -visited, *before, literal)

    def _condition(self, condition: Condition, step: int, name: str) -> Lit:
        """Return a literal that implies the condition at a step."""
        literal = self.model.variable(name)
        for clause in condition:
            facts = [self.fact(f, step) for f in clause]
            self.model.clause("condition", -literal, *facts)
        return literal

    def _add_strengthenings(self) -> None:
        for strengthening in self._strengthen:
            strengthening.add(self, self.length)

    def within(self, bound: int) -> Lit:
        """Return a literal that says: at most ``bound`` moves lead to the goal; adds the steps."""
        length = self._fixed
        while self.length < (bound if length is None else length):
            self.extend()
        goal = self.goal(bound if length is None else length)
        if length is None or bound >= length:
            return goal
        literal = self.model.variable(f"within {bound}")
        self.model.clause("within", -literal, goal)
        if not self.task.chains:
            self.model.clause("number of steps", -literal)
        else:
            begins = [self.begins(step) for step in range(length)]
            at_most(self.model, "number of moves", begins, bound, literal)
        return literal

    def goal(self, step: int) -> Lit:
        """Return a literal that says: the goal holds (the tour is done) at a step.

        The steps after it, if there are any, may idle, so it asks for at most ``step`` moves.
        """
        model = self.model
        literal = model.variable(f"goal@{step}")
        if self.task.stops:
            for k in range(len(self.task.stops)):
                model.clause("goal", -literal, self.visited(k, step))
            return literal
        for strengthening in self._strengthen:
            if hasattr(strengthening, "add_goal"):
                strengthening.add_goal(self, literal, step)
        ways = [self._condition(g, step, f"goal {k}@{step}") for k, g in enumerate(self.task.goals)]
        model.clause("goal", -literal, *ways)
        return literal

    def read(self, true: Iterable[Lit], bound: int) -> list[frozenset[int]]:
        """The facts at the start and after each move in a solution, without idling at the end."""
        values = set(true)
        last = bound if self._fixed is None else self._fixed

        def holds(literal: Lit) -> bool:
            return literal in values if literal > 0 else -literal not in values

        steps = [
            frozenset(f for f in range(len(self.task.facts)) if holds(self.fact(f, step)))
            for step in range(last + 1)
        ]
        if self.task.chains and not self.by_moves:
            ends = [k for k in range(1, last) if holds(self.begins(k))]
            return [steps[k] for k in sorted({0, *ends, last})]
        return [facts for k, facts in enumerate(steps) if k == 0 or facts != steps[k - 1]]

    def read_layers(self, true: Iterable[Lit]) -> list[frozenset[int]]:
        """The facts at the start and after each move, the operators of a layer in any order.

        Where moves are chains, the operators are put into an order with few moves.
        """
        values, facts = set(true), self.task.start
        operators = [
            operator
            for step in range(self.length)
            for k, operator in enumerate(self.task.operators)
            if self.acts(k, step) in values
        ]
        steps = [facts]
        for move in chained(operators) if self.task.chains else [[o] for o in operators]:
            for operator in move:
                facts = operator.apply(facts)
            steps.append(facts)
        return steps


def layers(task: Task, number: int) -> Horizon:
    """Return a horizon of so many layers, its goal asserted.

    Operators that touch no fact in common commute, so a layer of them is a piece of a plan in any
    order.  Where every plan has n operators, n layers have room for all of them (∀-steps: Kautz
    and Selman 1996; Rintanen, Heljanko and Niemelä 2006).
    """
    horizon = Horizon(task, (), layered=True)
    while horizon.length < number:
        horizon.extend()
    horizon.model.clause("goal", horizon.goal(number))
    return horizon


def unroll(task: Task, length: int, strengthen: Collection[str] = DEFAULT) -> Horizon:
    """Return the horizon of a length, its goal asserted: 'a plan of at most ``length`` moves'."""
    horizon = Horizon(task, strengthen)
    horizon.model.clause("goal", horizon.within(length))
    return horizon
