"""Frogs and toads: the rules and the operators say the same, and so do all that build on them."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings

from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.families import ground
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.encoders.task import Task
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.verify.bfs import bfs, layers
from tests.support.formulations import agree_on
from tests.support.frog_boards import SMALL, frogs, puzzles
from tests.support.minimum import by_horizons, by_labelling, by_search

ROWS = ["F.T", "FF.T", "F.TTT", "FFF.TTT", "FFFF.TT", "FF...TT"]
SOLVED = sorted(set(SMALL) - {"out of reach"})


@pytest.mark.parametrize("name", SMALL)
def test_both_tellings_agree_on_every_state_of_hand_made_boards(name: str) -> None:
    puzzle = SMALL[name]
    assert agree_on(puzzle) == sum(map(len, layers(puzzle)))


@pytest.mark.parametrize("board", ROWS)
@pytest.mark.parametrize("jump_own", [False, True])
@pytest.mark.parametrize("backward", [False, True])
def test_both_tellings_agree_on_every_state_of_rows(
    board: str, jump_own: bool, backward: bool
) -> None:
    puzzle = frogs(board, jump_own=jump_own, backward=backward)
    assert agree_on(puzzle) == sum(map(len, layers(puzzle)))


@given(puzzles())
def test_both_tellings_agree_on_random_boards(puzzle: FrogsPuzzle) -> None:
    agree_on(puzzle, limit=150)


@pytest.mark.parametrize("name", SMALL)
def test_every_operator_displaces_one_animal(name: str) -> None:
    task = ground(SMALL[name]).task
    assert task.displacing
    for operator in task.operators:
        assert len(operator.requires & task.movers) in (1, 2)
        assert len(operator.requires - task.movers) == 1


# --- symmetries ---------------------------------------------------------------------------


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


# --- minima -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOLVED)
def test_every_way_finds_the_same_minimum(name: str) -> None:
    puzzle = SMALL[name]
    optimum = bfs(puzzle).optimum
    assert optimum is not None
    task = ground(puzzle).task
    for backend in (SatHorizons(task), CpsatHorizons(task)):
        assert by_horizons(puzzle, backend, optimum) == optimum
    assert by_labelling(puzzle).optimum == optimum


def test_a_goal_out_of_reach_is_proven_so() -> None:
    puzzle = SMALL["out of reach"]
    assert bfs(puzzle).optimum is None
    checked = by_labelling(puzzle)
    assert checked.at_least is None
    assert checked.plan is None
    assert SatHorizons(ground(puzzle).task).refute(6) is None


@settings(max_examples=settings().max_examples // 2)
@given(puzzles())
def test_sat_finds_the_minimum_of_random_boards(puzzle: FrogsPuzzle) -> None:
    found = by_search(puzzle, 14, 3000)
    if found is None or found.optimum is None:
        return
    assert by_horizons(puzzle, SatHorizons(ground(puzzle).task), found.optimum) == found.optimum
