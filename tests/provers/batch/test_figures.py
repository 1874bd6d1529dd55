"""Figures of state graphs as jobs: what a ledger keeps of them, what is believed of a report."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import puzzleproof as pp
from puzzleproof.models.errors import CertificateRejected, NotationError
from puzzleproof.models.instances import load
from puzzleproof.provers.batch import figures
from puzzleproof.provers.batch.audit import Audit, Claim
from puzzleproof.provers.batch.figures import NAMES, FigureJob, FigureOutcome
from puzzleproof.provers.batch.ledger import Means, open_ledger, run_batch
from puzzleproof.provers.batch.pool import DamagedRow, check_of
from puzzleproof.provers.process import NO_LIMITS, Limits
from puzzleproof.verify.survey import FIGURES, Figures

SIMPLICITY = load("simplicity")
FOUND = {
    "reached": 161,
    "eccentricity": 27,
    "plans": 3,
    "from_goals": 18,
    "hardest_start": 18,
    "diameter": 27,
    "components": 11,
}


def outcome_of(job: FigureJob) -> FigureOutcome:
    found = job.run()
    assert isinstance(found, FigureOutcome)
    return found


def computed_anew(*_: object) -> None:
    pytest.fail("computed anew")


@pytest.mark.parametrize("figure", FOUND)
def test_the_number_comes_with_a_certificate_of_it(figure: str) -> None:
    job = FigureJob("simplicity", SIMPLICITY, figure)
    found = outcome_of(job)
    assert found.number == FOUND[figure]
    checked = check_of(job, found).run()
    assert (checked.doubt, checked.outcome.proven) == ("", FOUND[figure])
    wrong = check_of(job, replace(found, number=FOUND[figure] + 1)).run()
    assert wrong.doubt == f"it says {FOUND[figure] + 1}, its certificate shows {FOUND[figure]}"


def test_a_certificate_of_something_else_is_none() -> None:
    job = FigureJob("simplicity", SIMPLICITY, "diameter")
    found = outcome_of(job)
    for other in (
        FigureJob("simplicity", SIMPLICITY, "radius"),
        FigureJob("simplicity", SIMPLICITY.with_metric("unit"), "diameter"),
    ):
        with pytest.raises(CertificateRejected):
            other.checked(found)
    bare = job.checked(replace(found, certificate=None))
    assert (bare.outcome.proven, bare.outcome.compared(27)) == (None, ("open", ""))


def test_every_figure_has_a_size_and_a_number() -> None:
    assert figures.SIZE.keys() == {one.of for one in FIGURES.values()}
    of = Figures(SIMPLICITY)
    for name in set(NAMES) - {"diameter", "radius", "centre", "dead_ends"}:
        number = figures.number_of(FIGURES[name].compute(of))
        assert outcome_of(FigureJob("s", SIMPLICITY, name)).number == number
    with pytest.raises(NotationError, match="figure 'girth': expected one of reached"):
        FigureJob("s", SIMPLICITY, "girth")


def test_a_ledger_answers_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claims = [Claim("simplicity", SIMPLICITY, None, 27, "a book", "eccentricity")]
    path = tmp_path / "a.db"
    (first,) = pp.audit(claims, ledger=path, jobs=2)
    with open_ledger(path) as ledger:
        assert ledger.number_of("figure %") == 3
        assert not list(ledger.rows())
        monkeypatch.setattr(FigureJob, "run", computed_anew)
        audit = Audit(claims, Limits(60.0, None))
        audit.answers.update((k, one) for k, one in run_batch(audit.jobs, Means(1, ledger)))
    again = audit.finding(0)
    assert again is not None
    assert all(one.answer.recorded for one in again.readings)
    assert [one.answer.certificate for one in again.readings] == [
        one.answer.certificate for one in first.readings
    ]
    assert (again.verdict, again.metric, again.proven) == ("confirmed", "piece", 27)


def test_what_a_limit_left_is_sought_again_with_more(tmp_path: Path) -> None:
    job = FigureJob("korf-01", load("korf-01"), "eccentricity", Limits(0.2, None))
    found = outcome_of(job)
    assert (found.limited, found.reason, found.proven) == (True, "time limit reached", None)
    kept = job.kept(found)
    assert kept is not None
    text, certificate = kept
    assert certificate is None
    assert job.is_answered(text)
    assert not replace(job, limits=NO_LIMITS).is_answered(text)
    assert job.kept(replace(found, reason="interrupted")) is None
    assert job.kept(job.failed("out of memory")) is None
    assert job.reported(text, None).reason == "time limit reached"


def test_one_metric_that_meets_a_limit_does_not_hide_the_others() -> None:
    claim = Claim("simplicity", SIMPLICITY, None, 27, "", "eccentricity")
    audit = Audit([claim], NO_LIMITS)
    for number, job in enumerate(audit.jobs):
        limited = job.given_up([], "time limit reached", 1.0)
        audit.answers[number] = job.run() if job.puzzle.metric == "piece" else limited
    found = audit.finding(0)
    assert found is not None
    assert (found.verdict, found.metric) == ("confirmed", "piece")
    assert "metric line: time limit reached" in found.because


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"number": 28}, "it says 28, its certificate shows 27"),
        ({"certificate_sha256": "0" * 64}, "its certificate is missing, or has changed"),
        ({"number": "27"}, "the figure is damaged: number '27': expected a whole number"),
    ],
)
def test_a_row_that_was_changed_is_not_used(change: dict[str, Any], words: str) -> None:
    job = FigureJob("simplicity", SIMPLICITY, "diameter")
    kept = job.kept(job.run())
    assert kept is not None
    text, certificate = kept
    bent = json.dumps({**json.loads(text), **change})
    try:
        said = check_of(job, job.reported(bent, certificate)).run().doubt
    except DamagedRow as error:
        said = str(error)
    assert words in said
