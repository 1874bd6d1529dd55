"""No two moves in a row by one peg, where moves are chains."""

from __future__ import annotations

import pytest

from puzzleproof.encoders.horizon.jump_graph import jump_graph_of
from puzzleproof.encoders.horizon.variables import StepVariables
from puzzleproof.encoders.strengthen import same_peg
from puzzleproof.verify.bfs import bfs
from tests.support.peg_boards import pegs
from tests.support.questions import has_plan, task_of


def test_same_peg_is_not_for_jumps() -> None:
    """A move of two jumps is kept as one; a peg may move again after others have."""
    task = task_of(pegs(board="strip6", start="xxoxoo", goal="ooooxo"))
    assert has_plan(task, 1, ("same_peg",))
    again = pegs(start="xxoxxo\n....xo\n", goal="oooooo\n....ox\n")
    assert (bfs(again).optimum is None) == (not has_plan(task_of(again), 4, ("same_peg",)))


def test_same_peg_later_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a peg never moves again, rather than not at once, is false."""
    puzzle = pegs(start="xxo\noxo\noxo\n", goal="xoo\nooo\nooo\n")
    task, minimum = task_of(puzzle), bfs(puzzle).optimum
    assert minimum == 3
    assert has_plan(task, minimum, ("same_peg", "merson"))

    def never_again(unrolled: StepVariables, step: int) -> None:
        jumps = jump_graph_of(unrolled.task)
        assert jumps is not None
        for peg in jumps.pegs:
            for before in range(step - 1):
                unrolled.formula.clause(
                    "same peg", -unrolled.ends(peg, before), -unrolled.departs(peg, step - 1)
                )

    monkeypatch.setattr(same_peg, "add", never_again)
    assert not has_plan(task, minimum, ("same_peg", "merson"))
