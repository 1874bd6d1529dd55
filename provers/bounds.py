"""The state of knowledge about one puzzle: its evidence, its best plan, its bounds.

Bounds only ever tighten.  They are kept in the process that decides, so they survive a solver that
had to be killed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.events import (
    SOME_PLAN,
    BoundsChanged,
    CertificateWritten,
    Event,
    EvidenceFound,
    HorizonAnswer,
    Layer,
    Note,
    NotWritten,
    PlanFound,
)
from puzzleproof.provers.verdict import Evidence, Verdict, conclude, contradicted, proven_bound
from puzzleproof.verify.replay import replay_to_goal

SOLVED = Evidence.certified(
    "labelling", 0, "verify.replay", 0.0, note="the start is a goal state, no label is needed"
)
"""The checker of an empty plan: `replay_to_goal` found that the start is a goal."""


class Bounds:
    """Evidence, the shortest replayed plan, and notes; `apply` updates them from events."""

    def __init__(self, puzzle: AnyPuzzle, at_least: int | None = None) -> None:
        self.puzzle, self.at_least = puzzle, at_least
        """The puzzle, and the lower bound that was asked for, if any."""
        self.evidence: list[Evidence] = []
        self.partial: dict[str, Evidence] = {}
        """Bounds of searches that are still running or were stopped, by search."""
        self._reported: set[str] = set()
        """The searches that the current work has reported."""
        self.plan: tuple[str, ...] | None = None
        self.plan_by = ""
        self.certificate: str | None = None
        self.fault = ""
        self.notes: list[Note] = []
        self.names_kinds = False
        """Whether kinds of evidence were asked for; a missing one is then noted despite a proof."""

    @property
    def upper(self) -> int | None:
        """Length of the shortest plan that the rules replayed."""
        return None if self.plan is None else len(self.plan)

    @property
    def hoped(self) -> int | None:
        """The same length, if the search aimed at a shortest plan; None for `SOME_PLAN`."""
        return None if self.plan_by == SOME_PLAN else self.upper

    @property
    def lower(self) -> int | None:
        """The best lower bound of any grade (None: no plan)."""
        return conclude(self._rows(), self.upper)[2]

    @property
    def closed(self) -> bool:
        """Whether the minimum is proven, or that there is no plan."""
        return conclude(self._rows(), self.upper)[0] in ("optimal", "unsolvable")

    @property
    def proven(self) -> float:
        """The best lower bound that is certified or cross-checked."""
        return proven_bound(self._rows())

    def apply(self, event: Event) -> BoundsChanged | None:
        """Take an event in; return the bounds if they changed.  A wrong plan raises an error."""
        before = self.current()
        match event:
            case EvidenceFound(evidence):
                self.evidence.append(evidence)
            case PlanFound(plan, by):
                replay_to_goal(self.puzzle, plan)
                if self.plan is None or len(plan) < len(self.plan) + (self.plan_by == SOME_PLAN):
                    self.plan, self.plan_by = plan, by
                    self.evidence += [] if plan else [SOLVED]
            case Layer(search, by, depth, states):
                note = f"{search} stopped after depth {depth}"
                row = Evidence("exhaustion", depth + 1, False, "none", by, 0.0, states, note)
                self._take_partial(search, row)
            case HorizonAnswer(engine, most, "refuted", seconds, afresh):
                how = "" if afresh else " incrementally; not solved again from scratch"
                note = f"'at most {count(most, 'move')}' refuted by {engine}{how}"
                by = "encoders" if afresh else "none"
                row = Evidence("refutation", most + 1, False, "none", by, seconds, note=note)
                self._take_partial(f"horizons by {engine}", row)
            case CertificateWritten(path):
                self.certificate = path
            case NotWritten(text):
                self.certificate, self.fault = None, text
            case Note():
                self.notes.append(event)
            case _:
                return None
        after = self.current()
        return None if after == before else after

    def _take_partial(self, search: str, row: Evidence) -> None:
        """Note how far a search has come; the depth never decreases."""
        self._reported.add(search)
        if search not in self.partial or row.bound >= self.partial[search].bound:
            self.partial[search] = row

    def worked(self, seconds: float) -> None:
        """Note the seconds that the work just ended took; they count for its searches."""
        for search in self._reported:
            self.partial[search] = replace(self.partial[search], seconds=seconds)
        self._reported.clear()

    def _rows(self) -> list[Evidence]:
        return [*self.evidence, *self.partial.values()]

    def current(self) -> BoundsChanged:
        """The bounds now."""
        _, grade, lower = conclude(self._rows(), self.upper)
        return BoundsChanged(lower, self.upper, grade)

    def verdict(
        self, name: str, seconds: float, warnings: tuple[str, ...], versions: Mapping[str, str]
    ) -> Verdict:
        """Draw the verdict; for a stopped search it lists the depth reached."""
        status, grade, lower = conclude(self._rows(), self.upper)
        if contradicted(self._rows(), self.upper):
            denied = "evidence denies a plan that the rules replayed: a bug, nothing is claimed"
            warnings += (denied,)
        notes = (*self.notes, *(Note(text, "warning") for text in warnings))
        proven = status in ("optimal", "unsolvable")
        if proven and grade == "certified" and not self.names_kinds:
            notes = tuple(note for note in notes if note.kind != "reason")
        hidden = ("remark", "reason") if proven else ("remark",)
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
            evidence=(*self.evidence, *filter(self._adds_something, self.partial.values())),
            certificate=self.certificate,
            fault=self.fault,
            seconds=seconds,
            notes=tuple(note.text for note in notes),
            reasons=tuple(note.text for note in notes if note.kind not in hidden),
            at_least=self.at_least,
            known=tuple(row for row in self.puzzle.info.known if row.metric == self.puzzle.metric),
            versions=versions,
        )

    def _adds_something(self, stopped: Evidence) -> bool:
        """Whether a stopped search says more than all finished evidence."""
        return all(
            stopped.bound > done.bound
            for done in self.evidence
            if done.checked or stopped.formulation in ("none", done.formulation)
        )
