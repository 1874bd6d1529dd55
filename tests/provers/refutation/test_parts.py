"""A horizon in parts: answers, and processes that are ended; and who is asked in parts."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping

import psutil
import pytest

from puzzleproof.encoders import ground
from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.refutation.choice import LONG, SolverChoice
from puzzleproof.provers.refutation.queries import (
    InParts,
    Parallel,
    Sequential,
    Steps,
    balanced,
)
from tests.support.boards import library

FOUND: Steps = [frozenset({1})]


class Scripted:
    """A backend that takes so many seconds, by part, and then answers, or fails."""

    incremental = False
    conflicts = 1

    def __init__(
        self,
        seconds: Mapping[int, float],
        answer: Mapping[int, Steps | Exception | None],
    ) -> None:
        self._seconds, self._answer = seconds, answer

    def ask(self, length: int) -> Steps | None:
        return self.refute(length)

    def find(self, layers: int) -> Steps | None:  # noqa: ARG002  a stand-in
        return None

    def refute(self, length: int, part: Collection[int] = ()) -> Steps | None:  # noqa: ARG002
        facts = part or (0,)
        self.conflicts = len(facts)
        time.sleep(sum(self._seconds.get(fact, 0.0) for fact in facts))
        for fact in facts:
            answer = self._answer.get(fact)
            if isinstance(answer, Exception):
                raise answer
            if answer is not None:
                return answer
        return None


AT_ONCE = Scripted({}, {})


def children() -> list[psutil.Process]:
    return [p for p in psutil.Process().children() if p.status() != psutil.STATUS_ZOMBIE]


# --- parts --------------------------------------------------------------------------------


def test_parts_are_measured_alone_and_then_joined() -> None:
    backend = Scripted({1: 0.4, 2: 0.1, 3: 0.1}, {})
    parts = InParts(backend, [(1,), (2,), (3,)], 2)
    parts.start(10)
    assert not parts.measured
    answer = parts.first()
    assert (answer.steps, answer.by) == (None, "cpsat in 3 parts")
    assert parts.measured
    parts.start(20)
    answer = parts.first()
    assert (answer.length, answer.steps, answer.by) == (20, None, "cpsat in 2 parts")
    assert parts.pending == children() == []


def test_a_row_by_itself_is_asked_place_by_place() -> None:
    backend = Scripted({}, {})
    parts = InParts(backend, [(1, 2, 3), (4,)], 2)
    parts.start(10)
    assert parts.first().by == "cpsat in 2 parts"
    parts.start(20)
    assert parts.first().by == "cpsat in 4 parts"


ROWS = [(1,), (2,), (3,)]


@pytest.mark.parametrize("lucky", [1, 2, 3])
def test_a_plan_in_any_part_is_a_plan(lucky: int) -> None:
    """A refutation needs all parts: were one left out, this would find no plan."""
    parts = InParts(Scripted({}, {lucky: FOUND}), [(1,), (2,), (3,)], 2)
    parts.start(10)
    assert parts.first().steps == FOUND
    assert children() == []


def test_a_part_without_an_answer_refutes_nothing() -> None:
    parts = InParts(Scripted({}, {2: LimitReached("no answer")}), [(1,), (2,)], 1)
    parts.start(10)
    with pytest.raises(LimitReached, match="no answer"):
        parts.first()


def test_questions_not_asked_yet_are_forgotten() -> None:
    parts = InParts(AT_ONCE, [(1,), (2,)], 2)
    parts.start(10)
    parts.drop([10])
    assert parts.pending == []


@pytest.mark.parametrize("conflicts", [[1, 1], [9, 1, 1], [1, 1, 9], [1] * 7, [0, 0, 0]])
def test_two_sets_hold_all_parts(conflicts: list[int]) -> None:
    first, second = balanced(conflicts)
    assert sum(conflicts[k] for k in first) >= sum(conflicts[k] for k in second)
    one, other = sorted((first, second), key=min)
    assert [*one, *other] == list(range(len(conflicts)))
    assert one
    assert other
    least = min(max(sum(conflicts[:k]), sum(conflicts[k:])) for k in range(1, len(conflicts)))
    assert max(sum(conflicts[k] for k in some) for some in (one, other)) == least


# --- who is asked -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "upper", "expected"),
    [
        ("sat", None, Sequential),
        ("cpsat", None, Parallel),
        ("sat", LONG, Parallel),
        ("auto", LONG, Parallel),
        ("cpsat", LONG, Parallel),
        ("sat", LONG + 1, Parallel),
        ("auto", LONG + 1, InParts),
        ("cpsat", LONG + 1, InParts),
    ],
)
def test_what_suits_the_horizon_is_asked(
    name: str, upper: int | None, expected: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzleproof.provers.refutation.choice.processors", lambda: 2)
    task = ground(library("ane-rouge")).task
    assert type(SolverChoice(name).queries(task, upper)) is expected
    assert type(SolverChoice(name, processes=False).queries(task, upper)) is Sequential
    monkeypatch.setattr("puzzleproof.provers.refutation.choice.processors", lambda: 1)
    assert type(SolverChoice(name).queries(task, upper)) is Sequential


@pytest.mark.parametrize(
    ("choice", "by"),
    [
        (SolverChoice("auto"), "cpsat"),
        (SolverChoice("cpsat"), "cpsat"),
        (SolverChoice("sat"), "sat"),
        (SolverChoice("auto", solver="glucose4"), "sat"),
    ],
)
def test_a_solver_that_was_named_is_asked(
    choice: SolverChoice, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzleproof.provers.refutation.choice.processors", lambda: 2)
    assert choice.queries(ground(library("simplicity")).task, 18).by == by
