"""A proof as a job: how it is done, what a ledger keeps of it, and how a report is checked.

A report is an `Outcome` from a worker on another machine, or from a ledger's row.  The checker of
`puzzleproof.verify` judges the report's certificate, which must be about the job's board and
metric.  The plan is replayed.  A new verdict is drawn from the certificate and the plan.  All other
evidence gets the grade `claimed`, even if several searches agreed on the other machine.
"""

import json
import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from puzzleproof.models.budget import budgeted
from puzzleproof.models.errors import (
    CertificateRejected,
    LimitReached,
    PuzzleProofError,
    Unsupported,
)
from puzzleproof.models.output import dumps
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import clean, shortened
from puzzleproof.provers.batch.pool import Checked, Key, Question, attempted, expected, no_less
from puzzleproof.provers.batch.row import Outcome, Row, instance_hash, now, own_versions
from puzzleproof.provers.events import Emit, Event, Note, PlanFound, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits
from puzzleproof.provers.request import PLANS, Request
from puzzleproof.provers.session import SOLVED, Bounds
from puzzleproof.provers.strategy import BRIEF, prove
from puzzleproof.provers.verdict import PROVEN, Evidence, Verdict
from puzzleproof.verify.certificate import CHECKERS, CheckedCertificate, check_stream

FIRST_SECONDS = 5.0
"""A first attempt runs this long in this process, as starting another process takes 0.1 s."""
FIRST_SHARE = 0.1
"""The first attempt takes at most this share of a time limit."""
LOST = "a certificate was accepted, but was lost when its process ended"
DEFAULT = Request()
SURVEY = "survey"
"""The ``request`` in a ledger's key of a survey of a piece set."""
FIGURE = "figure "
"""The beginning of the ``request`` in a ledger's key of a statistic of a state graph."""


