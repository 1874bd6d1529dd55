"""Which evidence for which puzzle: the plan of work behind `prove`, run within limits.

``auto``: a labelling, checked by the rules; where the minimum is small, SAT refutes 'at most
minimum - 1' as well.  With an engine named, horizons do the work and the simple breadth-first
search confirms them where it can.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from puzzleproof.models.errors import LimitReached, NotationError, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.case import Case
from puzzleproof.provers.events import (
    UNSOLVABLE,
    CertificateWritten,
    Emit,
    Event,
    EvidenceFound,
    Note,
    PlanFound,
)
from puzzleproof.provers.session import NO_LIMITS, Limits, ignore, investigate
from puzzleproof.provers.supervise import run
from puzzleproof.provers.verdict import Evidence, Verdict

if TYPE_CHECKING:
    from puzzleproof.provers.horizons import Engine

__all__ = ["ENGINES", "EVIDENCE", "Request", "prove"]

ENGINES = ("auto", "sat", "cpsat", "search")
EVIDENCE = ("auto", "all", "refutation", "labelling", "invariant", "exhaustion")

MAKES_NOT = {
    "sat": ("labelling", "exhaustion"),
    "cpsat": ("labelling", "exhaustion"),
    "search": ("refutation",),
}
"""What an engine cannot make alone; horizons are confirmed by exhaustion in any case."""

SHORT_HORIZON = 30
SHORT_SECONDS = 10.0
LABELLING_SHARE = 0.8
"""Of a memory limit, what the search for labels may take before horizons carry on."""
CONFIRM_SECONDS = 60.0
"""A cross-check may take so long, or as long as what it confirms."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to prove and how; the certificate, if any, goes to ``certificate``."""

    engine: str = "auto"
    evidence: tuple[str, ...] = ("auto",)
    at_least: int | None = None
    certificate: str | None = None
    seed: int = 0
    solver: str | None = None

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise NotationError(f"engine {self.engine!r}: expected one of {', '.join(ENGINES)}")
        for kind in self.evidence:
            if kind not in EVIDENCE:
                raise NotationError(f"evidence {kind!r}: expected some of {', '.join(EVIDENCE)}")
        if len(self.evidence) > 1 and {"auto", "all"} & set(self.evidence):
            raise NotationError("evidence 'auto' and 'all' stand alone")
        if self.solver is not None:
            from puzzleproof.encoders.sat import solver_names

            if self.solver not in solver_names():
                expected = ", ".join(solver_names())
                raise NotationError(f"solver {self.solver!r}: expected one of {expected}")
        self._check_supported()

    def _check_supported(self) -> None:
        """Raise Unsupported for combinations that contradict each other."""
        if "invariant" in self.evidence:
            raise Unsupported("evidence 'invariant': this version has no invariants")
        for kind in self.evidence:
            if kind in MAKES_NOT.get(self.engine, ()):
                raise Unsupported(f"engine {self.engine!r} makes no evidence of kind {kind!r}")
        if self.solver and self.engine not in ("auto", "sat"):
            raise Unsupported(f"solver {self.solver!r} is for SAT, not for engine {self.engine!r}")
        if self.certificate and "labelling" not in self.kinds():
            raise Unsupported("only a labelling leaves a certificate in this version")

    def kinds(self) -> tuple[str, ...]:
        """The kinds of evidence to make, in the order of the work."""
        if self.engine in ("sat", "cpsat"):
            wanted = {"refutation", "exhaustion"}
        elif "all" in self.evidence:
            wanted = {"labelling", "refutation", "exhaustion"}
            wanted -= set(MAKES_NOT.get(self.engine, ()))
        elif "auto" in self.evidence:
            wanted = {"labelling", "short"} if self.engine == "auto" else {"labelling"}
        else:
            wanted = set(self.evidence)
            wanted |= {"exhaustion"} if "refutation" in wanted else set()
        return tuple(kind for kind in WORK if kind in wanted)

    def solver_engine(self) -> Engine:
        """The solver that refutes: CP-SAT if asked for, else SAT."""
        from puzzleproof.provers.horizons import Engine

        return Engine("cpsat" if self.engine == "cpsat" else "sat", self.seed, self.solver)


def prove(
    name: str,
    puzzle: AnyPuzzle,
    request: Request,
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
    versions: Mapping[str, str] | None = None,
) -> Verdict:
    """Prove the minimum of a puzzle in its metric; the verdict holds what the limits allowed.

    A certificate comes to stand in its place only when the checker has accepted it.
    """
    with tempfile.TemporaryDirectory(prefix="puzzleproof-") as folder:
        part = Path(folder) / "labelling.cert"
        if request.certificate:
            target = Path(request.certificate).resolve()
            part = target.with_name(target.name + ".part")
        job = Job(request, part, limits.memory, dict(versions or {}))
        try:
            verdict = investigate(name, puzzle, _work, (job,), on_event, limits, versions)
            if verdict.certificate:
                part.replace(Path(verdict.certificate).resolve())
        finally:
            part.unlink(missing_ok=True)
    return verdict


