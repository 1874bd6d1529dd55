"""A horizon in parts: answers, and processes that are ended; and who is asked in parts."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import Any

import pytest

from puzzleproof.encoders import ground
from puzzleproof.models.errors import LimitReached
from puzzleproof.provers.refutation.choice import LONG, SolverChoice
from puzzleproof.provers.refutation.queries import (
    Answer,
    InParts,
    Parallel,
    Sequential,
    Steps,
    balanced,
)
from tests.support.boards import library
from tests.support.command_line import children_at_work

FOUND: Steps = [frozenset({1})]


EMPTY: Mapping[int, Any] = {}
ROWS = [(1,), (2,), (3,)]


Answers = Mapping[int, Steps | Exception | None]


class Scripted:
    """A backend that takes so many seconds, by part, and then answers, or fails."""

    incremental = False
    conflicts = 1

    def __init__(
        self,
        answer: Answers,
        seconds: Mapping[int, float] = EMPTY,
        conflicts: Mapping[int, int] = EMPTY,
    ) -> None:
        self._answer, self._seconds, self._each = answer, seconds, conflicts

    def ask(self, length: int) -> Steps | None:
        return self.refute(length)

    def find(self, layers: int) -> Steps | None:  # noqa: ARG002  a stand-in
        return None

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


def asked(parts: InParts, *lengths: int) -> list[Answer]:
    """The answers to horizons, one after the other; no process stays."""
    found = list[Answer]()
    for length in lengths:
        parts.start(length)
        found.append(parts.first())
    assert parts.pending == []
    assert children_at_work() == []
    return found


# --- parts --------------------------------------------------------------------------------


def test_parts_are_measured_alone_and_then_joined() -> None:
    """A row by itself is asked place by place."""
    parts = InParts(Scripted({}, {1: 0.4, 2: 0.1, 3: 0.1}), ROWS, 2)
    assert not parts.measured
    first, second = asked(parts, 10, 20)
    assert parts.measured
    assert (first.steps, first.by) == (None, "cpsat in 3 parts")
    assert (second.length, second.steps, second.by) == (20, None, "cpsat in 2 parts")
    told = asked(InParts(Scripted({}), [(1, 2, 3), (4,)], 2), 10, 20)
    assert [one.by for one in told] == ["cpsat in 2 parts", "cpsat in 4 parts"]


@pytest.mark.parametrize("lucky", [1, 2, 3])
def test_a_plan_in_any_part_is_a_plan(lucky: int) -> None:
    """A refutation needs all parts: were one left out, this would find no plan."""
    (answer,) = asked(InParts(Scripted({lucky: FOUND}), ROWS, 2), 10)
    assert answer.steps == FOUND
    with pytest.raises(LimitReached, match="no answer"):
        asked(InParts(Scripted({lucky: LimitReached("no answer")}), ROWS, 1), 10)


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
    by = "sat" if name == "sat" else "cpsat"
    assert SolverChoice(name).queries(task, 18).by == by
    assert SolverChoice("auto", solver="glucose4").queries(task, 18).by == "sat"
    monkeypatch.setattr("puzzleproof.provers.refutation.choice.processors", lambda: 1)
    assert type(SolverChoice(name).queries(task, upper)) is Sequential
