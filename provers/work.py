"""Each kind of evidence as a piece of work on a case: made, checked, told as events."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from puzzleproof.models.errors import CertificateRejected, LimitReached, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle, HasStateBound, HasStrips, Linear
from puzzleproof.provers.bounds import Case
from puzzleproof.provers.certificate import Claim
from puzzleproof.provers.events import (
    UNSOLVABLE,
    CertificateWritten,
    Emit,
    EvidenceFound,
    Note,
    PlanFound,
)
from puzzleproof.provers.process.memory import half_of_spare_memory
from puzzleproof.provers.process.supervise import run
from puzzleproof.provers.request import Job
from puzzleproof.provers.verdict import Evidence

if TYPE_CHECKING:
    from puzzleproof.verify.certificate import CheckedCertificate


Work: TypeAlias = Callable[[Case, Job, Emit], None]

MANY_STATES = 5_000_000
"""A puzzle that may have more is not searched whole before other evidence was tried."""
SHORT_HORIZON = 30
SHORT_SECONDS = 10.0
CONFIRM_SECONDS = 180.0
"""A cross-check may take so long, or as long as what it confirms."""
PLAIN_SECONDS = 40
"""From both ends: plain Python takes 8 to 20 times as long as arrays; twice that is allowed."""
PROOF_SECONDS, PROOF_SHARE = 15.0, 2.0
"""A proof that nobody asked for may take so long, or so many times what its horizons took."""
PROOF_CLAUSES = 1_000_000
"""A formula with more is proven only where that was asked for."""
SHARE = 0.8
"""Of a memory limit, what a search may take that other work can carry on from."""
BASELINE_BYTES = 60_000_000
"""Bytes of Python and numpy before there is an array."""


def invariant(case: Case, job: Job, emit: Emit) -> None:
    """Find an argument about all states, and have it checked; nothing where there is none."""
    from puzzleproof.provers.invariant.find import find_argument, has_invariants

    thorough = bool({"invariant", "all"} & set(job.request.evidence))
    if not has_invariants(case.puzzle, thorough=thorough):
        if "invariant" in job.request.evidence:
            raise Unsupported(f"family {case.puzzle.family!r} has no invariants in this version")
        return
    begin = time.perf_counter()
    if thorough and find_spec("ortools") is None:
        emit(Note("no linear programs, so fewer invariants: ortools is not installed"))
    found = find_argument(case.puzzle, thorough=thorough)
    if found is None:
        if "invariant" in job.request.evidence:
            emit(Note("no invariant proves anything here"))
        return
    job.argument.append(found[0])
    checked = _write_invariant(case, job)
    forms = ", ".join(sorted({lemma["form"] for lemma in found[0]["lemmas"]}))
    bound = UNSOLVABLE if checked.at_least is None else checked.at_least
    seconds = time.perf_counter() - begin
    row = Evidence(
        "invariant", bound, True, "verify.invariant", "models", seconds, note=f"by {forms}"
    )
    emit(EvidenceFound(row))
    if job.request.certificate:
        emit(CertificateWritten(job.request.certificate))


def _write_invariant(case: Case, job: Job) -> CheckedCertificate:
    """Write the argument with the plan, if that has the length of its bound; have it checked."""
    from puzzleproof.provers.invariant.find import write_certificate
    from puzzleproof.verify.certificate import check_file
    from puzzleproof.verify.invariant import bound_of

    (argument,) = job.argument
    bound = bound_of(case.puzzle, argument)
    at_least = None if math.isinf(bound) else int(bound)
    plan = case.plan if at_least is not None and case.upper == at_least else None
    claim = Claim("invariant", at_least, plan)
    return job.publish(
        lambda path: write_certificate(case.puzzle, argument, claim, path, job.versions),
        check_file,
    )


def seal(case: Case, job: Job) -> None:
    """Once a plan reaches the bound of an invariant, write it into the certificate as well."""
    proven = [row.bound for row in case.evidence if row.kind == "invariant"]
    if job.argument and case.plan is not None and proven == [case.upper]:
        _write_invariant(case, job)


def labelling(case: Case, job: Job, emit: Emit) -> None:
    """Label the states from the start, and have the rules check the labels."""
    from puzzleproof.provers.labelling.search import label, write_certificate
    from puzzleproof.verify.certificate import check_file

    begin = time.perf_counter()
    found = label(case.puzzle, emit, job.request.at_least, memory=for_arrays(room(job)))
    if found.plan is not None:
        emit(PlanFound(found.plan, "search"))

    def write(path: Path) -> None:
        write_certificate(case.puzzle, found, path, job.versions)

    checked = job.publish(write, check_file)
    bound = UNSOLVABLE if checked.at_least is None else checked.at_least
    seconds = time.perf_counter() - begin
    row = Evidence("labelling", bound, True, "verify.labelling", "models", seconds, checked.states)
    emit(EvidenceFound(row))
    if job.request.certificate:
        emit(CertificateWritten(job.request.certificate))


def refutation(case: Case, job: Job, emit: Emit) -> None:
    """Refute 'at most minimum - 1' where the minimum is known; else find it by horizons."""
    from puzzleproof.provers.refutation.horizons import prove_by_horizons, refute_one

    request, engine = job.request, job.request.solver_engine()
    if request.at_least is not None:
        if request.at_least:
            refute_one(case.puzzle, engine, request.at_least - 1, emit)
    elif case.upper is not None and request.engine == "auto":
        if case.upper:
            refute_one(case.puzzle, engine, case.upper - 1, emit)
    else:
        prove_by_horizons(case.puzzle, engine, emit)
    closing = case.upper is not None or request.at_least is not None
    if closing and not job.argument and has_one_length(case):
        invariant(case, job, emit)
    certify(case, job, emit)


def certify(case: Case, job: Job, emit: Emit) -> None:
    """Have the last horizon refuted once more, with a proof about the checker's own formula."""
    rows = [row for row in case.evidence if row.kind == "refutation" and not row.checked]
    bounds = [row.bound for row in rows if 0 < row.bound < UNSOLVABLE]
    if not bounds or not isinstance(case.puzzle, HasStrips):
        return
    bound, request = int(max(bounds)), job.request
    explicit = "refutation" in request.evidence
    explicit = explicit or (request.certificate is not None and request.engine in ("sat", "cpsat"))
    if not explicit and is_too_long(case.puzzle, bound - 1):
        emit(Note("the refutation has no certificate (its formula has over "
                  f"{PROOF_CLAUSES:,} clauses; --evidence refutation tries)"))  # fmt: skip
        return
    took = sum(row.seconds for row in rows)
    allowed = None if explicit else max(PROOF_SECONDS, PROOF_SHARE * took)
    begin = time.perf_counter()
    try:
        run(_write_refutation, (case, job, bound, begin), emit, allowed)
    except (LimitReached, Unsupported, ImportError) as error:
        how = f" of {allowed:.0f} s; --evidence refutation sets none" if allowed else ""
        emit(Note(f"the refutation has no certificate ({error}{how})"))
    except CertificateRejected as error:
        emit(Note(f"a bug: the proof of the refutation was rejected ({error})"))


