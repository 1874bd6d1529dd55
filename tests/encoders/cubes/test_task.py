"""Instant Insanity as a task: rotations, and the views of a stack."""

from __future__ import annotations

from puzzleproof.encoders import ground
from puzzleproof.encoders.cubes.task import rotations
from puzzleproof.models.cubes.rules import PLACEMENTS
from tests.support.cube_sets import example
from tests.support.formulations import successors


def test_the_rotation_matrices_are_the_placements() -> None:
    assert sorted(rotations()) == sorted(PLACEMENTS)


def test_the_task_knows_the_views_of_a_stack() -> None:
    task = ground(example()).task
    assert len(task.symmetries) == 7
    assert task.length == 4


def test_a_stack_has_a_set_of_facts_for_each_view() -> None:
    """Those views that look alike are the same set of facts."""
    grounding = ground(example())
    assert not grounding.exact
    for _, facts in successors(grounding.task, grounding.task.start):
        found = grounding.facts_of(grounding.state(facts))
        images = {frozenset(image[f] for f in facts) for image in grounding.task.symmetries}
        assert set(found) == images | {facts}
        assert len(found) == len(set(found))
