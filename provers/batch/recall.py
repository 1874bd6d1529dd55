"""What a ledger says of a question is checked again before it is an answer.

The certificate's hash is compared and its checker judges it by the rules; the plan is replayed; the
verdict is drawn afresh from these two.  The row's other evidence is a claim, as of any program
that is not here to be asked (`arrival` treats workers elsewhere alike).  Where the row says more
than that, it is *doubted*: the question is asked anew, and what could be checked is kept.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

from puzzleproof.models.errors import CertificateRejected, PuzzleProofError
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.agreement import mismatch
from puzzleproof.provers.batch.arrival import evidence_of
from puzzleproof.provers.batch.jobs import Job, Outcome
from puzzleproof.provers.batch.row import Row
from puzzleproof.provers.batch.work import attempted
from puzzleproof.provers.bounds import Bounds
from puzzleproof.provers.events import Emit, Event, EvidenceFound, Note, PlanFound, ignore
from puzzleproof.provers.process import Limits
from puzzleproof.provers.verdict import PROVEN, Evidence, Verdict
from puzzleproof.verify.certificate import CheckedCertificate, check_stream
from puzzleproof.verify.replay import replay_to_goal


@dataclass(frozen=True, slots=True)
class Recall:
    """A row to be checked, as work for a process; it never leaves this machine."""

    job: Job
    row: Row
    certificate: str | None
    """The path of its file."""

    @property
    def limits(self) -> Limits:
        """Memory alone: a check takes less time than the proof did."""
        return Limits(None, self.job.limits.memory)

    def run(self, emit: Emit = ignore) -> Outcome:  # noqa: ARG002  it tells nothing
        """Check the row; what goes wrong is a doubt, and nothing is raised."""
        outcome, reason = attempted(lambda: recalled(self.job, self.row, self._bytes()))
        return outcome or self.failed(reason)

    def failed(self, reason: str) -> Outcome:
        """The outcome where the row could not be checked."""
        return Outcome(self.job.name, self.job.metric, None, doubt=reason)

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> Outcome:  # noqa: ARG002
        """The outcome where the check was stopped."""
        return self.failed(why)

    def to_text(self) -> str:
        """The question alone."""
        return self.job.to_text()

    def received(
        self, text: object, certificate: object, worker: str, emit: Emit = ignore
    ) -> Outcome:
        """As the job's."""
        return self.job.received(text, certificate, worker, emit)

    def _bytes(self) -> bytes | None:
        if self.certificate is None:
            return None
        with suppress(OSError):
            return Path(self.certificate).read_bytes()
        return None


def recalled(job: Job, row: Row, certificate: bytes | None) -> Outcome:
    """The answer of a row as far as it could be checked, with the doubts that are left.

    ``certificate`` is what stands in the row's file; None: it cannot be read, or there is none.
    """
    if row.state == "failed":
        return Outcome(job.name, job.metric, None, None, row.reason, recorded=row.finished)
    doubts, found, plan = list[str](), None, row.plan
    try:
        found = _checked(row, certificate)
    except PuzzleProofError as error:
        doubts.append(f"its certificate: {shortened(clean(str(error)))}")
    try:
        if plan is not None:
            replay_to_goal(job.puzzle, plan)
    except PuzzleProofError as error:
        doubts.append(f"its plan: {shortened(clean(str(error)))}")
        plan = None
    verdict = _verdict(job, row, found, plan)
    doubts += [] if doubts else _excess(row, verdict)
    kept = None if found is None else certificate
    return Outcome(
        job.name,
        job.metric,
        verdict,
        kept,
        "",
        row.seconds,
        row.machine,
        recorded=row.finished,
        doubt="; ".join(doubts),
    )


def doubt_about(row: Row, certificate: bytes | None) -> str:
    """Why what a row says is not what its certificate and its plan show; empty: it is."""
    try:
        job = Job.of(row.puzzle, row.load())
    except PuzzleProofError as error:
        return f"its instance: {shortened(clean(str(error)))}"
    if job.instance_hash != row.instance_hash:
        return "its instance is another one than its hash says"
    return recalled(job, row, certificate).doubt


def _checked(row: Row, certificate: bytes | None) -> CheckedCertificate | None:
    """The certificate, accepted; None where the row names none."""
    if row.certificate_sha256 is None:
        return None
    if row.certificate != f"{row.certificate_sha256}.cert":
        raise CertificateRejected("it is not named by its hash")
    if certificate is None:
        raise CertificateRejected("its file cannot be read, or is not there")
    if hashlib.sha256(certificate).hexdigest() != row.certificate_sha256:
        raise CertificateRejected("the file is another one: its hash has changed")
    found = check_stream(BytesIO(certificate), "its file")
    if fault := mismatch(row, found, "the ledger"):
        raise CertificateRejected(fault)
    return found


