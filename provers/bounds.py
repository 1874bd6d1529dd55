"""A case: what the events so far say about one puzzle.  Bounds only ever tighten.

Prover and supervisor each keep one, so that bounds survive a solver that had to be killed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import (
    Bounds,
    CertificateWritten,
    Event,
    EvidenceFound,
    HorizonAnswer,
    Layer,
    Note,
    PlanFound,
)
from puzzleproof.provers.verdict import Evidence, Verdict, conclude, contradicted, proven_bound
from puzzleproof.verify.replay import replay_to_goal


class Case:
    """Evidence, the shortest replayed plan, notes: folded from events by `apply`."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self.puzzle = puzzle
        self.evidence: list[Evidence] = []
        self.partial: dict[str, Evidence] = {}
        """Bounds of searches that are still running or were stopped, by search."""
        self.plan: tuple[str, ...] | None = None
        self.certificate: str | None = None
        self.notes: list[str] = []

    @property
    def upper(self) -> int | None:
        """Length of the shortest plan that the rules replayed."""
        return None if self.plan is None else len(self.plan)

    @property
    def closed(self) -> bool:
        """Whether the minimum is proven, or that there is no plan."""
        status, _, _ = conclude(self._all(), self.upper)
        return status in ("optimal", "unsolvable")

    @property
    def proven(self) -> float:
        """The best lower bound of which more than one search says so."""
        return proven_bound(self._all())

    def apply(self, event: Event) -> Iterator[Bounds]:
        """Take an event in; yields the new bounds where they changed."""
        before = self.bounds()
        match event:
            case EvidenceFound(evidence):
                self.evidence.append(evidence)
            case PlanFound(plan):
                replay_to_goal(self.puzzle, plan)
                if self.plan is None or len(plan) < len(self.plan):
                    self.plan = plan
            case Layer(search, formulation, depth, states):
                note = f"{search} stopped after depth {depth}"
                row = Evidence(
                    "exhaustion", depth + 1, False, "none", formulation, 0.0, states, note
                )
                self._running(search, row)
            case HorizonAnswer(engine, at_most, "refuted", seconds, afresh):
                note = f"'at most {at_most} moves' refuted by {engine}"
                note += "" if afresh else " under an assumption, not asked afresh"
                formulation = "encoders" if afresh else "none"
                row = Evidence(
                    "refutation", at_most + 1, False, "none", formulation, seconds, note=note
                )
                self._running(f"horizons by {engine}", row)
            case CertificateWritten(path):
                self.certificate = path
            case Note(text):
                self.notes.append(text)
            case _:
                pass
        after = self.bounds()
        if after != before:
            yield after

    def _running(self, search: str, row: Evidence) -> None:
        """Note how far a search has come; it never goes back."""
        if search not in self.partial or row.bound >= self.partial[search].bound:
            self.partial[search] = row

    def _all(self) -> list[Evidence]:
        return [*self.evidence, *self.partial.values()]

    def bounds(self) -> Bounds:
        """The bounds so far."""
        _, grade, lower = conclude(self._all(), self.upper)
        return Bounds(lower, self.upper, grade)

    def verdict(
        self, name: str, seconds: float, notes: tuple[str, ...], versions: Mapping[str, str]
    ) -> Verdict:
        """Draw the verdict; a stopped search is listed as far as it came."""
        status, grade, lower = conclude(self._all(), self.upper)
        stopped = [
            partial
            for partial in self.partial.values()
            if all(
                partial.bound > done.bound
                for done in self.evidence
                if done.checked or partial.formulation in ("none", done.formulation)
            )
        ]
        if contradicted(self._all(), self.upper):
            notes = (
                *notes,
                "evidence denies a plan that the rules replayed: a bug, none is believed",
            )
        return Verdict(
            puzzle=name,
            title=self.puzzle.info.name or name,
            family=self.puzzle.family,
            metric=self.puzzle.metric,
            status=status,
            grade=grade,
            lower=lower,
            upper=self.upper,
            plan=self.plan,
            evidence=(*self.evidence, *stopped),
            certificate=self.certificate,
            seconds=seconds,
            notes=(*self.notes, *notes),
            versions=versions,
        )
