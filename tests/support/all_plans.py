"""All plans of a given length, and whether an unrolled task has one as a solution."""

from collections.abc import Collection, Iterator
from typing import Any, TypeAlias

from puzzleproof.encoders.horizon.formula import Compiler
from puzzleproof.encoders.horizon.unrolled import UnrolledTask
from puzzleproof.encoders.sat import pysat
from puzzleproof.encoders.task import Task
from tests.support.formulations import Facts, Node, after, solved

Plan: TypeAlias = list[Facts]
"""The facts at the start and after each move."""


def all_plans(task: Task, length: int) -> Iterator[Plan]:
    """Every sequence of ``length`` moves from the start to a goal, at the goal before or not."""
    layers = [{(task.start, task.visited(task.start, 0))}]
    for _ in range(length):
        layers.append({then for node in layers[-1] for then in after(task, node)})
    useful = [{node for node in layers[-1] if solved(task, node)}]
    for layer in reversed(layers[:-1]):
        useful.append({node for node in layer if not useful[-1].isdisjoint(after(task, node))})
    return _through(task, useful[::-1], [])


def _through(task: Task, useful: list[set[Node]], path: list[Node]) -> Iterator[Plan]:
    if len(path) == len(useful):
        yield [facts for facts, _ in path]
        return
    ahead = after(task, path[-1]) if path else useful[0]
    for node in sorted(ahead & useful[len(path)], key=lambda node: sorted(node[0])):
        yield from _through(task, useful, [*path, node])


class Horizon:
    """'At most ``length`` moves' with some strengthenings: which plans are among its solutions."""

    def __init__(self, task: Task, length: int, strengthen: Collection[str]) -> None:
        self._task = task
        self._unrolled = UnrolledTask(task, strengthen)
        self._unrolled.formula.clause("asserted", self._unrolled.within(length))
        clauses = Compiler(self._unrolled.formula).update()
        self._solver: Any = pysat.Solver("glucose4", bootstrap_with=clauses)

    def has(self, plan: Plan) -> bool:
        """Whether there is a solution with just these facts, at rest after the last of them."""
        assumptions = list[int]()
        for step in range(self._unrolled.length + 1):
            facts = plan[min(step, len(plan) - 1)]
            for fact in range(len(self._task.facts)):
                literal = self._unrolled.fact(fact, step)
                assumptions.append(literal if fact in facts else -literal)
        found: bool = self._solver.solve(assumptions=assumptions)
        return found
