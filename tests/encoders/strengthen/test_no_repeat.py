"""Two displacements in a row of one piece are one, in the metric ``piece`` alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.boards import METRICS, SMALL, sliding
from tests.support.questions import (
    has_plan,
    minimum_of,
    task_of,
)


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
