"""A job and its outcome, and how one becomes the other in whatever process it is."""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from puzzleproof.models import imported
from puzzleproof.models.instances import dumps, loads
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch.work import attempted
from puzzleproof.provers.bounds import Bounds
from puzzleproof.provers.events import Emit, Event, ignore
from puzzleproof.provers.folders import own_folder
from puzzleproof.provers.process import Limits
from puzzleproof.provers.prove import prove
from puzzleproof.provers.request import Request
from puzzleproof.provers.verdict import PROVEN, Verdict

FIRST_SECONDS = 5.0
"""Seconds of a first attempt without a process of its own, which costs a tenth of a second."""
LOST = "a certificate was accepted, and lost with its process"


@dataclass(frozen=True, slots=True)
class Job:
    """One puzzle in its metric, what to prove of it and within which limits; plain data."""

    name: str
    family: str
    title: str
    instance: str
    """The text of its instance file."""
    instance_hash: str
    """What names the board, its goal and its rules (`instance_hash`)."""
    metric: str
    request: Request = Request()  # noqa: RUF009  it is frozen
    limits: Limits = Limits()  # noqa: RUF009
    versions: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(
        cls,
        name: str,
        puzzle: AnyPuzzle,
        request: Request | None = None,
        limits: Limits | None = None,
        versions: Mapping[str, str] | None = None,
    ) -> Job:
        """The job of a puzzle in its own metric."""
        pairs = tuple((versions or {}).items())
        wanted, held = request or Request(), limits or Limits()
        return cls(
            name,
            puzzle.family,
            puzzle.info.name,
            dumps(puzzle),
            instance_hash(puzzle),
            puzzle.metric,
            wanted,
            held,
            pairs,
        )

    @property
    def puzzle(self) -> AnyPuzzle:
        """The puzzle in the job's metric."""
        return loads(self.instance, self.name).with_metric(self.metric)

    def run(self, emit: Emit = ignore) -> Outcome:
        """Prove; what goes wrong is told in the outcome, and nothing is raised."""
        return run_job(self, emit)

    def failed(self, reason: str) -> Outcome:
        """The outcome without a verdict."""
        return Outcome(self.name, self.metric, None, None, reason)

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> Outcome:
        """The verdict on what the proof had said until it was stopped."""
        bounds = Bounds(self.puzzle)
        bounds.at_least = self.request.at_least
        for event in events:
            for _ in bounds.apply(event):
                pass
        notes = (why, LOST) if any(row.checked for row in bounds.evidence) else (why,)
        verdict = bounds.verdict(self.name, seconds, notes, dict(self.versions))
        return Outcome(self.name, self.metric, verdict, None, "", seconds, platform.node())

    def to_text(self) -> str:
        """As `wire.job_text`."""
        found: str = imported("puzzleproof.provers.batch.wire:job_text")(self)
        return found

    def received(
        self, text: object, certificate: object, worker: str, emit: Emit = ignore
    ) -> Outcome:
        """As `arrival.received`."""
        receive = imported("puzzleproof.provers.batch.arrival:received")
        found: Outcome = receive(self, text, certificate, worker, emit)
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
    machine: str = ""
    attempts: int = 1
    recorded: str = ""
    """When it was recorded (UTC, ISO 8601), where a ledger knew it and it was checked again."""
    doubt: str = ""
    """Why what a ledger says is not believed; the rest of it is here."""

    @property
    def is_certified(self) -> bool:
        """Whether the minimum, or that there is no plan, is proven by a certificate."""
        verdict = self.verdict
        return (
            verdict is not None
            and verdict.status in ("optimal", "unsolvable")
            and verdict.grade == "certified"
        )

    @property
    def certificate_hash(self) -> str | None:
        """SHA-256 of the certificate's bytes, hexadecimal."""
        return None if self.certificate is None else hashlib.sha256(self.certificate).hexdigest()

    def tried(self, attempts: int) -> Outcome:
        """The same after so many attempts."""
        return replace(self, attempts=attempts)

    def to_text(self) -> str:
        """As `wire.outcome_text`."""
        found: str = imported("puzzleproof.provers.batch.wire:outcome_text")(self)
        return found


def instance_hash(puzzle: AnyPuzzle) -> str:
    """SHA-256 of the instance without what changes no answer: titles, sources, metric."""
    document = {"family": puzzle.family, **puzzle.document()}
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def run_job(job: Job, emit: Emit = ignore) -> Outcome:
    """Do a job here; what goes wrong with it is told in the outcome, and nothing is raised."""
    begin = time.perf_counter()
    proven, reason = attempted(lambda: _proven(job, emit))
    verdict, certificate = proven or (None, None)
    seconds = time.perf_counter() - begin
    return Outcome(job.name, job.metric, verdict, certificate, reason, seconds, platform.node())


def _proven(job: Job, emit: Emit) -> tuple[Verdict, bytes | None]:
    puzzle = job.puzzle
    with own_folder("job") as folder:
        path = folder / "certificate"
        request = job.request
        if request.leaves_certificate:
            request = replace(request, certificate=str(path))
        verdict = _attempts(job, puzzle, request, emit)
        certificate = path.read_bytes() if verdict.certificate else None
    return replace(verdict, certificate=None, older=None), certificate


def _attempts(job: Job, puzzle: AnyPuzzle, request: Request, emit: Emit) -> Verdict:
    """Prove; first for a few seconds in this process, where nothing particular was asked."""
    limits, versions = job.limits, dict(job.versions)
    if request.by_itself:
        first = min(FIRST_SECONDS, limits.seconds or FIRST_SECONDS)
        verdict = prove(
            job.name,
            puzzle,
            request,
            emit,
            Limits(first, limits.memory),
            versions,
            in_process=True,
            passing=True,
        )
        if verdict.grade in PROVEN and verdict.status in ("optimal", "unsolvable"):
            return verdict
        if limits.seconds is not None:
            if limits.seconds <= first:
                return verdict
            limits = Limits(limits.seconds - verdict.seconds, limits.memory)
    return prove(job.name, puzzle, request, emit, limits, versions, passing=True)
