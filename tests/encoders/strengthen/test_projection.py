"""Projections: distances with most pieces forgotten never exceed the real ones."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from puzzleproof.encoders.strengthen import projection
from puzzleproof.encoders.task import Task
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, SMALL, groundable, puzzles, sliding
from tests.support.formulations import Facts, successors
from tests.support.minimum import by_search
from tests.support.questions import has_plan, task_of

NO_TOURS = [name for name, puzzle in SMALL.items() if not puzzle.tour]


def real_distances(task: Task) -> tuple[dict[Facts, int], dict[Facts, int]]:
    """(from the start, to the goal) of every reachable state; no way to the goal: missing."""
    forward, parents, queue = {task.start: 0}, dict[Facts, set[Facts]](), [task.start]
    for here in queue:
        for _, after in successors(task, here):
            parents.setdefault(after, set()).add(here)
            if after not in forward:
                forward[after] = forward[here] + 1
                queue.append(after)
    goals = [s for s in queue if any(task.holds(goal, s) for goal in task.goals)]
    backward, queue = dict.fromkeys(goals, 0), goals
    for here in queue:
        for before in parents.get(here, ()):
            if before not in backward:
                backward[before] = backward[here] + 1
                queue.append(before)
    return forward, backward


def assert_lower_bounds(task: Task) -> None:
    """The clauses forbid whatever contains a projected state, so they must hold for all of it."""
    projected = projection.projected_distances(task)
    for side, real in zip(projected, real_distances(task), strict=True):
        for facts, distance in real.items():
            for shadow in projected[0]:
                if shadow <= facts:
                    assert side.get(shadow, distance + 1) <= distance


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", NO_TOURS)
def test_projected_distances_are_lower_bounds(name: str, metric: str) -> None:
    if len(SMALL[name].names) > 3:
        pytest.skip("too many pairs of states to compare")
    assert_lower_bounds(task_of(SMALL[name].with_metric(metric)))


@settings(max_examples=settings().max_examples // 2)
@given(puzzles(tours=False))
def test_projected_distances_of_random_boards_are_lower_bounds(puzzle: SlidingPuzzle) -> None:
    assume(by_search(puzzle, 99, 60) is not None and groundable(puzzle))
    task = task_of(puzzle)
    assume(len(real_distances(task)[0]) <= 80)
    assert_lower_bounds(task)


@pytest.mark.parametrize("side", [0, 1])
def test_distances_too_large_by_one_would_lose_plans(
    side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    task, honest = task_of(sliding("A../##./...", "line", goal=".../##./A..")), projection
    distances = honest.projected_distances(task)
    assert has_plan(task, 3, ("projection",))

    def overstated(task: Task) -> tuple[dict[Facts, int], ...]:
        sides = list(map(dict, distances))
        sides[side] = {s: d + 1 if d else 0 for s, d in sides[side].items()}
        return tuple(sides)

    monkeypatch.setattr(projection, "projected_distances", overstated)
    assert not has_plan(task, 3, ("projection",))


def test_a_projection_of_all_pieces_is_exact() -> None:
    task = task_of(sliding("A../##./...", "line", goal=".../##./A.."))
    forward, backward = projection.projected_distances(task)
    assert forward == real_distances(task)[0]
    assert backward == real_distances(task)[1]


def test_a_projection_too_large_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "STATE_LIMIT", 5)
    projection.projected_distances.cache_clear()
    task = task_of(SMALL["one piece"])
    assert projection.projected_distances(task) == ({}, {})
    assert has_plan(task, 1, ("projection",))
    projection.projected_distances.cache_clear()
