"""A solver and a proof at the same time: who ends whom, and what becomes of faults."""

from __future__ import annotations

import time
from typing import Any

import psutil
import pytest

from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers import refutation
from puzzleproof.provers.events import Event, EvidenceFound, HorizonAnswer, PlanFound, Working
from puzzleproof.provers.prove import prove
from puzzleproof.provers.refutation.beside import Patience, refute_and_prove
from puzzleproof.provers.refutation.certify import HasSolution
from puzzleproof.provers.refutation.choice import SolverChoice
from puzzleproof.provers.request import Request
from tests.support import boards
from tests.support.labellings import labelled

BOARD = boards.SMALL["two labelled"]
"""Its minimum is 3."""
CPSAT = SolverChoice("cpsat", processes=False)
PATIENT = Patience(None, 0.0)


def at_once(puzzle: Any, bound: int, emit: Any) -> int:
    emit(Working("writing"))
    return bound


def never(puzzle: Any, bound: int, emit: Any) -> int:
    emit(Working("writing"))
    time.sleep(600)
    return bound


def late(puzzle: Any, bound: int, emit: Any) -> int:
    time.sleep(1.5)
    emit(Working("writing"))
    return bound


def without(error: Exception) -> Any:
    def write(puzzle: Any, bound: int, emit: Any) -> int:
        raise error

    return write


def both(write: Any, bound: int = 3, patience: Patience = PATIENT) -> tuple[int, list[Event]]:
    events = list[Event]()
    proven = refute_and_prove(CPSAT, patience, write, BOARD, bound, events.append)
    return proven, events


def kinds(events: list[Event]) -> set[type]:
    return {type(event) for event in events}


@pytest.fixture(autouse=True)
def no_process_stays() -> Any:
    yield
    assert [p for p in psutil.Process().children() if p.status() != psutil.STATUS_ZOMBIE] == []


def sleeps(*_: object) -> None:
    time.sleep(600)


def test_a_proof_that_stands_ends_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CpsatHorizons, "refute", sleeps)
    proven, events = both(at_once)
    assert proven == 3
    assert EvidenceFound not in kinds(events)
    assert not any(event.phase == "writing" for event in events if isinstance(event, Working))


def test_a_refutation_waits_for_the_proof() -> None:
    proven, events = both(late)
    assert proven == 3
    assert [e.at_most for e in events if isinstance(e, HorizonAnswer)] == [1, 2]
    assert EvidenceFound in kinds(events)
    assert isinstance(events[-1], Working)


def test_a_plan_ends_the_proof() -> None:
    proven, events = both(never, bound=4)
    assert proven == 0
    assert PlanFound in kinds(events)


def test_where_there_is_nothing_to_refute_no_proof_is_waited_for() -> None:
    """All plans have the same number of jumps, which no solver is asked about."""
    puzzle, events = load("triangle-4").with_metric("jump"), list[Event]()
    bound = len(labelled(puzzle).labels)
    assert refute_and_prove(CPSAT, PATIENT, never, puzzle, bound, events.append) == 0
    assert EvidenceFound not in kinds(events)


def test_a_proof_that_takes_too_long_is_ended() -> None:
    with pytest.raises(LimitReached, match=r"its proof took over \d+ s; --evidence"):
        both(never, patience=Patience(1, 0.2))


@pytest.mark.parametrize("error", [Unsupported("no formula"), HasSolution.below(3)])
def test_why_there_is_no_proof_is_raised_once_the_solver_has_refuted(error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)):
        both(without(error))
    assert both(without(error), bound=4)[0] == 0


def test_where_neither_has_an_answer_nothing_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: Any) -> None:
        raise LimitReached("no answer")

    monkeypatch.setattr(CpsatHorizons, "refute", stopped)
    proven, events = both(without(Unsupported("no formula")))
    assert (proven, EvidenceFound in kinds(events)) == (0, False)
    assert both(late)[0] == 3
    with pytest.raises(LimitReached, match=r"its proof took over \d+ s; --evidence"):
        both(never, patience=Patience(1, 0.2))


def test_a_solver_that_is_broken_is_no_matter_of_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ModuleNotFoundError("no module named 'ortools'", name="ortools")

    monkeypatch.setattr(CpsatHorizons, "refute", broken)
    with pytest.raises(ModuleNotFoundError, match="ortools"):
        both(late)


@pytest.mark.parametrize(
    ("patience", "took", "seconds"),
    [
        (Patience(4, 15), 2.0, 60.0),
        (Patience(4, 15), 30.0, 120.0),
        (Patience(4, 15, 100.0), 30.0, 65.0),
        (Patience(None, 15, 100.0), 30.0, float("inf")),
    ],
)
def test_how_long_a_proof_may_take(patience: Patience, took: float, seconds: float) -> None:
    assert patience.seconds(took) == seconds


@pytest.mark.parametrize("certificate", [True, False])
def test_the_engine_cp_sat_is_asked_beside_the_proof(
    certificate: bool, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzleproof.provers.refutation.queries.processors", lambda: 2)
    path = str(tmp_path / "a.cert") if certificate else None
    verdict = prove("two", BOARD, Request(engine="cpsat", certificate=path))
    assert (verdict.status, verdict.grade, verdict.certificate) == ("optimal", "certified", path)
    assert "'at most 2 moves' refuted by an LRAT proof" in {row.note for row in verdict.evidence}


def test_where_the_proof_takes_too_long_a_search_confirms(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is that of the proof, not of the whole work."""
    monkeypatch.setattr("puzzleproof.provers.refutation.queries.processors", lambda: 2)
    monkeypatch.setattr(refutation, "_write_and_check", sleeps)
    monkeypatch.setattr(refutation, "PROOF_SECONDS", 0.1)
    verdict = prove("two", BOARD, Request(engine="cpsat"))
    assert (verdict.status, verdict.grade) == ("optimal", "cross-checked")
    assert {row.kind for row in verdict.evidence} == {"refutation", "exhaustion"}
    assert any("has no certificate (its proof took over" in note for note in verdict.notes)