@dataclass(frozen=True, slots=True)
class Job:
    """A request, and what the child process needs besides."""

    request: Request
    part: Path
    """Where the certificate is written and checked."""
    memory: int | None
    versions: dict[str, str]


def _work(puzzle: AnyPuzzle, job: Job, emit: Emit) -> None:
    """Do all the work of a request, in the child process."""
    case = Case(puzzle)

    def tell(event: Event) -> None:
        for _ in case.apply(event):
            pass
        emit(event)

    if job.request.engine == "auto" and "auto" in job.request.evidence and job.memory:
        _label_or_carry_on(case, job, job.memory, tell)
    else:
        for kind in job.request.kinds():
            WORK[kind](case, job, tell)
    wanted = job.request.at_least
    if wanted is not None and case.upper is not None and case.upper < wanted:
        tell(Note(f"'at least {wanted} moves' (metric {puzzle.metric}) is false: see the plan"))


def _label_or_carry_on(case: Case, job: Job, memory_limit: int, emit: Emit) -> None:
    """Where the state graph does not fit the memory, horizons carry on alone."""
    room = int(memory_limit * LABELLING_SHARE)
    try:
        run(_labelling, (case, job), emit, None, room)
    except LimitReached as limit:
        emit(Note(f"the state graph is too large to search ({limit}): horizons carry on"))
        _refutation(case, job, emit)
    else:
        _short_refutation(case, job, emit)


def _labelling(case: Case, job: Job, emit: Emit) -> None:
    from puzzleproof.provers.labelling import label, write_certificate
    from puzzleproof.verify.certificate import check_file

    begin = time.perf_counter()
    labelling = label(case.puzzle, emit, job.request.at_least)
    if labelling.plan is not None:
        emit(PlanFound(labelling.plan, "search"))
    write_certificate(case.puzzle, labelling, job.part, job.versions)
    checked = check_file(job.part)
    bound = UNSOLVABLE if checked.at_least is None else checked.at_least
    seconds = time.perf_counter() - begin
    row = Evidence("labelling", bound, True, "verify.labelling", "models", seconds, checked.states)
    emit(EvidenceFound(row))
    if job.request.certificate:
        emit(CertificateWritten(job.request.certificate))


def _refutation(case: Case, job: Job, emit: Emit) -> None:
    from puzzleproof.provers.horizons import prove_by_horizons, refute_one

    request, engine = job.request, job.request.solver_engine()
    if request.at_least is not None:
        if request.at_least:
            refute_one(case.puzzle, engine, request.at_least - 1, emit)
    elif case.upper is not None and request.engine == "auto":
        if case.upper:
            refute_one(case.puzzle, engine, case.upper - 1, emit)
    else:
        prove_by_horizons(case.puzzle, engine, emit)


def _short_refutation(case: Case, job: Job, emit: Emit) -> None:
    """In ``auto``, SAT has ten seconds for a short horizon; else say how to run the horizons."""
    from puzzleproof.provers.horizons import refute_one

    if not case.upper or job.request.at_least is not None:
        return
    how = "run them with --engine sat or --engine cpsat"
    if case.upper > SHORT_HORIZON:
        emit(Note(f"horizons were not run, the minimum is above {SHORT_HORIZON} moves "
                  f"(metric {case.puzzle.metric}): {how}"))  # fmt: skip
        return
    arguments = (case.puzzle, job.request.solver_engine(), case.upper - 1)
    try:
        run(refute_one, arguments, emit, SHORT_SECONDS)
    except (LimitReached, Unsupported) as error:
        emit(Note(f"no refutation by SAT ({error}): {how}"))


def _exhaustion(case: Case, job: Job, emit: Emit) -> None:
    """Confirm what there is by the simple search; alone, have the task searched first."""
    from puzzleproof.provers.exhaustion import confirm_by_bfs, search_task

    begin = time.perf_counter()
    at_least = job.request.at_least
    if at_least == 0:
        return
    if job.request.kinds() == ("exhaustion",):
        search_task(case.puzzle, at_least, emit)
        confirm_by_bfs(case.puzzle, at_least, emit)
        return
    longest = max((e.seconds for e in case.evidence), default=0.0)
    try:
        run(confirm_by_bfs, (case.puzzle, at_least), emit, max(CONFIRM_SECONDS, longest))
    except LimitReached as error:
        seconds = time.perf_counter() - begin
        emit(
            Note(f"the cross-check by breadth-first search was stopped ({error}, {seconds:.0f} s)")
        )


WORK: dict[str, Callable[[Case, Job, Emit], None]] = {
    "labelling": _labelling,
    "refutation": _refutation,
    "short": _short_refutation,
    "exhaustion": _exhaustion,
}
