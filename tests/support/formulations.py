"""Compare both formulations of the rules state by state: moves, goals, invariants."""

from __future__ import annotations

from typing import TypeAlias

from puzzleproof.encoders.families import ground
from puzzleproof.encoders.task import Grounding, Task
from puzzleproof.models.puzzle import AnyPuzzle, State

Node: TypeAlias = tuple[frozenset[int], int]
"""True facts, and the stops visited."""


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
    return {(now, task.visited(now, visited)) for _, now in task.successors(facts)}


def agree_on(puzzle: AnyPuzzle, limit: int = 4000) -> int:
    """Assert that both formulations agree on the first ``limit`` states; how many there were."""
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
    assert solved(task, node) == puzzle.is_goal(state), puzzle.draw(state)
    told = {state_of(grounding, one): one for one in after(task, node)}
    assert set(told) == set(puzzle.successors(state)), puzzle.draw(state)
    new = [one for one in told.values() if one not in seen]
    seen.update(new)
    return new


def assert_invariants(task: Task, facts: frozenset[int]) -> None:
    """Of each group one fact holds, of each count just so many."""
    for group in task.groups:
        assert len(facts & set(group)) == 1
    for count in task.counts:
        assert len(facts & set(count.facts)) == count.number
