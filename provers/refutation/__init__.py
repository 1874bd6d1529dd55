"""Evidence by horizons: a solver refutes 'at most T moves', and a proof of the last T is kept.

`horizons` asks a solver for growing T; `certify` refutes the checker's own formula of the last one,
which `verify.refutation` follows step by step.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from puzzleproof.models.errors import CertificateRejected, LimitReached, OutputError, Unsupported
from puzzleproof.models.puzzle import HasStrips
from puzzleproof.provers.events import Emit, EvidenceFound, Note
from puzzleproof.provers.process import TimeLimit
from puzzleproof.provers.refutation.horizons import (
    plans_have_one_length,
    prove_by_horizons,
    refute_one,
)
from puzzleproof.provers.refutation.order import ProofOrder, write_and_check
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.conquer import Cubes
    from puzzleproof.provers.prove import Proof

PROOF_SECONDS, PROOF_MOVES = 15.0, 50
"""A proof that nobody asked for may take 15 s, or what its horizons took.  Of longer horizons it is
not tried: CP-SAT refutes these in a minute or two, CaDiCaL, which writes the proofs, does not."""
PATIENCE = 4
"""Where a certificate is to be left and an engine named, it may take so many times as long."""
WHOLE_MOVES, WHOLE_SECONDS = 50, 10.0
"""A longer horizon that took longer has its proof made in parts, each by a process."""
SETS, SET_SECONDS = 4, 600.0
"""How many parts, and how long one may take before it is split again."""
BOTH = 2
"""Processors for a solver and a proof, or two parts of a proof, at the same time."""
PROOF_CLAUSES = 1_000_000
"""A formula with more is proven only where that was asked for."""


def prove_refutation(proof: Proof) -> None:
    """Refute 'at most minimum - 1' where the minimum is known; else find it by horizons."""
    request, upper = proof.request, proof.bounds.upper
    if request.cubes is not None and refute_by_cubes(proof):
        return
    if upper and _may_certify_at_once(proof, upper) and _certify_at_once(proof, upper):
        return
    if request.at_least is not None:
        if request.at_least:
            refute_below(proof, request.at_least)
    elif upper is not None and request.engine == "auto":
        if upper:
            refute_below(proof, upper)
    else:
        if upper and _may_prove_concurrently(proof, upper):
            _prove_concurrently(proof, upper)
            if proof.bounds.lower == proof.bounds.upper:
                return
        choice, upper = request.solver_choice(processes=not proof.in_process), proof.bounds.upper
        work = partial(prove_by_horizons, upper=upper)
        proof.call(work, proof.puzzle, choice)
    _certify(proof)


def refute_below(proof: Proof, bound: int) -> None:
    """Ask for a plan of at most ``bound`` - 1 moves: it is refuted, or there is one."""
    choice = proof.request.solver_choice(processes=not proof.in_process)
    proof.call(refute_one, proof.puzzle, choice, bound - 1)


def _certify(proof: Proof) -> None:
    """Have the last horizon refuted once more, with a proof about the checker's own formula."""
    rows = [r for r in proof.bounds.evidence if r.kind == "refutation" and not r.checked]
    bounds = [row.bound for row in rows if 0 < row.bound < UNSOLVABLE]
    if not bounds or not isinstance(proof.puzzle, HasStrips):
        return
    bound, took = int(max(bounds)), sum(row.seconds for row in rows)
    allowed = None if _is_named(proof) else max(PROOF_SECONDS, took)
    if not _is_wanted(proof):
        if proof.in_process:
            return  # as nothing could stop it
        if why := _why_not_tried(proof, bound - 1):
            text = f"the refutation has no certificate ({why}; --evidence refutation tries)"
            proof.emit(Note(text, "reason"))
            return
    elif allowed is not None:
        allowed *= PATIENCE
    if allowed is not None and (left := proof.seconds_left()) is not None:
        allowed = min(allowed, left / 2)  # the rest is for a search that confirms it
    long = bound - 1 > WHOLE_MOVES and took > WHOLE_SECONDS
    cubes = _cubes(proof, bound) if long else proof.request.cubes
    _certify_bound(proof, bound, cubes, allowed)


