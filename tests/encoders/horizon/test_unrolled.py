"""A task unrolled over steps, or over layers of operators that do not touch."""

from __future__ import annotations

from itertools import product

import pytest

from puzzleproof.encoders import ground
from puzzleproof.encoders.horizon import operators
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.replay import replay_to_goal
from tests.support.minimum import plan_of
from tests.support.operator_tasks import BOARDS, always, encode_jump_by_jump
from tests.support.peg_boards import pegs
from tests.support.questions import has_plan, task_of

LAYERED = {
    **{name: puzzle for name, puzzle in BOARDS.items() if ground(puzzle).task.length},
    "stuck": pegs("jump", board="triangle4", vacate=[0, 0], finish="any"),
    "wrong class": pegs("jump", board="strip6", start="xxoxoo", goal="xooooo"),
    "full square": pegs("jump", board="ooo\nooo\nooo", vacate=[1, 1], finish="any"),
}


def found_in_layers(puzzle: AnyPuzzle, number: int) -> bool:
    """Whether there is a plan in a number of layers; one that is found replays, jump by jump."""
    grounding = ground(puzzle)
    steps = SatHorizons(grounding.task, solver="glucose4").find(number)
    if steps is None:
        return False
    assert steps[0] == grounding.task.start
    moves = replay_to_goal(puzzle, plan_of(puzzle, grounding, steps))
    assert moves == len(steps) - 1
    length = grounding.task.length or 0
    assert moves == length or (grounding.task.chains and moves < length)
    return True


@pytest.mark.parametrize("name", LAYERED)
def test_as_many_layers_as_operators_have_room_for_every_plan(name: str) -> None:
    for metric in LAYERED[name].metrics:
        puzzle = LAYERED[name].with_metric(metric)
        length = ground(puzzle).task.length
        assert length
        solvable = bfs(puzzle).optimum is not None
        answers = [found_in_layers(puzzle, number) for number in range(length + 2)]
        assert answers == sorted(answers)
        assert answers[length] == answers[length + 1] == solvable


def test_jumps_that_do_not_touch_share_a_layer() -> None:
    apart = pegs("jump", start="xxo.oxx", goal="oox.xoo")
    assert [found_in_layers(apart, number) for number in range(3)] == [False, True, True]
    inline = pegs("jump", board="strip5", start="xxoxo", goal="oooox")
    assert [found_in_layers(inline, number) for number in range(3)] == [False, False, True]


def test_operators_that_touch_do_not_share_a_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two jumps over one peg: were they let into one layer, the plan would not be one."""
    boards = [
        pegs("jump", board="strip5", start="x" + "".join(rest), finish="any")
        for rest in product("xo", repeat=4)
    ]
    tasks = [task for board in boards if (task := ground(board).task).length]

    def answers() -> list[bool]:
        return [SatHorizons(t, solver="glucose4").find(t.length or 0) is not None for t in tasks]

    honest = answers()
    monkeypatch.setattr(operators, "_touching", always([]))
    assert any(after and not before for before, after in zip(honest, answers(), strict=True))


TWO_ENDS = pegs("move", board="strip7", start="xxoxooo", goal=["xxooooo", "ooooxoo"])
"""One move of two jumps leads to the second goal; the first, of two pegs, is out of reach."""


def test_jump_by_jump_goals_of_different_numbers_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`within` would count jumps there, for the number of steps is not the same in all plans."""
    encode_jump_by_jump(monkeypatch)
    with pytest.raises(Unsupported, match="numbers of pegs"):
        has_plan(task_of(TWO_ENDS), 1)
