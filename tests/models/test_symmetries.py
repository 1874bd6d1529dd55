"""Symmetries of boards of holes take lines of jumps to lines; a budget counts what is held."""

import pytest

from puzzleproof.models.board import Budget
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.pegs.boards import named_board
from puzzleproof.models.symmetries import NAMED, TRIANGLE_SYMMETRIES, hole_symmetries


@pytest.mark.parametrize(
    ("name", "names"), [("english", [*NAMED]), ("triangle5", [*TRIANGLE_SYMMETRIES.values()])]
)
def test_symmetries_of_holes_keep_lines(name: str, names: list[str]) -> None:
    board = named_board(name)
    number = {hole: k for k, hole in enumerate(board.holes)}
    lines = {
        (number[hole], number[over], number[to])
        for hole in board.holes
        for over, to in board.lines(hole)
    }
    found = dict(hole_symmetries(board))
    assert sorted(found) == sorted(names)
    for images in found.values():
        assert sorted(images) == list(range(len(images)))
        assert {(images[a], images[b], images[c]) for a, b, c in lines} == lines


def test_a_budget_counts_memory_and_time() -> None:
    budget = Budget(100)
    budget.keep(80)
    with pytest.raises(LimitReached, match="memory limit reached"):
        budget.keep(30)
    budget.until = 0.0
    budget.keep(-80)  # what is given back is never refused
    assert budget.held == 0
    with pytest.raises(LimitReached, match="time limit reached"):
        budget.ask(0)
