"""Each lemma is true where it is used, and its guard matters: overstated, it loses plans."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import pytest

from puzzleproof.encoders.horizon.cnf import Compiler
from puzzleproof.encoders.horizon.variables import Steps
from puzzleproof.encoders.strengthen import (
    commuting,
    constant_counts,
    frame_free,
    no_repeat,
    no_undo,
)
from puzzleproof.encoders.task import Count, Task
from puzzleproof.models.sliding.rules import SlidingPuzzle
from puzzleproof.verify.bfs import bfs
from tests.support.boards import METRICS, SMALL, sliding
from tests.support.questions import (
    added_by,
    grown,
    has_plan,
    satisfiable,
    task_of,
    without_stops,
)

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


def test_pairs_that_touch_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk of one piece is in ascending order one way, and in descending order the other."""
    ways = [sliding("A....", "unit", goal="....A"), sliding("....A", "unit", goal="A....")]
    tasks = list(map(task_of, ways))
    assert all(has_plan(task, 4, ("commuting",)) for task in tasks)

    def every_pair(task: Task) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        moves = sorted(task.displacements)
        return [(a, b) for k, a in enumerate(moves) for b in moves[k + 1 :]]

    monkeypatch.setattr(commuting, "commuting_pairs", every_pair)
    assert not all(has_plan(task, 4, ("commuting",)) for task in tasks)


def reachable(task: Task) -> list[frozenset[int]]:
    seen, queue = {task.start}, [task.start]
    for facts in queue:
        for _, after in task.successors(facts):
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return queue


def in_order(task: Task, facts: frozenset[int], *moves: tuple[int, ...]) -> frozenset[int] | None:
    """The facts after some displacements in order, None where one is not possible."""
    for source, target in moves:
        routes = task.displacements[source, target]
        if source not in facts or not any(route <= facts for route in routes):
            return None
        operator = next(o for o in task.operators if {source} <= o.deletes and {target} <= o.adds)
        facts = facts - operator.deletes | operator.adds
    return facts


# --- constant_counts and frame_free: implied by the rest -----------------------------------


@pytest.mark.parametrize("name", ["walls", "two alike", "half-way", "tour in sequence"])
def test_the_frame_of_free_cells_is_implied(name: str) -> None:
    task = task_of(SMALL[name])
    compiler = Compiler(grown(task, 2, ()).model)
    clauses = added_by(task, 2, "frame_free", "frame of free cells")
    denied = [[-literal for literal in clause] for clause in clauses]
    assert denied
    assert not satisfiable(compiler.update(), *denied)


def test_a_frame_that_forgets_arrivals_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(SMALL["walls"])
    assert has_plan(task, 8, ("frame_free",))

    def without_movers(task: Task) -> Task:
        groups = (tuple(f for f in group if f not in task.movers) for group in task.groups)
        return replace(task, groups=tuple(groups))

    bend(monkeypatch, frame_free, without_movers)
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
