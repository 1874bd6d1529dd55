"""The bidirectional refutation by the rules proves minima, and no more than that.

What it is for, and how it is told apart from the faster search, is in tests/provers/exhaustion.
"""

from __future__ import annotations

import pytest

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.bidirectional import refute
from puzzleproof.verify.peg_positions import image_of, symmetries
from tests.support.peg_boards import L_BOARD, PLUS, games_by_chance, pegs

TRIANGLE = pegs("move", board="triangle5", vacate=[0, 0], finish="any")
LARGE_TRIANGLE = pegs(board="triangle9", vacate=[0, 0], finish=[0, 0])
SMALL_EUROPEAN = pegs(board="european", vacate=[3, 3], finish="any")


@pytest.mark.parametrize("board", [L_BOARD, PLUS, "oooo\n" * 3])
def test_minima_are_proven_and_not_exceeded(board: str) -> None:
    for puzzle in games_by_chance(board, 8):
        optimum = bfs(puzzle).optimum
        assert refute(puzzle, optimum).at_least == optimum
        if optimum is not None:
            assert refute(puzzle, None).at_least == optimum
            assert refute(puzzle, optimum + 2).at_least == optimum
            assert refute(puzzle, optimum - 1).at_least == optimum - 1


@pytest.mark.parametrize("puzzle", [SMALL_EUROPEAN, LARGE_TRIANGLE])
def test_boards_of_more_than_33_holes_take_wider_tables_or_more(puzzle: PegPuzzle) -> None:
    """The position class of the first start has no single peg: a few moves are refuted soon."""
    assert refute(puzzle, 3).at_least == 3


@pytest.mark.parametrize(("board", "number"), [("triangle4", 6), ("english", 8), ("strip5", 2)])
def test_symmetries_take_holes_to_holes(board: str, number: int) -> None:
    puzzle = pegs(board=board, vacate=[0, 0] if board != "english" else [3, 3], finish="any")
    found = symmetries(puzzle.board)
    assert len(found) == number
    full = (1 << len(puzzle.board.holes)) - 1
    assert {image_of(full, one) for one in found} == {full}


def test_other_metrics_and_boards_are_not_supported() -> None:
    for puzzle in (
        TRIANGLE.with_metric("jump"),
        pegs(board="strip65", vacate=[0, 0], finish="any"),
    ):
        assert isinstance(puzzle, PegPuzzle)
        with pytest.raises(Unsupported, match="compound moves on 64 holes at most"):
            refute(puzzle, 3)


def test_a_refutation_can_be_stopped() -> None:
    seen: list[int] = []

    def stop(depth: int, classes: int) -> None:
        seen.append(depth)
        if depth == 3:
            raise LimitReached("enough")

    with pytest.raises(LimitReached):
        refute(TRIANGLE, None, stop)
    assert seen == [0, 1, 2, 3]
