"""Audit: claimed minima beside what is proven, in each metric that a claim may mean.

A claim that names its metric is about that one; a claim that names none may mean any metric of the
puzzle's family: it is confirmed if it is right in one of them, and refuted only if it is proven
wrong in all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from puzzleproof.models.puzzle import AnyPuzzle, Known
from puzzleproof.provers.batch.jobs import Outcome, instance_hash
from puzzleproof.provers.published import compare
from puzzleproof.provers.verdict import ClaimStatus, Status

QuestionKey: TypeAlias = tuple[str, str]
"""What tells questions apart: the board, goal and rules (`instance_hash`), and the metric.

A name would not do: two tables may call different boards by one name.
"""


class Claim(NamedTuple):
    """A published minimum: of which puzzle, in which metric (None: it does not say)."""

    name: str
    puzzle: AnyPuzzle
    metric: str | None
    claimed: int | None
    """Moves; None: that there is no plan."""
    source: str = ""

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that it may mean."""
        return self.puzzle.metrics if self.metric is None else (self.metric,)

    @property
    def keys(self) -> list[QuestionKey]:
        """The questions to be answered, in the order of the metrics."""
        board = instance_hash(self.puzzle)
        return [(board, metric) for metric in self.metrics]


class Question(NamedTuple):
    """What has to be proven for some claims: a puzzle in its metric."""

    key: QuestionKey
    name: str
    """Of the first claim about it."""
    puzzle: AnyPuzzle


@dataclass(frozen=True, slots=True)
class Answer:
    """What is proven of a question, whether just now or by the ledger."""

    metric: str
    status: Status
    optimum: int | None
    proven: int
    """The best lower bound that is certified or cross-checked."""
    upper: int | None
    denied: bool
    grade: str = ""
    plan: tuple[str, ...] | None = None
    certificate: bytes | None = field(default=None, repr=False)
    certificate_sha256: str | None = None
    fault: str = ""
    """Why there is no answer."""
    seconds: float = 0.0

    @classmethod
    def of(cls, found: Outcome, metric: str) -> Answer:
        """The answer of an outcome."""
        verdict = found.verdict
        if verdict is None:
            return cls(metric, "unknown", None, 0, None, False, fault=found.reason)
        return cls(
            metric,
            verdict.status,
            verdict.optimum,
            verdict.proven,
            verdict.upper,
            verdict.denied,
            verdict.grade,
            verdict.plan,
            found.certificate,
            found.certificate_hash,
            seconds=found.seconds,
        )


class Reading(NamedTuple):
    """A claim read as one about this metric, and what is proven of that."""

    metric: str
    verdict: ClaimStatus
    because: str
    claimed: int | None
    answer: Answer

    @classmethod
    def of(cls, claim: Claim, answer: Answer) -> Reading:
        """Compare a claim with what is proven in a metric."""
        (found,) = compare(answer, [Known(answer.metric, claim.claimed, claim.source)])
        because = answer.fault or found.because
        return cls(answer.metric, found.verdict, because, claim.claimed, answer)

    @property
    def shorter_plan(self) -> list[str] | None:
        """A plan that the claim, read so, says there is not."""
        plan = self.answer.plan
        if self.verdict != "refuted" or plan is None:
            return None
        return list(plan) if self.claimed is None or len(plan) < self.claimed else None

    def to_json(self) -> dict[str, Any]:
        """Return a row of ``answers`` in `audit --json`; bounds are in moves of its metric."""
        answer = self.answer
        return {
            "metric": self.metric,
            "verdict": self.verdict,
            "because": self.because,
            "status": answer.status,
            "grade": answer.grade or None,
            "proven": answer.optimum,
            "lower": answer.proven,
            "upper": answer.upper,
            "plan": self.shorter_plan,
            "certificate_sha256": answer.certificate_sha256,
        }


OF_ONE_METRIC = ("status", "grade", "lower", "upper", "plan", "certificate_sha256")
"""Keys of a finding that say nothing where the metric is not known."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim, and what became of it."""

    claim: Claim
    verdict: ClaimStatus
    metric: str | None
    """The metric that the claim names, or the one in which it is right."""
    proven: int | None
    """The minimum in that metric, where it is proven."""
    because: str
    readings: tuple[Reading, ...]
    """One in each metric that the claim may mean."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What is proven in each metric that the claim may mean."""
        return tuple(reading.answer for reading in self.readings)

    @property
    def told(self) -> tuple[Reading, ...]:
        """The reading in the finding's metric; all of them where the claim is right in none."""
        return tuple(one for one in self.readings if self.metric in (None, one.metric))

    def to_json(self) -> dict[str, Any]:
        """Return the row of `audit --json`; numbers stand beside their metric or in ``answers``."""
        one = self.told[0].to_json() if self.metric is not None else {}
        return {
            "puzzle": self.claim.name,
            "title": self.claim.puzzle.info.name,
            "metric": self.metric,
            "metric_named": self.claim.metric is not None,
            "claimed": self.claim.claimed,
            "proven": self.proven,
            "verdict": self.verdict,
            "because": self.because,
            "source": self.claim.source,
            **{key: one.get(key) for key in OF_ONE_METRIC},
            "answers": [reading.to_json() for reading in self.readings],
        }


def known_claims(name: str, puzzle: AnyPuzzle) -> list[Claim]:
    """The claims that stand in an instance, one for each [[known]] row."""
    return [Claim(name, puzzle, k.metric, k.optimum, k.source) for k in puzzle.info.known]


def questions_of(claims: Iterable[Claim]) -> list[Question]:
    """What has to be proven, each question once."""
    found: dict[QuestionKey, Question] = {}
    for claim in claims:
        for key in claim.keys:
            if key not in found:
                found[key] = Question(key, claim.name, claim.puzzle.with_metric(key[1]))
    return list(found.values())


def findings(claims: Iterable[Claim], answers: Mapping[QuestionKey, Answer]) -> Iterator[Finding]:
    """Yield what became of each claim whose questions are answered."""
    for claim in claims:
        keys = claim.keys
        if all(key in answers for key in keys):
            yield judged(claim, [answers[key] for key in keys])


def judged(claim: Claim, answers: Sequence[Answer]) -> Finding:
    """Compare a claim with the answers in the metrics that it may mean, in their order."""
    readings = tuple(Reading.of(claim, answer) for answer in answers)
    right = [one for one in readings if one.verdict == "confirmed"]
    if claim.metric is not None:
        (one,) = readings
        proven = one.answer.optimum
        return Finding(claim, one.verdict, claim.metric, proven, one.because, readings)
    if right:
        metric, proven = right[0].metric, right[0].answer.optimum
        return Finding(claim, "confirmed", metric, proven, _every(readings), readings)
    is_refuted = all(one.verdict == "refuted" for one in readings)
    verdict: ClaimStatus = "refuted" if is_refuted else "open"
    return Finding(claim, verdict, None, None, _every(readings), readings)


def _every(readings: Sequence[Reading]) -> str:
    """What is proven in each metric, for a claim that does not say which it means."""
    right = [f"right in metric {one.metric}" for one in readings if one.verdict == "confirmed"]
    others = [
        f"metric {one.metric}: {one.because}" for one in readings if one.verdict != "confirmed"
    ]
    return "; ".join([*right, *others])
