"""What workers elsewhere and ledgers report: honest results count, lies and claims are judged."""

import hashlib
import json
import math
import pickle
import sqlite3
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import puzzleproof as pp
from puzzleproof.models.instances import load
from puzzleproof.provers.batch.audit import Audit, Claim
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.ledger import Ledger, Means, open_ledger, run_batch
from puzzleproof.provers.batch.pool import Checked, DamagedRow, check_of
from puzzleproof.provers.batch.row import Outcome, Row
from puzzleproof.provers.events import EvidenceFound, Note, PlanFound
from puzzleproof.provers.process import NO_LIMITS, Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.session import Bounds
from puzzleproof.provers.verdict import Evidence, Verdict
from tests.support.batch_jobs import row_in

NAMES = ("hughes", "frogs-2-2", "tiles-2x2", "european-centre", "instant-insanity")
NAME = "frogs-2-2"
PLAN = ["4-3", "2-4", "1-2", "3-1", "5-3", "4-5", "2-4", "3-2"]


def job(name: str = NAME, **asked: Any) -> Job:
    return Job(name, load(name), Request(**asked))


@cache
def done(name: str = NAME, **asked: Any) -> Outcome:
    return job(name, **asked).run()


def verdict_of(outcome: Outcome) -> Verdict:
    assert outcome.verdict is not None, outcome.reason
    return outcome.verdict


def arrived(what: Any, one: Job | None = None) -> Checked[Outcome]:
    """The check of what a worker has sent."""
    return check_of(one or job("hughes"), pickle.dumps(what)).run()


def forged(**changes: Any) -> Outcome:
    """An answer about hughes in which the verdict was changed."""
    outcome = done("hughes")
    return replace(outcome, verdict=replace(verdict_of(outcome), **changes))


@pytest.mark.parametrize("name", NAMES)
def test_an_honest_answer_is_what_it_was(name: str) -> None:
    before, (outcome, doubt, _) = verdict_of(done(name)), arrived(done(name), job(name))
    after = verdict_of(outcome)
    assert doubt == ""
    for key in ("status", "grade", "lower", "upper", "plan", "notes"):
        assert getattr(after, key) == getattr(before, key)
    assert after.grade == "certified"
    assert (outcome.certificate, outcome.machine) == (done(name).certificate, done(name).machine)


