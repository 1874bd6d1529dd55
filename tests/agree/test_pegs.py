"""Peg solitaire: the rules of models/ and the operators of encoders/ say the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from puzzleproof.encoders.families import ground
from puzzleproof.encoders.symmetry import is_symmetry
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.verify.bfs import layers
from tests.support.formulations import agree_on
from tests.support.peg_boards import METRICS, pegs, puzzles

SMALL: dict[str, dict[str, Any]] = {
    "triangle of 3": {"board": "triangle3", "vacate": [1, 0], "finish": "any"},
    "triangle of 4": {"board": "triangle4", "vacate": [1, 0], "finish": "any"},
    "triangle of 4, a corner": {"board": "triangle4", "vacate": [3, 0], "finish": [0, 0]},
    "triangle of 5": {"board": "triangle5", "vacate": [2, 1], "finish": "any"},
    "triangle drawn": {"board": "triangle4", "start": "x...\nxx..\noxo.\nxxox",
                       "goal": ["o...\noo..\noxo.\noooo", "o...\noo..\nxoo.\nooox"]},
    "strip of 1": {"board": "strip1", "start": "x", "finish": "any"},
    "strip of 3": {"board": "strip3", "vacate": [0, 0], "finish": [0, 0]},
    "strip of 8": {"board": "strip8", "vacate": [1, 0], "finish": "any"},
    "strip of 10": {"board": "strip10", "start": "xxoxxoxxox", "goal": "ooooxooooo"},
    "square of 3": {"board": "ooo\nooo\nooo\n", "vacate": [0, 0], "finish": "any"},
    "square of 4": {"board": "oooo\noooo\noooo\noooo\n", "vacate": [1, 0], "finish": [1, 0]},
    "two parts": {"start": "xxo.oxx\nxox.xox\nxoo.xxx\n", "finish": "any"},
    "cross": {"board": ".oo.\noooo\noooo\n.oo.\n", "vacate": [1, 1], "finish": "any"},
    "wide": {"start": "xxoxoxxoox\noxxo.oxxoo\n", "goal": "ooooooooox\noooo.oxooo\n"},
    "small example": {"board": "european", "goal": """
..ooo..
.ooooo.
ooooooo
oooxooo
ooooooo
.ooooo.
..ooo..
""", "start": """
..ooo..
.xxooo.
oxxoooo
ooooooo
ooooooo
.ooooo.
..ooo..
"""},
    "worked example": {"board": "european", "finish": "any", "start": """
..ooo..
.ooooo.
ooooxoo
oooxoxo
oxxoxoo
.ooooo.
..ooo..
"""},
}  # fmt: skip
LARGE = {
    name: {"board": name, "vacate": hole, "finish": "any"}
    for name, hole in {
        "english": [3, 3], "european": [2, 1], "wiegleb": [4, 4], "diamond41": [0, 4],
        "triangle7": [2, 1],
    }.items()
}  # fmt: skip


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_both_tellings_agree_on_every_state_of_small_boards(name: str, metric: str) -> None:
    puzzle = pegs(metric, **SMALL[name])
    assert agree_on(puzzle) == sum(map(len, layers(puzzle)))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", LARGE)
def test_both_tellings_agree_on_the_first_states_of_large_boards(name: str, metric: str) -> None:
    assert agree_on(pegs(metric, **LARGE[name]), limit=60) > 60


@given(puzzles())
def test_both_tellings_agree_on_random_boards(puzzle: PegPuzzle) -> None:
    agree_on(puzzle, limit=100)


@given(puzzles())
def test_what_a_task_says_of_itself_is_true(puzzle: PegPuzzle) -> None:
    task = ground(puzzle).task
    assert task.chains == (puzzle.metric == "move")
    assert all(is_symmetry(task, image) for image in task.symmetries)
    assert len(set(task.symmetries)) == len(task.symmetries)
    assert tuple(range(len(task.facts))) not in task.symmetries
    pegs_left = {goal.bit_count() for goal in puzzle.goals}
    if len(pegs_left) == 1:
        assert task.length == puzzle.pegs.bit_count() - pegs_left.pop()
    else:
        assert task.length is None


@pytest.mark.parametrize(("keys", "number"), [
    ({"board": "english", "vacate": [3, 3], "finish": [3, 3]}, 7),
    ({"board": "english", "vacate": [3, 3], "finish": "any"}, 7),
    ({"board": "english", "vacate": [3, 3], "finish": [3, 6]}, 1),
    ({"board": "european", "vacate": [2, 1], "finish": "any"}, 0),
    ({"board": "triangle5", "vacate": [0, 0], "finish": "any"}, 1),
    ({"board": "triangle5", "vacate": [1, 0], "finish": "any"}, 0),
    ({"board": "triangle4", "vacate": [2, 1], "finish": "any"}, 5),
    ({"board": "triangle5", "vacate": [0, 0], "finish": [4, 4]}, 0),
    ({"board": "strip4", "vacate": [0, 0], "finish": "any"}, 0),
    ({"board": "strip5", "vacate": [2, 0], "finish": "any"}, 1),
    ({"board": "ooo\nooo\n", "vacate": [1, 0], "finish": "any"}, 1),
    ({"board": "....\n.oo.\n.oo.\n", "start": "....\n.xx.\n.xx.\n", "finish": "any"}, 7),
])  # fmt: skip
def test_the_symmetries_that_keep_start_and_goals(keys: dict[str, Any], number: int) -> None:
    assert len(ground(pegs("jump", **keys)).task.symmetries) == number


def test_a_task_of_jumps_in_words() -> None:
    task = ground(pegs("move", board="strip3", vacate=[0, 0], finish=[0, 0])).task
    assert task.facts == ("peg@0", "peg@1", "peg@2", "hole@0", "hole@1", "hole@2")
    assert {(o.name, o.origin, o.landing) for o in task.operators} == {
        ("0-2", 0, 2), ("2-0", 2, 0),
    }  # fmt: skip
    assert task.groups == ((0, 3), (1, 4), (2, 5))
    assert (task.length, task.counts, task.movers) == (1, (), frozenset())
