"""Evidence by horizons: a solver refutes 'at most T moves', and the last T gets a proof.

`horizons` asks a solver for growing T.  `certify` refutes the checker's own formula for the last T
with a proof that `verify.refutation` follows step by step.  The table in `prove_refutation`
says which T are asked.  `ALLOWED` limits the time and the size of the proof of the last refutation.
"""

from __future__ import annotations

import math
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from puzzleproof.models.errors import CertificateRejected, LimitReached, OutputError, Unsupported
from puzzleproof.provers.events import Emit, EvidenceFound, Note
from puzzleproof.provers.process import TimeLimit
from puzzleproof.provers.refutation.certify import (
    HasSolution,
    claim_below,
    smallest_formula,
    write_and_check,
)
from puzzleproof.provers.refutation.horizons import prove_by_horizons, refute_one
from puzzleproof.provers.refutation.queries import SolverChoice
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.session import Proof

PROOF_SECONDS = 15.0
"""When its proof gets a limit, a refutation that took fewer seconds counts as this many."""
PROOF_MOVES = 50
"""CP-SAT refutes longer horizons in a minute or two; CaDiCaL, which writes the proofs, does not."""
PROOF_CLAUSES = 1_000_000
"""A formula with more clauses gets a proof only if that was asked for."""


class Allowance(NamedTuple):
    """The limits of the proof of a refutation."""

    times: float
    """How many times the seconds of the refutation (or `PROOF_SECONDS`) the proof may take."""
    moves: float = math.inf
    clauses: float = math.inf


NAMED, KEPT, UNASKED = "evidence refutation is named", "an engine and a file are", "nothing is"
ALLOWED = {
    NAMED: Allowance(math.inf),
    KEPT: Allowance(4),
    UNASKED: Allowance(1, PROOF_MOVES, PROOF_CLAUSES),
}


def how_asked(proof: Proof) -> str:
    """Which row of `ALLOWED` applies."""
    request = proof.request
    if "refutation" in request.evidence:
        return NAMED
    return KEPT if request.certificate and request.engine in ("sat", "cpsat") else UNASKED


def prove_refutation(proof: Proof) -> None:
    """Find a bound that a solver refutes one move below, and prove the last refutation.

    | situation | asked |
    |---|---|
    | a bound is asked for | the horizon below it |
    | a plan is hoped to be shortest, and no engine named | the horizon below that |
    | engine sat, a short plan, a proof asked for | a proof about the horizon below it, at once |
    | any other, or that horizon has a plan | growing horizons |
    """
    request, known = proof.request, proof.bounds.upper
    bound = request.at_least
    if bound is None and request.engine == "auto":
        bound = proof.bounds.hoped
    short = how_asked(proof) != UNASKED and known is not None and 0 < known <= PROOF_MOVES + 1
    by_cadical = short and request.engine == "sat" and request.solver is None
    if bound is not None:
        if bound:
            choice = SolverChoice.of(request, processes=not proof.in_process)
            proof.call(refute_one, proof.puzzle, choice, bound - 1)
    elif not (by_cadical and _prove_at_once(proof)):
        # Several horizons at a time, or as few as possible before a proof.
        choice = SolverChoice.of(request, processes=not (proof.in_process or short))
        proof.call(partial(prove_by_horizons, upper=known), proof.puzzle, choice)
    _certify(proof)


def _prove_at_once(proof: Proof) -> bool:
    """Refute the horizon below the plan with a proof; False if there is a shorter plan."""
    bound = proof.bounds.upper
    assert bound is not None
    clauses: int | None = proof.call(_clauses_of, proof.puzzle, bound)
    if clauses is None or clauses > PROOF_CLAUSES:
        return False
    try:
        _certify_bound(proof, bound)
    except HasSolution:
        return False
    return True


def _certify(proof: Proof) -> None:
    """Let a solver refute the checker's own formula of the last horizon, with a proof."""
    rows = [r for r in proof.bounds.evidence if r.kind == "refutation" and not r.checked]
    bounds = [row.bound for row in rows if 0 < row.bound < UNSOLVABLE]
    if not bounds:
        return
    bound, took, asked = int(max(bounds)), sum(row.seconds for row in rows), how_asked(proof)
    if asked == UNASKED and proof.in_process:
        return  # nothing could stop the solver here
    allowance = ALLOWED[asked]
    if why := _why_not_tried(proof, bound, allowance):
        text = f"the refutation has no certificate ({why}; --evidence refutation tries to make one)"
        proof.emit(Note(text, "reason"))
        return
    allowed = allowance.times * max(PROOF_SECONDS, took)
    if allowed < math.inf and (left := proof.seconds_left()) is not None:
        allowed = min(allowed, left / 2)  # the rest is left for a search that confirms it
    _certify_bound(proof, bound, allowed)


def _why_not_tried(proof: Proof, bound: int, allowance: Allowance) -> str:
    """Why a proof would exceed the allowance; empty if it would not."""
    if bound - 1 > allowance.moves:
        return f"its horizon has over {allowance.moves} moves"
    if allowance.clauses < math.inf:
        clauses: int | None = proof.call(_clauses_of, proof.puzzle, bound)
        if (clauses or 0) > allowance.clauses:
            return f"its formula has over {allowance.clauses:,} clauses"
    return ""


def _clauses_of(puzzle: AnyPuzzle, bound: int, emit: Emit) -> int | None:
    """About how many clauses the checker's formula has below the bound; None without one."""
    with suppress(ImportError, Unsupported):
        return smallest_formula(puzzle, bound).step_size * bound
    return None


def _certify_bound(proof: Proof, bound: int, allowed: float = math.inf) -> None:
    """Let a solver refute 'at most ``bound`` - 1' with a proof, in ``allowed`` seconds."""
    plan = proof.bounds.plan if proof.bounds.upper == bound else None
    others = (row.bound for row in proof.bounds.evidence if row.checked)
    stands = proof.bounds.certificate is not None and max(others, default=0) >= bound
    order = proof.puzzle, bound, plan, proof.workspace, stands
    # A limited proof that runs out of memory must not end the whole work.
    seconds, memory = (None, None) if allowed == math.inf else (allowed, proof.memory)
    begin = time.perf_counter()
    try:
        proven: int = proof.call(write_and_check, *order, seconds=seconds, memory=memory)
    except (LimitReached, Unsupported, OutputError, ImportError) as error:
        proof.emit(Note(_why_no_certificate(proof, bound, error, allowed), "reason"))
        return
    except CertificateRejected as error:
        bug = f"a bug: the proof of the refutation was rejected ({error})"
        proof.emit(Note(bug, "warning"))
        return
    note, took = f"{claim_below(bound)} refuted by an LRAT proof", time.perf_counter() - begin
    row = Evidence.certified("refutation", proven, "verify.lrat", took, note=note)
    if stands:
        proof.emit(EvidenceFound(row))
    else:
        proof.accept(row)


def _why_no_certificate(proof: Proof, bound: int, error: Exception, allowed: float) -> str:
    """A message; it mentions a refutation only if a solver has made one."""
    rows = (row.bound for row in proof.bounds.evidence if row.kind == "refutation")
    refuted = max(rows, default=0) >= bound
    what = (
        "the refutation has no certificate" if refuted else f"no proof refutes {claim_below(bound)}"
    )
    if allowed < math.inf and isinstance(error, TimeLimit):
        return f"{what} (not in {allowed:.1f} s; --evidence refutation sets no limit)"
    return f"{what} ({error})"
