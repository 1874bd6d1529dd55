"""Conditions: what they mean, and what is refused."""

import json
import warnings

import numpy as np
import pytest

from puzzleproof.explore.conditions import LONGEST, Condition
from puzzleproof.models.errors import NotationError

BOARD = {"moves": 30, "shortest_plans": 1, "idle_pieces": 0, "states": 25_955}


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("moves >= 30 and shortest_plans == 1 and idle_pieces == 0", True),
        ("moves > 30 or idle_pieces != 0", False),
        ("not moves > 30 and not (states < 9 or moves == 2)", True),
        ("10 <= moves <= 29.5", False),
        ("29.5 < moves < states", True),
    ],
)
def test_they_mean_what_they_say(text: str, good: bool) -> None:
    condition = Condition(text)
    assert condition.meets(BOARD) is good
    found = {"where": text, "searched": "this", "looked_at": 1, "met": int(good)}
    assert condition.found("this") == found


def test_an_answer_about_numbers_of_an_array_is_written_as_json() -> None:
    condition = Condition("moves > 3")
    assert condition.meets({"moves": np.int16(4)}) is True  # type: ignore[dict-item]
    assert json.dumps(condition.found("this")).endswith('"met": 1}')


def test_python_warns_of_nothing() -> None:
    fault = pytest.raises(NotationError, match="at character")
    with warnings.catch_warnings(record=True, action="always") as found, fault:
        Condition("moves >= 3and states > 1")
    assert not found


def test_what_the_answer_does_not_depend_on_is_not_looked_up() -> None:
    assert Condition("moves == 30 or dead_ends == 0").meets(BOARD)
    with pytest.raises(NameError, match="dead_ends"):
        Condition("moves == 3 or dead_ends == 0").meets(BOARD)


@pytest.mark.parametrize("text", ["moves != 3", "not moves == 3", "states > 1"])
def test_a_board_without_a_plan_meets_none(text: str) -> None:
    assert Condition(text).meets({"moves": None, "states": 9}) is False
    assert Condition(text).meets({"moves": 2, "states": 9})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("moves > 3 and steps < 10", "at character 15, 'steps < 10': expected a number, or one of"),
        ("mvoes > 3", "did you mean 'moves'?"),
        ("moves = 3", "at character 7, '= 3': expected comparisons"),
        ("moves >=", "at character 9: expected comparisons"),
        ("", "at character 1: expected comparisons"),
        ("moves", "at character 1, 'moves': expected comparisons"),
        ("moves and states > 3", "at character 1, 'moves and"),
        ("moves in (1, 2)", "at character 1, 'moves in"),
        ("moves > 3 and states is 3", "at character 15, 'states is 3'"),
        ("moves + 1 > 3", "at character 1, 'moves + 1 > 3': expected a number"),
        ("moves > -1", "at character 9, '-1': expected a number"),
        ("moves > (3 > 2)", "at character 10, '3 > 2)': expected a number"),
        ("moves(1) > 3", "at character 1, 'moves(1)"),
        ("moves > 3 and __import__('os')", 'at character 15, "__import__'),
        ("moves.real > 3", "at character 1, 'moves.real"),
        ("'moves' > 3", """at character 1, "'moves' > 3": expected a number"""),
        ("moves > True", "at character 9, 'True'"),
        ("moves > 3 or (lambda: 1)", "at character 15, 'lambda: 1)'"),
        ("moves := 3", "at character 7, ':= 3'"),
        ("moves > 3 # or more", "at character 11, '# or more'"),
        ("moves \N{GREATER-THAN OR EQUAL TO} 30", "at character 7"),
        ("moves > 3\0", "at character 10"),
        ("moves > 3\nand states > 1", "at character 10"),
        ("(" * 250 + "moves > 3" + ")" * 240, "at character"),
        ("not " * LONGEST + "moves > 3", f"expected {LONGEST} at most"),
    ],
)
def test_all_else_is_refused_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(NotationError) as error:
        Condition(text)
    assert fault in str(error.value)
    assert "\n" not in str(error.value)
