"""A proof as a job, and its outcome."""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from puzzleproof.models import imported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch.work import Checked, Key, Question, attempted
from puzzleproof.provers.bounds import Bounds
from puzzleproof.provers.events import Emit, Event, ignore
from puzzleproof.provers.folders import own_folder
from puzzleproof.provers.process import NO_LIMITS, Limits
from puzzleproof.provers.request import PLANS, Request
from puzzleproof.provers.strategy import prove
from puzzleproof.provers.verdict import PROVEN, Verdict

FIRST_SECONDS = 5.0
"""Seconds of a first attempt without a process of its own, which costs a tenth of a second."""
LOST = "a certificate was accepted, and lost with its process"
DEFAULT = Request()


@cache
def own_versions() -> Mapping[str, str]:
    """The versions of this program, and of what it uses, where this process runs."""
    found: dict[str, str] = imported("puzzleproof:versions")()
    return found


@dataclass(frozen=True)
class Job(Question["Outcome"]):
    """One puzzle in its metric, what to prove of it and within which limits."""

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
        """What names the question in a ledger."""
        return Key(instance_hash(self.puzzle), self.metric, request_key(self.request))

    def run(self, emit: Emit = ignore) -> Outcome:
        """Prove; what goes wrong is said in the outcome, and nothing is raised."""
        begin = time.perf_counter()
        proven, reason = attempted(lambda: _proven(self, emit))
        verdict, certificate = proven or (None, None)
        seconds = time.perf_counter() - begin
        return Outcome(self.name, self.metric, verdict, certificate, reason, seconds)

    def failed(self, reason: str) -> Outcome:
        """The outcome without a verdict."""
        return Outcome(self.name, self.metric, None, None, reason)

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> Outcome:
        """The verdict on what the proof had reported until it was stopped."""
        bounds = Bounds(self.puzzle)
        bounds.at_least = self.request.at_least
        for event in events:
            bounds.apply(event)
        notes = (why, LOST) if any(row.checked for row in bounds.evidence) else (why,)
        verdict = bounds.verdict(self.name, seconds, notes, own_versions())
        return Outcome(self.name, self.metric, verdict, None, "", seconds)

    def checked(self, outcome: Outcome) -> Checked[Outcome]:
        """As `checked.checked`, which is imported where something has to be checked."""
        check = imported("puzzleproof.provers.batch.checked:checked")
        found: Checked[Outcome] = check(self, outcome)
        return found


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a job: a verdict, or a reason why there is none."""

    name: str
    metric: str
    verdict: Verdict | None
    certificate: bytes | None = None
    reason: str = ""
    """Why the job failed."""
    seconds: float = 0.0
    machine: str = platform.node()
    recorded: str = ""
    """When a ledger recorded it (UTC, ISO 8601), where it comes from one and was checked again."""

    @property
    def known(self) -> Verdict:
        """The verdict; of a job that failed one that says nothing."""
        return self.verdict or Verdict(
            self.name, "", "", self.metric, "unknown", "claimed", None, None, None, ()
        )

    @property
    def is_certified(self) -> bool:
        """Whether the minimum, or that there is no plan, is proven by a certificate."""
        return self.known.grade == "certified" and self.known.status in ("optimal", "unsolvable")

    @property
    def certificate_hash(self) -> str | None:
        """SHA-256 of the certificate's bytes, hexadecimal."""
        return None if self.certificate is None else hashlib.sha256(self.certificate).hexdigest()


def instance_hash(puzzle: AnyPuzzle) -> str:
    """SHA-256 of the instance without what changes no answer: titles, sources, metric."""
    document = {"family": puzzle.family, **puzzle.document()}
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def request_key(request: Request) -> str:
    """What of a request changes the answer, as text."""
    parts: dict[str, object] = {
        "engine": request.engine,
        "evidence": list(request.evidence),
        "at_least": request.at_least,
        "seed": request.seed,
        "solver": request.solver,
    }
    if request.plan != PLANS[0]:  # ledgers are older than this
        parts["plan"] = request.plan
    return json.dumps(parts, sort_keys=True)


def _proven(job: Job, emit: Emit) -> tuple[Verdict, bytes | None]:
    with own_folder("job") as folder:
        path = folder / "certificate"
        request = job.request
        if request.leaves_certificate:
            request = replace(request, certificate=str(path))
        verdict = _attempts(job, request, emit)
        certificate = path.read_bytes() if verdict.certificate else None
    return replace(verdict, certificate=None, older=None), certificate


def _attempts(job: Job, request: Request, emit: Emit) -> Verdict:
    """Prove; first for a few seconds in this process, where nothing particular was asked."""
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
