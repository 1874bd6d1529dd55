"""Count the shortest plans by the rules: a breadth-first search that adds up numbers of paths.

A plan is identified by the canonical states that it passes through, so two moves to states that the
rules do not distinguish count once.  The number of shortest paths to a state at distance d + 1 is
the sum of the numbers for the states at distance d from which a move leads to it.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from puzzleproof.models.budget import metered
from puzzleproof.models.puzzle import AnyPuzzle, State, plan_through

OnLayer = Callable[[int, int], None]


class PlanCount(NamedTuple):
    """The minimum in the puzzle's metric (None: unreachable) and the number of shortest plans."""

    optimum: int | None
    plans: int


def count_shortest(puzzle: AnyPuzzle, on_layer: OnLayer | None = None) -> PlanCount:
    """Count the shortest plans; returns their number and their length.

    ``on_layer(depth, states so far)`` may raise to stop the search.  The search takes as long as
    `puzzleproof.verify.bfs.bfs`, and somewhat more memory.

    >>> from puzzleproof.models.instances import load
    >>> count_shortest(load("frogs-3-3"))
    PlanCount(optimum=15, plans=2)
    """
    for depth, (paths, goals) in enumerate(_up_to_goals(puzzle, on_layer)):
        if goals:
            return PlanCount(depth, sum(map(paths.__getitem__, goals)))
    return PlanCount(None, 0)


def _up_to_goals(
    puzzle: AnyPuzzle, on_layer: OnLayer | None
) -> Iterator[tuple[dict[State, int], set[State]]]:
    """Yield each layer with its goal states; the first layer that has a goal state is the last."""
    seen = 0
    for depth, paths in enumerate(_layers(puzzle)):
        goals = set(filter(puzzle.is_goal, paths))
        yield paths, goals
        if goals:
            return
        seen += len(paths)
        if on_layer:
            on_layer(depth, seen)


def _layers(puzzle: AnyPuzzle) -> Iterator[dict[State, int]]:
    """Yield for distance 0, 1, 2, … from the start: {state: number of shortest paths to it}."""
    before, paths = set[State](), {puzzle.canonical(puzzle.start): 1}
    while paths:
        yield paths
        after: dict[State, int] = {}
        for here, number in paths.items():
            for state in set(metered(puzzle.successors(here), len(before) + len(after))):
                if state not in paths and state not in before:
                    after[state] = after.get(state, 0) + number
        if puzzle.reversible:
            before = set(paths)
        else:
            before.update(paths)
        paths = after


def shortest_plans(
    puzzle: AnyPuzzle, limit: int | None = None, on_layer: OnLayer | None = None
) -> Iterator[list[str]]:
    """Yield at most ``limit`` shortest plans in a fixed order; no plan if no goal is reachable."""
    for states in islice(_paths(puzzle, _useful(puzzle, on_layer)), limit):
        yield [puzzle.format_move(move) for move in plan_through(puzzle, states)]


def _useful(puzzle: AnyPuzzle, on_layer: OnLayer | None) -> list[set[State]]:
    """Return, for each distance, the states that lie on a shortest plan."""
    found = [goals or set(paths) for paths, goals in _up_to_goals(puzzle, on_layer)]
    if not any(map(puzzle.is_goal, found[-1])):
        return []
    for k in range(len(found) - 2, -1, -1):
        found[k] = {s for s in found[k] if not found[k + 1].isdisjoint(puzzle.successors(s))}
    return found


def _paths(puzzle: AnyPuzzle, useful: list[set[State]]) -> Iterator[tuple[State, ...]]:
    """Yield every path from the first set to the last, without recursion: plans may be long."""
    waiting: list[tuple[State, ...]]
    waiting = [(state,) for state in sorted(useful[0], reverse=True)] if useful else []
    while waiting:
        path = waiting.pop()
        if len(path) == len(useful):
            yield path
            continue
        after = useful[len(path)].intersection(puzzle.successors(path[-1]))
        waiting += [(*path, state) for state in sorted(after, reverse=True)]
