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

__all__ = ["ENGINES", "EVIDENCE", "Request", "prove"]

ENGINES = ("auto", "sat", "cpsat", "search")
EVIDENCE = ("auto", "all", "refutation", "labelling", "invariant", "exhaustion")

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
        if "invariant" in self.evidence:
            raise Unsupported("evidence 'invariant': this version has no invariants")
        if self.engine in ("sat", "cpsat") and "labelling" in self.evidence:
            raise Unsupported(
                f"engine {self.engine!r} makes no labelling: use --engine search or auto"
            )
        if self.engine == "search" and "refutation" in self.evidence:
            raise Unsupported("engine 'search' refutes nothing: use --engine sat or cpsat, or auto")
        if self.engine == "cpsat" and self.solver:
            raise Unsupported(f"solver {self.solver!r} is for SAT: engine 'cpsat' has its own")
        if self.certificate and "labelling" not in self.kinds():
            raise Unsupported("only a labelling leaves a certificate in this version")

    def kinds(self) -> tuple[str, ...]:
        """The kinds of evidence to make, in the order of the work."""
        horizons = self.engine in ("sat", "cpsat")
        if "all" in self.evidence:
            wanted = {"labelling", "refutation", "exhaustion"}
            wanted -= {"labelling"} if horizons else set()
        elif "auto" in self.evidence:
            wanted = {"refutation", "exhaustion"} if horizons else {"labelling", "short"}
        else:
            wanted = set(self.evidence)
            wanted |= {"exhaustion"} if "refutation" in wanted else set()
        return tuple(kind for kind in WORK if kind in wanted)


def prove(
    name: str,
    puzzle: AnyPuzzle,
    request: Request,
    on_event: Emit = ignore,
    limits: Limits = NO_LIMITS,
    versions: Mapping[str, str] | None = None,
) -> Verdict:
    """Prove the minimum of a puzzle in its metric; the verdict holds what the limits allowed."""
    arguments = (request, limits.memory, dict(versions or {}))
    return investigate(name, puzzle, _work, arguments, on_event, limits, versions)


def _work(
    puzzle: AnyPuzzle,
    request: Request,
    memory_limit: int | None,
    versions: dict[str, str],
    emit: Emit,
) -> None:
    """Do all the work of a request, in the child process."""
    case = Case(puzzle)

    def tell(event: Event) -> None:
        for _ in case.apply(event):
            pass
        emit(event)

    if "auto" in request.evidence and "labelling" in request.kinds() and memory_limit:
        _label_or_carry_on(case, request, memory_limit, versions, tell)
        return
    for kind in request.kinds():
        WORK[kind](case, request, versions, tell)


def _label_or_carry_on(
    case: Case, request: Request, memory_limit: int, versions: dict[str, str], emit: Emit
) -> None:
    """Where the state graph does not fit the memory, horizons carry on alone."""
    room = int(memory_limit * LABELLING_SHARE)
    try:
        run(_labelling, (case, request, versions), emit, None, room)
    except LimitReached as limit:
        emit(Note(f"the state graph is too large to search ({limit}): horizons carry on"))
        _refutation(case, request, versions, emit)
    else:
        _short_refutation(case, request, versions, emit)


def _labelling(case: Case, request: Request, versions: dict[str, str], emit: Emit) -> None:
    from puzzleproof.provers.labelling import label, write_certificate
    from puzzleproof.verify.certificate import check_file

    begin = time.perf_counter()
    labelling = label(case.puzzle, emit, request.at_least)
    if labelling.plan is not None:
        emit(PlanFound(labelling.plan, "search"))
    with tempfile.TemporaryDirectory(prefix="puzzleproof-") as folder:
        path = Path(request.certificate or Path(folder) / "labelling.cert")
        write_certificate(case.puzzle, labelling, path, versions)
        checked = check_file(path)
    bound = UNSOLVABLE if checked.at_least is None else checked.at_least
    seconds = time.perf_counter() - begin
    row = Evidence("labelling", bound, True, "verify.labelling", "models", seconds, checked.states)
    emit(EvidenceFound(row))
    if request.certificate:
        emit(CertificateWritten(request.certificate))


def _refutation(case: Case, request: Request, versions: dict[str, str], emit: Emit) -> None:
    from puzzleproof.provers.horizons import Engine, prove_by_horizons, refute_one

    engine = Engine("cpsat" if request.engine == "cpsat" else "sat", request.seed, request.solver)
    if request.at_least == 0:
        return
    if request.at_least:
        refute_one(case.puzzle, engine, request.at_least - 1, emit)
    elif case.upper and request.engine not in ("sat", "cpsat"):
        refute_one(case.puzzle, engine, case.upper - 1, emit)
    else:
        prove_by_horizons(case.puzzle, engine, emit)


def _short_refutation(case: Case, request: Request, versions: dict[str, str], emit: Emit) -> None:
    """In ``auto``, SAT has ten seconds for a short horizon; else say how to run the horizons."""
    from puzzleproof.provers.horizons import Engine, refute_one

    if not case.upper or request.at_least is not None:
        return
    how = "run them with --engine sat or --engine cpsat"
    if case.upper > SHORT_HORIZON:
        emit(Note(f"horizons were not run, the minimum is above {SHORT_HORIZON} moves: {how}"))
        return
    engine = Engine("sat", request.seed, request.solver)
    try:
        run(refute_one, (case.puzzle, engine, case.upper - 1), emit, SHORT_SECONDS)
    except (LimitReached, Unsupported) as error:
        emit(Note(f"no refutation by SAT ({error}): {how}"))


def _exhaustion(case: Case, request: Request, versions: dict[str, str], emit: Emit) -> None:
    """Confirm what there is by the simple search; alone, have the task searched first."""
    from puzzleproof.provers.exhaustion import confirm_by_bfs, search_task

    begin = time.perf_counter()
    if not case.evidence:
        search_task(case.puzzle, request.at_least, emit)
        confirm_by_bfs(case.puzzle, request.at_least, emit)
        return
    longest = max(e.seconds for e in case.evidence)
    try:
        run(confirm_by_bfs, (case.puzzle, request.at_least), emit, max(CONFIRM_SECONDS, longest))
    except LimitReached as error:
        seconds = time.perf_counter() - begin
        emit(
            Note(f"the cross-check by breadth-first search was stopped ({error}, {seconds:.0f} s)")
        )


WORK: dict[str, Callable[[Case, Request, dict[str, str], Emit], None]] = {
    "labelling": _labelling,
    "refutation": _refutation,
    "short": _short_refutation,
    "exhaustion": _exhaustion,
}
