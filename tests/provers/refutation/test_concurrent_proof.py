"""A solver and a proof at the same time: who ends whom, and what becomes of faults."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import psutil
import pytest

from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.models.errors import CertificateRejected, LimitReached, Unsupported
from puzzleproof.models.instances import load
from puzzleproof.provers import refutation
from puzzleproof.provers.certificate import Workspace
from puzzleproof.provers.events import (
    Event,
    EvidenceFound,
    HorizonAnswer,
    Note,
    PlanFound,
    Working,
)
from puzzleproof.provers.process import SHARE, Limits, resident_bytes
from puzzleproof.provers.prove import prove
from puzzleproof.provers.refutation import concurrent_proof
from puzzleproof.provers.refutation.certify import HasSolution
from puzzleproof.provers.refutation.choice import SolverChoice
from puzzleproof.provers.refutation.concurrent_proof import Patience, refute_and_prove
from puzzleproof.provers.refutation.order import ProofOrder
from puzzleproof.provers.request import Request
from tests.support import boards
from tests.support.labellings import labelled

BOARD = boards.SMALL["two labelled"]
"""Its minimum is 3."""
CPSAT = SolverChoice("cpsat", processes=False)
PATIENT = Patience(None, 0.0)


def at_once(order: ProofOrder, emit: Any) -> int:
    emit(Working("writing"))
    return order.bound


def never(order: ProofOrder, emit: Any) -> int:
    emit(Working("writing"))
    time.sleep(600)
    return order.bound


def without(error: Exception) -> Any:
    def write(order: ProofOrder, emit: Any) -> int:
        raise error

    return write


def wait_until(condition: Callable[[], bool]) -> None:
    """Raises TimeoutError where it stays false."""
    deadline = time.monotonic() + 60
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)


def waiting_for(file: Path) -> Any:
    """A proof that is ready once there is this file."""

    def write(order: ProofOrder, emit: Any) -> int:
        emit(Working("refuting"))
        emit(Working("writing"))
        wait_until(file.exists)
        return order.bound

    return write


def both(
    write: Any, bound: int = 3, patience: Patience = PATIENT, place: Path | None = None
) -> tuple[int, list[Event]]:
    events = list[Event]()
    order = ProofOrder(BOARD, bound, Workspace(place, None))
    proven = refute_and_prove(CPSAT, patience, write, order, events.append)
    return proven, events


def kinds(events: list[Event]) -> set[type]:
    return {type(event) for event in events}


def phases(events: list[Event]) -> list[str]:
    return [event.phase for event in events if isinstance(event, Working)]


@pytest.fixture(autouse=True)
def no_process_stays() -> Any:
    yield
    assert [p for p in psutil.Process().children() if p.status() != psutil.STATUS_ZOMBIE] == []


def sleeps(*_: object) -> None:
    time.sleep(600)


def gives_no_answer(*_: object) -> None:
    raise LimitReached("no answer")


def test_a_proof_that_stands_ends_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CpsatHorizons, "refute", sleeps)
    proven, events = both(at_once)
    assert proven == 3
    assert EvidenceFound not in kinds(events)
    assert "writing" not in phases(events)


def test_a_refutation_waits_for_the_proof(tmp_path: Path) -> None:
    """Then the proof works alone, and what it does is told."""
    file, events = tmp_path / "ready", list[Event]()

    def listen(event: Event) -> None:
        events.append(event)
        if isinstance(event, Working) and event.phase == "writing":
            file.touch()

    order = ProofOrder(BOARD, 3, Workspace(None, None))
    assert refute_and_prove(CPSAT, PATIENT, waiting_for(file), order, listen) == 3
    assert [e.at_most for e in events if isinstance(e, HorizonAnswer)] == [1, 2]
    assert EvidenceFound in kinds(events)
    assert events[-1] == Working("writing")
    assert "refuting" not in phases(events)


def test_a_plan_ends_the_proof() -> None:
    proven, events = both(never, bound=4)
    assert proven == 0
    assert PlanFound in kinds(events)


def test_where_there_is_nothing_to_refute_no_proof_is_waited_for() -> None:
    """All plans have the same number of jumps, which no solver is asked about."""
    puzzle, events = load("triangle-4").with_metric("jump"), list[Event]()
    order = ProofOrder(puzzle, len(labelled(puzzle).labels), Workspace(None, None))
    assert refute_and_prove(CPSAT, PATIENT, never, order, events.append) == 0
    assert EvidenceFound not in kinds(events)


def test_a_proof_that_takes_too_long_is_ended() -> None:
    with pytest.raises(LimitReached, match=r"^its proof took over \d+ s; --evidence"):
        both(never, patience=Patience(1, 0.2))


@pytest.mark.parametrize("error", [Unsupported("no formula"), HasSolution.below(3)])
def test_why_there_is_no_proof_is_raised_once_the_solver_has_refuted(error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)):
        both(without(error))
    assert both(without(error), bound=4)[0] == 0


@pytest.mark.parametrize("error", [CertificateRejected("a wrong line"), TypeError("a bug")])
@pytest.mark.parametrize("solver", [sleeps, gives_no_answer])
def test_a_fault_of_the_proof_is_raised_at_once(
    solver: Any, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CpsatHorizons, "refute", solver)
    with pytest.raises(type(error), match=str(error)):
        both(without(error))


def test_where_neither_has_an_answer_both_reasons_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(CpsatHorizons, "refute", gives_no_answer)
    with pytest.raises(LimitReached, match=r"^the solver: no answer; no formula$"):
        both(without(Unsupported("no formula")))
    with pytest.raises(LimitReached, match=r"^the solver: no answer; its proof took over \d+ s;"):
        both(never, patience=Patience(1, 0.2))
    (tmp_path / "ready").touch()
    assert both(waiting_for(tmp_path / "ready"))[0] == 3


def test_a_solver_that_is_broken_is_no_matter_of_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ModuleNotFoundError("no module named 'ortools'", name="ortools")

    monkeypatch.setattr(CpsatHorizons, "refute", broken)
    with pytest.raises(ModuleNotFoundError, match="ortools"):
        both(never)


def greedy(order: ProofOrder, emit: Any) -> int:
    """Leaves a file behind, and holds more and more."""
    place = order.workspace.folder
    if place is not None:
        (place / "frat").touch()
    held = list[bytes]()
    while len(held) < 200:
        held.append(b"x" * 10_000_000)
        time.sleep(0.02)
    return 0


def little_memory(monkeypatch: pytest.MonkeyPatch) -> int:
    """150 MB more than this process has; it is looked at often."""
    monkeypatch.setattr(concurrent_proof, "POLL_SECONDS", 0.02)
    here = resident_bytes(os.getpid())
    assert here is not None
    return here + 150_000_000


def test_a_proof_that_needs_the_solver_s_memory_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The solver works on, and the files of the proof are gone by then."""
    patience = PATIENT._replace(memory=little_memory(monkeypatch))
    honest = CpsatHorizons.refute

    def late(backend: Any, length: int, part: Any = ()) -> Any:
        wait_until(lambda: bool(list(tmp_path.rglob("frat"))))
        wait_until(lambda: not list(tmp_path.iterdir()))
        monkeypatch.undo()
        return honest(backend, length, part)

    monkeypatch.setattr(CpsatHorizons, "refute", late)
    with pytest.raises(LimitReached, match=r"^its proof needs too much memory$"):
        both(greedy, patience=patience, place=tmp_path)


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


