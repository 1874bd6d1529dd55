"""What comes back from another machine is checked here, and only what was checked counts.

The certificate's hash is compared, the checker of `puzzleproof.verify` judges it by the rules, and
it has to be about the job's board and metric and to say what the worker says.  The plan is
replayed.  The verdict is then drawn afresh, from these: any other evidence that a worker tells of
is a claim, however many searches agreed there.  Where a worker lies, the job has failed, with the
reason.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import NamedTuple, get_args

from puzzleproof.models.errors import CertificateRejected, PuzzleProofError
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.agreement import mismatch
from puzzleproof.provers.batch.jobs import Job, Outcome
from puzzleproof.provers.batch.wire import Reply, Told, reply_of
from puzzleproof.provers.bounds import Bounds
from puzzleproof.provers.events import Emit, EvidenceFound, Note, PlanFound, ignore
from puzzleproof.provers.verdict import PROVEN, Evidence, EvidenceKind, Verdict
from puzzleproof.verify.certificate import CHECKERS, CheckedCertificate, check_stream

BY_REPLAY = "verify.replay"
"""The checker of a plan without moves, which needs no certificate."""


class Said(NamedTuple):
    """A worker's result, to be compared with its certificate."""

    instance_hash: str
    metric: str
    status: str
    grade: str
    lower: int | None


def received(
    job: Job, text: object, certificate: object, worker: str, emit: Emit = ignore
) -> Outcome:
    """The outcome of a job that ``worker`` did elsewhere, as far as it could be checked here."""
    try:
        reply = reply_of(text)
        if reply.told is None:
            return _failed(job, reply.reason, reply)
        verdict = _verdict(job, reply, reply.told, certificate)
    except PuzzleProofError as error:
        reason = f"what {worker} sent is rejected: {shortened(clean(str(error)))}"
        return Outcome(job.name, job.metric, None, None, reason, machine=worker)
    kept = certificate if isinstance(certificate, bytes) else None
    return Outcome(
        job.name, job.metric, verdict, kept, "", reply.seconds, reply.machine, reply.attempts
    )


def _failed(job: Job, reason: str, reply: Reply) -> Outcome:
    return Outcome(
        job.name, job.metric, None, None, reason, reply.seconds, reply.machine, reply.attempts
    )


def _verdict(job: Job, reply: Reply, told: Told, certificate: object) -> Verdict:
    """The verdict on what could be checked; raises PuzzleProofError where something is false."""
    found = _checked(job, reply, told, certificate)
    bounds = Bounds(job.puzzle)
    bounds.at_least, bounds.fault = job.request.at_least, told.fault
    for plan in (told.plan, None if found is None else found.plan):
        if plan is not None:
            list(bounds.apply(PlanFound(plan, "replay")))
    for row in evidence_of(told.evidence, found):
        list(bounds.apply(EvidenceFound(row)))
    _check_claims(bounds)
    for text, strong in told.notes:
        list(bounds.apply(Note(text, "warning" if strong else "remark")))
    verdict = bounds.verdict(job.name, told.seconds, (), told.versions)
    if told.grade in PROVEN and verdict.grade not in PROVEN:
        text = f"{told.grade} on {reply.machine}: without a certificate it is not checked here"
        return replace(verdict, notes=(*verdict.notes, text), reasons=(*verdict.reasons, text))
    return verdict


def _checked(job: Job, reply: Reply, told: Told, certificate: object) -> CheckedCertificate | None:
    """The certificate, accepted; None where there is none."""
    if certificate is None and reply.sha256 is None:
        return None
    if not isinstance(certificate, bytes):
        raise CertificateRejected("it has no certificate, and names the hash of one")
    if hashlib.sha256(certificate).hexdigest() != reply.sha256:
        raise CertificateRejected("its certificate is another one than it says: the hashes differ")
    found = check_stream(BytesIO(certificate), "its certificate")
    said = Said(job.instance_hash, job.metric, told.status, told.grade, told.lower)
    if fault := mismatch(said, found, "it says"):
        raise CertificateRejected(f"its certificate: {fault}")
    return found


def evidence_of(told: Sequence[Evidence], found: CheckedCertificate | None) -> list[Evidence]:
    """The checked certificate as evidence; the other rows as claims that confirm nothing."""
    claims = [row for row in told if row.checker != BY_REPLAY]
    if found is None:
        return [replace(row, checked=False) for row in claims]
    bound = math.inf if found.at_least is None else found.at_least
    same = [
        row for row in claims if (row.kind, row.bound, row.checked) == (found.kind, bound, True)
    ]
    rest = [replace(row, checked=False) for row in claims if row not in same]
    took = same[0].seconds if same else 0.0
    return [_as_evidence(found, took, same[0].note if same else ""), *rest]


def _as_evidence(found: CheckedCertificate, seconds: float, note: str) -> Evidence:
    module = CHECKERS[found.kind].function.partition(":")[0]
    checker = module.removeprefix("puzzleproof.")
    states = found.states if found.kind == "labelling" else None
    (kind,) = (one for one in get_args(EvidenceKind) if one == found.kind)
    return Evidence.certified(kind, found.at_least, checker, seconds, states, note)


def _check_claims(bounds: Bounds) -> None:
    """Raise CertificateRejected where a claim is greater than the length of the plan."""
    upper = bounds.upper
    for row in bounds.evidence:
        if upper is not None and row.bound > upper:
            raise CertificateRejected(
                f"it claims more than {upper} moves, and has a plan of {upper}"
            )
