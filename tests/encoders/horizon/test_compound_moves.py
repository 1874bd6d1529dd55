"""Compound moves: a move a step, and the lemmas that make few of them provable."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzleproof.encoders import ground
from puzzleproof.encoders.horizon import jump_graph
from puzzleproof.encoders.horizon.compound_moves import chained
from puzzleproof.encoders.horizon.jump_graph import jump_graph_of
from puzzleproof.encoders.sat import SatHorizons
from puzzleproof.encoders.strengthen import STRENGTHENINGS
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.verify.bfs import bfs
from puzzleproof.verify.replay import replay_to_goal
from tests.support.minimum import by_horizons, by_search, plan_of
from tests.support.operator_tasks import CHAINS
from tests.support.peg_boards import L_BOARD, PLUS, games_by_chance, pegs
from tests.support.questions import has_plan, task_of

LEMMAS = ("mirror", "same_peg", "move_order", "merson")


CHOICES: dict[str, Collection[str]] = {
    "none": (),
    "default": STRENGTHENINGS,
    **{name: (name,) for name in LEMMAS},
}


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("name", CHAINS)
def test_every_choice_gives_the_minimum_of_small_boards(name: str, choice: str) -> None:
    puzzle, names = CHAINS[name], CHOICES[choice]
    minimum = bfs(puzzle).optimum
    if minimum is None:
        assert not has_plan(task_of(puzzle), min(8, puzzle.pegs.bit_count()), names)
        return
    if minimum > 8 and choice != "default":
        pytest.skip("a horizon too long without the lemmas")
    backend = SatHorizons(task_of(puzzle), solver="glucose4", strengthen=names)
    assert by_horizons(puzzle, backend, minimum) == minimum


RANDOM = [game for board in (L_BOARD, PLUS, "oooo\n" * 3) for game in games_by_chance(board, 15)]


@settings(max_examples=settings().max_examples // 2)
@given(st.sampled_from(RANDOM), st.sets(st.sampled_from(LEMMAS)))
def test_any_choice_gives_the_minimum_of_random_boards(puzzle: PegPuzzle, names: set[str]) -> None:
    found = by_search(puzzle, 7, 3000)
    assume(found is not None and found.optimum is not None)
    assert found is not None
    assert found.optimum is not None
    for choice in (sorted(names), STRENGTHENINGS):
        backend = SatHorizons(task_of(puzzle), solver="glucose4", strengthen=choice)
        assert by_horizons(puzzle, backend, found.optimum) == found.optimum


def test_jump_by_jump_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = CHAINS["triangle of 4"]
    monkeypatch.setattr(jump_graph, "RINGS_LIMIT", -1)
    jump_graph_of.cache_clear()
    task = task_of(puzzle)
    assert jump_graph_of(task) is None
    backend = SatHorizons(task, solver="glucose4")
    assert by_horizons(puzzle, backend, 9) == bfs(puzzle).optimum
    jump_graph_of.cache_clear()


@pytest.mark.parametrize("name", ["triangle of 5, any", "strip", "two parts", "cross"])
def test_a_plan_in_layers_is_put_into_few_moves(name: str) -> None:
    puzzle = CHAINS[name]
    grounding = ground(puzzle)
    length = grounding.task.length
    assert length
    steps = SatHorizons(grounding.task, solver="glucose4").find(length)
    if steps is None:
        assert bfs(puzzle).optimum is None
        return
    plan = plan_of(puzzle, grounding, steps)
    assert replay_to_goal(puzzle, plan) <= length


def test_jumps_of_one_peg_are_put_together() -> None:
    """a-c, then elsewhere, then c-e: one move and another; the same jump may come twice."""
    task = task_of(pegs(board="ooooo\nooooo\n", start="oxoxx\nxxoxx\n", finish="any"))
    jumps = {operator.name: operator for operator in task.operators}
    one, apart, on = jumps["8-10"], jumps["4-2"], jumps["10-12"]
    moves = chained([one, apart, on])
    assert sorted(len(move) for move in moves) == [1, 2]
    assert [o.name for o in max(moves, key=len)] == ["8-10", "10-12"]
    twice = chained([one, one])
    assert [[o.name for o in move] for move in twice] == [["8-10"], ["8-10"]]