def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Request:
    """CP-SAT is to leave a certificate, on two processors."""
    monkeypatch.setattr("puzzleproof.provers.refutation.queries.processors", lambda: 2)
    return Request(engine="cpsat", certificate=str(tmp_path / "a.cert"))


def test_cp_sat_and_the_proof_that_is_wanted_work_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = asked(tmp_path, monkeypatch)
    verdict = prove("two", BOARD, request)
    assert (verdict.status, verdict.grade) == ("optimal", "certified")
    assert verdict.certificate == request.certificate
    assert "'at most 2 moves' refuted by an LRAT proof" in {row.note for row in verdict.evidence}


@pytest.mark.parametrize(("most", "at_the_same_time"), [(2, True), (1, False)])
def test_the_limit_is_one_of_the_horizon(
    most: int, at_the_same_time: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The minimum is 3, so the horizon has 2 moves."""

    def found_out(*_: object) -> int:
        raise ZeroDivisionError

    request = asked(tmp_path, monkeypatch)
    monkeypatch.setattr(refutation, "PROOF_MOVES", most)
    monkeypatch.setattr(concurrent_proof, "refute_and_prove", found_out)
    with pytest.raises(ZeroDivisionError) if at_the_same_time else nullcontext():
        assert prove("two", BOARD, request).grade == "certified"


@pytest.mark.parametrize(("most", "answers"), [(2, 0), (1, 1)])
def test_the_limit_is_the_same_for_sat(
    most: int, answers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a refutation before it, or after one."""
    monkeypatch.setattr(refutation, "PROOF_MOVES", most)
    events, path = list[Event](), str(tmp_path / "a.cert")
    request = Request(engine="sat", certificate=path)
    assert prove("two", BOARD, request, events.append).grade == "certified"
    assert len({e.at_most for e in events if isinstance(e, HorizonAnswer)}) == answers


def test_a_proof_that_nobody_asked_for_comes_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CP-SAT raises the lower bound on both processors before that."""

    def never_called(*_: object) -> int:
        raise AssertionError

    asked(tmp_path, monkeypatch)
    monkeypatch.setattr(concurrent_proof, "refute_and_prove", never_called)
    verdict = prove("two", BOARD, Request(engine="cpsat"))
    assert (verdict.status, verdict.grade) == ("optimal", "certified")
    with pytest.raises(AssertionError):
        prove("two", BOARD, Request(engine="cpsat", evidence=("refutation",)))


def test_where_the_proof_takes_too_long_a_search_confirms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is that of the proof, not of the whole work."""
    monkeypatch.setattr(refutation, "PROOF_SECONDS", 0.1)
    monkeypatch.setattr(refutation, "PATIENCE", 1)
    monkeypatch.setattr(refutation, "write_and_check", sleeps)
    verdict = prove("two", BOARD, asked(tmp_path, monkeypatch))
    assert (verdict.status, verdict.grade) == ("optimal", "cross-checked")
    assert {row.kind for row in verdict.evidence} == {"refutation", "exhaustion"}
    assert any("has no certificate (its proof took over" in note for note in verdict.notes)


def test_where_nothing_is_refuted_no_note_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CpsatHorizons, "refute", gives_no_answer)
    monkeypatch.setattr(refutation, "write_and_check", without(Unsupported("no formula")))
    notes = prove("two", BOARD, asked(tmp_path, monkeypatch)).notes
    assert "no proof refutes 'at most 2 moves' (the solver: no answer; no formula)" in notes
    assert not any("the refutation" in note for note in notes)


