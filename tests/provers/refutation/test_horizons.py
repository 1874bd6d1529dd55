"""The schedule of horizons, and asks in parallel."""

from __future__ import annotations

import time
from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.provers.events import Event, EvidenceFound
from puzzleproof.provers.refutation.choice import SolverChoice
from puzzleproof.provers.refutation.horizons import prove_by_horizons
from puzzleproof.provers.refutation.queries import Parallel, Sequential, Steps
from puzzleproof.provers.refutation.schedule import next_horizon
from puzzleproof.provers.verdict import UNSOLVABLE as NO_PLAN
from tests.support.command_line import children_at_work
from tests.support.labellings import UNSOLVABLE

NUMBERS = st.integers(0, 300)


@given(NUMBERS, st.none() | NUMBERS, st.lists(NUMBERS, max_size=3), st.floats(0, 100))
def test_the_next_horizon_can_move_a_bound(
    lower: int, gap: int | None, pending: list[int], seconds: float
) -> None:
    upper = None if gap is None else lower + gap + 1
    pending = [p for p in pending if p >= lower and (upper is None or p < upper)]
    length = next_horizon(lower, upper, pending, seconds)
    if length is None:
        assert upper is not None
        return
    assert length >= lower
    assert length not in pending
    assert upper is None or length < upper


def test_with_a_plan_the_horizon_below_it_comes_first() -> None:
    assert next_horizon(10, 30, []) == 29
    assert next_horizon(29, 30, [29]) is None


def test_horizons_end_where_no_plan_can_be_longer() -> None:
    """Each jump takes a peg: the last refutation alone says that there is no plan."""
    puzzle, events = UNSOLVABLE["strip"].with_metric("move"), list[Event]()
    prove_by_horizons(puzzle, SolverChoice("sat", processes=False), events.append)
    (found,) = (event.evidence for event in events if isinstance(event, EvidenceFound))
    assert found.bound == NO_PLAN
    assert found.note.endswith("and no plan can have more")


class Slow:
    """A backend that answers 'no' at once for short horizons and never for long ones."""

    incremental = False
    conflicts = 1

    def ask(self, length: int) -> Steps | None:
        if length > 10:
            time.sleep(600)
        if length == 7:
            raise ValueError("seven")
        return None

    def find(self, layers: int) -> Steps | None:  # noqa: ARG002  a stand-in
        return None

    def refute(self, length: int, part: Collection[int] = ()) -> Steps | None:  # noqa: ARG002  a stand-in
        return self.ask(length)


def test_the_first_answer_comes_first_and_the_rest_can_be_ended() -> None:
    asks = Parallel(Slow(), 2)
    asks.start(50)
    asks.start(5)
    answer = asks.first()
    assert (answer.length, answer.steps, asks.pending) == (5, None, [50])
    asks.drop([50])
    assert asks.pending == []
    assert children_at_work() == []


def test_what_a_question_raises_is_raised_here() -> None:
    asks = Parallel(Slow(), 2)
    asks.start(7)
    with pytest.raises(ValueError, match="seven"):
        asks.first()
    asks.drop(asks.pending)


def test_in_turn_forgets_what_is_dropped() -> None:
    asks = Sequential(Slow())
    asks.start(50)
    asks.start(5)
    asks.drop([50])
    assert asks.first().length == 5
