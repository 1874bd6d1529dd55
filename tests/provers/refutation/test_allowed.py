"""What the proof of a refutation may take, and what becomes of the answer where it takes more."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from puzzleproof.encoders.cpsat import CpsatHorizons
from puzzleproof.models.errors import CertificateRejected, LimitReached, Unsupported
from puzzleproof.provers import refutation
from puzzleproof.provers.events import Event, HorizonAnswer
from puzzleproof.provers.process import SHARE, Limits, resident_bytes
from puzzleproof.provers.refutation import KEPT, NAMED, UNASKED, Allowance, how_asked
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from tests.support import boards

BOARD = boards.SMALL["two labelled"]
"""Its minimum is 3, so the last horizon has 2 moves."""


@pytest.fixture(autouse=True)
def no_process_stays() -> Any:
    yield
    assert [p for p in psutil.Process().children() if p.status() != psutil.STATUS_ZOMBIE] == []


def raises(error: Exception) -> Any:
    def work(*_: object) -> None:
        raise error

    return work


@pytest.mark.parametrize(
    ("request_", "row"),
    [
        (Request("cpsat", ("refutation",)), NAMED),
        (Request("cpsat", ("refutation",), certificate="a"), NAMED),
        (Request("cpsat", certificate="a"), KEPT),
        (Request("sat", certificate="a"), KEPT),
        (Request("sat"), UNASKED),
        (Request(certificate="a"), UNASKED),
        (Request(evidence=("all",)), UNASKED),
    ],
)
def test_the_row_of_a_request(request_: Request, row: str) -> None:
    proof: Any = SimpleNamespace(request=request_)
    assert how_asked(proof) == row


@pytest.mark.parametrize(("most", "answers"), [(2, 0), (1, 1)])
def test_sat_proves_a_short_horizon_at_once(
    most: int, answers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a refutation before it; a longer one is refuted first."""
    monkeypatch.setattr(refutation, "PROOF_MOVES", most)
    events, path = list[Event](), str(tmp_path / "a.cert")
    request = Request(engine="sat", certificate=path)
    assert prove("two", BOARD, request, events.append).grade == "certified"
    assert len({e.at_most for e in events if isinstance(e, HorizonAnswer)}) == answers


def test_where_the_proof_takes_too_long_a_search_confirms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is that of the proof, not of the whole work."""
    monkeypatch.setattr(refutation, "PROOF_SECONDS", 0.1)
    monkeypatch.setitem(refutation.ALLOWED, KEPT, Allowance(1))
    monkeypatch.setattr(refutation, "write_and_check", lambda *_: time.sleep(600))
    verdict = prove("two", BOARD, Request("cpsat", certificate=str(tmp_path / "a.cert")))
    assert (verdict.status, verdict.grade) == ("optimal", "cross-checked")
    assert {row.kind for row in verdict.evidence} == {"refutation", "exhaustion"}
    assert any("--evidence refutation sets no limit" in note for note in verdict.notes)


def test_a_proof_that_is_rejected_is_a_bug_and_none_at_all_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refutation, "write_and_check", raises(CertificateRejected("a wrong line")))
    verdict = prove("two", BOARD, Request("cpsat"))
    assert verdict.grade == "cross-checked"
    assert any("a bug: the proof of the refutation" in note for note in verdict.notes)
    monkeypatch.setattr(refutation, "write_and_check", raises(Unsupported("no formula")))
    notes = prove("two", BOARD, Request("sat", certificate=str(tmp_path / "a.cert"))).notes
    assert "no proof refutes 'at most 2 moves' (no formula)" in notes
    assert not any("the refutation" in note for note in notes)
    monkeypatch.setattr(CpsatHorizons, "refute", raises(LimitReached("no answer")))
    verdict = prove("two", BOARD, Request("cpsat"))
    assert not any(row.kind == "refutation" for row in verdict.evidence)


def test_the_memory_of_a_proof_ends_no_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search confirms the refutation then."""

    def greedy(*_: object) -> None:
        held = list[bytes]()
        while True:
            held.append(b"x" * 10_000_000)
            time.sleep(0.02)

    little = (resident_bytes(os.getpid()) or 0) + 300_000_000
    monkeypatch.setattr(refutation, "write_and_check", greedy)
    verdict = prove("two", BOARD, Request("cpsat"), limits=Limits(memory=round(little / SHARE)))
    assert (verdict.status, verdict.grade) == ("optimal", "cross-checked")
    assert any("the refutation has no certificate" in note for note in verdict.notes)
