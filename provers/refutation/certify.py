"""Evidence by horizons: a solver refutes 'at most T moves', and writes a proof for the last T.

The checker's own formula for the last T is solved again, without assumptions, and the solver writes
a proof that `verify.refutation` follows step by step.  CaDiCaL 1.9.5 (A. Biere and others) writes
the proof in FRAT, with hints; `puzzleproof.provers.lrat` turns it into LRAT.  PySAT has no public
function that requests hints; the internal function used here may be missing in other versions.
"""

import math
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from puzzleproof.models.errors import (
    CertificateRejected,
    InternalError,
    LimitReached,
    OutputError,
    Unsupported,
)
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.certificate import Claim, Target, Workspace, write_file
from puzzleproof.provers.events import Emit, EvidenceFound, Note, Working
from puzzleproof.provers.lrat import ProvenFormula, as_text, proof_lines
from puzzleproof.provers.process import TimeLimit
from puzzleproof.provers.refutation.horizons import prove_by_horizons, refute_one
from puzzleproof.provers.refutation.queries import SolverChoice
from puzzleproof.provers.session import Session
from puzzleproof.provers.verdict import UNSOLVABLE, Evidence
from puzzleproof.verify.formula.dimacs import digest
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.lrat import Line
from puzzleproof.verify.refutation import FORMS, AnyFormula, formula_of

PROOF_SECONDS = 15.0
"""A proof's time limit is a multiple of the refutation's time, or of these seconds if longer."""
PROOF_MOVES = 50
"""A horizon of more moves gets a proof only if a proof was requested: CaDiCaL takes long."""
PROOF_CLAUSES = 1_000_000
"""A formula with more clauses gets a proof only if a proof was requested."""


def times_allowed(proof: Session) -> float:
    """Return the factor by which a proof may take longer than its refutation (or `PROOF_SECONDS`).

    This is 1 if no proof was requested; a long horizon or large formula then gets no proof.
    """
    request = proof.request
    if "refutation" in request.evidence:
        return math.inf
    return 4 if request.certificate and request.engine in ("sat", "cpsat") else 1


def prove_refutation(proof: Session) -> None:
    """Find the largest L for which a solver refutes 'at most L - 1 moves', and prove this.

    | situation | solved |
    |---|---|
    | a bound is requested | the horizon one move below the bound |
    | no engine is named, and a plan may be shortest (`hoped`) | the horizon one move below it |
    | engine sat, a short plan, a proof requested | the horizon one move below it, with a proof |
    | any other; also the third, if its horizon has a plan or too many clauses | growing horizons |
    """
    request, known = proof.request, proof.bounds.upper
    bound = request.at_least
    if bound is None and request.engine == "auto":
        bound = proof.bounds.hoped
    asked = times_allowed(proof) > 1
    short = asked and known is not None and 0 < known <= PROOF_MOVES + 1
    by_cadical = short and request.engine == "sat" and request.solver is None
    if bound is not None:
        if bound:
            choice = SolverChoice.of(request, processes=not proof.in_process)
            proof.call(refute_one, proof.puzzle, choice, bound - 1)
    elif not (by_cadical and _prove_at_once(proof, known or 0)):
        # Solve several horizons at a time, unless a proof follows, which takes most of the time.
        choice = SolverChoice.of(request, processes=not (proof.in_process or short))
        proof.call(partial(prove_by_horizons, upper=known), proof.puzzle, choice)
    _certify(proof)


def _prove_at_once(proof: Session, bound: int) -> bool:
    """Refute 'at most ``bound`` - 1 moves' with a proof; return whether this was done.

    It is not done if the formula is too large or there is a shorter plan.
    """
    clauses: int | None = proof.call(_clauses_of, proof.puzzle, bound)
    if clauses is not None and clauses <= PROOF_CLAUSES:
        with suppress(HasSolution):
            _certify_bound(proof, bound)
            return True
    return False


