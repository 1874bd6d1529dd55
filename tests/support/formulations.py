"""Follow both formulations of the rules side by side: every move, every goal, every invariant."""

from collections.abc import Iterator
from typing import TypeAlias

from puzzleproof.encoders import ground
from puzzleproof.encoders.task import Grounding, Operator, Task
from puzzleproof.models.puzzle import AnyPuzzle, State

Facts: TypeAlias = frozenset[int]
Node: TypeAlias = tuple[Facts, int]
"""True facts, and the stops visited."""


def successors(task: Task, facts: Facts) -> Iterator[tuple[Operator, Facts]]:
    """What a task means: every state one move away, with the (last) operator that leads there."""
    for operator in task.operators:
        if operator.requires <= facts:
            after = operator.apply(facts)
            yield operator, after
            if task.chains:
                yield from _continued(task, operator.landing, after)


def _continued(task: Task, landing: int, facts: Facts) -> Iterator[tuple[Operator, Facts]]:
    for operator in task.operators:
        if operator.origin == landing and operator.requires <= facts:
            after = operator.apply(facts)
            yield operator, after
            yield from _continued(task, operator.landing, after)


def reachable(task: Task, limit: int = 10**9) -> list[Facts]:
    """Every state, the start first; about so many at most."""
    seen, queue = {task.start}, [task.start]
    for facts in queue:
        if len(queue) >= limit:
            break
        for _, after in successors(task, facts):
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return queue


def state_of(grounding: Grounding, node: Node) -> State:
    """The state of the rules that a node stands for."""
    facts, visited = node
    placed = grounding.state(facts)
    return (*placed, visited) if grounding.task.stops else placed


def solved(task: Task, node: Node) -> bool:
    """Whether the task calls this a goal."""
    facts, visited = node
    if task.stops:
        return visited == (1 << len(task.stops)) - 1
    return any(task.holds(goal, facts) for goal in task.goals)


def after(task: Task, node: Node) -> set[Node]:
    """The nodes one operator away."""
    facts, visited = node
    return {(now, task.visited(now, visited)) for _, now in successors(task, facts)}


def agree_on(puzzle: AnyPuzzle, limit: int = 4000) -> int:
    """Assert that both formulations agree on the first ``limit`` states; returns their number."""
    grounding = ground(puzzle)
    task = grounding.task
    start = (task.start, task.visited(task.start, 0))
    assert state_of(grounding, start) == puzzle.canonical(puzzle.start)
    seen, queue = {start}, [start]
    for node in queue:
        if len(seen) > limit:
            break
        queue.extend(_compare(puzzle, grounding, node, seen))
    return len(seen)


def _compare(puzzle: AnyPuzzle, grounding: Grounding, node: Node, seen: set[Node]) -> list[Node]:
    task, state = grounding.task, state_of(grounding, node)
    assert_invariants(task, node[0])
    assert_inverse(grounding, node[0])
    assert solved(task, node) == puzzle.is_goal(state), puzzle.draw(state)
    found = {state_of(grounding, one): one for one in after(task, node)}
    assert set(found) == set(puzzle.successors(state)), puzzle.draw(state)
    new = [one for one in found.values() if one not in seen]
    seen.update(new)
    return new


def assert_invariants(task: Task, facts: Facts) -> None:
    """Of each group one fact holds, of each count a fixed number."""
    for group in task.groups:
        assert len(facts & set(group)) == 1
    for count in task.counts:
        assert len(facts & set(count.facts)) == count.number


def assert_inverse(grounding: Grounding, facts: Facts) -> None:
    """The facts of the state of some facts are these, and others only where that is said."""
    found = grounding.facts_of(grounding.state(facts))
    assert facts in found
    assert len(found) == len(set(found))
    assert len(found) == 1 or not grounding.exact


def one_after_another(facts: Facts, *operators: Operator) -> Facts | None:
    """The facts after some operators, None where one cannot be applied."""
    for operator in operators:
        if not operator.requires <= facts:
            return None
        facts = operator.apply(facts)
    return facts
