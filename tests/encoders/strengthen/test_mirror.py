"""Symmetries of a task, and the first move up to them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given

from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.encoders.task import Task
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, SMALL, groundable, library, puzzles, sliding
from tests.support.questions import MIRRORED, has_plan, task_of


def image(permutation: tuple[int, ...], facts: frozenset[int]) -> frozenset[int]:
    return frozenset(permutation[f] for f in facts)


def symmetries(task: Task) -> set[tuple[int, ...]]:
    """Without the identity: on a board of one row, that is what up and down is."""
    return set(task.symmetries) - {tuple(range(len(task.facts)))}


def layers(task: Task, depth: int) -> list[set[frozenset[int]]]:
    found = [{task.start}]
    for _ in range(depth):
        found.append({after for facts in found[-1] for _, after in task.successors(facts)})
    return found


def assert_symmetric(task: Task) -> None:
    """By its meaning: an image of a layer is the layer, an image of a goal is a goal."""
    for permutation in task.symmetries:
        assert sorted(permutation) == list(range(len(task.facts)))
        for layer in layers(task, 3):
            assert {image(permutation, facts) for facts in layer} == layer
            for facts in layer:
                for number, stop in enumerate(task.stops):
                    assert task.in_sequence is False or task.holds(stop, facts) == task.holds(
                        task.stops[number], image(permutation, facts)
                    )
                assert any(task.holds(g, facts) for g in task.goals) == any(
                    task.holds(g, image(permutation, facts)) for g in task.goals
                )


@pytest.mark.parametrize(("puzzle", "number"), [
    (MIRRORED, 3),
    (sliding(".A.", goal=".A."), 1),
    (sliding("A..", goal="..A"), 0),
    (sliding(".A.", goal="A.."), 0),
    (sliding("#.#/.A./#.#"), 7),
    (sliding(".../.A./..."), 7),
    (sliding("AA./...", goal=".AA/..."), 0),
    (sliding("A.B", goal="A.B"), 1),
    (sliding("A.B", goal="A.B", labelled="AB"), 1),
    (sliding("A.B", goal="A.B", labelled="A"), 0),
    (sliding("A.BB", goal="A.BB"), 0),
    (sliding(".A#", goal=".A#"), 0),
    (sliding(".A.", tour=[".A.", "A.."]), 0),
    (sliding(".A./...", tour=[".A./...", ".../.A."]), 1),
    (sliding("..AA../..AA..", cell=2), 3),
    (library("ane-rouge"), 1),
    (library("quuzzle"), 0),
    (library("century"), 1),
])  # fmt: skip
def test_the_symmetries_that_keep_start_and_goal_are_found(
    puzzle: SlidingPuzzle, number: int
) -> None:
    assert len(symmetries(task_of(puzzle))) == number


def test_goals_that_a_mirror_exchanges_are_kept_by_it() -> None:
    assert len(symmetries(task_of(sliding(".A.", goal=["A..", "..A"])))) == 1


def test_stops_that_a_mirror_exchanges_are_kept_by_it_in_any_order_only() -> None:
    def number(order: str) -> int:
        tour = ["A..", "..A"]
        return len(symmetries(task_of(sliding(".A.", tour=tour, tour_order=order))))

    assert number("any") == 1
    assert number("sequence") == 0


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_symmetries_of_hand_made_boards_are_symmetries(name: str, metric: str) -> None:
    assert_symmetric(task_of(SMALL[name].with_metric(metric)))


@given(puzzles())
def test_symmetries_of_random_boards_are_symmetries(puzzle: SlidingPuzzle) -> None:
    assume(groundable(puzzle))
    assert_symmetric(task_of(puzzle))


def test_the_goal_turned_aside_is_no_symmetry() -> None:
    symmetric = task_of(sliding(".A.", "unit", goal=".A."))
    aside = task_of(sliding(".A.", "unit", goal="A.."))
    (mirror,) = symmetries(symmetric)
    assert is_symmetry(symmetric, mirror)
    assert not is_symmetry(aside, mirror)
    assert not is_symmetry(symmetric, mirror[:-1])
    assert not is_symmetry(symmetric, (mirror[0],) * len(mirror))


@pytest.mark.parametrize("goal", ["A..", "..A"])
def test_a_false_symmetry_would_lose_plans(goal: str) -> None:
    """Of a first move and its image the lesser is kept, so one of the two goals goes missing."""
    (mirror,) = symmetries(task_of(sliding(".A.", "unit", goal=".A.")))
    task = task_of(sliding(".A.", "unit", goal=goal))
    assert has_plan(task, 1, ("mirror",))
    bent = replace(task, symmetries=(mirror,))
    assert has_plan(bent, 1, ("mirror",)) == (goal == "A..")


def test_a_true_symmetry_loses_no_minimum() -> None:
    for goal in (".C./B.D/.A.", ".A./B.D/.C."):
        task = task_of(sliding(".A./B.D/.C.", "unit", goal=goal, labelled="AC"))
        assert symmetries(task)
        for length in range(13):
            assert has_plan(task, length, ("mirror",)) == has_plan(task, length)
