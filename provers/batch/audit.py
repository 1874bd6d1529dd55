"""Audit: claims beside what is proven, in each metric that a claim may mean.

A claim is about a minimum, which a job proves, or about a figure of the state graph, which a job
computes by the rules.

A claim without a metric may mean any metric of the puzzle's family.  It is confirmed if it is right
in one of them, and refuted only if it is proven wrong in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch.figures import FigureJob
from puzzleproof.provers.batch.jobs import DEFAULT, Job
from puzzleproof.provers.batch.row import Outcome
from puzzleproof.provers.batch.work import Key
from puzzleproof.provers.process import Limits
from puzzleproof.provers.verdict import ClaimStatus


class Claim(NamedTuple):
    """A published minimum of a puzzle in a metric (None if the source names none)."""

    name: str
    puzzle: AnyPuzzle
    metric: str | None
    claimed: int | None
    """Moves; None claims that there is no plan."""
    source: str = ""
    figure: str = ""
    """The figure of the state graph that is claimed (`puzzleproof.provers.batch.figures`); if
    empty, the claim is about the minimum."""

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that it may mean."""
        return self.puzzle.metrics if self.metric is None else (self.metric,)

    def job(self, metric: str, limits: Limits) -> Job | FigureJob:
        """The job that finds the answer in one of them."""
        puzzle = self.puzzle.with_metric(metric)
        if self.figure:
            return FigureJob(self.name, puzzle, self.figure, limits)
        return Job(self.name, puzzle, DEFAULT, limits)


class Reading(NamedTuple):
    """A claim understood in this metric, and the answer in this metric."""

    metric: str
    verdict: ClaimStatus
    because: str
    claimed: int | None
    answer: Outcome

    @classmethod
    def of(cls, claim: Claim, answer: Outcome) -> Reading:
        """Compare a claim with what is proven in a metric."""
        return cls(answer.metric, *answer.compared(claim.claimed), claim.claimed, answer)

    @property
    def shorter_plan(self) -> list[str] | None:
        """A plan that is shorter than claimed, and so refutes this reading."""
        plan = self.answer.known.plan
        if self.verdict != "refuted" or plan is None:
            return None
        return list(plan) if self.claimed is None or len(plan) < self.claimed else None

    def to_json(self) -> dict[str, Any]:
        """Return a row of ``answers`` in `audit --json`; bounds are in moves of its metric."""
        return {
            "metric": self.metric,
            "verdict": self.verdict,
            "because": self.because,
            **self.answer.facts(),
            "plan": self.shorter_plan,
            "certificate_sha256": self.answer.certificate_hash,
        }


OF_ONE_METRIC = ("status", "grade", "lower", "upper", "plan", "certificate_sha256")
"""Keys of a finding that are left out if the metric is not known."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim, and whether it is confirmed, refuted or open."""

    claim: Claim
    verdict: ClaimStatus
    metric: str | None
    """The metric that the claim names, or the one in which it is right."""
    proven: int | None
    """The proven minimum, or figure, in that metric."""
    because: str
    readings: tuple[Reading, ...]
    """A reading in each metric that the claim may mean."""

    @property
    def answers(self) -> tuple[Outcome, ...]:
        """What is proven in each metric that the claim may mean."""
        return tuple(reading.answer for reading in self.readings)

    @property
    def shown(self) -> tuple[Reading, ...]:
        """The reading in the finding's metric; all readings if the claim is right in none."""
        return tuple(one for one in self.readings if self.metric in (None, one.metric))

    def to_json(self) -> dict[str, Any]:
        """Return the row of `audit --json`; numbers stand beside their metric or in ``answers``."""
        one = self.shown[0].to_json() if self.metric is not None and self.readings else {}
        return {
            "puzzle": self.claim.name,
            "figure": self.claim.figure or None,
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
    """The claims of an instance, one for each [[known]] row."""
    return [Claim(name, puzzle, k.metric, k.optimum, k.source) for k in puzzle.info.known]


class Audit:
    """Claims, the jobs that they ask for, each once, and the answers so far.

    Jobs are told apart by their content, as two tables may use one name for different boards.
    """

    def __init__(self, claims: Sequence[Claim], limits: Limits) -> None:
        self.claims, self.jobs = claims, list[Job | FigureJob]()
        self.answers = dict[int, Outcome]()
        """Number of a job -> its outcome."""
        numbers = dict[Key, int]()
        self._asked = list[list[int]]()
        for claim in claims:
            jobs = [claim.job(metric, limits) for metric in claim.metrics]
            for job in jobs:
                if job.key not in numbers:
                    numbers[job.key] = len(self.jobs)
                    self.jobs.append(job)
            self._asked.append([numbers[job.key] for job in jobs])

    def finding(self, number: int) -> Finding | None:
        """The finding about a claim; None while an answer is missing."""
        asked = self._asked[number]
        if not all(k in self.answers for k in asked):
            return None
        return judged(self.claims[number], [self.answers[k] for k in asked])


def judged(claim: Claim, answers: Sequence[Outcome]) -> Finding:
    """Compare a claim with the answers in the metrics that it may mean, in their order."""
    readings = tuple(Reading.of(claim, answer) for answer in answers)
    right = [one for one in readings if one.verdict == "confirmed"]
    if claim.metric is not None:
        (one,) = readings
        proven = one.answer.proven
        return Finding(claim, one.verdict, claim.metric, proven, one.because, readings)
    if right:
        metric, proven = right[0].metric, right[0].answer.proven
        return Finding(claim, "confirmed", metric, proven, _every(readings), readings)
    is_refuted = all(one.verdict == "refuted" for one in readings)
    verdict: ClaimStatus = "refuted" if is_refuted else "open"
    return Finding(claim, verdict, None, None, _every(readings), readings)


def _every(readings: Sequence[Reading]) -> str:
    """The reasons in each metric, for a claim that names none."""
    right = [f"right in metric {one.metric}" for one in readings if one.verdict == "confirmed"]
    others = [
        f"metric {one.metric}: {one.because}" for one in readings if one.verdict != "confirmed"
    ]
    return "; ".join([*right, *others])
