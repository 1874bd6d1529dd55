"""Peg solitaire: the rules of models/ and the operators of encoders/ say the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.verify.bfs import layers
from tests.support.formulations import agree_on
from tests.support.peg_boards import METRICS, pegs, puzzles


def european(rows: str) -> str:
    """The seven rows of a drawing, each in the middle."""
    return "".join(row.center(7, ".") + "\n" for row in rows.split())


SMALL: dict[str, dict[str, Any]] = {
    "triangle of 3": {"board": "triangle3", "vacate": [1, 0], "finish": "any"},
    "triangle of 4": {"board": "triangle4", "vacate": [1, 0], "finish": "any"},
    "triangle of 4, a corner": {"board": "triangle4", "vacate": [3, 0], "finish": [0, 0]},
    "triangle of 5": {"board": "triangle5", "vacate": [2, 1], "finish": "any"},
    "triangle drawn": {
        "board": "triangle4",
        "start": "x...\nxx..\noxo.\nxxox",
        "goal": ["o...\noo..\noxo.\noooo", "o...\noo..\nxoo.\nooox"],
    },
    "strip of 1": {"board": "strip1", "start": "x", "finish": "any"},
    "strip of 3": {"board": "strip3", "vacate": [0, 0], "finish": [0, 0]},
    "strip of 8": {"board": "strip8", "vacate": [1, 0], "finish": "any"},
    "strip of 10": {"board": "strip10", "start": "xxoxxoxxox", "goal": "ooooxooooo"},
    "square of 3": {"board": "ooo\nooo\nooo\n", "vacate": [0, 0], "finish": "any"},
    "square of 4": {"board": "oooo\noooo\noooo\noooo\n", "vacate": [1, 0], "finish": [1, 0]},
    "two parts": {"start": "xxo.oxx\nxox.xox\nxoo.xxx\n", "finish": "any"},
    "cross": {"board": ".oo.\noooo\noooo\n.oo.\n", "vacate": [1, 1], "finish": "any"},
    "wide": {"start": "xxoxoxxoox\noxxo.oxxoo\n", "goal": "ooooooooox\noooo.oxooo\n"},
    "small example": {
        "board": "european",
        "start": european("ooo xxooo oxxoooo ooooooo ooooooo ooooo ooo"),
        "goal": european("ooo ooooo ooooooo oooxooo ooooooo ooooo ooo"),
    },
    "worked example": {
        "board": "european",
        "start": european("ooo ooooo ooooxoo oooxoxo oxxoxoo ooooo ooo"),
        "finish": "any",
    },
}
VACATED = {
    "english": [3, 3],
    "european": [2, 1],
    "wiegleb": [4, 4],
    "diamond41": [0, 4],
    "triangle7": [2, 1],
}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", SMALL)
def test_both_formulations_agree_on_every_state_of_small_boards(name: str, metric: str) -> None:
    puzzle = pegs(metric, **SMALL[name])
    assert agree_on(puzzle) == sum(map(len, layers(puzzle)))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", VACATED)
def test_both_formulations_agree_on_first_states_of_large_boards(name: str, metric: str) -> None:
    puzzle = pegs(metric, board=name, vacate=VACATED[name], finish="any")
    assert agree_on(puzzle, limit=60) > 60


@given(puzzles())
def test_both_formulations_agree_on_random_boards(puzzle: PegPuzzle) -> None:
    agree_on(puzzle, limit=100)
