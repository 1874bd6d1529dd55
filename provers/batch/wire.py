"""Jobs and their outcomes as text: what travels to other machines and back is data, no object.

What comes back is read without trust: any fault of it is a NotationError.  It is believed by nobody
before `arrival` has compared it with a checked certificate.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, get_args

from puzzleproof.models.instances import loads
from puzzleproof.models.texts import clean
from puzzleproof.provers.batch.jobs import Job, Outcome
from puzzleproof.provers.batch.work import read_answer
from puzzleproof.provers.process import Limits
from puzzleproof.provers.request import Request
from puzzleproof.provers.verdict import Evidence, EvidenceKind, Grade, Status, Verdict

WIRE = 2
"""The version of these texts."""


def job_text(job: Job) -> str:
    """A job as text, without the versions of this machine."""
    request = job.request
    return json.dumps(
        {
            "order": "proof",
            "name": job.name,
            "instance": job.instance,
            "metric": job.metric,
            "engine": request.engine,
            "evidence": list(request.evidence),
            "at_least": request.at_least,
            "seed": request.seed,
            "solver": request.solver,
            "plan": request.plan,
            "limits": list(job.limits),
        }
    )


def job_of(text: str, versions: dict[str, str]) -> Job:
    """The job of a text, to be done by a program of these versions."""
    said = json.loads(text)
    puzzle = loads(said["instance"], said["name"]).with_metric(said["metric"])
    request = Request(
        said["engine"],
        tuple(said["evidence"]),
        said["at_least"],
        None,
        said["seed"],
        said["solver"],
        plan=said["plan"],
    )
    return Job.of(said["name"], puzzle, request, Limits(*said["limits"]), versions)


def outcome_text(outcome: Outcome) -> str:
    """An outcome as text, without the certificate, of which it names the hash."""
    verdict = outcome.verdict
    return json.dumps(
        {
            "reason": outcome.reason,
            "seconds": outcome.seconds,
            "machine": outcome.machine,
            "attempts": outcome.attempts,
            "sha256": outcome.certificate_hash,
            "verdict": None if verdict is None else _verdict(verdict),
        }
    )


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "status": verdict.status,
        "grade": verdict.grade,
        "lower": verdict.lower,
        "plan": verdict.plan,
        "evidence": [_row(row) for row in verdict.evidence],
        "fault": verdict.fault,
        "notes": [[note, note in verdict.reasons] for note in verdict.notes],
        "seconds": verdict.seconds,
        "versions": dict(verdict.versions),
    }


def _row(row: Evidence) -> dict[str, Any]:
    bound = None if math.isinf(row.bound) else int(row.bound)
    return {
        "kind": row.kind,
        "bound": bound,
        "checked": row.checked,
        "checker": row.checker,
        "seconds": row.seconds,
        "states": row.states,
        "note": row.note,
    }


# --- what came back -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """What a worker says it has found; ``evidence`` as it says, so with rows called checked."""

    status: Status
    grade: Grade
    lower: int | None
    plan: tuple[str, ...] | None
    evidence: tuple[Evidence, ...]
    fault: str
    notes: tuple[tuple[str, bool], ...]
    """Sentences, and whether each is a reason why the answer is no proof."""
    seconds: float
    versions: dict[str, str]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker answers to a job; ``told`` is None where the job failed."""

    reason: str
    seconds: float
    machine: str
    attempts: int
    sha256: str | None
    told: Told | None


def reply_of(text: object) -> Reply:
    """Read what came back; raises NotationError for what `outcome_text` does not write."""
    return read_answer(text, _reply)


def _reply(said: dict[str, Any]) -> Reply:
    told = said["verdict"]
    return Reply(
        _text(said["reason"]),
        _seconds(said["seconds"]),
        _text(said["machine"]),
        _natural(said["attempts"]),
        None if said["sha256"] is None else _text(said["sha256"]),
        None if told is None else _told(told),
    )


def _told(said: dict[str, Any]) -> Told:
    plan = said["plan"]
    return Told(
        _one_of(said["status"], get_args(Status)),
        _one_of(said["grade"], get_args(Grade)),
        _perhaps(said["lower"]),
        None if plan is None else tuple(map(_text, plan)),
        tuple(map(evidence_of_text, said["evidence"])),
        _text(said["fault"]),
        tuple((_text(text), bool(strong)) for text, strong in said["notes"]),
        _seconds(said["seconds"]),
        {_text(name): _text(version) for name, version in said["versions"].items()},
    )


def evidence_of_text(said: dict[str, Any]) -> Evidence:
    """A row of evidence, as it is told; raises TypeError, ValueError or KeyError for another."""
    bound = _perhaps(said["bound"])
    return Evidence(
        _one_of(said["kind"], get_args(EvidenceKind)),
        math.inf if bound is None else bound,
        said["checked"] is True,
        _text(said["checker"]),
        "none",
        _seconds(said["seconds"]),
        _perhaps(said["states"]),
        _text(said["note"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return clean(value)


def _natural(value: object) -> int:
    if type(value) is not int or not 0 <= value < 1 << 63:
        raise TypeError(f"{value!r} is no number of things")
    return value


def _perhaps(value: object) -> int | None:
    return None if value is None else _natural(value)


def _seconds(value: object) -> float:
    if not isinstance(value, (int, float)) or not 0 <= value < math.inf:
        raise TypeError(f"{value!r} is no time")
    return float(value)


def _one_of(value: object, known: tuple[Any, ...]) -> Any:
    if value not in known:
        raise ValueError(f"{value!r}: expected one of {', '.join(known)}")
    return value
