"""Frogs and toads as a task: operators that displace one animal, and all symmetries."""

from __future__ import annotations

from itertools import permutations

import pytest

from puzzleproof.encoders import ground
from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.encoders.task import Task
from puzzleproof.models.frogs.rules import FrogsPuzzle
from tests.support.frog_boards import SMALL as FROGS
from tests.support.frog_boards import frogs


@pytest.mark.parametrize("name", FROGS)
def test_every_operator_displaces_one_animal(name: str) -> None:
    task = ground(FROGS[name]).task
    assert task.displacing
    for operator in task.operators:
        assert len(operator.requires & task.movers) in (1, 2)
        assert len(operator.requires - task.movers) == 1


def images(puzzle: FrogsPuzzle) -> set[tuple[str, ...]]:
    """What the symmetries make of the facts, by name."""
    task = ground(puzzle).task
    assert all(is_symmetry(task, image) for image in task.symmetries)
    assert len(set(task.symmetries)) == len(task.symmetries)
    assert tuple(range(len(task.facts))) not in task.symmetries
    return {tuple(task.facts[f] for f in image) for image in task.symmetries}


def test_a_row_is_its_own_mirror_image_with_the_kinds_exchanged() -> None:
    assert images(frogs("F.T")) == {
        (
            "T@0,2",
            "T@0,1",
            "T@0,0",
            "F@0,2",
            "F@0,1",
            "F@0,0",
            "empty@0,2",
            "empty@0,1",
            "empty@0,0",
        )
    }


def test_a_row_with_unlike_numbers_has_no_symmetry() -> None:
    assert images(frogs("FF.T")) == set()


@pytest.mark.parametrize(
    ("board", "number"),
    [("FFF/F.T/TTT", 1), ("FF./F.T/.TT", 3), ("F./.T", 3), (".F/T.", 1), ("FT./...", 0)],
)
def test_boards_have_the_symmetries_that_keep_the_start(board: str, number: int) -> None:
    assert len(images(frogs(board))) == number


def test_a_mirror_image_alone_turns_frogs_round() -> None:
    """Left and right exchanged, and nothing else, is no symmetry: frogs do not go left."""
    assert images(frogs("F.F", goal="F.F")) == set()
    assert len(images(frogs("F.F", goal="F.F", backward=True))) == 1


def all_symmetries(task: Task) -> int:
    """Count every permutation of the cells, with or without the kinds exchanged, that is one."""
    cells, found = len(task.groups), 0
    for order in permutations(range(cells)):
        for kinds in ((0, 1, 2), (1, 0, 2)):
            image = [kinds[f // cells] * cells + order[f % cells] for f in range(3 * cells)]
            found += is_symmetry(task, image)
    return found - 1


@pytest.mark.parametrize("board", ["F.T", "FF.TT", "F./.T", ".F/T.", "F../..T", "F/./T"])
def test_no_symmetry_of_the_cells_is_missing(board: str) -> None:
    puzzle = frogs(board)
    assert len(images(puzzle)) == all_symmetries(ground(puzzle).task)
