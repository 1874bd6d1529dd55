"""Horizons: their schedule, asks in parallel and in parts, and who is asked in which way."""

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzleproof.encoders import ground
from puzzleproof.encoders.horizon.formula import Formula
from puzzleproof.encoders.horizon.parts import Horizons, Part
from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.refutation.horizons import next_horizon
from puzzleproof.provers.refutation.queries import LONG, Answer, Questions, SolverChoice, Steps
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

EMPTY: Mapping[int, Any] = {}
ROWS = [(1,), (2,), (3,)]

Answers = Mapping[int, Steps | Exception | None]


class Scripted(Horizons):
    """A backend that takes so many seconds, by part, and then answers, or fails."""

    def __init__(
        self,
        answer: Answers,
        seconds: Mapping[int, float] = EMPTY,
        conflicts: Mapping[int, int] = EMPTY,
    ) -> None:
        self._answer, self._seconds, self._each = answer, seconds, conflicts

    def solve(self, formula: Formula) -> None:
        """Nothing is asked by a formula."""

    def refute(self, length: int, part: Collection[int] = ()) -> Steps | None:  # noqa: ARG002
        facts = part or (0,)
        self.conflicts = sum(self._each.get(fact, 1) for fact in facts)
        time.sleep(sum(self._seconds.get(fact, 0.0) for fact in facts))
        for fact in facts:
            answer = self._answer.get(fact)
            if isinstance(answer, Exception):
                raise answer
            if answer is not None:
                return answer
        return None


def in_parts(backend: Scripted, parts: Sequence[Part], processes: int = 2) -> Questions:
    return Questions(backend, processes, "cpsat", parts)


def asked(parts: Questions, *lengths: int) -> list[Answer]:
    """The answers to horizons, one after the other; no process stays."""
    found = list[Answer]()
    for length in lengths:
        parts.start(length)
        found.append(parts.first())
    assert parts.pending == []
    assert children_at_work() == []
    return found


def test_parts_are_measured_alone_and_then_joined() -> None:
    """A row by itself is asked place by place."""
    parts = in_parts(Scripted({}, {1: 0.4, 2: 0.1, 3: 0.1}), ROWS)
    assert parts.half_first
    first, second = asked(parts, 10, 20)
    assert not parts.half_first
    assert (first.steps, first.by) == (None, "cpsat in 3 parts")
    assert (second.length, second.steps, second.by) == (20, None, "cpsat in 2 parts")
    told = asked(in_parts(Scripted({}), [(1, 2, 3), (4,)]), 10, 20)
    assert [one.by for one in told] == ["cpsat in 2 parts", "cpsat in 4 parts"]


@pytest.mark.parametrize("lucky", [1, 2, 3])
def test_a_plan_in_any_part_is_a_plan(lucky: int) -> None:
    """A refutation needs all parts: were one left out, this would find no plan."""
    (answer,) = asked(in_parts(Scripted({lucky: FOUND}), ROWS), 10)
    assert answer.steps == FOUND
    with pytest.raises(LimitReached, match="no answer"):
        asked(in_parts(Scripted({lucky: LimitReached("no answer")}), ROWS, 1), 10)


def how(asks: Questions) -> str:
    return "in parts" if asks.parts else "parallel" if asks.processes else "alone"


@pytest.mark.parametrize(
    ("name", "upper", "expected"),
    [
        ("sat", None, "alone"),
        ("cpsat", None, "parallel"),
        ("sat", LONG, "parallel"),
        ("auto", LONG, "parallel"),
        ("cpsat", LONG, "parallel"),
        ("sat", LONG + 1, "parallel"),
        ("auto", LONG + 1, "in parts"),
        ("cpsat", LONG + 1, "in parts"),
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


class Slow(Scripted):
    """Answers 'no' at once for short horizons and never for long ones."""

    def refute(self, length: int, part: Collection[int] = ()) -> Steps | None:
        if length > 10:
            time.sleep(600)
        if length == 7:
            raise ValueError("seven")
        return super().refute(length, part)


def test_parts_report_how_many_are_refuted() -> None:
    parts, told = in_parts(Scripted({}), ROWS, 1), list[tuple[int, int]]()

    def tell(done: int, total: int) -> None:
        told.append((done, total))

    parts.start(5)
    parts.first(tell)
    assert told == [(k, len(ROWS)) for k in range(1, len(ROWS))]


def test_the_first_answer_comes_first_and_the_rest_can_be_ended() -> None:
    asks = Questions(Slow({}), 2)
    asks.start(50)
    asks.start(5)
    answer = asks.first()
    assert (answer.length, answer.steps, asks.pending) == (5, None, [50])
    asks.drop([50])
    assert asks.pending == []
    assert children_at_work() == []
    in_turn = Questions(Slow({}))
    in_turn.start(50)
    in_turn.start(5)
    in_turn.drop([50])
    assert in_turn.first().length == 5
    asks.start(7)
    with pytest.raises(ValueError, match="seven"):
        asks.first()
    asks.drop(asks.pending)
