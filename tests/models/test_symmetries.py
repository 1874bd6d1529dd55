"""Symmetries of boards of holes take lines of jumps to lines; a budget counts what is held."""

import pytest

from puzzleproof.models.board import Budget
from puzzleproof.models.errors import LimitReached
from puzzleproof.models.pegs.boards import read_board
from puzzleproof.models.symmetries import NAMED, TRIANGULAR, hole_symmetries
from puzzleproof.verify.bounds.peg_graph import symmetries

TRAPEZIUM = "......\n.o.o..\no.o.o.\n"


_, *TURNS = TRIANGULAR.values()  # without the one that leaves every hole


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("english", [*NAMED]),
        ("triangle5", TURNS[:5]),
        ("hexagon3", TURNS),
        (TRAPEZIUM, ["left-right"]),
    ],
)
def test_symmetries_of_holes_keep_lines(name: str, names: list[str]) -> None:
    board = read_board(name, grid="triangular" if name == TRAPEZIUM else None)
    number = {hole: k for k, hole in enumerate(board.holes)}
    lines = {
        (number[hole], number[over], number[to])
        for hole in board.holes
        for over, to in board.lines(hole)
    }
    found = dict(hole_symmetries(board))
    every = {tuple(range(len(number))), *found.values()}
    assert {*symmetries(board)} == every, "the second formulation"
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
