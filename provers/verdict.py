"""Verdicts: they claim what the evidence allows, and nothing more.

Only `conclude` chooses a status.  A lower bound is *certified* if a checker of `puzzleproof.verify`
accepted a certificate.  It is *cross-checked* if two searches that follow independent formulations
of the rules (the states of `models`, and the tasks of `encoders`) agree on it.  It is *claimed* if
only one search gives it.  `optimal` and `unsolvable` need a certified or cross-checked bound.

Proven bounds confirm or refute a published minimum, or leave it open.  The length of a replayed
plan is a proven upper bound; a lower bound is proven if it is certified or cross-checked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from puzzleproof.models.documents import path_of
from puzzleproof.models.errors import InstanceError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, Known
from puzzleproof.models.texts import count, named

Status: TypeAlias = Literal["optimal", "unsolvable", "bounded", "unknown"]
Grade: TypeAlias = Literal["claimed", "cross-checked", "certified"]
EvidenceKind: TypeAlias = Literal[
    "invariant",
    "labelling",
    "refutation",
    "exhaustion",
]
ClaimStatus: TypeAlias = Literal["confirmed", "refuted", "open"]
"""Whether proven bounds show a claim to be true, to be false, or neither."""
Formulation: TypeAlias = Literal["models", "encoders", "none"]
"""The formulation of the rules that a search follows; ``none`` if its answer may not confirm
another answer, such as UNSAT under assumptions."""

INTERRUPTED = "interrupted"
PROVEN: tuple[Grade, ...] = ("certified", "cross-checked")
"""The grades of a proof, the better one first."""
UNSOLVABLE = math.inf
"""The bound of evidence that there is no plan at all."""


@dataclass(frozen=True, slots=True, repr=False)
class Evidence:
    """One reason why no plan is shorter than ``bound`` moves (`UNSOLVABLE`: there is no plan).

    `Evidence.certified` makes the evidence of an accepted certificate; in any other evidence,
    ``checker`` names the search, or is ``none``.
    """

    kind: EvidenceKind
    bound: float
    checked: bool
    checker: str
    formulation: Formulation
    seconds: float
    states: int | None = None
    note: str = ""
    reached: int | None = None
    """The number of moves after which the search met a goal, so that no bound can be greater."""

    def __repr__(self) -> str:
        """Return kind, bound and source: ``<Evidence labelling: bound 81, accepted by …>``."""
        bound = "no plan" if math.isinf(self.bound) else f"bound {int(self.bound)}"
        how = "accepted by" if self.checked else "claimed by"
        return f"<Evidence {self.kind}: {bound}, {how} {self.checker}>"

    @classmethod
    def certified(
        cls,
        kind: EvidenceKind,
        at_least: int | None,
        checker: str,
        seconds: float,
        states: int | None = None,
        note: str = "",
    ) -> Evidence:
        """Make the evidence of an accepted certificate for this bound (None: there is no plan)."""
        bound = UNSOLVABLE if at_least is None else at_least
        return cls(kind, bound, True, checker, "models", seconds, states, note)

    def to_json(self) -> dict[str, Any]:
        """Return the row of `prove --json`; an infinite bound is null."""
        return {
            "kind": self.kind,
            "bound": None if math.isinf(self.bound) else int(self.bound),
            "checked": self.checked,
            "checker": self.checker,
            **({} if self.states is None else {"states": self.states}),
            "seconds": round(self.seconds, 3),
            **({"note": self.note} if self.note else {}),
        }


class Comparison(NamedTuple):
    """A published result (``claimed`` is None for 'no plan'), compared with the proven bounds."""

    metric: str
    claimed: int | None
    source: str
    verdict: ClaimStatus
    proven: int | None
    """The proven minimum in moves."""
    because: str
    """The proven result, in words."""

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


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """An answer: status, grade, both bounds in the named metric, a plan, the evidence.

    puzzle, title, family: the name given to the program, the instance's own name, and its family.
    metric: what counts as one move; all numbers below count moves in this metric.
    status: ``optimal``, ``unsolvable``, ``bounded`` or ``unknown``.
    grade: of the best lower bound: ``certified``, ``cross-checked`` or ``claimed``.
    lower, upper: the best lower bound of any grade, and the length of the shortest plan found.
    plan: the shortest plan found, replayed by the rules; None if none was found.
    evidence: the reasons why no plan is shorter; each is an `Evidence`.
    certificate: the file that proves the lower bound; `save` copies it.
    assumed: what the instance's file leaves open and its reader has assumed, in sentences.
    notes: further remarks, in sentences; reasons: those notes which say what limit was reached, or
    why the answer is no proof.
    known: published results in this metric; ``published`` compares them.
    instance: the puzzle, if the verdict comes from the Python interface.
    """

    puzzle: str
    title: str
    family: str
    metric: str
    status: Status
    grade: Grade
    lower: int | None
    upper: int | None
    plan: tuple[str, ...] | None
    evidence: tuple[Evidence, ...]
    certificate: str | None = None
    fault: str = ""
    """The reason why the requested certificate could not be written."""
    older: str | None = None
    """The name of the requested certificate, if its file is from an earlier run."""
    recorded: str = ""
    """The time (UTC, ISO 8601) at which a ledger recorded the result, if it is from a ledger."""
    seconds: float = 0.0
    assumed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    at_least: int | None = None
    """The requested lower bound, if any."""
    known: tuple[Known, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict[str, str])
    aim: str = ""
    """The answer to a question that is not about moves, as ``fewest pegs left: 2, certified``."""
    fewest: int | None = None
    """The number in ``aim``, if it is proven."""
    fewer: Verdict | None = None
    """The verdict that one peg fewer cannot be left; the certificate then proves this verdict."""
    instance: AnyPuzzle | None = field(default=None, compare=False, repr=False)

    html_by: ClassVar[Callable[[Verdict], str | None] | None] = None
    """The function that shows a verdict in a notebook (see `puzzleproof.notebook`)."""

    def _repr_html_(self) -> str | None:
        """Show the answer and its plan in a notebook; None if only its text is shown."""
        show = Verdict.html_by
        return None if show is None else show(self)

    def __repr__(self) -> str:
        """Return the answer, as in ``<Verdict ane-rouge: 81 moves (piece), certified>``."""
        name = named(self.puzzle)
        return f"<Verdict {name}: {self.found} ({self.metric}), {self.grade}>"

    @property
    def found(self) -> str:
        """The minimum or the bounds, in words."""
        if self.status == "unsolvable":
            return "no plan"
        if self.status == "unknown":
            return "no bounds"
        if self.optimum is not None:
            return count(self.optimum, "move")
        bounds = [] if self.lower is None else [f"at least {self.lower}"]
        bounds += [] if self.upper is None else [f"at most {self.upper}"]
        return f"{', '.join(bounds)} moves"

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the work."""
        return INTERRUPTED in self.notes

    @property
    def optimum(self) -> int | None:
        """The minimum if it is proven, else None."""
        return self.upper if self.status == "optimal" else None

    @property
    def strength(self) -> tuple[float, float]:
        """The best proven bound and the best certified bound, to compare two verdicts.

        A bound is infinite if there is no plan, and below 0 if nothing is proven.
        """
        if self.denied:
            return -1.0, -1.0
        return proven_bound(self.evidence), _best_bounds(self.evidence)["certified"]

    @property
    def proven(self) -> int | None:
        """The best proven lower bound (0 if there is none), or None if no plan exists."""
        bound = self.strength[0]
        return None if math.isinf(bound) else max(0, int(bound))

    @property
    def is_settled(self) -> bool:
        """Whether a certificate answers the question, or a plan does: further work is needless."""
        asked = [moves for moves in (self.upper, self.at_least) if moves is not None]
        return self.claim == "refuted" or self.strength[1] >= min(asked, default=math.inf)

    @property
    def denied(self) -> bool:
        """Whether evidence contradicts the replayed plan: a bug, so that nothing is claimed."""
        return contradicted(self.evidence, self.upper)

    @property
    def claim(self) -> ClaimStatus | None:
        """The verdict on 'every plan has at least ``at_least`` moves', if this was requested."""
        wanted = self.at_least
        if wanted is None:
            return None
        if wanted == 0:
            return "confirmed"
        if self.denied:
            return "open"
        if self.upper is not None and self.upper < wanted:
            return "refuted"
        return "confirmed" if proven_bound(self.evidence) >= wanted else "open"

    @property
    def published(self) -> tuple[Comparison, ...]:
        """The published results in this metric, compared with the proven bounds."""
        return tuple(compare(self, row) for row in self.known if row.metric == self.metric)

    def to_json(self) -> dict[str, Any]:
        """Return the document that `prove --json` prints."""
        claim = None if self.claim is None else {"at_least": self.at_least, "verdict": self.claim}
        fewer = None if self.fewer is None else self.fewer.to_json()
        return {
            "puzzle": self.puzzle,
            "family": self.family,
            "metric": self.metric,
            "assumed": list(self.assumed),
            "status": self.status,
            "grade": self.grade,
            "optimum": self.optimum,
            "lower": self.lower,
            "proven": self.proven,
            "upper": self.upper,
            "plan": None if self.plan is None else list(self.plan),
            "evidence": [row.to_json() for row in self.evidence],
            "certificate": self.certificate,
            "older_certificate": self.older,
            "fault": self.fault or None,
            "claim": claim,
            "published": [row.to_json() for row in self.published],
            "seconds": round(self.seconds, 3),
            "recorded": self.recorded or None,
            "versions": dict(self.versions),
            "notes": list(self.notes),
            **({"fewest": self.fewest, "fewer": fewer} if self.aim else {}),
        }

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the verdict with its certificate, whose file may be removed with this process."""
        path = None if self.certificate is None else Path(self.certificate)
        content = path.read_bytes() if path is not None and path.is_file() else None
        return _unpickled, ({one.name: getattr(self, one.name) for one in fields(self)}, content)

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Copy the certificate to a file; raises Unsupported, OutputError or InstanceError.

        A file that is no certificate of the same puzzle and metric is replaced only with ``force``.
        """
        from puzzleproof.verify.certificate import header_about, read_header

        if self.certificate is None:
            raise Unsupported(f"this verdict ({self.status}, {self.grade}) has no certificate")
        from puzzleproof.models.output import written_whole

        target = Path(path_of(path))
        if not force and target.exists() and target.stat().st_size:
            with Path(self.certificate).open("rb") as file:
                own = read_header(file)
            older = header_about(target, own.puzzle)
            if older is None or older.kind == "survey":
                fault = "exists, and is no certificate of this puzzle; force=True replaces it"
                raise InstanceError(f"{str(target)!r}: {fault}")
        with written_whole(target) as part:
            part.write_bytes(Path(self.certificate).read_bytes())


