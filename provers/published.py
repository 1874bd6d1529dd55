"""Published minima beside what is proven: each is confirmed, refuted, or still open.

Only proven bounds count: a plan that the rules replayed is an upper bound, and a lower bound has to
be certified or cross-checked (`puzzleproof.provers.verdict`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import Known


ClaimStatus: TypeAlias = Literal["confirmed", "refuted", "open"]
"""What proven bounds say of a claim: that it is true, that it is false, or neither."""


class Proven(Protocol):
    """What a comparison asks of a `puzzleproof.provers.verdict.Verdict`."""

    @property
    def metric(self) -> str:
        """What counts as one move."""
        ...

    @property
    def status(self) -> str:
        """``unsolvable`` only where that is proven."""
        ...

    @property
    def optimum(self) -> int | None:
        """The minimum, where it is proven."""
        ...

    @property
    def proven(self) -> int:
        """The best lower bound that is proven."""
        ...

    @property
    def upper(self) -> int | None:
        """Length of the shortest plan that was replayed."""
        ...

    @property
    def denied(self) -> bool:
        """Whether the evidence contradicts itself."""
        ...


class Comparison(NamedTuple):
    """A published result, and what proven bounds say of it."""

    metric: str
    claimed: int | None
    """Moves; None: that there is no plan."""
    source: str
    verdict: ClaimStatus
    proven: int | None
    """The minimum in moves, where it is proven."""
    because: str
    """What is proven, in words."""

    @property
    def words(self) -> str:
        """A line, as in ``published 12: refuted, 16 is proven (metric piece; source)``."""
        claimed = "'unsolvable'" if self.claimed is None else str(self.claimed)
        verdict = ", ".join(filter(None, (self.verdict, self.because)))
        source = "; ".join(filter(None, (f"metric {self.metric}", self.source)))
        return f"published {claimed}: {verdict} ({source})"

    def to_json(self) -> dict[str, Any]:
        """Return a row of ``published`` in `prove --json`."""
        return {key: value for key, value in self._asdict().items() if key != "because"}


def compare(verdict: Proven, known: Iterable[Known]) -> tuple[Comparison, ...]:
    """Compare a verdict with the published results in its metric, in their order."""
    return tuple(
        _compared(verdict, row.optimum, row.source) for row in known if row.metric == verdict.metric
    )


def _compared(verdict: Proven, claimed: int | None, source: str) -> Comparison:
    status, because = _judged(verdict, claimed)
    return Comparison(verdict.metric, claimed, source, status, verdict.optimum, because)


def _judged(verdict: Proven, claimed: int | None) -> tuple[ClaimStatus, str]:
    """What is proven of a claim, with the reason in words."""
    if verdict.denied:
        return "open", "as the evidence contradicts itself"
    unsolvable, upper = verdict.status == "unsolvable", verdict.upper
    if unsolvable if claimed is None else verdict.optimum == claimed:
        return "confirmed", ""
    if unsolvable:
        return "refuted", "that there is no plan is proven"
    if verdict.optimum is not None:
        return "refuted", f"{verdict.optimum} is proven"
    if upper is not None and (claimed is None or upper < claimed):
        return "refuted", f"there is a plan of {upper}"
    if claimed is not None and verdict.proven > claimed:
        return "refuted", f"at least {verdict.proven} is proven"
    return "open", _open(verdict.proven, upper)


def _open(least: int, most: int | None) -> str:
    bounds = [f"at least {least}"] if least else []
    bounds += [] if most is None else [f"at most {most}"]
    return f"{' and '.join(bounds) or 'nothing'} is proven"
