"""Each lemma is true where it is used, and its guard matters: overstated, it loses plans."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import pytest
from pysat.solvers import Solver

from puzzleproof.encoders.cnf import Compiler
from puzzleproof.encoders.steps import Steps
from puzzleproof.encoders.strengthen import (
    commuting,
    constant_counts,
    frame_free,
    mirror,
    no_repeat,
    no_undo,
    projection,
)
from puzzleproof.encoders.task import Count, Task
from puzzleproof.models.sliding import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from tests.boards import METRICS, SMALL, sliding
from tests.strengthen.questions import added_by, grown, has_plan, task_of, without_stops

Bend = Callable[[Task], Task]


def bend(monkeypatch: pytest.MonkeyPatch, module: ModuleType, change: Bend) -> None:
    """Let a strengthening see another task than the horizon's."""
    honest: Callable[[Steps, int], None] = module.add

    def bent(horizon: Steps, step: int) -> None:
        task = horizon.task
        horizon.task = change(task)
        honest(horizon, step)
        horizon.task = task

    monkeypatch.setattr(module, "add", bent)


def minimum_of(puzzle: SlidingPuzzle) -> int:
    minimum = bfs(puzzle).optimum
    assert minimum is not None
    return minimum


# --- no_repeat: two displacements in a row of one piece are one ----------------------------


@pytest.mark.parametrize("metric", ["line", "unit"])
def test_no_repeat_is_for_displacements_that_compose(metric: str) -> None:
    puzzle = sliding("A../##.", metric, goal=".../##A")
    task, minimum = task_of(puzzle), minimum_of(puzzle)
    assert not task.composable
    assert has_plan(task, minimum, ("no_repeat",))
    assert not has_plan(replace(task, composable=True), minimum + 2, ("no_repeat",))


def test_no_repeat_is_not_for_tours() -> None:
    puzzle = sliding("A..", "piece", tour=["..A", ".A."])
    task = task_of(puzzle)
    assert not task.composable
    assert has_plan(task, 2, ("no_repeat",))
    assert not has_plan(replace(task, composable=True), 4, ("no_repeat",))


def test_displacements_compose_in_the_piece_metric() -> None:
    for puzzle in SMALL.values():
        for metric in METRICS:
            task = task_of(puzzle.with_metric(metric))
            assert task.composable == (metric == "piece" and not puzzle.tour)


# --- no_undo: no move takes back the one before --------------------------------------------


