"""Frogs and toads: the rules and the operators say the same, and so do all that build on them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from puzzleproof.encoders import ground
from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.models.frogs.rules import FrogsPuzzle
from puzzleproof.verify.bfs import bfs, layers
from tests.support.formulations import agree_on
from tests.support.frog_boards import SMALL, frogs, puzzles
from tests.support.minimum import by_horizons, by_labelling, by_search

ROWS = ["F.T", "FF.T", "F.TTT", "FFF.TTT", "FFFF.TT", "FF...TT"]
SOLVED = sorted(set(SMALL) - {"out of reach"})


@pytest.mark.parametrize("name", SMALL)
def test_both_formulations_agree_on_every_state_of_hand_made_boards(name: str) -> None:
    puzzle = SMALL[name]
    assert agree_on(puzzle) == sum(map(len, layers(puzzle)))


@pytest.mark.parametrize("board", ROWS)
@pytest.mark.parametrize("jump_own", [False, True])
@pytest.mark.parametrize("backward", [False, True])
def test_both_formulations_agree_on_every_state_of_rows(
    board: str, jump_own: bool, backward: bool
) -> None:
    puzzle = frogs(board, jump_own=jump_own, backward=backward)
    assert agree_on(puzzle) == sum(map(len, layers(puzzle)))


@given(puzzles())
def test_both_formulations_agree_on_random_boards(puzzle: FrogsPuzzle) -> None:
    agree_on(puzzle, limit=150)


# --- symmetries ---------------------------------------------------------------------------


# --- minima -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOLVED)
def test_every_method_finds_the_same_minimum(name: str) -> None:
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