def _certify(proof: Session) -> None:
    """Let a solver refute the checker's own formula of the last horizon, with a proof."""
    rows = [r for r in proof.bounds.evidence if r.kind == "refutation" and not r.checked]
    most = proof.puzzle.too_many or UNSOLVABLE
    bounds = [bound for row in rows if 0 < (bound := min(row.bound, most)) < UNSOLVABLE]
    if not bounds:
        return
    bound, took, times = int(max(bounds)), sum(row.seconds for row in rows), times_allowed(proof)
    if times == 1:
        if proof.in_process:
            return  # no limit could stop the solver in this process
        why = f"its horizon has over {PROOF_MOVES} moves" if bound - 1 > PROOF_MOVES else ""
        if not why and (proof.call(_clauses_of, proof.puzzle, bound) or 0) > PROOF_CLAUSES:
            why = f"its formula has over {PROOF_CLAUSES:,} clauses"
        if why:
            text = f"no certificate ({why}; --evidence refutation tries to make one)"
            proof.emit(Note(f"the refutation has {text}", "reason"))
            return
    allowed = times * max(PROOF_SECONDS, took)
    if allowed < math.inf and (left := proof.seconds_left()) is not None:
        allowed = min(allowed, left / 2)  # the rest is for a search that confirms the refutation
    _certify_bound(proof, bound, allowed)


def _clauses_of(puzzle: AnyPuzzle, bound: int, emit: Emit) -> int | None:
    """Estimate the number of clauses of the formula that `smallest_formula` returns, if any."""
    with suppress(ImportError, Unsupported):
        return smallest_formula(puzzle, bound).step_size * bound
    return None


def _certify_bound(proof: Session, bound: int, allowed: float = math.inf) -> None:
    """Let a solver refute 'at most ``bound`` - 1 moves' with a proof, in ``allowed`` seconds."""
    plan = proof.bounds.plan if proof.bounds.upper == bound else None
    by_itself, asked = proof.request.by_itself, {kind.name for kind in proof.request.kinds()}
    checked = (row for row in proof.bounds.evidence if row.checked)
    others = (row.bound for row in checked if by_itself or row.kind in asked)
    stands = proof.bounds.certificate is not None and max(others, default=0) >= bound
    order = proof.puzzle, bound, plan, proof.workspace, stands
    # A limited proof that runs out of memory must not end the whole work.
    seconds, memory = (None, None) if allowed == math.inf else (allowed, proof.memory)
    begin = time.perf_counter()
    try:
        proven: int | None = proof.call(write_and_check, *order, seconds=seconds, memory=memory)
    except (LimitReached, Unsupported, OutputError, ImportError) as error:
        proof.emit(Note(_why_no_certificate(proof, bound, error, allowed), "reason"))
        return
    except CertificateRejected as error:
        bug = f"a bug: the checker rejected the proof of the refutation ({error})"
        proof.emit(Note(bug, "warning"))
        return
    note, took = f"{claim_below(bound)} refuted by an LRAT proof", time.perf_counter() - begin
    row = Evidence.certified("refutation", proven, "verify.lrat", took, note=note)
    if stands:
        proof.emit(EvidenceFound(row))
    else:
        proof.accept(row)


def _why_no_certificate(proof: Session, bound: int, error: Exception, allowed: float) -> str:
    """Write why there is no certificate; mention a refutation only if a solver has found one."""
    what = f"no proof refutes {claim_below(bound)}"
    if any(row.kind == "refutation" and row.bound >= bound for row in proof.bounds.evidence):
        what = "the refutation has no certificate"
    if allowed < math.inf and isinstance(error, TimeLimit):
        return f"{what} (not in {allowed:.1f} s; --evidence refutation sets no limit)"
    return f"{what} ({error})"


# --- the proof ---------------------------------------------------------------------------------

SOLVER = "cadical195"
OPTIONS = {"frat": 1, "binary": 0, "stabilize": 0, "walk": 0, "chrono": 0}
"""The first two options request a proof as text, with hints.  The other options suit refutations:
no stable phases, no local search, no chronological backtracking (docs/horizons.md has times)."""
Clauses = Sequence[Sequence[int]]


class HasSolution(InternalError):
    """The formula that was to be refuted has a solution, so there is a plan."""


def write_and_check(
    puzzle: AnyPuzzle,
    bound: int,
    plan: tuple[str, ...] | None,
    place: Workspace,
    stands: bool,
    emit: Emit,
) -> int | None:
    """Write and check a certificate that refutes 'at most ``bound`` - 1 moves'.

    The certificate is not kept if another one ``stands``.  Return the accepted bound.
    """
    about: dict[str, Any] = {"versions": place.versions, "work": place.folder}
    write = partial(write_certificate, puzzle, bound, plan, **about)
    emit(Working(f"refuting {claim_below(bound)} with a proof"))
    return (place.on_trial if stands else place).publish(write, emit).at_least