def test_no_undo_is_not_for_tours(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(sliding("A.", "unit", tour=[".A", "A."]))
    assert has_plan(task, 2, ("no_undo",))
    bend(monkeypatch, no_undo, without_stops)
    assert not has_plan(task, 4, ("no_undo",))


def test_no_undo_forbids_the_way_back_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were it 'no piece twice in a row', it would lose plans in the metric ``unit``."""
    task = task_of(sliding("A..", "unit", goal="..A"))
    assert has_plan(task, 2, ("no_undo",))
    monkeypatch.setattr(no_undo, "add", no_repeat.add)
    assert not has_plan(replace(task, composable=True), 4, ("no_undo",))


# --- commuting: moves that do not touch one another, in one order only ----------------------

LANES = [
    sliding("A../###/B..", "unit", labelled="*", tour=tour)
    for tour in (
        ["..." "/###/.B.", ".A./###/.B."], ["A../###/.B.", ".A./###/.B."],
        [".A./###/B..", ".A./###/.B."],
    )
]  # fmt: skip


def test_commuting_is_not_for_tours(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = list(map(task_of, LANES))
    assert all(has_plan(task, 2, ("commuting",)) for task in tasks)
    bend(monkeypatch, commuting, without_stops)
    assert not all(has_plan(task, 2, ("commuting",)) for task in tasks)


def test_commuting_moves_may_be_exchanged() -> None:
    """By the definition: both orders possible, or neither, and the same state after both."""
    for puzzle in (SMALL["walls"], SMALL["two labelled"], SMALL["rush hour"]):
        task = task_of(puzzle)
        pairs = set(commuting.commuting_pairs(task))
        assert pairs
        for facts in reachable(task):
            for first, second in pairs:
                assert in_order(task, facts, first, second) == in_order(task, facts, second, first)


def test_commuting_pairs_that_touch_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(sliding("A../..B", "unit", goal="..A/B..", labelled="*"))
    minimum = 4
    assert has_plan(task, minimum, ("commuting",))

    def every_pair(task: Task) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        moves = sorted(task.displacements)
        return [(a, b) for k, a in enumerate(moves) for b in moves[k + 1 :]]

    monkeypatch.setattr(commuting, "commuting_pairs", every_pair)
    bent = [has_plan(task_of(case), 4, ("commuting",)) for case in BACK_AND_FORTH]
    assert not all(bent)


BACK_AND_FORTH = [sliding("A....", "unit", goal="....A"), sliding("....A", "unit", goal="A....")]


def reachable(task: Task) -> list[frozenset[int]]:
    seen, queue = {task.start}, [task.start]
    for facts in queue:
        for _, after in task.successors(facts):
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return queue


def in_order(task: Task, facts: frozenset[int], *moves: tuple[int, int]) -> frozenset[int] | None:
    """The facts after some displacements in order, None where one is not possible."""
    for source, target in moves:
        routes = task.displacements[source, target]
        if source not in facts or not any(route <= facts for route in routes):
            return None
        operator = next(o for o in task.operators if {source} <= o.deletes and {target} <= o.adds)
        facts = facts - operator.deletes | operator.adds
    return facts


# --- projection: distances with most pieces forgotten ---------------------------------------


def test_projected_distances_are_lower_bounds() -> None:
    for puzzle in (SMALL["walls"], SMALL["locked squares"], SMALL["mirror"]):
        task = task_of(puzzle)
        forward, backward = projection.projected_distances(task)
        minimum = minimum_of(puzzle)
        kept = frozenset[int]().union(*forward)
        assert forward[task.start & kept] == 0
        assert backward[task.start & kept] <= minimum
        assert min(forward[s] + backward.get(s, minimum) for s in forward) <= minimum


@pytest.mark.parametrize("side", [0, 1])
def test_distances_too_large_by_one_would_lose_plans(
    side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    task, honest = task_of(SMALL["walls"]), projection.projected_distances
    assert has_plan(task, 8, ("projection",))

    def overstated(task: Task) -> tuple[dict[frozenset[int], int], ...]:
        sides = [dict(one) for one in honest(task)]
        sides[side] = {s: d + 1 if d else 0 for s, d in sides[side].items()}
        return tuple(sides)

    monkeypatch.setattr(projection, "projected_distances", overstated)
    assert not has_plan(task, 8, ("projection",))


def test_projection_is_not_for_tours(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(SMALL["tour in sequence"])
    minimum = minimum_of(SMALL["tour in sequence"])
    assert has_plan(task, minimum, ("projection",))
    bend(monkeypatch, projection, without_stops)
    assert has_plan(task, minimum, ("projection",)), "forward distances hold on a tour as well"


# --- constant_counts and frame_free: implied by the rest -----------------------------------


@pytest.mark.parametrize("name", ["walls", "two alike", "half-way", "tour in sequence"])
def test_the_frame_of_free_cells_is_implied(name: str) -> None:
    task = task_of(SMALL[name])
    compiler = Compiler(grown(task, 2, ()).model)
    with Solver(name="glucose4", bootstrap_with=compiler.update()) as solver:
        for clause in added_by(task, 2, "frame_free", "frame of free cells"):
            assert not solver.solve(assumptions=[-literal for literal in clause])


def test_a_frame_that_forgets_arrivals_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(SMALL["walls"])
    assert has_plan(task, 8, ("frame_free",))
    bend(monkeypatch, frame_free, lambda task: replace(task, movers=frozenset()))
    assert not has_plan(task, 8, ("frame_free",))


@pytest.mark.parametrize("more", [-1, 1])
def test_counts_that_are_wrong_would_lose_plans(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(SMALL["walls"])
    assert has_plan(task, 8, ("constant_counts",))

    def miscounted(task: Task) -> Task:
        last = task.counts[-1]
        wrong = Count(last.name, last.facts, last.number + more)
        return replace(task, counts=(*task.counts[:-1], wrong))

    bend(monkeypatch, constant_counts, miscounted)
    assert not has_plan(task, 8, ("constant_counts",))


def test_a_strengthening_that_is_bent_is_the_one_that_is_used() -> None:
    assert {module.__name__.rpartition(".")[2] for module in (mirror, commuting)} == {
        "mirror", "commuting",
    }  # fmt: skip
