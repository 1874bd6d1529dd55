"""Claims about statistics of a state graph, as jobs: the checker itself computes the statistics.

The answer is a certificate of the statistic (`puzzleproof.verify.survey`); the check of this
certificate computes the statistic again.  If a statistic is not a number, a claim is about a number
that is usually published for it: the moves of hardest starts, or the distance of the last layer.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, cast

from puzzleproof.models.budget import budgeted
from puzzleproof.models.errors import CertificateRejected, NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import clean, expected_one_of
from puzzleproof.provers.batch.jobs import FIGURE
from puzzleproof.provers.batch.pool import (
    Checked,
    DamagedRow,
    Key,
    Question,
    attempted,
    expected,
    no_less,
)
from puzzleproof.provers.batch.row import (
    Outcome,
    decoded,
    encoded,
    instance_hash,
    now,
    own_versions,
)
from puzzleproof.provers.events import Emit, Event, ignore
from puzzleproof.provers.process import NO_LIMITS, Limits, call
from puzzleproof.provers.survey.certify import certificate_of, in_states, sources_of
from puzzleproof.provers.verdict import INTERRUPTED, ClaimStatus
from puzzleproof.verify.certificate import check_stream
from puzzleproof.verify.survey import FIGURES, Figures, refuse

TABLES = "layers", "degrees", "component_sizes", "answers", "answers_anywhere"
NAMES = tuple(name for name in FIGURES if name not in TABLES)
"""The statistics that a claim may be about."""
SIZE = {"": "reached", "component": "reached", "goals": "from_goals", "all": "configurations"}
"""Graph -> the statistic that is its size, which certificates of other statistics also claim."""


def in_words(number: int | None) -> str:
    """Write the number of a statistic for a message."""
    return "none" if number is None else f"{number:,}"


@dataclass(frozen=True, slots=True)
class FigureOutcome(Outcome):
    """The number of a statistic with its certificate, or the reason why there is none."""

    number: int | None = None
    limited: bool = False
    """Whether a limit of time or memory is the reason."""

    @property
    def proven(self) -> int | None:
        """The number of the statistic."""
        return self.number

    def compared(self, claimed: int | None) -> tuple[ClaimStatus, str]:
        """Judge a claim about the statistic; also return the reason if it is not confirmed."""
        if self.certificate is None:
            return "open", self.reason
        if self.number == claimed:
            return "confirmed", ""
        return "refuted", f"computed by the rules: {in_words(self.number)}"

    def facts(self) -> dict[str, Any]:
        """Return the statistic for ``answers`` in `audit --json`."""
        grade = None if self.certificate is None else "certified"
        return {"status": None, "grade": grade, "proven": self.number, "lower": None, "upper": None}


@dataclass(frozen=True)
class FigureRow:
    """The part of a `FigureOutcome` that a ledger keeps beside the certificate."""

    number: int | None
    reason: str
    certificate_sha256: str | None
    seconds: float
    machine: str
    limits: dict[str, int | float | None]
    finished: str


@dataclass(frozen=True)
class FigureJob(Question[Outcome]):
    """A statistic of a puzzle's state graph in its metric, to be computed within limits."""

    name: str
    puzzle: AnyPuzzle
    figure: str
    limits: Limits = NO_LIMITS

    def __post_init__(self) -> None:
        """Raise NotationError if no claim may be about the statistic."""
        if self.figure not in NAMES:
            expected = expected_one_of(self.figure, NAMES)
            raise NotationError(f"figure {self.figure!r:.60}: {expected}")

    @property
    def about(self) -> str:
        """The statistic, the puzzle and the metric, in words."""
        return f"the statistic {self.figure!r} of {self.name!r} (metric {self.puzzle.metric})"

    @property
    def key(self) -> Key:
        """The key of the question in a ledger."""
        return Key(instance_hash(self.puzzle), self.puzzle.metric, f"{FIGURE}{self.figure}")

    def run(self, emit: Emit = ignore) -> Outcome:
        """Compute the statistic in a child process; a fault is reported in the outcome."""
        begin, work = time.perf_counter(), (self.puzzle, self.figure, own_versions())
        found, reason, limited = attempted(lambda: call(computed, work, emit, self.limits))
        number, certificate = found or (None, None)
        about = {"number": number, "certificate": certificate, "reason": reason, "limited": limited}
        return self._outcome(**about, seconds=time.perf_counter() - begin)

    def _outcome(self, **about: Any) -> FigureOutcome:
        return FigureOutcome(self.name, self.puzzle.metric, None, **about)

    def failed(self, reason: str) -> Outcome:
        """Return an outcome without a number, for this reason."""
        return self._outcome(reason=reason)

    def given_up(self, events: Sequence[Event], why: str, seconds: float) -> Outcome:  # noqa: ARG002
        """Return the outcome of work that another process stopped."""
        return self._outcome(reason=why, seconds=seconds, limited=True)

    # --- in a ledger, and from another machine --------------------------------------------------

    def checked(self, outcome: Outcome) -> Checked[Outcome]:
        """Return an outcome that the certificate proves; raises CertificateRejected."""
        found = expected(FigureOutcome, outcome)
        bare = self._outcome(
            reason=clean(found.reason),
            seconds=float(found.seconds),
            machine=clean(found.machine),
            recorded=found.recorded,
        )
        if found.certificate is None:
            return Checked(replace(bare, limited=found.limited is True), "")
        with budgeted():
            figures = check_stream(BytesIO(found.certificate), "it", self.puzzle).figures or {}
        if self.figure not in figures:
            raise CertificateRejected(f"its certificate claims no {self.figure}")
        number = number_of(figures[self.figure])
        doubt = f"it says {in_words(found.number)}, its certificate shows {in_words(number)}"
        doubt = "" if number == found.number else doubt
        return Checked(replace(bare, number=number, certificate=found.certificate), doubt)

    def kept(self, outcome: Outcome) -> tuple[str, bytes | None] | None:
        """Return the row and the certificate; None after a failure that is not due to limits."""
        found = expected(FigureOutcome, outcome)
        wanted = found.certificate is not None or found.limited
        if not wanted or found.reason == INTERRUPTED:
            return None
        row = FigureRow(
            found.number,
            found.reason,
            found.certificate_hash,
            round(found.seconds, 3),
            found.machine,
            self.limits._asdict(),
            found.recorded or now(),
        )
        return encoded(row), found.certificate

    def reported(self, text: str, certificate: bytes | None) -> Outcome:
        """Return the outcome that a row of the ledger holds."""
        row = decoded(FigureRow, text, "figure")
        about = {name: getattr(row, name) for name in ("number", "reason", "seconds", "machine")}
        about |= {"recorded": row.finished, "limited": certificate is None}
        found = self._outcome(certificate=certificate, **about)
        if found.certificate_hash != row.certificate_sha256:
            raise DamagedRow("its certificate is missing, or has changed")
        return found

    def is_answered(self, text: str) -> bool:
        """Tell whether a row has a certificate, or its search had at least this job's limits."""
        row = decoded(FigureRow, text, "figure")
        return row.certificate_sha256 is not None or no_less(row.limits, self.limits)


# --- the computation ----------------------------------------------------------------------


def computed(
    puzzle: AnyPuzzle, figure: str, versions: Mapping[str, str], emit: Emit
) -> tuple[int | None, bytes]:
    """Compute the number and its certificate; raises CertificateRejected or Unsupported."""
    if puzzle.no_survey:
        raise Unsupported(puzzle.no_survey)
    refuse(puzzle, figure)
    names = {figure: None, SIZE[FIGURES[figure].of]: None}
    figures = Figures(puzzle, tell=in_states(emit), claims=names)
    sources = sources_of(figures, {figure: None})
    if sources is None:
        raise Unsupported(f"{figure}: its check needs more searches than a check may make")
    figures = figures.claiming(names, sources)
    claims = {name: FIGURES[name].compute(figures) for name in names}
    return number_of(claims[figure]), certificate_of(puzzle, claims, sources, versions)


def number_of(value: Any) -> int | None:
    """Reduce a statistic's value to the number that publications give."""
    if isinstance(value, dict):
        return cast("dict[str, int]", value)["moves"]
    return len(cast("list[int]", value)) - 1 if isinstance(value, list) else value