@dataclass(frozen=True)
class Job(Question[Outcome]):
    """A puzzle in its metric, what to prove, and the limits."""

    name: str
    puzzle: AnyPuzzle
    request: Request = DEFAULT
    limits: Limits = NO_LIMITS

    @property
    def about(self) -> str:
        """The puzzle and the metric, in words."""
        return f"{self.name!r} (metric {self.puzzle.metric})"

    @property
    def key(self) -> Key:
        """The question's key in a ledger; ``request`` has options that may change the answer."""
        names = ("engine", "evidence", "at_least", "seed", "solver")
        parts = {name: getattr(self.request, name) for name in names}
        if self.request.plan != PLANS[0]:  # rows of older versions lack this key
            parts["plan"] = self.request.plan
        asked = json.dumps(parts, sort_keys=True)
        return Key(instance_hash(self.puzzle), self.puzzle.metric, asked)

    def run(self, emit: Emit = ignore) -> Outcome:
        """Make the proof; a fault is reported in the outcome, and nothing is raised."""
        begin = time.perf_counter()
        proven, reason, _ = attempted(lambda: _proven(self, emit))
        verdict, certificate = proven or (None, None)
        seconds = time.perf_counter() - begin
        return Outcome(self.name, self.puzzle.metric, verdict, certificate, reason, seconds)

    def failed(self, reason: str) -> Outcome:
        """Return an outcome without a verdict, for this reason."""
        return Outcome(self.name, self.puzzle.metric, None, None, reason)

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> Outcome:
        """Return an outcome with the verdict that follows from the events of a stopped proof."""
        bounds = Bounds(self.puzzle, self.request.at_least)
        for event in events:
            bounds.apply(event)
        notes = (why, LOST) if any(row.checked for row in bounds.evidence) else (why,)
        verdict = bounds.verdict(self.name, seconds, notes, own_versions())
        return Outcome(self.name, self.puzzle.metric, verdict, None, "", seconds)

    def checked(self, outcome: Outcome) -> Checked[Outcome]:
        """Return what the check confirms of an outcome, and a doubt if the outcome claims more."""
        reported = expected(Outcome, outcome).verdict
        if reported is None:
            return Checked(replace(outcome, certificate=None, reason=clean(outcome.reason)), "")
        expected(Verdict, reported)
        doubts, found, limits = list[str](), None, 0
        try:
            found = _accepted(self, outcome.certificate)
        except PuzzleProofError as error:
            doubts.append(f"its certificate: {shortened(clean(str(error)))}")
            limits += isinstance(error, LimitReached)
        bounds = Bounds(self.puzzle, self.request.at_least)
        bounds.fault = clean(reported.fault)
        doubts += _take_plans(bounds, [reported.plan, None if found is None else found.plan])
        doubts += _take_evidence(bounds, _evidence_of(reported.evidence, found))
        bounds.notes += _notes(outcome, reported, found)
        versions = {clean(name): clean(version) for name, version in reported.versions.items()}
        verdict = bounds.verdict(self.name, float(reported.seconds), (), versions)
        verdict = replace(verdict, recorded=outcome.recorded)
        # A certificate may be lost when a worker's process is stopped; the result is then a claim.
        must_hold = found is not None or bool(outcome.recorded)
        doubts = doubts or _excess(reported, verdict, must_hold=must_hold)
        kept = None if found is None else outcome.certificate
        about = "", float(outcome.seconds), clean(outcome.machine), outcome.recorded
        known = Outcome(self.name, self.puzzle.metric, verdict, kept, *about)
        return Checked(known, "; ".join(doubts), 0 < limits == len(doubts))

    def merged(self, new: Outcome, old: Outcome) -> Outcome:
        """Join two outcomes: keep the better plan, and the better proof with its certificate."""
        if old.verdict is None or new.known.denied or new.is_certified:
            return new
        if new.verdict is None or old.is_certified:
            return old
        strong = max(new, old, key=lambda one: one.known.strength[1] if one.certificate else -1.0)
        bounds = Bounds(self.puzzle, self.request.at_least)
        _take_plans(bounds, [new.verdict.plan, old.verdict.plan])
        for one in (new, old):
            known = one.known.evidence
            rows = (row if one is strong or not row.checked else _claim(row) for row in known)
            _take_evidence(bounds, [row for row in rows if row not in bounds.evidence])
        found = bounds.verdict(self.name, new.seconds, (), new.verdict.versions)
        said = {name: getattr(new.verdict, name) for name in ("notes", "reasons", "fault")}
        return replace(new, verdict=replace(found, **said), certificate=strong.certificate)

    # --- in a ledger --------------------------------------------------------------------------

    def kept(self, outcome: Outcome) -> tuple[str, bytes | None] | None:
        """Return the row and the certificate for a ledger, or None if the proof was interrupted."""
        known, puzzle = outcome.known, self.puzzle
        if known.interrupted:
            return None
        failed = outcome.verdict is None
        row = Row(
            puzzle=self.name,
            title=puzzle.info.name,
            family=puzzle.family,
            metric=self.puzzle.metric,
            request=self.key.request,
            reason=outcome.reason,
            status=None if failed else known.status,
            grade=None if failed else known.grade,
            lower=known.lower,
            upper=known.upper,
            plan=known.plan,
            evidence=known.evidence,
            certificate_sha256=outcome.certificate_hash,
            seconds=round(outcome.seconds, 3),
            machine=outcome.machine,
            versions=dict(known.versions or own_versions()),
            limits=self.limits._asdict(),
            finished=outcome.recorded or now(),
            instance_hash=self.key.instance_hash,
            instance=tuple(dumps(puzzle).splitlines()),
        )
        return row.written(), outcome.certificate

    def reported(self, text: str, certificate: bytes | None) -> Outcome:
        """Return the outcome that a row of the ledger holds."""
        return Row.read(text).checked(certificate)

    def is_answered(self, text: str) -> bool:
        """Tell whether a row settles the question, or its search had at least this job's limits."""
        row = Row.read(text)
        if replace(row.known, at_least=self.request.at_least).is_settled:
            return True
        return row.status is not None and no_less(row.limits, self.limits)


def _proven(job: Job, emit: Emit) -> tuple[Verdict, bytes | None]:
    if next(job.puzzle.ladder(), None) is not None:
        raise Unsupported("the fewest pegs need several proofs: only 'prove' makes them")
    with TemporaryDirectory(prefix="puzzleproof-") as folder:
        path = Path(folder) / "certificate"
        found = Outcome(job.name, job.puzzle.metric, None)
        for verdict in _attempts(job, path, emit):
            data = path.read_bytes() if verdict.certificate else None
            own = replace(verdict, certificate=None, older=None)
            new = Outcome(job.name, own.metric, own, data, "", own.seconds)
            found = job.merged(new, found)
    assert found.verdict is not None
    return found.verdict, found.certificate


def _attempts(job: Job, path: Path, emit: Emit) -> Iterator[Verdict]:
    """Yield the verdict of a first attempt in this process, if one is made, and of the proof.

    The first attempt is made if the user names neither a method nor a kind of evidence.  It is the
    only attempt if it settles the question by a certificate: the grade must not depend on where
    the work is done.
    """
    about, limits = (job.name, job.puzzle, job.request, emit), job.limits
    if job.request.by_itself:
        share = FIRST_SECONDS if limits.seconds is None else FIRST_SHARE * limits.seconds
        brief = Limits(min(FIRST_SECONDS, share), limits.memory)
        how: Any = {"in_process": True, "steps": BRIEF, "target": path}
        first = prove(*about, brief, own_versions(), **how)
        yield first
        if first.is_settled:
            return
        if limits.seconds is not None:
            limits = Limits(max(0.0, limits.seconds - first.seconds), limits.memory)
    yield prove(*about, limits, own_versions(), target=path)


