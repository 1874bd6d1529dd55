"""Reports of proofs are checked here, and only the checked part counts.

A report is an `Outcome` from a worker on another machine, or from a ledger's row.  The checker of
`puzzleproof.verify` judges its certificate by the rules.  The certificate must be about the job's
board and metric.  The plan is replayed.  The verdict follows afresh from these two.  All other
evidence gets the grade `claimed`, even if several searches agreed elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import BytesIO
from typing import get_args

from puzzleproof.models.errors import CertificateRejected, PuzzleProofError
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.jobs import Job
from puzzleproof.provers.batch.row import Outcome, instance_hash
from puzzleproof.provers.batch.work import Checked, expected
from puzzleproof.provers.bounds import Bounds
from puzzleproof.provers.events import EvidenceFound, Note, PlanFound
from puzzleproof.provers.verdict import PROVEN, Evidence, EvidenceKind, Verdict
from puzzleproof.verify.certificate import CHECKERS, CheckedCertificate, check_stream

BY_REPLAY = "verify.replay"
"""The checker of a plan without moves, which needs no certificate."""


def checked(job: Job, outcome: Outcome) -> Checked[Outcome]:
    """The checked part of an outcome, and a note where the outcome claims more."""
    reported = expected(Outcome, outcome).verdict
    if reported is None:
        return Checked(replace(outcome, certificate=None, reason=clean(outcome.reason)), "")
    expected(Verdict, reported)
    doubts, found = list[str](), None
    try:
        found = _accepted(job, outcome.certificate)
    except PuzzleProofError as error:
        doubts.append(f"its certificate: {shortened(clean(str(error)))}")
    bounds = Bounds(job.puzzle)
    bounds.at_least, bounds.fault = job.request.at_least, clean(reported.fault)
    doubts += _take_plans(bounds, [reported.plan, None if found is None else found.plan])
    doubts += _take_evidence(bounds, evidence_of(reported.evidence, found))
    for note in _notes(outcome, reported, found):
        bounds.apply(note)
    versions = {clean(name): clean(version) for name, version in reported.versions.items()}
    verdict = bounds.verdict(job.name, float(reported.seconds), (), versions)
    verdict = replace(verdict, recorded=outcome.recorded)
    must_hold = found is not None or bool(outcome.recorded)
    doubts += [] if doubts else _excess(reported, verdict, must_hold=must_hold)
    kept = None if found is None else outcome.certificate
    about = (float(outcome.seconds), clean(outcome.machine), outcome.recorded)
    return Checked(Outcome(job.name, job.metric, verdict, kept, "", *about), "; ".join(doubts))


def _accepted(job: Job, certificate: bytes | None) -> CheckedCertificate | None:
    """The accepted certificate; None if there is none."""
    if certificate is None:
        return None
    found = check_stream(BytesIO(certificate), "it")
    if (instance_hash(found.puzzle), found.puzzle.metric) != (job.key.instance_hash, job.metric):
        raise CertificateRejected("it is about another board, goal or metric")
    if not CHECKERS[found.kind].is_bound:
        raise CertificateRejected(f"it is a {found.kind}, which proves no bound")
    return found


def _take_plans(bounds: Bounds, plans: Iterable[tuple[str, ...] | None]) -> list[str]:
    """Replay the plans; return what is wrong with them."""
    doubts = list[str]()
    for plan in plans:
        try:
            if plan is not None:
                bounds.apply(PlanFound(tuple(plan), "replay"))
        except PuzzleProofError as error:
            doubts.append(f"its plan: {shortened(clean(str(error)))}")
    return doubts


def evidence_of(rows: Sequence[Evidence], found: CheckedCertificate | None) -> list[Evidence]:
    """The checked certificate as evidence, then the other rows as claims that confirm nothing."""
    others = [row for row in rows if expected(Evidence, row).checker != BY_REPLAY]
    if found is None:
        return list(map(_claim, others))
    bound = math.inf if found.at_least is None else found.at_least
    same = [
        row for row in others if (row.kind, row.bound, row.checked) == (found.kind, bound, True)
    ]
    checker = CHECKERS[found.kind].function.partition(":")[0].removeprefix("puzzleproof.")
    states = found.states if found.kind == "labelling" else None
    (kind,) = (one for one in get_args(EvidenceKind) if one == found.kind)
    seconds, note = (float(same[0].seconds), clean(same[0].note)) if same else (0.0, "")
    first = Evidence.certified(kind, found.at_least, checker, seconds, states, note)
    return [first, *(_claim(row) for row in others if row not in same)]


def _claim(row: Evidence) -> Evidence:
    """The same evidence, as the claim of one search."""
    bound = int(row.bound) if math.isfinite(row.bound) else math.inf
    states = None if row.states is None else int(row.states)
    by, note = clean(row.checker), clean(row.note)
    return Evidence(row.kind, bound, False, by, "none", float(row.seconds), states, note)


def _take_evidence(bounds: Bounds, rows: Iterable[Evidence]) -> list[str]:
    """Take evidence in; leave out a claim beyond the plan, and return that fault."""
    doubts = list[str]()
    upper = math.inf if bounds.upper is None else bounds.upper
    for row in rows:
        if row.bound > upper:
            doubts.append(f"it claims more than {upper} moves, and has a plan of {upper}")
        else:
            bounds.apply(EvidenceFound(row))
    return doubts


def _notes(outcome: Outcome, reported: Verdict, found: CheckedCertificate | None) -> list[Note]:
    """The notes on a verdict: its origin, and what could not be checked."""
    where = f"on {clean(outcome.machine)}"
    notes = [
        Note(clean(text), "warning" if text in reported.reasons else "remark")
        for text in reported.notes
    ]
    if outcome.recorded:
        where = f"from the ledger ({clean(outcome.recorded)}, {clean(outcome.machine)})"
        checked_again = (("the plan", reported.plan), ("the certificate", found))
        what = [name for name, one in checked_again if one is not None]
        how = f"; {' and '.join(what)} checked again" if what else ""
        if reported.grade != "cross-checked":
            notes.append(Note(where + how, "remark"))
    if reported.grade in PROVEN and found is None and reported.plan != ():
        text = f"{where}: {reported.grade} there; not checked here, as it has no certificate"
        notes.append(Note(text, "warning"))
    return notes


def _excess(reported: Verdict, verdict: Verdict, *, must_hold: bool) -> list[str]:
    """The first field in which a report disagrees with the checked verdict.

    If ``must_hold``, a certified result has to be confirmed.  It is false if a worker lost the
    certificate with a stopped process; the result is then a claim.
    """
    names = ["upper", "lower"]
    if (reported.grade == "certified" and must_hold) or verdict.grade in PROVEN:
        names += ["grade", "status", "proven"]
    for name in names:
        said, seen = getattr(reported, name), getattr(verdict, name)
        if said != seen:
            return [f"it says {name} {said}, its plan and its certificate show {seen}"]
    return []


# --- two answers to one question ----------------------------------------------------------


def merged(job: Job, new: Outcome, old: Outcome) -> Outcome:
    """The union of two outcomes: the better plan, and the better proof with its certificate."""
    if old.verdict is None or new.known.denied or new.is_certified:
        return new
    if new.verdict is None or old.is_certified:
        return old
    strong = new if _certified(new) >= _certified(old) else old
    bounds = Bounds(job.puzzle)
    bounds.at_least = job.request.at_least
    _take_plans(bounds, [new.verdict.plan, old.verdict.plan])
    for one in (new, old):
        rows = [row if one is strong or not row.checked else _claim(row) for row in _rows(one)]
        _take_evidence(bounds, [row for row in rows if row not in bounds.evidence])
    found = bounds.verdict(job.name, new.seconds, (), new.verdict.versions)
    said = {name: getattr(new.verdict, name) for name in ("notes", "reasons", "fault")}
    return replace(new, verdict=replace(found, **said), certificate=strong.certificate)


def _rows(outcome: Outcome) -> tuple[Evidence, ...]:
    return outcome.known.evidence


def _certified(outcome: Outcome) -> float:
    """The best bound that the outcome's certificate proves; -1 without one."""
    if outcome.certificate is None:
        return -1.0
    return max((row.bound for row in _rows(outcome) if row.checked), default=-1.0)
