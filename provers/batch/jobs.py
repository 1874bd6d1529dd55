"""A proof as a job, and what a ledger keeps of it."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzleproof.models import imported
from puzzleproof.models.instances import dumps
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch.row import Outcome, Row, instance_hash, now, own_versions, row_of
from puzzleproof.provers.batch.work import Checked, Key, Question, attempted, no_less
from puzzleproof.provers.bounds import Bounds
from puzzleproof.provers.events import Emit, Event, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits
from puzzleproof.provers.request import PLANS, Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import PROVEN, Verdict

FIRST_SECONDS = 5.0
"""Seconds of a first attempt in this process; a process of its own costs a tenth of a second."""
LOST = "a certificate was accepted, but was lost when its process ended"
DEFAULT = Request()
SURVEY = "survey"
"""The request of a survey of a piece set, in a ledger."""
FIGURE = "figure "
"""The first letters of the request of a figure of a state graph, in a ledger."""


@dataclass(frozen=True)
class Job(Question[Outcome]):
    """A puzzle in its metric, what to prove, and the limits."""

    name: str
    puzzle: AnyPuzzle
    request: Request = DEFAULT
    limits: Limits = NO_LIMITS

    @property
    def metric(self) -> str:
        """What counts as one move."""
        return self.puzzle.metric

    @property
    def about(self) -> str:
        """The puzzle and the metric, in words."""
        return f"{self.name!r} (metric {self.metric})"

    @property
    def key(self) -> Key:
        """The key of the question in a ledger."""
        return Key(instance_hash(self.puzzle), self.metric, request_key(self.request))

    def run(self, emit: Emit = ignore) -> Outcome:
        """Prove; the outcome reports any fault, and nothing is raised."""
        begin = time.perf_counter()
        proven, reason = attempted(lambda: _proven(self, emit))
        verdict, certificate = proven or (None, None)
        seconds = time.perf_counter() - begin
        return Outcome(self.name, self.metric, verdict, certificate, reason, seconds)

    def failed(self, reason: str) -> Outcome:
        """The outcome without a verdict."""
        return Outcome(self.name, self.metric, None, None, reason)

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> Outcome:
        """The verdict from the events of a proof that was stopped."""
        bounds = Bounds(self.puzzle)
        bounds.at_least = self.request.at_least
        for event in events:
            bounds.apply(event)
        notes = (why, LOST) if any(row.checked for row in bounds.evidence) else (why,)
        verdict = bounds.verdict(self.name, seconds, notes, own_versions())
        return Outcome(self.name, self.metric, verdict, None, "", seconds)

    def checked(self, outcome: Outcome) -> Checked[Outcome]:
        """Call `checked.checked`, which is imported only when it is needed."""
        check = imported("puzzleproof.provers.batch.checked:checked")
        found: Checked[Outcome] = check(self, outcome)
        return found

    def merged(self, new: Outcome, old: Outcome) -> Outcome:
        """Call `checked.merged`."""
        found: Outcome = imported("puzzleproof.provers.batch.checked:merged")(self, new, old)
        return found

    # --- in a ledger --------------------------------------------------------------------------

    def kept(self, outcome: Outcome) -> tuple[str, bytes | None] | None:
        """The row and the certificate; None for an interrupted proof."""
        known, puzzle = outcome.known, self.puzzle
        if known.interrupted:
            return None
        failed = outcome.verdict is None
        row = Row(
            puzzle=self.name,
            title=puzzle.info.name,
            family=puzzle.family,
            metric=self.metric,
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
        """The outcome that a row of the ledger holds."""
        return row_of(text).checked(certificate)

    def is_answered(self, text: str) -> bool:
        """Whether a row is certified, or was sought with no less time and memory."""
        row, least = row_of(text), self.request.at_least
        if row.grade == "certified":
            if row.status in ("optimal", "unsolvable"):
                return True
            if least is not None and row.known.proven >= least:
                return True
        return row.status is not None and no_less(row.limits, self.limits)


def request_key(request: Request) -> str:
    """The parts of a request that change the answer, as text."""
    parts: dict[str, object] = {
        "engine": request.engine,
        "evidence": list(request.evidence),
        "at_least": request.at_least,
        "seed": request.seed,
        "solver": request.solver,
    }
    if request.plan != PLANS[0]:  # older ledgers lack this key
        parts["plan"] = request.plan
    return json.dumps(parts, sort_keys=True)


def _proven(job: Job, emit: Emit) -> tuple[Verdict, bytes | None]:
    with TemporaryDirectory(prefix="puzzleproof-") as folder:
        path = Path(folder) / "certificate"
        request = job.request
        if request.leaves_certificate:
            request = replace(request, certificate=str(path))
        verdict = _attempts(job, request, emit)
        certificate = path.read_bytes() if verdict.certificate else None
    return replace(verdict, certificate=None, older=None), certificate


def _attempts(job: Job, request: Request, emit: Emit) -> Verdict:
    """Prove; if the request is the default one, try a few seconds in this process first."""
    name, puzzle, limits, versions = job.name, job.puzzle, job.limits, own_versions()
    if request.by_itself:
        first = Limits(min(FIRST_SECONDS, limits.seconds or FIRST_SECONDS), limits.memory)
        verdict = prove(name, puzzle, request, emit, first, versions, in_process=True, passing=True)
        if verdict.grade in PROVEN and verdict.status in ("optimal", "unsolvable"):
            return verdict
        if limits.seconds is not None:
            if limits.seconds <= FIRST_SECONDS:
                return verdict
            limits = Limits(limits.seconds - verdict.seconds, limits.memory)
    return prove(name, puzzle, request, emit, limits, versions, passing=True)