@pytest.mark.parametrize("at_the_same_time", [True, False])
def test_the_memory_of_a_proof_ends_no_other_work(
    at_the_same_time: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search confirms the refutation then."""
    request = asked(tmp_path, monkeypatch)
    if not at_the_same_time:
        request = Request(engine="cpsat")
    monkeypatch.setattr(refutation, "write_and_check", greedy)
    limits = Limits(memory=round(little_memory(monkeypatch) / SHARE))
    verdict = prove("two", BOARD, request, limits=limits)
    assert (verdict.status, verdict.grade) == ("optimal", "cross-checked")
    assert any("the refutation has no certificate" in note for note in verdict.notes)


def test_files_of_a_proof_that_is_killed_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaves_files(order: ProofOrder, emit: Any) -> int:
        assert order.workspace.folder is not None
        (order.workspace.folder / "frat").write_bytes(b"x")
        os.kill(os.getpid(), signal.SIGKILL)
        return 0

    seen = list[Path]()

    def listen(event: Event) -> None:
        if isinstance(event, Note) and "has no certificate" in event.text:
            seen.extend(Path(tempfile.gettempdir()).rglob("*"))

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(refutation, "write_and_check", leaves_files)
    prove("two", BOARD, Request(engine="cpsat"), listen)
    assert [path.parent for path in seen] == [tmp_path]