BEYOND = Evidence("exhaustion", 22, False, "a", "models", 1.0)
FORGED: dict[str, tuple[dict[str, Any], str]] = {
    "a better bound than its certificate": ({"lower": 30}, "it says lower 30; its plan and"),
    "a plan that it has not": ({"upper": 20}, "it says upper 20; its plan and its certificate"),
    "no plan at all": ({"status": "unsolvable"}, "it says status unsolvable"),
    "a plan that breaks the rules": ({"plan": ("AN",) * 20}, "its plan: "),
    "a plan that stops short": ({"plan": ()}, "its plan: "),
    "a status that there is not": ({"status": "certain"}, "it says status certain"),
    "a claim beyond its plan": ({"evidence": (BEYOND,)}, "takes more than 21 moves"),
    "evidence that is none": ({"evidence": [{"kind": "labelling"}]}, "expected Evidence"),
    "a plan that is none": ({"plan": 5}, "TypeError"),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_lie_is_found_out(how: str) -> None:
    changes, reason = FORGED[how]
    assert reason in arrived(forged(**changes)).doubt


@pytest.mark.parametrize("what", [None, 5, "", {}, [], "worker"])
def test_what_is_no_answer_is_rejected(what: object) -> None:
    """And a failure stays one."""
    failed, none, _ = arrived(job("hughes").failed("it broke\x1b[2K"))
    assert (failed.verdict, failed.reason, none) == (None, "it broke?[2K", "")
    outcome, doubt, _ = arrived(what)
    assert outcome.verdict is None
    assert "expected Outcome" in doubt
    assert check_of(job("hughes"), b"junk").run().doubt


def test_a_forged_certificate_is_rejected() -> None:
    outcome = done("hughes")
    assert outcome.certificate is not None
    lie = arrived(replace(outcome, certificate=outcome.certificate[:-5] + b"12345"))
    assert lie.doubt.startswith("its certificate: ")
    assert (lie.outcome.certificate, verdict_of(lie.outcome).proven) == (None, 0)


def test_the_certificate_of_another_board_or_metric_is_rejected() -> None:
    others = done("tiles-2x2"), Job("hughes", load("hughes").with_metric("unit")).run()
    for other in others:
        assert "another board, goal or metric" in arrived(other).doubt


AGREE = tuple(Evidence("exhaustion", 21, False, by, by, 1.0) for by in ("models", "encoders"))


@pytest.mark.parametrize("changes", [{}, {"evidence": AGREE, "grade": "cross-checked"}])
def test_without_its_certificate_an_answer_is_a_claim(changes: dict[str, Any]) -> None:
    """Searches that agree elsewhere are one claim here."""
    outcome, doubt, _ = arrived(replace(forged(**changes), certificate=None))
    verdict = verdict_of(outcome)
    assert (verdict.status, verdict.grade, verdict.proven) == ("bounded", "claimed", 0)
    assert "not checked here: there is no certificate" in verdict.reasons[-1]
    assert not any(row.checked for row in verdict.evidence)
    assert (verdict.lower, doubt) == (21, "")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with open_ledger(tmp_path / "results.db") as ledger:
        ledger.record(job(), done())
    return tmp_path / "results.db"


def change(path: Path, **values: object) -> None:
    """Change the only row, as anybody can; ``certificate`` is its bytes."""
    db = sqlite3.connect(path)
    ((text,),) = db.execute("SELECT result FROM results").fetchall()
    if "certificate" in values:
        db.execute("UPDATE results SET certificate = ?", (values.pop("certificate"),))
    db.execute("UPDATE results SET result = ?", (json.dumps({**json.loads(text), **values}),))
    db.commit()
    db.close()


def row_of(path: Path) -> tuple[Row, str]:
    """The only row, and what is wrong with it."""
    with open_ledger(path, new=False) as ledger:
        (row,) = ledger.rows()
        return row, ledger.doubt_about(row)


def asked(path: Path, one: Job | None = None) -> tuple[Outcome, list[str]]:
    """The answer of a batch, and what it says beside."""
    said = list[str]()
    with open_ledger(path) as ledger:

        def listen(number: int | None, event: Any) -> None:
            if number is None and isinstance(event, Note):
                said.append(event.text)

        ((_, outcome),) = run_batch([one or job()], Means(1, ledger, listen))
    return outcome, said


def test_an_honest_row_is_the_verdict_that_it_was(path: Path) -> None:
    (row, doubt), fresh = row_of(path), verdict_of(done())
    found, *_ = check_of(job(), row.checked(done().certificate)).run()
    kept = {name: getattr(fresh, name) for name in ("notes", "reasons", "seconds")}
    same = replace(verdict_of(found), recorded="", **kept)
    assert json.loads(json.dumps(same.to_json())) == fresh.to_json()
    assert (doubt, found.certificate, found.recorded) == ("", done().certificate, row.finished)


NOTHING: dict[str, object] = {"certificate": None, "certificate_sha256": None}
JUNK = hashlib.sha256(b"junk").hexdigest()
TAMPERED: tuple[tuple[dict[str, object], str], ...] = (
    ({"lower": 7, "upper": 7, "plan": []}, "its plan: "),
    ({"upper": 7}, "it says upper 7"),
    ({"upper": 99}, "upper 99"),
    ({"lower": 9}, "lower 9"),
    ({"status": "unsolvable", "upper": None, "plan": None}, "it says upper None"),
    (NOTHING, "grade certified"),
    ({"certificate": None}, "its certificate: it is not there"),
    ({"certificate": b"junk"}, "its certificate: its hash has changed"),
    ({"certificate_sha256": "0" * 64}, "its certificate: its hash has changed"),
    ({"certificate": b"junk", "certificate_sha256": JUNK}, "its certificate: "),
)


@pytest.mark.parametrize(("columns", "why"), TAMPERED, ids=[str(k) for k in range(len(TAMPERED))])
def test_a_row_that_says_more_than_its_certificate_is_doubted(
    path: Path, columns: dict[str, object], why: str
) -> None:
    change(path, **columns)
    assert why in row_of(path)[1]
    outcome, said = asked(path)
    assert (verdict_of(outcome).optimum, outcome.recorded) == (8, "")
    assert any("its row in the ledger cannot be used: " in text and why in text for text in said)
    mended, doubt = row_of(path)
    assert (mended.known.optimum, doubt) == (8, "")


def test_the_instance_of_a_row_is_the_one_that_its_hash_names(path: Path) -> None:
    """And a text of it is printed as one line."""
    change(path, instance=['family = "frogs"', 'board = "FF.T"'], title="a\nb\x1b[2K")
    row, doubt = row_of(path)
    assert (doubt, row.title) == ("its instance does not match its hash", "a b?[2K")


def test_a_certificate_of_less_is_no_certificate_of_more(path: Path) -> None:
    weak = done(at_least=3, engine="sat", evidence=("refutation",))
    change(path, certificate=weak.certificate, certificate_sha256=weak.certificate_hash)
    row, doubt = row_of(path)
    found, *_ = check_of(job(), row.checked(weak.certificate)).run()
    assert verdict_of(found).proven == 3
    assert "it says grade certified; its plan and its certificate show claimed" in doubt


def test_searches_that_agreed_are_a_claim_where_they_were_only_recorded(path: Path) -> None:
    rows = [{**one.to_json(), "bound": 8, "formulation": one.formulation} for one in AGREE]
    change(path, grade="cross-checked", evidence=rows, **NOTHING)
    outcome, said = asked(path)
    verdict = verdict_of(outcome)
    assert (verdict.status, verdict.grade, verdict.upper) == ("bounded", "claimed", 8)
    assert (verdict.proven, verdict.optimum) == (0, None)
    assert "cross-checked there; not checked here: there is no certificate" in verdict.reasons[0]
    assert (bool(outcome.recorded), said) == (True, [])


def test_a_claim_that_was_asked_for_is_judged_again(tmp_path: Path) -> None:
    one = job(at_least=9)
    fresh, _ = asked(tmp_path / "results.db", one)
    outcome, _ = asked(tmp_path / "results.db", one)
    assert verdict_of(fresh).claim == verdict_of(outcome).claim == "refuted"
    assert (fresh.recorded, bool(outcome.recorded)) == ("", True)
    assert verdict_of(outcome).to_json()["claim"] == {"at_least": 9, "verdict": "refuted"}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("lower", "abc"),
        ("upper", 2.5),
        ("plan", [1]),
        ("evidence", [{"kind": "none"}]),
        ("limits", {"seconds": "x"}),
        ("status", "proven"),
        ("seconds", "x"),
        ("seconds", math.inf),
        ("instance", [None]),
    ],
)
def test_a_row_of_other_types_is_proven_anew(path: Path, column: str, value: object) -> None:
    change(path, **{column: value})
    with pytest.raises(DamagedRow, match=f"is damaged: {column} "):
        row_of(path)
    outcome, said = asked(path)
    assert (verdict_of(outcome).optimum, len(said)) == (8, 1)
    assert row_of(path)[0].known.optimum == 8