def _unpickled(values: dict[str, Any], content: bytes | None) -> Verdict:
    """Restore the verdict; its certificate becomes a new file, removed when this process ends."""
    values["certificate"] = None
    if content is not None:
        from puzzleproof.models.output import new_file

        values["certificate"] = new_file(".cert")
        Path(values["certificate"]).write_bytes(content)
    return Verdict(**values)


# --- published minima ---------------------------------------------------------------------


def compare(verdict: Verdict, known: Known) -> Comparison:
    """Compare a verdict with a published result in its metric."""
    status, because = _judged(verdict, known.optimum)
    return Comparison(*known, status, verdict.optimum, because)


def _judged(verdict: Verdict, claimed: int | None) -> tuple[ClaimStatus, str]:
    """Judge a claim by the proven bounds; return the judgement and the reason in words."""
    if verdict.denied:
        return "open", "as the evidence contradicts itself"
    unsolvable, upper = verdict.status == "unsolvable", verdict.upper
    if unsolvable if claimed is None else verdict.optimum == claimed:
        return "confirmed", ""
    if unsolvable:
        return "refuted", "it is proven that there is no plan"
    if verdict.optimum is not None:
        return "refuted", f"{verdict.optimum} is proven"
    if upper is not None and (claimed is None or upper < claimed):
        return "refuted", f"there is a plan of {upper}"
    if claimed is not None and verdict.strength[0] > claimed:
        return "refuted", f"at least {verdict.proven} is proven"
    bounds = [f"at least {verdict.proven}"] if verdict.proven else []
    bounds += [] if upper is None else [f"at most {upper}"]
    return "open", f"{' and '.join(bounds) or 'nothing'} is proven"


