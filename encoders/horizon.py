"""A task unrolled over steps 0..T: is there a plan of *at most* T moves.

Step t has one variable a fact (step-indexed occupancy); between steps t and t + 1 at most one
mover leaves a place and arrives at another (`encoders.displacement`).  A plan may be shorter than
T: the horizon then idles at its end, so one refutation at T rules out every length up to T.
Without idling it would not: a short plan cannot always be padded, in the ``piece`` metric never.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from puzzleproof.encoders import displacement
from puzzleproof.encoders.model import Lit, Model, every_family
from puzzleproof.encoders.steps import Steps
from puzzleproof.encoders.strengthen import DEFAULT, strengthenings
from puzzleproof.encoders.task import Condition, Task

__all__ = ["Horizon", "unroll"]


class Horizon(Steps):
    """A growing model of a task; `extend` adds a step, `goal` a literal for the goal."""

    def __init__(
        self,
        task: Task,
        strengthen: Collection[str] = DEFAULT,
        keep: Callable[[str], bool] = every_family,
    ) -> None:
        super().__init__(task, Model(keep))
        self._strengthen = strengthenings(strengthen)
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
        facts = self.task.facts
        self._leaves.append(
            model.variables_named(f"leaves {facts[m]}@{step}" for m in self._movers)
        )
        self._arrives.append(
            model.variables_named(f"arrives {facts[m]}@{step}" for m in self._movers)
        )
        self._idle.append(model.variable(f"idle@{step}"))
        displacement.add_step(self, step)
        if step:
            model.clause("idling lasts", -self.idle(step - 1), self.idle(step))
        self._add_strengthenings()

    def _state(self) -> None:
        step, task, model = self.length, self.task, self.model
        self._facts.append(model.variables_named(f"{name}@{step}" for name in task.facts))
        for group in task.groups:
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

    def read(self, true: Iterable[Lit], last: int) -> list[frozenset[int]]:
        """The facts of steps 0..last in a solution, without the idling at the end."""
        values = set(true)
        steps = [
            frozenset(f for f in range(len(self.task.facts)) if self.fact(f, step) in values)
            for step in range(last + 1)
        ]
        return [facts for k, facts in enumerate(steps) if k == 0 or facts != steps[k - 1]]


def unroll(task: Task, length: int, strengthen: Collection[str] = DEFAULT) -> Horizon:
    """Return the horizon of a length, its goal asserted: 'a plan of at most ``length`` moves'."""
    horizon = Horizon(task, strengthen)
    while horizon.length < length:
        horizon.extend()
    horizon.model.clause("goal", horizon.goal(length))
    return horizon