def open_verdict(plan: list[str] | None, *evidence: Evidence) -> Outcome:
    """An answer that stayed open, as a run within limits leaves it."""
    bounds = Bounds(load(NAME))
    if plan is not None:
        bounds.apply(PlanFound(tuple(plan), "a search"))
    for one in evidence:
        bounds.apply(EvidenceFound(one))
    return Outcome(NAME, "move", bounds.verdict(NAME, 0.1, (), {}))


def row_after(ledger: Ledger, outcome: Outcome, seconds: float | None) -> Row:
    one = replace(job(), limits=Limits(seconds))
    ledger.record(one, outcome)
    row = row_in(ledger, one.key)
    assert row is not None
    return row


def test_bounds_of_two_runs_are_joined(tmp_path: Path) -> None:
    weak = done(at_least=3, engine="sat", evidence=("refutation",))
    with open_ledger(tmp_path / "l.db") as ledger:
        row_after(ledger, weak, None)
        row = row_after(ledger, open_verdict(PLAN), 5.0)
        assert ledger.doubt_about(row) == ""
    assert (row.status, row.known.proven, row.upper) == ("bounded", 3, 8)
    assert (row.grade, row.limits["seconds"]) == ("certified", 5.0)
    assert replace(job(), limits=Limits(5.0)).is_answered(row.written())
    assert not job().is_answered(row.written())


def test_a_later_run_that_finds_less_forgets_nothing(tmp_path: Path) -> None:
    """No proof and no plan; and a claim of an old row does not contradict a new plan."""
    with open_ledger(tmp_path / "l.db") as ledger:
        row_after(ledger, done(), None)
        row = row_after(ledger, job().failed("its process died"), None)
        assert row.known.optimum == 8
        row = row_after(ledger, open_verdict(PLAN), None)
        assert (row.known.optimum, row.grade) == (8, "certified")
    with open_ledger(tmp_path / "other.db") as ledger:
        row_after(ledger, open_verdict(PLAN), 10.0)
        row = row_after(ledger, open_verdict(None), 20.0)
    assert (row.status, row.upper, row.limits["seconds"]) == ("bounded", 8, 20.0)
    assert row.plan == tuple(PLAN)
    claim = Evidence("exhaustion", 99, False, "somebody", "none", 0.1)
    found = verdict_of(job().merged(open_verdict(PLAN), open_verdict(None, claim)))
    assert (found.denied, found.upper) == (False, 8)


SMALL, LARGE = load("frogs-1-1"), load("frogs-2-2")
"""Their minima are 3 and 8 moves."""


def test_boards_of_one_name_are_two_questions() -> None:
    claims = [Claim("x", SMALL, None, 3), Claim("x", LARGE, None, 8)]
    assert [job.puzzle for job in Audit(claims, NO_LIMITS).jobs] == [SMALL, LARGE]
    assert [found.verdict for found in pp.audit(claims, jobs=1)] == ["confirmed", "confirmed"]


def test_one_board_under_two_names_is_one_question() -> None:
    claims = [Claim("x", SMALL, None, 3), Claim("y", SMALL, "move", 4)]
    audit = Audit(claims, NO_LIMITS)
    (job,) = audit.jobs
    assert audit.finding(0) is None
    audit.answers[0] = job.run()
    found = [audit.finding(k) for k in range(2)]
    assert [one and one.verdict for one in found] == ["confirmed", "refuted"]
