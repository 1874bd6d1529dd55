"""A horizon in parts: answers, and processes that are ended; and who is asked in parts."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import psutil
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
    Team,
    TeamAnswer,
    balanced,
)
from tests.support.boards import library
from tests.support.stand_ins import always

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
    assert not [p for p in psutil.Process().children() if p.status() != psutil.STATUS_ZOMBIE]
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


class HardAtLength(Scripted):
    """At the whole horizon a part of several rows has its answer once there is this file."""

    def __init__(self, answer: Answers, conflicts: list[int], file: Path) -> None:
        super().__init__(answer, conflicts=dict(enumerate(conflicts, 1)))
        self._file = file

    def refute(self, length: int, part: Collection[int] = ()) -> Steps | None:
        if length < 20:
            self.conflicts = sum(self._each[fact] for fact in part)
            return None
        deadline = time.monotonic() + 60
        while len(part) > 1 and not self._file.exists():
            if time.monotonic() > deadline:
                raise LimitReached("the file did not come")
            time.sleep(0.01)
        return super().refute(length, part)


@pytest.fixture
def each_part_has_run_for_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Team.first

    def first(team: Team) -> TeamAnswer:
        return honest(team)._replace(seconds=1.0)

    monkeypatch.setattr(Team, "first", first)
    monkeypatch.setattr(Team, "seconds", always(1.0))


@pytest.mark.usefixtures("each_part_has_run_for_a_second")
@pytest.mark.parametrize(("conflicts", "parts"), [([1, 5, 1], 3), ([5, 5, 5], 2)])
def test_a_part_that_is_to_run_much_longer_is_asked_in_two(
    conflicts: list[int], parts: int, tmp_path: Path
) -> None:
    """Its conflicts at half the horizon say so: 6 in place of 1; else it runs on."""
    told, file = list[tuple[int, int]](), tmp_path / "file"

    def tell(done: int, total: int) -> None:
        told.append((done, total))
        if parts == 2 and len(told) == 4:  # the first answer at the whole horizon
            file.touch()

    queries = InParts(HardAtLength({}, conflicts, file), ROWS, 2)
    queries.tell = tell
    _, answer = asked(queries, 10, 20)
    assert told[:3] == [(1, 3), (2, 3), (3, 3)]
    assert (answer.steps, answer.by) == (None, f"cpsat in {parts} parts")
    assert told[-1] == (parts, parts)


@pytest.mark.usefixtures("each_part_has_run_for_a_second")
@pytest.mark.parametrize("lucky", [1, 2, 3])
def test_a_plan_is_found_where_a_part_is_asked_in_two(lucky: int, tmp_path: Path) -> None:
    backend = HardAtLength({lucky: FOUND}, [1, 5, 1], tmp_path / "none")
    assert [one.steps for one in asked(InParts(backend, ROWS, 2), 10, 20)] == [None, FOUND]


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
