"""Follow the formulations of the rules side by side: every move, every goal, every invariant."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from puzzleproof.encoders import ground
from puzzleproof.encoders.task import Grounding, Operator, Task
from puzzleproof.encoders.task_search import TaskSearch
from puzzleproof.models.arrays import array_board
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


def agree_on(puzzle: AnyPuzzle, limit: int = 4000) -> int:
    """Assert that rules, task and arrays agree on the first ``limit`` states; returns how many."""
    grounding = ground(puzzle)
    task, search = grounding.task, TaskSearch(grounding.task)
    start = (task.start, task.visited(task.start, 0))
    assert state_of(grounding, start) == puzzle.canonical(puzzle.start)
    seen, queue, moves = {start}, [start], dict[State, set[State]]()
    for node in queue:
        if len(seen) > limit:
            break
        state = state_of(grounding, node)
        assert_invariants(task, node[0])
        assert search.is_goal(node) == puzzle.is_goal(state), puzzle.draw(state)
        reached = ((now, task.visited(now, node[1])) for now in search.after(node[0]))
        found = {state_of(grounding, one): one for one in reached}
        assert set(found) == set(puzzle.successors(state)), puzzle.draw(state)
        moves[state] = set(found)
        queue.extend(new := [one for one in found.values() if one not in seen])
        seen.update(new)
    assert_on_arrays(puzzle, moves)
    return len(seen)


def assert_on_arrays(puzzle: AnyPuzzle, moves: Mapping[State, set[State]]) -> None:
    """Arrays, if the puzzle has any, say the same of all these states at once."""
    board = array_board(puzzle)
    if board is None:
        return
    states = sorted(moves, key=puzzle.pack)
    keys, found = board.keys_of(states), [set[State]() for _ in states]
    assert board.states(keys) == states
    assert (keys[:-1] < keys[1:]).all(), "keys sort as packed numbers do"
    for after, places in board.arcs(keys):
        numbers: list[int] = places.tolist()
        for place, state in zip(numbers, board.states(after), strict=True):
            found[place].add(state)
    assert found == [moves[state] for state in states]
    assert board.is_goal(keys).tolist() == list(map(puzzle.is_goal, states))


def assert_invariants(task: Task, facts: Facts) -> None:
    """Of each group one fact holds, of each count a fixed number."""
    for group in task.groups:
        assert len(facts & set(group)) == 1
    for count in task.counts:
        assert len(facts & set(count.facts)) == count.number


def one_after_another(facts: Facts, *operators: Operator) -> Facts | None:
    """The facts after some operators, None where one cannot be applied."""
    for operator in operators:
        if not operator.requires <= facts:
            return None
        facts = operator.apply(facts)
    return facts