def _cubes(proof: Proof, bound: int) -> Cubes | None:
    """The cubes that were asked for, else sets of places where there are some and processors."""
    from puzzleproof.provers.conquer import Cubes
    from puzzleproof.provers.refutation.queries import processors

    workers = min(SETS, processors())
    if proof.request.cubes is not None or proof.in_process or workers < BOTH:
        return proof.request.cubes
    divides = proof.call(_has_places, proof.puzzle, bound)
    return Cubes(workers, seconds=SET_SECONDS, sets=SETS) if divides else None


def _has_places(puzzle: AnyPuzzle, bound: int, emit: Emit) -> bool:
    """Whether a piece of the goal is the only one of its kind in the checker's formula."""
    from puzzleproof.provers.conquer.splits import has_places
    from puzzleproof.provers.refutation.certify import smallest_formula

    try:
        return has_places(smallest_formula(puzzle, bound))
    except (ImportError, Unsupported):
        return False  # which is said in words where the formula is needed


def _certify_bound(
    proof: Proof,
    bound: int,
    cubes: Cubes | None = None,
    allowed: float | None = None,
    work: Callable[[ProofOrder, Emit], int] | None = None,
) -> None:
    """Have 'at most ``bound`` - 1' refuted with a proof, in ``allowed`` seconds.

    ``work`` is called in place of `write_and_check`, and may return 0 for no certificate.
    Raises `Solvable` where cubes were asked for, and one has a solution.
    """
    plan = proof.bounds.plan if proof.bounds.upper == bound else None
    others = (row.bound for row in proof.bounds.evidence if row.checked)
    stands = proof.bounds.certificate is not None and max(others, default=0) >= bound
    order = ProofOrder(proof.puzzle, bound, proof.workspace, plan, stands, cubes)
    # Unasked, or limited: what it needs is not to end the whole work.
    memory = None if allowed is None else proof.memory
    begin = time.perf_counter()
    try:
        with order.in_own_folder() as own:
            proven: int = proof.call(work or write_and_check, own, seconds=allowed, memory=memory)
    except (LimitReached, Unsupported, OutputError, ImportError) as error:
        proof.emit(Note(_why_no_certificate(proof, order, error, allowed), "reason"))
        return
    except CertificateRejected as error:
        bug = f"a bug: the proof of the refutation was rejected ({error})"
        proof.emit(Note(bug, "warning"))
        return
    if not proven:
        return
    note = f"{order.claim} refuted by an LRAT proof"
    if cubes is not None:
        note += " in cubes" if cubes.sets is None else " in parts"
    seconds = time.perf_counter() - begin
    row = Evidence.certified("refutation", proven, "verify.lrat", seconds, note=note)
    if stands:
        proof.emit(EvidenceFound(row))
    else:
        proof.accept(row)


def _why_no_certificate(
    proof: Proof, order: ProofOrder, error: Exception, allowed: float | None
) -> str:
    """In words, which speak of a refutation only where there is one by a solver."""
    rows = (row.bound for row in proof.bounds.evidence if row.kind == "refutation")
    refuted = max(rows, default=0) >= order.bound
    what = "the refutation has no certificate" if refuted else f"no proof refutes {order.claim}"
    how = ""
    if allowed is not None and isinstance(error, TimeLimit):
        how = f" of {allowed:.0f} s; --evidence refutation sets none"
    return f"{what} ({error}{how})"


def refute_by_cubes(proof: Proof) -> bool:
    """Refute the horizon below a bound that is asked for or known, in cubes, with a certificate.

    False where there is no such bound, or a plan below it.
    """
    from puzzleproof.provers.conquer import Solvable

    bound = proof.bounds.upper if proof.request.at_least is None else proof.request.at_least
    if not bound:
        return False
    try:
        _certify_bound(proof, bound, proof.request.cubes)
    except Solvable:
        return False
    return True


