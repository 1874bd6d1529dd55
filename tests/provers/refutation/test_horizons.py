"""Horizons: their schedule, asks in parallel, and who is asked in which way."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.encoders import ground
from puzzleproof.encoders.horizon.formula import Formula
from puzzleproof.encoders.horizon.unrolled import Horizons
from puzzleproof.provers.refutation.horizons import next_horizon
from puzzleproof.provers.refutation.queries import Questions, SolverChoice, Steps
from tests.support.boards import library
from tests.support.command_line import children_at_work

NUMBERS = st.integers(0, 300)


@given(NUMBERS, st.none() | NUMBERS, st.lists(NUMBERS, max_size=3), st.floats(0, 100))
def test_the_next_horizon_can_move_a_bound(
    lower: int, gap: int | None, pending: list[int], seconds: float
) -> None:
    upper = None if gap is None else lower + gap + 1
    pending = [p for p in pending if p >= lower and (upper is None or p < upper)]
    length = next_horizon(lower, upper, pending, seconds)
    assert (next_horizon(10, 30, []), next_horizon(29, 30, [29])) == (29, None)
    if length is None:
        assert upper is not None
        return
    assert length >= lower
    assert length not in pending
    assert upper is None or length < upper


FOUND: Steps = [frozenset({1})]


class Scripted(Horizons):
    """Answers 'no' at once for short horizons and never for long ones; fails, or finds a plan."""

    def __init__(self) -> None:
        """Take no task."""

    def solve(self, formula: Formula) -> None:
        """Nothing is asked by a formula."""

    def refute(self, length: int) -> Steps | None:
        if length > 10:
            time.sleep(600)
        if length == 7:
            raise ValueError("seven")
        return FOUND if length == 9 else None


def how(asks: Questions) -> str:
    return "parallel" if asks.processes else "alone"


@pytest.mark.parametrize(
    ("name", "upper", "expected"),
    [
        ("sat", None, "alone"),
        ("cpsat", None, "parallel"),
        ("sat", 50, "parallel"),
        ("auto", 50, "parallel"),
        ("cpsat", 51, "parallel"),
    ],
)
def test_what_suits_the_horizon_is_asked(
    name: str, upper: int | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzleproof.provers.refutation.queries.processors", lambda: 2)
    task = ground(library("ane-rouge")).task
    assert how(SolverChoice(name).queries(task, upper)) == expected
    assert how(SolverChoice(name, processes=False).queries(task, upper)) == "alone"
    by = "sat" if name == "sat" else "cpsat"
    assert SolverChoice(name).queries(task, 18).by == by
    assert SolverChoice("auto", solver="glucose4").queries(task, 18).by == "sat"
    monkeypatch.setattr("puzzleproof.provers.refutation.queries.processors", lambda: 1)
    assert how(SolverChoice(name).queries(task, upper)) == "alone"


def test_the_first_answer_comes_first_and_the_rest_can_be_ended() -> None:
    asks = Questions(Scripted(), 2)
    asks.start(50)
    asks.start(5)
    answer = asks.first()
    assert (answer.length, answer.steps, asks.pending) == (5, None, [50])
    asks.start(9)
    assert asks.first().steps == FOUND
    asks.drop([50])
    assert asks.pending == []
    assert children_at_work() == []
    in_turn = Questions(Scripted())
    in_turn.start(50)
    in_turn.start(5)
    in_turn.drop([50])
    assert in_turn.first().length == 5
    asks.start(7)
    with pytest.raises(ValueError, match="seven"):
        asks.first()
    asks.drop(asks.pending)
