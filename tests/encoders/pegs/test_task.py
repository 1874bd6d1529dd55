"""Peg solitaire as a task: what it says of itself, its symmetries, its names."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from puzzleproof.encoders import ground
from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.models.pegs.rules import PegPuzzle
from tests.support.peg_boards import pegs, puzzles


@given(puzzles())
def test_what_a_task_says_of_itself_is_true(puzzle: PegPuzzle) -> None:
    task = ground(puzzle).task
    assert task.chains == (puzzle.metric == "move")
    assert all(is_symmetry(task, image) for image in task.symmetries)
    assert len(set(task.symmetries)) == len(task.symmetries)
    assert tuple(range(len(task.facts))) not in task.symmetries
    pegs_left = {goal.bit_count() for goal in puzzle.goals}
    if len(pegs_left) == 1:
        assert task.length == puzzle.pegs.bit_count() - pegs_left.pop()
    else:
        assert task.length is None


SYMMETRIC = [
    ({"board": "english", "vacate": [3, 3], "finish": [3, 3]}, 7),
    ({"board": "english", "vacate": [3, 3], "finish": "any"}, 7),
    ({"board": "english", "vacate": [3, 3], "finish": [3, 6]}, 1),
    ({"board": "european", "vacate": [2, 1], "finish": "any"}, 0),
    ({"board": "triangle5", "vacate": [0, 0], "finish": "any"}, 1),
    ({"board": "triangle5", "vacate": [1, 0], "finish": "any"}, 0),
    ({"board": "triangle4", "vacate": [2, 1], "finish": "any"}, 5),
    ({"board": "triangle5", "vacate": [0, 0], "finish": [4, 4]}, 0),
    ({"board": "strip4", "vacate": [0, 0], "finish": "any"}, 0),
    ({"board": "strip5", "vacate": [2, 0], "finish": "any"}, 1),
    ({"board": "ooo\nooo\n", "vacate": [1, 0], "finish": "any"}, 1),
    ({"board": "....\n.oo.\n.oo.\n", "start": "....\n.xx.\n.xx.\n", "finish": "any"}, 7),
]


@pytest.mark.parametrize(("keys", "number"), SYMMETRIC)
def test_the_symmetries_that_keep_start_and_goals(keys: dict[str, Any], number: int) -> None:
    assert len(ground(pegs("jump", **keys)).task.symmetries) == number


def test_a_task_of_jumps_in_words() -> None:
    task = ground(pegs("move", board="strip3", vacate=[0, 0], finish=[0, 0])).task
    assert task.facts == ("peg@0", "peg@1", "peg@2", "hole@0", "hole@1", "hole@2")
    jumps = {(o.name, o.origin, o.landing) for o in task.operators}
    assert jumps == {("0-2", 0, 2), ("2-0", 2, 0)}
    assert task.groups == ((0, 3), (1, 4), (2, 5))
    assert (task.length, task.counts, task.movers) == (1, (), frozenset())
