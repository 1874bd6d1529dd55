"""Symmetries of boards, and of tasks: by their meaning, and none that is none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given

from puzzleproof.encoders import ground
from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.encoders.task import Task
from puzzleproof.models.sliding.rules import SlidingPuzzle
from tests.support.boards import METRICS, SMALL, groundable, library, puzzles, sliding
from tests.support.formulations import successors
from tests.support.questions import MIRRORED, task_of
from tests.support.tile_boards import tiles


def image(permutation: tuple[int, ...], facts: frozenset[int]) -> frozenset[int]:
    return frozenset(permutation[f] for f in facts)


def symmetries(task: Task) -> set[tuple[int, ...]]:
    """Without the identity: on a board of one row, that is what up and down is."""
    return set(task.symmetries) - {tuple(range(len(task.facts)))}


def layers(task: Task, depth: int) -> list[set[frozenset[int]]]:
    found = [{task.start}]
    for _ in range(depth):
        found.append({after for facts in found[-1] for _, after in successors(task, facts)})
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


SYMMETRIC = [
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
]


@pytest.mark.parametrize(("puzzle", "number"), SYMMETRIC)
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


def test_a_symmetry_keeps_what_the_operators_shift() -> None:
    """An exchange of two tiles keeps all but the shifts when one of them slides otherwise."""
    task = ground(tiles("0 1 2", goal="0 2 1")).task
    swap = tuple(range(3)) + tuple(range(6, 9)) + tuple(range(3, 6))
    bare = replace(task, start=frozenset((0,)), goals=())
    assert is_symmetry(bare, swap)
    lame = tuple(o._replace(shifts=tuple(s for s in o.shifts if s[0] < 6)) for o in task.operators)
    assert not is_symmetry(replace(bare, operators=lame), swap)
