"""What a ledger says is an answer once it was checked: rows that lie are found out, and mended."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from puzzleproof.models.errors import InstanceError
from puzzleproof.models.instances import load, loads
from puzzleproof.provers.batch.batch import is_answer, run_batch
from puzzleproof.provers.batch.jobs import Job, Outcome, run_job
from puzzleproof.provers.batch.ledger import Key, Ledger, open_ledger
from puzzleproof.provers.batch.recall import doubt_about, merged, recalled
from puzzleproof.provers.batch.row import DamagedRow, Row
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.verdict import Evidence, Verdict
from puzzleproof.verify.certificate import check_file

NAME = "frogs-2-2"
PLAN = ["4-3", "2-4", "1-2", "3-1", "5-3", "4-5", "2-4", "3-2"]


@cache
def job(**asked: Any) -> Job:
    return Job.of(NAME, load(NAME), Request(**asked))


@cache
def done(**asked: Any) -> Outcome:
    return run_job(job(**asked))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with open_ledger(tmp_path / "results.db") as ledger:
        ledger.record(Key.of(job()), job(), done())
    return tmp_path / "results.db"


def change(path: Path, **columns: object) -> None:
    """Change the only row, as anybody can."""
    db = sqlite3.connect(path)
    for name, value in columns.items():
        db.execute(f"UPDATE results SET {name} = ?", (value,))  # noqa: S608
    db.commit()
    db.close()


def row_of(path: Path) -> tuple[Row, bytes | None]:
    with open_ledger(path, new=False) as ledger:
        (row,) = ledger.rows()
        return row, ledger.certificate_of(row)


def certificate_of(path: Path) -> Path:
    (found,) = path.with_name("results.db.certificates").iterdir()
    return found


def asked(path: Path, one: Job | None = None) -> tuple[Outcome, list[str]]:
    """The answer of a batch, and what it tells."""
    told = list[str]()
    with open_ledger(path) as ledger:

        def listen(number: int | None, event: Any) -> None:
            if number is None and event is not None:
                told.append(event.text)

        ((_, outcome),) = run_batch([one or job()], 1, ledger, listen)
    return outcome, told


def verdict_of(outcome: Outcome) -> Verdict:
    assert outcome.verdict is not None
    return outcome.verdict


def test_an_honest_row_is_the_verdict_that_it_was(path: Path) -> None:
    row, certificate = row_of(path)
    found, fresh = recalled(job(), row, certificate), verdict_of(done())
    same = replace(
        verdict_of(found),
        recorded="",
        notes=fresh.notes,
        reasons=fresh.reasons,
        seconds=fresh.seconds,
    )
    assert json.loads(json.dumps(same.to_json())) == fresh.to_json()
    assert (found.doubt, found.certificate) == ("", done().certificate)
    assert found.recorded == row.finished
    assert doubt_about(row, certificate) == ""


LESS = json.dumps([])
TAMPERED: tuple[tuple[dict[str, object], str], ...] = (
    ({"optimum": 7, "lower": 7, "proven": 7, "upper": 7, "plan": LESS}, "its plan: "),
    ({"optimum": 7, "lower": 7, "proven": 7, "upper": 7}, "upper 7"),
    ({"optimum": 99, "lower": 99, "proven": 99, "upper": 99, "grade": "cross-checked"}, "upper 99"),
    ({"lower": 9, "proven": 9}, "it says 'at least 8', the ledger 9"),
    ({"proven": 7}, "proven 7"),
    ({"status": "unsolvable", "upper": None, "optimum": None, "plan": "null"}, "no plan"),
    ({"certificate": None, "certificate_sha256": None}, "names no certificate"),
    ({"certificate": "../../x.cert"}, "not named by its hash"),
    ({"certificate_sha256": "0" * 64, "certificate": "0" * 64 + ".cert"}, "cannot be read"),
)


@pytest.mark.parametrize(("columns", "why"), TAMPERED, ids=[str(k) for k in range(len(TAMPERED))])
def test_a_row_that_says_more_than_its_certificate_is_doubted(
    path: Path, columns: dict[str, object], why: str
) -> None:
    change(path, **columns)
    row, certificate = row_of(path)
    assert why in doubt_about(row, certificate)
    outcome, told = asked(path)
    assert (verdict_of(outcome).optimum, outcome.recorded) == (8, "")
    assert any("is not used, and proven anew: " in text and why in text for text in told)
    mended, certificate = row_of(path)
    assert (mended.optimum, doubt_about(mended, certificate)) == (8, "")


def test_the_certificate_of_another_board_is_no_evidence(path: Path) -> None:
    other = Job.of("other", loads('family = "frogs"\nboard = "FFF.TT"'))
    row, certificate = row_of(path)
    row = replace(row, instance_hash=other.instance_hash)
    assert "another board" in recalled(other, row, certificate).doubt
    assert "another one than its hash says" in doubt_about(row, certificate)


@pytest.mark.parametrize("damage", ["junk", "gone"])
def test_a_damaged_certificate_is_noticed_and_written_again(path: Path, damage: str) -> None:
    file = certificate_of(path)
    if damage == "junk":
        file.write_bytes(b"junk")
    else:
        file.unlink()
    outcome, told = asked(path)
    assert not outcome.recorded
    assert len(told) == 1
    assert check_file(certificate_of(path)).at_least == 8
    again, told = asked(path)
    assert (bool(again.recorded), told) == (True, [])


def test_junk_in_the_file_is_no_certificate_of_a_new_answer(path: Path) -> None:
    certificate_of(path).write_bytes(b"junk")
    with open_ledger(path) as ledger:
        ledger.record(Key.of(job()), job(), done())
        (row,) = ledger.rows()
        assert ledger.certificate_of(row) == done().certificate


def test_a_certificate_of_less_is_no_certificate_of_more(path: Path) -> None:
    weak = done(at_least=3, engine="sat", evidence=("refutation",))
    assert weak.certificate is not None
    with open_ledger(path) as ledger:
        (row,) = ledger.rows()
    sha256 = weak.certificate_hash
    row = replace(row, certificate=f"{sha256}.cert", certificate_sha256=sha256)
    found = recalled(job(), row, weak.certificate)
    assert verdict_of(found).proven == 0
    assert "it says 'at least 3', the ledger 8" in found.doubt


def test_searches_that_agreed_are_a_claim_where_they_were_only_recorded(path: Path) -> None:
    rows = [Evidence.searched("exhaustion", 8, by, "none", 0.1).to_json() for by in ("one", "two")]
    nothing = {"certificate": None, "certificate_sha256": None}
    change(path, grade="cross-checked", evidence=json.dumps(rows), **nothing)
    outcome, told = asked(path)
    verdict = verdict_of(outcome)
    assert (verdict.status, verdict.grade, verdict.upper) == ("bounded", "claimed", 8)
    assert (verdict.proven, verdict.optimum) == (0, None)
    assert "cross-checked then; without a certificate it is not checked here" in verdict.reasons[0]
    assert (bool(outcome.recorded), told) == (True, [])


def test_a_claim_that_was_asked_for_is_judged_again(tmp_path: Path) -> None:
    one = job(at_least=9)
    fresh, _ = asked(tmp_path / "results.db", one)
    outcome, _ = asked(tmp_path / "results.db", one)
    assert verdict_of(fresh).claim == verdict_of(outcome).claim == "refuted"
    assert (fresh.recorded, bool(outcome.recorded)) == ("", True)
    assert verdict_of(outcome).to_json()["claim"] == {"at_least": 9, "verdict": "refuted"}


# --- rows of other types ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("optimum", "abc"),
        ("lower", -1),
        ("upper", 2.5),
        ("plan", "[1]"),
        ("plan", '"text"'),
        ("evidence", "[1]"),
        ("evidence", '[{"kind": "none"}]'),
        ("versions", "[]"),
        ("limits", '{"seconds": "x"}'),
        ("status", "proven"),
        ("grade", 1),
        ("seconds", "x"),
        ("seconds", float("inf")),
        ("puzzle", b"\x00"),
        ("certificate_sha256", "../../x"),
    ],
)
def test_a_row_of_other_types_is_named_and_proven_anew(
    path: Path, column: str, value: object
) -> None:
    change(path, **{column: value})
    with pytest.raises(InstanceError, match="is damaged"):
        row_of(path)
    outcome, told = asked(path)
    assert (verdict_of(outcome).optimum, len(told)) == (8, 1)
    assert row_of(path)[0].optimum == 8


def test_a_text_of_a_row_is_printed_as_one_line(path: Path) -> None:
    change(path, title="a\nb\x1b[2K")
    assert row_of(path)[0].title == "a b?[2K"


def test_a_damaged_row_is_an_error_of_its_own(path: Path) -> None:
    change(path, optimum="abc")
    with open_ledger(path) as ledger, pytest.raises(DamagedRow, match="optimum 'abc'"):
        ledger.find(Key.of(job()))


# --- what is known after two runs ---------------------------------------------------------


def open_verdict(plan: list[str] | None, *evidence: Evidence) -> Outcome:
    """An answer that stayed open, as a run within limits leaves it."""
    from puzzleproof.provers.bounds import Bounds
    from puzzleproof.provers.events import EvidenceFound, PlanFound

    bounds = Bounds(load(NAME))
    if plan is not None:
        list(bounds.apply(PlanFound(tuple(plan), "a search")))
    for one in evidence:
        list(bounds.apply(EvidenceFound(one)))
    return Outcome(NAME, "move", bounds.verdict(NAME, 0.1, (), {}))


def recorded(ledger: Ledger, outcome: Outcome, seconds: float | None) -> Row:
    one = replace(job(), limits=Limits(seconds))
    ledger.record(Key.of(one), one, outcome)
    row = ledger.find(Key.of(one))
    assert row is not None
    return row


def test_a_plan_is_not_forgotten_by_a_run_that_finds_none(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "l.db") as ledger:
        recorded(ledger, open_verdict(PLAN), 10.0)
        row = recorded(ledger, open_verdict(None), 20.0)
    assert (row.status, row.upper, row.limits["seconds"]) == ("bounded", 8, 20.0)
    assert row.plan == tuple(PLAN)


def test_bounds_of_two_runs_are_joined_and_the_larger_limits_stay(tmp_path: Path) -> None:
    weak = done(at_least=3, engine="sat", evidence=("refutation",))
    with open_ledger(tmp_path / "l.db") as ledger:
        recorded(ledger, weak, None)
        row = recorded(ledger, open_verdict(PLAN), 5.0)
        certificate = ledger.certificate_of(row)
    assert (row.status, row.proven, row.upper) == ("bounded", 3, 8)
    assert (row.grade, row.limits["seconds"]) == ("certified", None)
    assert doubt_about(row, certificate) == ""
    assert is_answer(row, replace(job(), limits=Limits(5.0)))


def test_a_claim_of_an_old_row_does_not_contradict_a_new_plan() -> None:
    claim = Evidence.searched("exhaustion", 99, "somebody", "none", 0.1)
    old = open_verdict(None, claim)
    found = merged(job(), open_verdict(PLAN), old)
    assert not verdict_of(found).denied
    assert verdict_of(found).upper == 8


def test_a_proof_is_not_forgotten_by_a_run_that_fails(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "l.db") as ledger:
        recorded(ledger, done(), None)
        row = recorded(ledger, Outcome(NAME, "move", None, None, "its process died"), None)
        assert (row.state, row.optimum) == ("done", 8)
        row = recorded(ledger, open_verdict(PLAN), None)
        assert (row.optimum, row.grade) == (8, "certified")