# --- what may be said ---------------------------------------------------------------------


def conclude(evidence: Sequence[Evidence], upper: int | None) -> tuple[Status, Grade, int | None]:
    """Choose (status, grade, lower bound) from the evidence and a replayed plan's length.

    The lower bound is the best bound of any grade, or None if it is infinite, and has this grade.
    If the bounds meet, but the lower bound is not proven: `bounded` and `claimed`.
    """
    if contradicted(evidence, upper):
        return "bounded", "claimed", 0
    best = _best_bounds(evidence)
    target = math.inf if upper is None else upper
    for grade in PROVEN:
        if best[grade] >= target:
            return ("unsolvable", grade, None) if upper is None else ("optimal", grade, upper)
    most = best["claimed"]
    lower = None if math.isinf(min(most, target)) else max(0, int(min(most, target)))
    status: Status = "bounded" if upper is not None or most > 0 else "unknown"
    shown: list[Grade] = [grade for grade in PROVEN if best[grade] == most > 0]
    return status, shown[0] if shown else "claimed", lower


def contradicted(evidence: Sequence[Evidence], upper: int | None) -> bool:
    """Tell whether evidence denies a plan replayed or a goal met by a search: then none counts."""
    met = [upper, *(row.reached for row in evidence)]
    least = min((moves for moves in met if moves is not None), default=math.inf)
    return any(row.bound > least for row in evidence)


def proven_bound(evidence: Sequence[Evidence]) -> float:
    """Return the best bound that is certified or cross-checked, or -1 if there is none."""
    best = _best_bounds(evidence)
    return max(best[grade] for grade in PROVEN)


def _best_bounds(evidence: Sequence[Evidence]) -> dict[Grade, float]:
    """Map each grade to its best bound, or to -1 if there is none."""

    def best(rows: Iterable[Evidence]) -> float:
        return max((row.bound for row in rows), default=-1.0)

    return {
        "certified": best(row for row in evidence if row.checked),
        "cross-checked": min(
            best(row for row in evidence if row.formulation == formulation)
            for formulation in ("models", "encoders")
        ),
        "claimed": best(evidence),
    }
