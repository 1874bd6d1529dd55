"""Parts of a horizon: rows that leave no place out, so that they are refuted where the whole is."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.horizon.parts import Part, rows_half_way, unroll_part
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.strengthen import DEFAULT
from puzzleproof.encoders.task import Task
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import SMALL, groundable, library, puzzles, sliding
from tests.support.minimum import by_search
from tests.support.questions import minimum_of, task_of


def named(task: Task, part: Part) -> list[str]:
    return [task.facts[fact] for fact in part]


def test_the_parts_are_rows() -> None:
    task = task_of(library("ane-rouge"))
    rows = rows_half_way(task)
    assert [named(task, row) for row in rows] == [
        [f"B@{r},{c}" for c in range(2)] for r in range(4)
    ]


def test_places_that_are_images_of_each_other_are_asked_once() -> None:
    """Of a plan and its image one is asked about, whatever its first move is."""
    task = task_of(library("ane-rouge"))
    assert task.symmetries
    whole, part = (
        unroll_part(task, 4, DEFAULT, facts).formula.constraints
        for facts in ((), rows_half_way(task)[0])
    )
    families = [{constraint.family for constraint in found} for found in (whole, part)]
    assert ["mirror" in found for found in families] == [True, False]
    assert ["half-way" in found for found in families] == [False, True]


def test_a_wall_divides_a_row() -> None:
    task = task_of(sliding("A.#./....", goal="..../...A"))
    assert [named(task, row) for row in rows_half_way(task)] == [
        ["A@0,0", "A@0,1"],
        ["A@0,3"],
        [f"A@1,{c}" for c in range(4)],
    ]


def test_every_place_of_the_piece_or_its_image_is_in_one_part() -> None:
    for name in ("ane-rouge", "simplicity", "century", "rush-49"):
        task = task_of(library(name))
        rows = rows_half_way(task)
        facts = sorted(fact for row in rows for fact in row)
        (whole,) = (count for count in task.counts if set(count.facts) & set(facts))
        assert whole.number == 1
        images = {image[fact] for fact in facts for image in task.symmetries}
        assert images | set(facts) == set(whole.facts)
        assert len(facts) == len(set(facts))


def test_without_such_a_piece_there_are_no_parts() -> None:
    alike = sliding("AB../....", goal="..../..AB")
    for puzzle in (alike, SMALL["tour in sequence"], alike.with_metric("unit")):
        assert rows_half_way(task_of(puzzle)) == []


@pytest.mark.parametrize("name", ["walls", "two labelled", "half-way", "mirror"])
@pytest.mark.parametrize("metric", ["piece", "line"])
def test_a_horizon_has_a_plan_where_a_part_has(name: str, metric: str) -> None:
    puzzle = SMALL[name].with_metric(metric)
    task, minimum = task_of(puzzle), minimum_of(puzzle)
    rows = rows_half_way(task)
    for backend in (SatHorizons(task, "glucose4"), CpsatHorizons(task)):
        assert all(backend.refute(minimum - 1, row) is None for row in rows)
        assert any(backend.refute(minimum, row) is not None for row in rows)


@settings(max_examples=settings().max_examples // 2)
@given(puzzles(tours=False))
def test_parts_of_random_boards(puzzle: SlidingPuzzle) -> None:
    found = by_search(puzzle, 6, 1500)
    assume(found is not None and groundable(puzzle))
    assert found is not None
    assert found.optimum is not None
    task = task_of(puzzle)
    rows, backend = rows_half_way(task), SatHorizons(task, "glucose4")
    assume(rows and found.optimum)
    for length in (found.optimum - 1, found.optimum, found.optimum + 1):
        plans = [backend.refute(length, row) for row in rows]
        assert any(plan is not None for plan in plans) == (length >= found.optimum)
