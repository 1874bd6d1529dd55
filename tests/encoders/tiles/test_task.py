"""Sliding tiles as a task: names, the colour of the blank's cell, mirror images."""

from __future__ import annotations

import pytest
from hypothesis import given

from puzzleproof.encoders import ground
from puzzleproof.models.tiles.rules import TilesPuzzle
from tests.support.formulations import successors
from tests.support.tile_boards import METRICS, puzzles, tiles


def test_facts_and_operators_have_names_to_read() -> None:
    task = ground(tiles("1 0 2/3 4 5", "multi")).task
    names = {task.facts[f] for f in task.start}
    assert names == {"1@0,0", "blank@0,1", "2@0,2", "3@1,0", "4@1,1", "5@1,2"}
    assert {"E@0,0", "E2@0,0", "S@0,1"} <= {o.name for o in task.operators}
    assert len({o.name for o in task.operators}) == len(task.operators)


@given(puzzles())
def test_every_operator_changes_the_colour_of_the_blank_s_cell(puzzle: TilesPuzzle) -> None:
    task = ground(puzzle).task
    assert bool(task.alternates) == (puzzle.metric == "single")
    assert not task.alternates or task.alternates < set(task.groups[0])
    for operator in task.operators:
        if task.alternates:
            assert (
                len(operator.adds & task.alternates) + len(operator.deletes & task.alternates) == 1
            )


def mapped(facts: frozenset[int], image: tuple[int, ...]) -> frozenset[int]:
    return frozenset(image[f] for f in facts)


SYMMETRIC = {
    "transposed": (tiles("0 3 6/1 4 7/2 5 8"), 1),
    "transposed to another": (tiles("0 1 2/3 4 5/6 7 8", goal="0 3 6/1 4 7/2 5 8"), 1),
    "the farthest 2 x 2": (tiles("3 2/1 0"), 1),
    "the blank in the middle": (tiles("1 2 3/4 0 5/6 7 8", goal="8 7 6/5 0 4/3 2 1"), 7),
    "a row": (tiles("1 0 2"), 0),
    "a row turned": (tiles("1 0 2", goal="2 0 1"), 1),
    "two columns": (tiles("1 2/0 3/4 5", goal="4 5/0 3/1 2"), 1),
    "one exchange too many": (tiles("0 3 6/1 4 7/2 5 8", goal="0 1 2/3 4 5/6 8 7"), 0),
    "the blank in another corner": (tiles("1 2 0/3 4 5"), 0),
}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SYMMETRIC)
def test_mirror_images_that_rename_the_tiles_are_found(name: str, metric: str) -> None:
    puzzle, number = SYMMETRIC[name]
    task = ground(puzzle.with_metric(metric)).task
    assert len(task.symmetries) == len(set(task.symmetries)) == number
    for image in task.symmetries:
        assert image != tuple(range(len(task.facts)))
        here = task.start
        for step in range(6):
            options = [facts for _, facts in successors(task, here)]
            there = {facts for _, facts in successors(task, mapped(here, image))}
            assert there == {mapped(facts, image) for facts in options}
            here = options[step % len(options)]
        assert any(task.holds(goal, mapped(_goal(puzzle), image)) for goal in task.goals)


def _goal(puzzle: TilesPuzzle) -> frozenset[int]:
    size = len(puzzle.goal)
    return frozenset(label * size + cell for cell, label in enumerate(puzzle.goal))
