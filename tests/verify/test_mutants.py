"""Files that were tampered with: rejected in a line, in bounded time and memory, or still true."""

from functools import partial
from pathlib import Path

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.certificate import CheckedCertificate
from tests.support.mutant_subjects import KINDS, subjects
from tests.support.mutants import (
    GROWTH,
    Files,
    Mutant,
    Subject,
    accepted,
    in_child,
    judged,
    lie,
)
from tests.support.mutations import mutants

FEW, MANY = 40, 1_400
"""Mutants of each subject: in every run of the tests, and among the slow ones."""


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS)
def test_mutants_are_rejected_or_true(kind: str, number: int) -> None:
    mine = [subject for subject in subjects() if subject.kind == kind]
    reports = [judged(one, partial(mutants, one, number)) for one in mine]
    faults = [fault for report in reports for fault in report.faults]
    assert not faults, "\n".join(faults[:10])
    assert sum(report.mutants for report in reports) > len(mine) * number * 0.8
    assert all(report.rejected for report in reports)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_honest_subjects(kind: str, tmp_path: Path) -> None:
    mine = [subject for subject in subjects() if subject.kind == kind]
    assert len(mine) >= 2
    for subject in mine:
        assert lie(accepted(subject.files, tmp_path)) is None


def first_of(kind: str) -> Subject:
    return next(subject for subject in subjects() if subject.kind == kind)


def test_the_harness_notices_a_checker_that_accepts_a_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the checks of moves taken out of the checker, false labellings are accepted."""

    def look_away(*_: object) -> None:
        """Check nothing."""

    monkeypatch.setattr("puzzleproof.models.board.RuleBoard.astray", look_away)
    subject = first_of("labelling, one side")
    report = judged(subject, partial(mutants, subject, 500))
    assert any("the definition says" in fault for fault in report.faults), "arrays see the lie"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (KeyError("x"), "KeyError"),
        (CertificateRejected(""), "no reason in one line"),
        (CertificateRejected("a line\nand another"), "no reason in one line"),
    ],
    ids=str,
)
def test_the_harness_notices_other_exceptions_and_reasons(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(_path: Path) -> CheckedCertificate:
        raise error

    subject = first_of("invariant")
    monkeypatch.setattr("tests.support.mutants.check_alike", check)
    (fault,) = judged(subject, lambda: [Mutant("cut", Files(subject.files.first[:-20]))]).faults
    assert said in fault


def test_a_child_has_bounded_memory() -> None:
    assert in_child(lambda: len(bytes(GROWTH // 3))) == GROWTH // 3
    assert "MemoryError" in in_child(lambda: len(bytes(2 * GROWTH)))