def is_too_long(puzzle: AnyPuzzle, length: int) -> bool:
    """Whether the checker's formula of so many moves is larger than what is proven unasked."""
    from puzzleproof.verify.refutation import horizon_of

    try:
        return horizon_of(puzzle, length).step_size * (length + 1) > PROOF_CLAUSES
    except CertificateRejected:
        return False  # which `_write_refutation` says in words


def _write_refutation(case: Case, job: Job, bound: int, begin: float, emit: Emit) -> None:
    from puzzleproof.provers.refutation.certify import write_certificate
    from puzzleproof.verify.certificate import check_file

    plan = case.plan if case.upper == bound else None

    def write(path: Path) -> None:
        write_certificate(case.puzzle, bound, plan, path, job.versions, job.folder)

    others = (row.bound for row in case.evidence if row.checked)
    stands = case.certificate is not None and max(others, default=0) >= bound
    checked = (job.try_out if stands else job.publish)(write, check_file)
    seconds = time.perf_counter() - begin
    note = f"'at most {bound - 1} moves' refuted by an LRAT proof"
    proven = checked.at_least or 0
    row = Evidence("refutation", proven, True, "verify.lrat", "models", seconds, note=note)
    emit(EvidenceFound(row))
    if job.request.certificate and not stands:
        emit(CertificateWritten(job.request.certificate))


def has_one_length(case: Case) -> bool:
    """Whether all plans have the same number of moves, so that horizons have nothing to refute."""
    from puzzleproof.encoders.families import ground
    from puzzleproof.provers.refutation.horizons import by_counting

    if not isinstance(case.puzzle, Linear):
        return False  # what all plans have in common a potential counts: spare the grounding
    try:
        return by_counting(ground(case.puzzle).task, 1)
    except Unsupported:
        return False