def _may_certify_at_once(proof: Proof, bound: int) -> bool:
    """Whether SAT is to leave a certificate, and may do so without another solver's refutation."""
    request = proof.request
    plain = request.at_least is None and request.cubes is None and request.solver is None
    if request.engine != "sat" or not plain or not _is_wanted(proof) or bound - 1 > PROOF_MOVES:
        return False
    return bool(proof.call(_has_short_formula, proof.puzzle, bound - 1))


def _certify_at_once(proof: Proof, bound: int) -> bool:
    """Refute 'at most ``bound`` - 1 moves' with a proof; False where there is a plan instead."""
    from puzzleproof.provers.refutation.certify import HasSolution

    try:
        _certify_bound(proof, bound)
    except HasSolution:
        return False
    return True


def _may_prove_concurrently(proof: Proof, bound: int) -> bool:
    """Whether CP-SAT is to leave the certificate of a horizon that suits one, on two processors.

    A proof that nobody asked for would take the processor on which CP-SAT raises the lower bound.
    """
    from puzzleproof.provers.refutation.queries import processors

    request = proof.request
    if request.engine != "cpsat" or request.cubes is not None or proof.in_process:
        return False
    if not _is_wanted(proof):
        return False
    if bound - 1 > PROOF_MOVES or processors() < BOTH:
        return False
    return bool(proof.call(_may_be_refuted, proof.puzzle, bound - 1))


def _may_be_refuted(puzzle: AnyPuzzle, length: int, emit: Emit) -> bool:
    """Whether there is a short formula, and more to refute than how many moves all plans have."""
    return not plans_have_one_length(puzzle, emit) and _has_short_formula(puzzle, length, emit)


def _prove_concurrently(proof: Proof, bound: int) -> None:
    """Ask CP-SAT for a plan of at most ``bound`` - 1 moves, and have the proof written."""
    from puzzleproof.provers.refutation.concurrent_proof import Patience, refute_and_prove

    times = None if _is_named(proof) else PATIENCE
    patience = Patience(times, PROOF_SECONDS, proof.seconds_left(), proof.memory)
    choice = proof.request.solver_choice(processes=False)
    work = partial(refute_and_prove, choice, patience, write_and_check)
    _certify_bound(proof, bound, work=work)


def _is_named(proof: Proof) -> bool:
    """Whether a refutation was asked for by this name, or in cubes."""
    return proof.request.names("refutation") or proof.request.cubes is not None


def _is_wanted(proof: Proof) -> bool:
    """Whether the certificate of a refutation was asked for, or one and an engine that refutes."""
    request = proof.request
    by_engine = request.certificate is not None and request.engine in ("sat", "cpsat")
    return by_engine or _is_named(proof)


def _why_not_tried(proof: Proof, length: int) -> str:
    """Why a proof of this horizon is not tried unasked; empty: it is."""
    if length > PROOF_MOVES:
        return f"its horizon has over {PROOF_MOVES} moves"
    if proof.call(_is_too_long, proof.puzzle, length):
        return f"its formula has over {PROOF_CLAUSES:,} clauses"
    return ""


def _is_too_long(puzzle: AnyPuzzle, length: int, emit: Emit) -> bool:
    """Whether the checker's formula of this horizon is larger than what is proven unasked."""
    return (_formula_size(puzzle, length) or 0) > PROOF_CLAUSES


def _has_short_formula(puzzle: AnyPuzzle, length: int, emit: Emit) -> bool:
    """Whether there is a formula of this horizon, no larger than that."""
    size = _formula_size(puzzle, length)
    return size is not None and size <= PROOF_CLAUSES


def _formula_size(puzzle: AnyPuzzle, length: int) -> int | None:
    """Clauses of the checker's formula; None where there is none, which is said later in words."""
    from puzzleproof.provers.refutation.certify import smallest_formula

    try:
        return smallest_formula(puzzle, length + 1).step_size * (length + 1)
    except (ImportError, Unsupported):
        return None
