"""Files that were tampered with: rejected in a line, in bounded time and memory, or still true."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.certificate import CheckedCertificate, check_file
from tests.support.mutant_subjects import KINDS, subjects
from tests.support.mutants import (
    GROWTH,
    Files,
    Mutant,
    Report,
    Subject,
    accepted,
    in_child,
    judged,
    lie,
    table,
)
from tests.support.mutations import certificate_mutants, raw_certificate_mutants
from tests.support.proof_mutations import formula_mutants, raw_formula_mutants, refutation_mutants

Way = Callable[[Subject], Iterator[Mutant]]

FEW = ("frog", "frogs, unsolvable", "tiles, row", "jumps, stuck")
"""Whose mutants are tried in every run of the tests."""
MORE: dict[str, tuple[str, ...]] = {
    "labelling, with bounds": (
        "moves",
        "moves, dozen",
        "tiles, 2 x 3, from the start",
        "tiles, from the goals",
    ),
    "labelling, one side": (
        "moves",
        "cubes",
        "sliding, two words",
        "sliding, classes, unit",
        "sliding, classes, line",
    ),
    "labelling, closed": ("sliding, unsolvable",),
    "labelling, bidirectional": ("tiles", "frogs and back"),
    "refutation": ("cubes", "tiles, column"),
    "invariant": ("potential by hand", "together by hand", "permutation by hand", "cubes"),
}
"""And of one kind besides: small files, as most of the time goes into making the mutants."""
WHOLE = ("frog", "frogs, unsolvable", "permutation by hand", "count by hand")
"""Whose certificates have every byte changed."""
SHARES = {
    "labelling": 0.25,
    "invariant": 0.3,
    "refutation": 0.03,
    "ranks": 0.02,
    "horizon": 0.02,
}
"""What part of the others' mutants is tried among the slow tests, and a part of that in each run:
checking one takes about a millisecond, where there are formulas up to ten."""
FAST_SHARES = {
    "labelling": 0.03,
    "invariant": 0.03,
    "refutation": 0.015,
    "ranks": 0.003,
    "horizon": 0.004,
}
SLOW_TOTAL, FAST_TOTAL = 100_000, 3_000


def ways(subject: Subject) -> list[Way]:
    if subject.files.proof is not None:
        return [raw_formula_mutants, formula_mutants]
    more: list[Way] = [refutation_mutants] if subject.kind == "refutation" else []
    return [raw_certificate_mutants, certificate_mutants, *more]


def some(way: Way, subject: Subject, share: float) -> Iterable[Mutant]:
    """About that part of the mutants, at random."""
    chance = random.Random(f"{subject.kind} {subject.name}")  # noqa: S311
    return (mutant for mutant in way(subject) if chance.random() < share)


def tried(kind: str, names: Iterable[str], share: float, whole: Iterable[str] = ()) -> Report:
    """The mutants of a kind's subjects with these names."""
    report = Report(kind)
    for subject in subjects():
        if subject.kind == kind and subject.name in names:
            for way in ways(subject):
                every = subject.name in whole and subject.files.proof is None
                part = 1.0 if every else share
                report += judged(subject, partial(some, way, subject, part))
    return report


def assert_good(reports: Sequence[Report], total: int) -> None:
    """Many enough, and each rejected or true."""
    print(table(reports))
    faults = [fault for report in reports for fault in report.faults]
    assert not faults, "\n".join(faults[:10])
    assert sum(report.mutants for report in reports) >= total
    for report in reports:
        assert report.rejected > 0
        assert report.mutants == report.rejected + sum(report.accepted.values())


def test_few_mutants_of_each_kind() -> None:
    shares = {kind: FAST_SHARES[kind.partition(",")[0]] for kind in KINDS}
    assert_good([tried(kind, FEW + MORE.get(kind, ()), shares[kind]) for kind in KINDS], FAST_TOTAL)


@pytest.mark.slow
def test_a_hundred_thousand_mutants() -> None:
    names = {subject.name for subject in subjects()}
    shares = {kind: SHARES[kind.partition(",")[0]] for kind in KINDS}
    assert_good([tried(kind, names, shares[kind], WHOLE) for kind in KINDS], SLOW_TOTAL)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_honest_subjects(kind: str, tmp_path: Path) -> None:
    mine = [subject for subject in subjects() if subject.kind == kind]
    assert len(mine) >= 2
    for subject in mine:
        assert lie(accepted(subject.files, tmp_path)) is None


# --- the harness itself -------------------------------------------------------------------


def first_of(kind: str) -> Subject:
    return next(subject for subject in subjects() if subject.kind == kind)


def test_the_harness_notices_a_checker_that_accepts_a_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the checks of moves taken out of the checker, false labellings are accepted."""

    def look_away(*_: object) -> None:
        """Check nothing."""

    monkeypatch.setattr("puzzleproof.verify.reference.Table._check_moves", look_away)
    subject = first_of("labelling, one side")
    report = judged(subject, partial(some, certificate_mutants, subject, 0.5))
    assert any("the definition says" in fault for fault in report.faults), "arrays see the lie"


def test_the_harness_notices_other_exceptions(monkeypatch: pytest.MonkeyPatch) -> None:
    subject = first_of("invariant")
    honest = subject.files.first

    def check(path: Path) -> CheckedCertificate:
        if path.read_bytes() != honest:
            raise KeyError("x")
        return check_file(path)

    monkeypatch.setattr("tests.support.mutants.check_alike", check)
    (fault,) = judged(subject, lambda: [Mutant("cut", Files(honest[:-20]))]).faults
    assert "KeyError" in fault


@pytest.mark.parametrize("text", ["", "a line\nand another"])
def test_the_harness_asks_for_a_reason_in_one_line(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = first_of("invariant")
    honest = subject.files.first

    def check(path: Path) -> CheckedCertificate:
        if path.read_bytes() != honest:
            raise CertificateRejected(text)
        return check_file(path)

    monkeypatch.setattr("tests.support.mutants.check_alike", check)
    (fault,) = judged(subject, lambda: [Mutant("cut", Files(honest[:-20]))]).faults
    assert "no reason in one line" in fault


def test_a_child_has_bounded_memory() -> None:
    assert in_child(lambda: len(bytes(GROWTH // 3))) == GROWTH // 3
    assert "MemoryError" in in_child(lambda: len(bytes(2 * GROWTH)))
