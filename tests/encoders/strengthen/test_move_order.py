"""Two compound moves in a row that share no hole, in ascending order."""

from __future__ import annotations

import pytest

from puzzleproof.encoders.strengthen import move_order
from puzzleproof.verify.bfs import bfs
from tests.support.operator_tasks import CHAINS
from tests.support.peg_boards import pegs
from tests.support.questions import has_plan, task_of


@pytest.mark.parametrize("flip", [False, True])
def test_moves_that_share_a_hole_keep_their_order(
    flip: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A peg that clears the way for one that departs from a lesser hole comes first."""
    start, goal = ("xxxo", "oxoo") if flip else ("oxxx", "ooxo")
    boards = [pegs(start="xxoxx\n", goal="xoxoo\n"), pegs(start="xxoxx\n", goal="ooxox\n")]
    boards += [pegs(start=f"{start}\n", goal=f"{goal}\n")]
    minima = [bfs(one).optimum for one in boards]
    tasks = [task_of(one) for one in boards]
    for task, minimum in zip(tasks, minima, strict=True):
        assert has_plan(task, minimum or 3, ("move_order",)) == (minimum is not None)


def nothing(*_: object) -> dict[int, list[int]]:
    """In place of what a lemma looks up."""
    return {}


def test_an_order_of_all_moves_would_lose_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = CHAINS["triangle of 4"]
    task, minimum = task_of(puzzle), bfs(puzzle).optimum
    assert minimum is not None
    assert has_plan(task, minimum, ("move_order",))
    monkeypatch.setattr(move_order, "touching", nothing)
    assert not has_plan(task, minimum, ("move_order",))
