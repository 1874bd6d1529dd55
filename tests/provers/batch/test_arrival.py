"""What comes back from another machine: honest answers count, lies are rejected with a reason."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from puzzleproof.models.errors import NotationError
from puzzleproof.models.instances import load
from puzzleproof.provers.batch.arrival import received
from puzzleproof.provers.batch.jobs import Job, Outcome, run_job
from puzzleproof.provers.batch.wire import job_of, job_text, outcome_text, reply_of
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.verdict import Evidence, Verdict

NAMES = ("hughes", "frogs-2-2", "tiles-2x2", "european-centre", "instant-insanity")


@cache
def done(name: str, metric: str | None = None) -> tuple[Job, Outcome]:
    puzzle = load(name)
    job = Job.of(name, puzzle if metric is None else puzzle.with_metric(metric))
    return job, run_job(job)


def sent(outcome: Outcome, **changes: Any) -> str:
    """The text of an outcome in which something was changed by hand."""
    said = json.loads(outcome_text(outcome))
    for key, value in changes.items():
        target = said if key in said else said["verdict"]
        assert key in target
        target[key] = value
    return json.dumps(said)


def of(name: str, **changes: Any) -> Outcome:
    job, outcome = done(name)
    return received(job, sent(outcome, **changes), outcome.certificate, "w")


def verdict_of(outcome: Outcome) -> Verdict:
    assert outcome.verdict is not None, outcome.reason
    return outcome.verdict


def test_a_job_is_the_same_after_its_journey() -> None:
    request = Request("sat", ("refutation",), 5, None, 3, "glucose4")
    job = Job.of("mine", load("hughes").with_metric("unit"), request, Limits(2.5, 10**9))
    assert job_of(job_text(job), {"a": "1"}) == replace(job, versions=(("a", "1"),))


@pytest.mark.parametrize("name", NAMES)
def test_an_honest_answer_is_what_it_was(name: str) -> None:
    (_, outcome), arrived = done(name), of(name)
    before, after = verdict_of(outcome), verdict_of(arrived)
    assert (after.status, after.grade, after.lower, after.upper, after.plan) == (
        *(before.status, before.grade, before.lower, before.upper),
        before.plan,
    )
    assert after.grade == "certified"
    assert after.notes == before.notes
    assert arrived.certificate == outcome.certificate
    assert arrived.machine == outcome.machine


def test_a_failure_stays_one() -> None:
    job, outcome = done("hughes")
    failed = replace(outcome, verdict=None, certificate=None, reason="it broke\x1b[2K")
    arrived = received(job, outcome_text(failed), None, "w")
    assert arrived.verdict is None
    assert arrived.reason == "it broke?[2K"


FORGED: dict[str, tuple[dict[str, Any], str]] = {
    "a better bound than its certificate": ({"lower": 30}, "says 'at least 21'"),
    "no plan at all": ({"status": "unsolvable"}, "does not say that there is no plan"),
    "another hash": ({"sha256": "0" * 64}, "the hashes differ"),
    "no hash": ({"sha256": None}, "the hashes differ"),
    "a plan that breaks the rules": ({"plan": ["AN"] * 20}, ""),
    "a plan that stops short": ({"plan": []}, ""),
    "a status that there is not": ({"status": "certain"}, "cannot be read"),
    "a bound that is no number": ({"lower": "21"}, "cannot be read"),
    "evidence that is none": ({"evidence": [{"kind": "labelling"}]}, "cannot be read"),
    "seconds without end": ({"seconds": math.inf}, "cannot be read"),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_lie_is_rejected_where_it_arrives(how: str) -> None:
    changes, reason = FORGED[how]
    arrived = of("hughes", **changes)
    assert arrived.verdict is None
    assert arrived.certificate is None
    assert arrived.reason.startswith("what w sent is rejected: ")
    assert reason in arrived.reason


@pytest.mark.parametrize("what", [None, 5, "", "{}", "[]", "null", '{"verdict": 3}', "[" * 9999])
def test_what_is_no_answer_is_rejected(what: object) -> None:
    with pytest.raises(NotationError):
        reply_of(what)
    assert received(done("hughes")[0], what, None, "w").verdict is None


def test_a_forged_certificate_is_rejected() -> None:
    job, outcome = done("hughes")
    assert outcome.certificate is not None
    forged = outcome.certificate[:-5] + b"12345"
    digest = hashlib.sha256(forged).hexdigest()
    arrived = received(job, sent(outcome, sha256=digest), forged, "w")
    assert arrived.verdict is None
    assert "its certificate" in arrived.reason


def test_the_certificate_of_another_board_or_metric_is_rejected() -> None:
    job, _ = done("hughes")
    for other in (done("tiles-2x2"), done("hughes", "unit")):
        arrived = received(job, outcome_text(other[1]), other[1].certificate, "w")
        assert arrived.verdict is None
        assert "another board, goal or metric" in arrived.reason


def test_a_certificate_that_was_left_out_makes_no_proof() -> None:
    job, outcome = done("hughes")
    said = sent(outcome, sha256=None)
    verdict = verdict_of(received(job, said, None, "w"))
    assert (verdict.status, verdict.grade, verdict.proven) == ("bounded", "claimed", 0)
    assert "without a certificate it is not checked here" in verdict.reasons[-1]
    assert not any(row.checked for row in verdict.evidence)


def test_searches_that_agree_elsewhere_are_one_claim_here() -> None:
    job, outcome = done("hughes")
    rows = (
        Evidence.searched("exhaustion", 21, "a", "models", 1.0),
        Evidence.searched("exhaustion", 21, "b", "encoders", 1.0),
    )
    verdict = replace(verdict_of(outcome), evidence=rows, grade="cross-checked")
    agreed = replace(outcome, verdict=verdict, certificate=None)
    arrived = verdict_of(received(job, outcome_text(agreed), None, "w"))
    assert (arrived.status, arrived.grade, arrived.lower) == ("bounded", "claimed", 21)
    assert arrived.proven == 0


def test_a_claim_beyond_the_plan_is_rejected_and_is_no_bug_of_ours() -> None:
    job, outcome = done("hughes")
    rows = (*verdict_of(outcome).evidence, Evidence.searched("exhaustion", 22, "a", "models", 1.0))
    lied = replace(outcome, verdict=replace(verdict_of(outcome), evidence=rows))
    arrived = received(job, outcome_text(lied), outcome.certificate, "w")
    assert arrived.verdict is None
    assert "claims more than 21 moves" in arrived.reason