# --- reports are checked ------------------------------------------------------------------


def _accepted(job: Job, certificate: bytes | None) -> CheckedCertificate | None:
    """Check the certificate, if there is one; raises CertificateRejected."""
    if certificate is None:
        return None
    with budgeted():
        found = check_stream(BytesIO(certificate), "it")
    if (instance_hash(found.puzzle), found.puzzle.metric) != job.key[:2]:
        raise CertificateRejected("it is about another board, goal or metric")
    if not CHECKERS[found.kind].is_bound:
        raise CertificateRejected(f"it is of kind {found.kind}, which proves no bound")
    return found


def _take_plans(bounds: Bounds, plans: Iterable[tuple[str, ...] | None]) -> list[str]:
    """Replay the plans; return the faults of plans that the rules reject."""
    doubts = list[str]()
    for plan in plans:
        try:
            if plan is not None:
                bounds.apply(PlanFound(tuple(plan), "replay"))
        except PuzzleProofError as error:
            doubts.append(f"its plan: {shortened(clean(str(error)))}")
    return doubts


def _evidence_of(rows: Sequence[Evidence], found: CheckedCertificate | None) -> list[Evidence]:
    """List the checked certificate as evidence, then the other rows, each as a mere claim."""
    claims = [row for row in rows if expected(Evidence, row).checker != SOLVED.checker]
    if found is None:
        return list(map(_claim, claims))
    bound = math.inf if found.at_least is None else found.at_least
    named = (found.kind, bound, True)
    same = [row for row in claims if (row.kind, row.bound, row.checked) == named]
    checker = CHECKERS[found.kind].function.partition(":")[0].removeprefix("puzzleproof.")
    states = found.states if found.kind == "labelling" else None
    seconds, note = (float(same[0].seconds), clean(same[0].note)) if same else (0.0, "")
    about: tuple[Any, ...] = found.kind, found.at_least, checker, seconds, states, note
    first = Evidence.certified(*about)
    return [first, *(_claim(row) for row in claims if row not in same)]


def _claim(row: Evidence) -> Evidence:
    """Return the evidence, but as the claim of one search."""
    bound = int(row.bound) if math.isfinite(row.bound) else math.inf
    states = None if row.states is None else int(row.states)
    by, note = clean(row.checker), clean(row.note)
    return Evidence(row.kind, bound, False, by, "none", float(row.seconds), states, note)


def _take_evidence(bounds: Bounds, rows: Iterable[Evidence]) -> list[str]:
    """Add evidence, except for bounds above the plan's length; return a fault for each of these."""
    upper = math.inf if bounds.upper is None else bounds.upper
    rows = list(rows)
    bounds.evidence += (row for row in rows if row.bound <= upper)
    beyond = f"it claims that every plan takes more than {upper} moves, but has a plan of {upper}"
    return [beyond for row in rows if row.bound > upper]


def _notes(outcome: Outcome, reported: Verdict, found: CheckedCertificate | None) -> list[Note]:
    """List the notes on a verdict: where it comes from, and what could not be checked."""
    where = f"on {clean(outcome.machine)}"
    notes = [
        Note(clean(text), "warning" if text in reported.reasons else "remark")
        for text in reported.notes
    ]
    if outcome.recorded:
        where = f"from the ledger ({clean(outcome.recorded)}, {clean(outcome.machine)})"
        checked_again = (("the plan", reported.plan), ("the certificate", found))
        what = " and ".join(name for name, one in checked_again if one is not None)
        if reported.grade != "cross-checked":
            notes.append(Note(where + (f"; {what} checked again" if what else ""), "remark"))
    if reported.grade in PROVEN and found is None and reported.plan != ():
        text = f"{where}: {reported.grade} there; not checked here: there is no certificate"
        notes.append(Note(text, "warning"))
    return notes


def _excess(reported: Verdict, verdict: Verdict, *, must_hold: bool) -> list[str]:
    """Name the first field in which a report differs from the verdict, if it has to agree."""
    names = ["upper", "lower"]
    if (reported.grade == "certified" and must_hold) or verdict.grade in PROVEN:
        names += ["grade", "status", "proven"]
    for name in names:
        said, seen = getattr(reported, name), getattr(verdict, name)
        if said != seen:
            return [f"it says {name} {said}; its plan and its certificate show {seen}"]
    return []
