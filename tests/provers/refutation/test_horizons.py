"""Horizons: their schedule, and who is asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.encoders import ground
from puzzleproof.provers.refutation.horizons import SolverChoice, next_horizon, next_of_chains
from tests.support.boards import library

NUMBERS = st.integers(0, 300)


@given(NUMBERS, st.floats(0, 100))
def test_without_a_plan_the_horizon_grows(lower: int, seconds: float) -> None:
    assert next_horizon(lower, seconds) >= max(lower, 1)


@given(NUMBERS, st.integers(1, 300), NUMBERS)
def test_the_next_horizon_of_chains_can_move_a_bound(lower: int, gap: int, regions: int) -> None:
    assert lower <= next_of_chains(lower, lower + gap, regions) < lower + gap


@pytest.mark.parametrize(
    ("name", "plan_known", "expected"),
    [("auto", False, "sat"), ("auto", True, "cpsat"), ("sat", True, "sat"), ("cpsat", 0, "cpsat")],
)
def test_what_suits_the_horizon_is_asked(name: str, plan_known: bool, expected: str) -> None:
    task = ground(library("ane-rouge")).task
    assert SolverChoice(name).backend(task, plan_known=plan_known)[0] == expected
    by, _ = SolverChoice("auto", solver="glucose4").backend(task, plan_known=plan_known)
    assert by == "sat"
