"""The first move up to symmetry: true symmetries lose no minimum, false ones do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzleproof.encoders.horizon import operators
from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.encoders.strengthen import mirror
from puzzleproof.encoders.task import Task
from puzzleproof.models.puzzle import AnyPuzzle
from tests.support.boards import sliding
from tests.support.peg_boards import pegs
from tests.support.questions import has_plan, task_of
from tests.support.tile_boards import tiles


@pytest.mark.parametrize("goal", ["A..", "..A"])
def test_a_false_symmetry_would_lose_plans(goal: str) -> None:
    """Of a first move and its image the lesser is kept, so one of the two goals goes missing."""
    (mirror,) = task_of(sliding(".A.", "unit", goal=".A.")).symmetries
    task = task_of(sliding(".A.", "unit", goal=goal))
    assert has_plan(task, 1, ("mirror",))
    bent = replace(task, symmetries=(mirror,))
    assert has_plan(bent, 1, ("mirror",)) == (goal == "A..")


def test_a_true_symmetry_loses_no_minimum() -> None:
    for goal in (".C./B.D/.A.", ".A./B.D/.C."):
        task = task_of(sliding(".A./B.D/.C.", "unit", goal=goal, labelled="AC"))
        assert task.symmetries
        for length in range(13):
            assert has_plan(task, length, ("mirror",)) == has_plan(task, length)


EXCHANGED: dict[str, tuple[AnyPuzzle, list[AnyPuzzle]]] = {
    "tiles": (tiles("1 0 2", goal="1 0 2"), [tiles("1 0 2"), tiles("1 0 2", goal="1 2 0")]),
    "pegs": (
        pegs("jump", board="strip6", start="oxxxxo", goal="oxxxxo"),
        [pegs("jump", board="strip6", start="oxxxxo", goal=goal) for goal in ("xooxxo", "oxxoox")],
    ),
}
"""A puzzle with a mirror, and two whose goals the mirror exchanges."""


@pytest.mark.parametrize("name", EXCHANGED)
def test_a_false_symmetry_would_lose_one_of_two_goals(name: str) -> None:
    """Of a first move and its image the lesser is kept, so one of the two goals goes missing."""
    symmetric, puzzles = EXCHANGED[name]
    (image,) = task_of(symmetric).symmetries
    tasks = list(map(task_of, puzzles))
    assert all(not task.symmetries for task in tasks)
    assert all(has_plan(task, 1, ("mirror",)) for task in tasks)
    assert [has_plan(replace(task, symmetries=(image,)), 1, ("mirror",)) for task in tasks].count(
        False
    ) == 1


def test_the_mirror_is_for_the_first_step_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the first jump is made, its mirror image may have to follow."""
    task = task_of(pegs("jump", board="strip7", start="xxoooxx", goal="ooxoxoo"))
    assert task.symmetries
    assert has_plan(task, 2, ("mirror",))

    def at_each_step(unrolled: StepVariables, step: int) -> None:
        for change in operators.changes(task) if step else ():
            if any(operators.image(task, change, image) < change for image in task.symmetries):
                unrolled.formula.clause("mirror", *(-x for x in unrolled.happens(change, step - 1)))

    monkeypatch.setattr(mirror, "add", at_each_step)
    assert not has_plan(task, 2, ("mirror",))


def test_a_false_symmetry_would_lose_compound_moves() -> None:
    """The least departure is kept, so with a false mirror one of two starts goes missing."""
    puzzle = pegs(start="xxo\n...\noxx\n".replace("...", "ooo"), goal="oox\nooo\noxx\n")
    task = task_of(puzzle)
    assert has_plan(task, 1, ("mirror",))
    size = len(task.facts) // 2
    image_under = tuple(size - 1 - k for k in range(size))
    bent = replace(task, symmetries=((*image_under, *(size + k for k in image_under)),))
    assert not (
        has_plan(bent, 1, ("mirror",)) and has_plan(_turned(bent, image_under), 1, ("mirror",))
    )


def _turned(task: Task, image: tuple[int, ...]) -> Task:
    full = (*image, *(len(image) + k for k in image))
    goals = tuple(tuple((full[f],) for (f,) in goal) for goal in task.goals)
    return replace(task, start=frozenset(full[f] for f in task.start), goals=goals)