def claim_below(bound: int) -> str:
    """Write the refuted claim in words."""
    return f"'at most {count(bound - 1, 'move')}'"


def write_certificate(
    puzzle: AnyPuzzle,
    bound: int,
    plan: tuple[str, ...] | None,
    target: Target,
    versions: Mapping[str, str],
    work: Path | None = None,
) -> None:
    """Refute 'at most ``bound`` - 1 moves' and write the certificate.

    ``work`` is a folder for the solver's own file, which may be far larger than the certificate.
    Raises Unsupported if the puzzle has no formula or the solver writes no proofs, OutputError if
    the disk is full, HasSolution if the formula has a solution.
    """
    horizon = smallest_formula(puzzle, bound)
    try:
        with TemporaryDirectory(dir=work, prefix="puzzleproof-") as folder:
            claim, found = Claim("refutation", bound, plan), proof_of(horizon, bound, Path(folder))
            write_refutation(target, puzzle, claim, versions, horizon, found.clauses, found.proof)
    except OSError as error:
        raise OutputError.at("the solver's proof", error) from None


def write_refutation(
    target: Target,
    puzzle: AnyPuzzle,
    claim: Claim,
    versions: Mapping[str, str],
    horizon: AnyFormula,
    clauses: Clauses,
    lines: Iterable[Line],
) -> None:
    """Write the certificate of a refutation: the formula's hash and the lines of its proof."""
    body, formula = as_text(lines, len(clauses)), digest(horizon.variables, clauses)
    form: dict[str, Any] = {} if horizon.form == HorizonFormula.form else {"form": horizon.form}
    write_file(target, puzzle, claim, versions, body, **form, cnf_sha256=formula)


def smallest_formula(puzzle: AnyPuzzle, bound: int) -> AnyFormula:
    """Return the checker's formula 'at most ``bound`` - 1 moves', in the form with fewest clauses.

    Raises Unsupported if there is no formula in any form.
    """
    found, faults = list[AnyFormula](), list[Unsupported]()
    for form in FORMS:
        try:
            found.append(formula_in(puzzle, bound, form))
        except Unsupported as error:
            faults.append(error)
    if not found:
        raise faults[0]
    return min(found, key=lambda formula: formula.step_size)


def formula_in(puzzle: AnyPuzzle, bound: int, form: str) -> AnyFormula:
    """Return the checker's formula 'at most ``bound`` - 1 moves' in a form; raises Unsupported."""
    try:
        return formula_of(puzzle, bound - 1, form)
    except CertificateRejected as error:
        raise Unsupported(str(error)) from None


def proof_of(horizon: AnyFormula, bound: int, folder: Path) -> ProvenFormula:
    """Let the solver prove that the formula has no solution; raises HasSolution or OSError."""
    clauses, frat = list(horizon.clauses()), folder / "frat"
    if _solve(clauses, frat):
        raise HasSolution(f"{claim_below(bound)} was refuted, but has a solution")
    return ProvenFormula(horizon.variables, clauses, proof_lines(clauses, frat))


def _solve(clauses: Clauses, frat: Path) -> bool:
    """Solve the clauses; return whether there is a solution.  If not, ``frat`` gets the proof."""
    untyped: Any = import_module("pysolvers")
    maker: Any = import_module("pysat.solvers")
    with frat.open("w+b") as file:
        solver = maker.Solver(name=SOLVER)
        try:
            solver.configure(OPTIONS)
            try:
                inner = solver.solver
                inner.prfile = file
                inner.prfp = untyped.cadical195_tracepr(inner.cadical, file)
            except (AttributeError, TypeError):
                raise Unsupported(f"this version of python-sat has no proofs by {SOLVER}") from None
            for clause in clauses:
                solver.add_clause(clause)
            answer = solver.solve()
        finally:
            solver.delete()  # this writes the rest of the proof
    with frat.open("r+b") as file:  # raises if the disk is full; the solver does not
        size = file.seek(0, os.SEEK_END)
        file.write(b"\n")
        file.flush()
        file.truncate(size)
    if answer is None:
        raise LimitReached("the SAT solver gave no answer")
    return bool(answer)