def _verdict(
    job: Job, row: Row, found: CheckedCertificate | None, plan: tuple[str, ...] | None
) -> Verdict:
    bounds = Bounds(job.puzzle)
    bounds.at_least = job.request.at_least
    for one in (plan, None if found is None else found.plan):
        if one is not None:
            list(bounds.apply(PlanFound(one, "replay")))
    upper = math.inf if bounds.upper is None else bounds.upper
    for evidence in evidence_of(row.told, found):
        if evidence.bound <= upper or row.status == "unsolvable":
            list(bounds.apply(EvidenceFound(evidence)))
    list(bounds.apply(_origin(row, found)))
    verdict = bounds.verdict(job.name, row.seconds, (), row.versions)
    return replace(verdict, recorded=row.finished)


def _origin(row: Row, found: CheckedCertificate | None) -> Note:
    where = f"from the ledger ({row.finished}, {row.machine})"
    if row.grade == "cross-checked":
        return Note(
            f"{where}: {row.grade} then; without a certificate it is not checked here", "warning"
        )
    checked = ["the plan"] if row.plan is not None else []
    checked += ["the certificate"] if found is not None else []
    how = f"; {' and '.join(checked)} checked again" if checked else ""
    return Note(where + how, "remark")


def _excess(row: Row, verdict: Verdict) -> list[str]:
    """What a row says otherwise than the verdict on what could be checked of it; the first such."""
    if row.grade == "certified" and row.certificate is None and row.plan != ():
        return ["it is called certified, and names no certificate"]
    pairs: dict[str, tuple[object, object]] = {
        "upper": (row.upper, verdict.upper),
        "lower": (row.lower, verdict.lower),
        "optimum": (row.optimum, verdict.upper if row.optimum is not None else None),
    }
    if row.grade == "certified" or verdict.grade in PROVEN:
        pairs |= {
            "grade": (row.grade, verdict.grade),
            "status": (row.status, verdict.status),
            "proven": (row.proven, verdict.proven),
            "optimum": (row.optimum, verdict.optimum),
        }
    return [
        f"it says {name} {said}, its plan and its certificate show {seen}"
        for name, (said, seen) in pairs.items()
        if said != seen
    ][:1]


# --- two answers to one question ----------------------------------------------------------


def merged(job: Job, new: Outcome, old: Outcome) -> Outcome:
    """What is known after both: the better plan, and the better proof with its certificate."""
    if old.verdict is None or (new.verdict is not None and new.verdict.denied):
        return new
    if new.verdict is None or (old.is_certified and not new.is_certified):
        return old
    if new.verdict.status in ("optimal", "unsolvable"):
        return new
    strong = new if _certified(new) >= _certified(old) else old
    verdict = _joined(job, new.verdict, old.verdict, certified_by=strong.verdict)
    if not _adds(verdict, new.verdict):
        return new
    note = f"with what the ledger knew ({old.recorded}): checked again"
    verdict = replace(verdict, notes=(*verdict.notes, note))
    return replace(new, verdict=verdict, certificate=strong.certificate)


def _joined(job: Job, new: Verdict, old: Verdict, certified_by: Verdict | None) -> Verdict:
    bounds = Bounds(job.puzzle)
    bounds.at_least = job.request.at_least
    for plan in filter(None, (new.plan, old.plan)):
        list(bounds.apply(PlanFound(plan, "replay")))
    upper = math.inf if bounds.upper is None else bounds.upper
    for verdict in (new, old):
        for row in verdict.evidence:
            one = row if verdict is certified_by or not row.checked else _claim(row)
            if verdict is new or (one.bound <= upper and one not in bounds.evidence):
                list(bounds.apply(EvidenceFound(one)))
    found = bounds.verdict(job.name, new.seconds, (), new.versions)
    return replace(found, notes=new.notes, reasons=new.reasons, fault=new.fault)


def _claim(row: Evidence) -> Evidence:
    """The same without its certificate."""
    return replace(row, checked=False, formulation="none")


def _certified(outcome: Outcome) -> float:
    """The best bound that the outcome's certificate proves; -1: it has none."""
    if outcome.verdict is None or outcome.certificate is None:
        return -1.0
    return max((row.bound for row in outcome.verdict.evidence if row.checked), default=-1.0)


def _adds(verdict: Verdict, new: Verdict) -> bool:
    """Whether a verdict knows more than the new one alone."""
    return (verdict.lower, verdict.upper, verdict.proven) != (new.lower, new.upper, new.proven)
