"""Illegal moves and unreadable ones: the message names the step, the place and the reason."""

from __future__ import annotations

import pytest

from puzzleproof.models.errors import IllegalMove, NotationError, PuzzleProofError
from puzzleproof.models.sliding.rules import SlidingMove, SlidingPuzzle
from tests.support.boards import sliding

PUZZLE = sliding("A.B/..#", "piece", labelled="*")


def refusal(puzzle: SlidingPuzzle, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        puzzle.play(puzzle.start, puzzle.parse_move(text))
    return str(caught.value)


def test_the_piece_in_the_way_is_named_with_step_and_cell() -> None:
    message = refusal(PUZZLE, "AEE")
    assert "'AEE', step 2 (E)" in message
    assert "'B' is in the way at row 1, column 3" in message


def test_the_edge_of_the_board_is_named() -> None:
    assert "'AEN', step 2 (N): 'A' would leave the board" in refusal(PUZZLE, "AEN")


def test_a_wall_is_outside_the_board() -> None:
    assert "step 3 (E): 'A' would leave the board" in refusal(PUZZLE, "ASEE")


def test_a_locked_axis_is_named() -> None:
    assert "axis" in refusal(sliding("AA./...", axis_locked=True), "AS")


@pytest.mark.parametrize(
    ("metric", "text"), [("line", "AES"), ("unit", "AES"), ("unit", "AEE"), ("unit", "AEEE")]
)
def test_a_move_of_another_metric_is_refused(metric: str, text: str) -> None:
    puzzle = sliding("A.../....", metric)
    message = refusal(puzzle, text)
    assert repr(text) in message
    assert repr(metric) in message


@pytest.mark.parametrize("metric", ["piece", "line", "unit"])
def test_a_way_there_and_back_is_no_move(metric: str) -> None:
    assert "'AEW'" in refusal(sliding("A...", metric), "AEW")


@pytest.mark.parametrize("metric", ["line", "unit"])
def test_a_detour_is_no_straight_move(metric: str) -> None:
    assert "'AEEW'" in refusal(sliding("A...", metric), "AEEW")


def test_a_detour_is_a_piece_move() -> None:
    puzzle = sliding("A.../....", "piece")
    direct = puzzle.play(puzzle.start, puzzle.parse_move("AE"))
    assert puzzle.play(puzzle.start, puzzle.parse_move("ASEN")) == direct


def test_a_piece_that_is_not_there_is_refused() -> None:
    with pytest.raises(IllegalMove, match="no piece 'Z' on the board"):
        PUZZLE.play(PUZZLE.start, SlidingMove("Z", "E"))


def test_a_move_without_a_step_is_refused() -> None:
    with pytest.raises(IllegalMove):
        PUZZLE.play(PUZZLE.start, SlidingMove("A", ""))


@pytest.mark.parametrize("text", ["", "A", "AX", "Aee", "A E", "AEe", "A1", "E", "AE\n", "É", "A→"])
def test_what_is_no_move_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        PUZZLE.parse_move(text)
    assert repr(text) in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, PuzzleProofError)


def test_a_move_of_an_unknown_piece_cannot_be_read() -> None:
    with pytest.raises(NotationError, match="no piece 'Z'"):
        PUZZLE.parse_move("ZE")