def short_refutation(case: Case, job: Job, emit: Emit) -> None:
    """In ``auto``, SAT has ten seconds for a short horizon; else say how to run the horizons."""
    from puzzleproof.provers.refutation.horizons import refute_one

    if not case.upper or job.request.at_least is not None or has_one_length(case):
        return
    how = "run them with --engine sat or --engine cpsat"
    if case.upper > SHORT_HORIZON:
        emit(Note(f"horizons were not run, the minimum is above {SHORT_HORIZON} moves "
                  f"(metric {case.puzzle.metric}): {how}"))  # fmt: skip
        return
    if special(case) is bidirectional:
        emit(Note(f"horizons were not run, from both ends is quicker: {how}"))
        return
    arguments = (case.puzzle, job.request.solver_engine(), case.upper - 1)
    try:
        run(refute_one, arguments, emit, SHORT_SECONDS)
    except (LimitReached, Unsupported, ImportError) as error:
        emit(Note(f"no refutation by SAT ({error}): {how}"))


def exhaustion(case: Case, job: Job, emit: Emit) -> None:
    """Confirm what there is by a search of another kind; alone, search twice."""
    from puzzleproof.provers.exhaustion.breadth_first import confirm_by_bfs, search_task

    at_least = job.request.at_least
    if at_least == 0:
        return
    search = special(case)
    if search is not None:
        search(case, job, emit)
        return
    if job.request.kinds() == ("exhaustion",):
        search_task(case.puzzle, at_least, emit, for_arrays(room(job)))
        confirm_by_bfs(case.puzzle, at_least, emit)
        return
    _confirm(case, confirm_by_bfs, at_least, emit)


def thresholds(case: Case, job: Job, emit: Emit) -> None:
    """Search by rising thresholds, and confirm them by a search of another kind."""
    from puzzleproof.provers.exhaustion.idastar import BEST, confirm_idastar, search_idastar

    at_least = job.request.at_least
    search_idastar(case.puzzle, BEST, emit, at_least)
    _confirm(case, confirm_idastar, at_least if at_least is not None else case.upper, emit)


def bidirectional(case: Case, job: Job, emit: Emit) -> None:
    """Search from both ends; have what it claims confirmed by a search of the same kind."""
    from puzzleproof.provers.exhaustion.bidirectional import (
        confirm_bidirectional,
        run_bidirectional,
    )

    wanted = job.request.at_least
    if wanted == 0 or not run_bidirectional(case.puzzle, wanted, room(job), emit):
        return
    lower = case.bounds().lower
    if wanted is not None and lower is not None:
        lower = min(wanted, lower)
    seconds = PLAIN_SECONDS * case.evidence[-1].seconds
    _confirm(case, confirm_bidirectional, lower, emit, seconds, room(job))


def special(case: Case) -> Work | None:
    """The search that suits a large puzzle of this kind better than horizons; None: there is none.

    They are asked one after the other whether they suit.
    """
    from puzzleproof.provers.exhaustion import bidirectional as ends
    from puzzleproof.provers.exhaustion import idastar as deepening

    searches = ((deepening.supports, thresholds), (ends.supports, bidirectional))
    found = (search for supports, search in searches if supports(case.puzzle))
    return next(found, None) if is_large(case) else None


def room(job: Job) -> int | None:
    """Bytes that a search may take of what the user allows, or of what there is."""
    return half_of_spare_memory() if job.memory is None else int(job.memory * SHARE)


def for_arrays(memory: int | None) -> int | None:
    """Of the bytes that a search may take, what its arrays may: Python and numpy need some too."""
    return None if memory is None else max(memory // 8, (memory - BASELINE_BYTES) // 2)


def claimed(case: Case, job: Job) -> bool:
    """Whether what was asked is said by one search at least, or denied by a plan."""
    bounds, wanted = case.bounds(), job.request.at_least
    if bounds.lower is None or bounds.lower == bounds.upper:
        return True
    if wanted is None:
        return False
    return bounds.lower >= wanted or (bounds.upper is not None and bounds.upper < wanted)


def _confirm(
    case: Case, search: Callable[[AnyPuzzle, int | None, Emit], None], at_least: int | None,
    emit: Emit, seconds: float = 0.0, memory: int | None = None,
) -> None:  # fmt: skip
    """Run a second opinion: for three minutes, as long as what it confirms took, or ``seconds``."""
    begin = time.perf_counter()
    longest = max((e.seconds for e in case.evidence), default=0.0)
    allowed = max(CONFIRM_SECONDS, longest, seconds)
    try:
        run(search, (case.puzzle, at_least), emit, allowed, memory)
    except LimitReached as error:
        seconds = time.perf_counter() - begin
        emit(Note(f"the cross-check by another search was stopped ({error}, {seconds:.0f} s)"))


def is_large(case: Case) -> bool:
    """Whether there may be too many states to visit them all."""
    return isinstance(case.puzzle, HasStateBound) and case.puzzle.states_at_most > MANY_STATES


WORK: dict[str, Work] = {
    "invariant": invariant,
    "labelling": labelling,
    "refutation": refutation,
    "exhaustion": exhaustion,
}
