"""Make a refutation: a solver refutes the checker's own formula, and its proof is turned into LRAT.

The last horizon is solved anew with start and goal as clauses and without assumptions, so UNSAT
comes with a proof of the empty clause.  CaDiCaL 1.9.5 (A. Biere and others) writes it in FRAT, with
hints; `puzzleproof.provers.lrat.frat` turns it into LRAT.  PySAT has no public way to ask for
hints; the one used here may be missing in another version, which is then said.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from puzzleproof.provers.events import Emit, Working
from puzzleproof.provers.lrat.frat import proof_lines
from puzzleproof.provers.lrat.writer import as_text
from puzzleproof.verify.formula.dimacs import digest
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.lrat import Line
from puzzleproof.verify.refutation import FORMS, AnyFormula, formula_of

SOLVER = "cadical195"
OPTIONS = {"frat": 1, "binary": 0, "stabilize": 0, "walk": 0, "chrono": 0}
"""Text with hints.  The rest suits formulas without a solution: no stable phases, no local search,
no chronological backtracking (docs/horizons.md has what this changes)."""
Clauses = Sequence[Sequence[int]]


class HasSolution(InternalError):
    """The formula to be refuted has a solution, so there is a plan."""

    @classmethod
    def below(cls, bound: int) -> HasSolution:
        """The error for the formula 'at most ``bound`` - 1 moves'."""
        return cls(f"{claim_below(bound)} was refuted, but has a solution")


def write_and_check(
    puzzle: AnyPuzzle,
    bound: int,
    plan: tuple[str, ...] | None,
    place: Workspace,
    stands: bool,
    emit: Emit,
) -> int:
    """Certify against 'at most ``bound`` - 1 moves'; only try it out if another ``stands``."""

    def write(target: Target) -> None:
        write_certificate(puzzle, bound, plan, target, place.versions, place.folder)

    keep = place.try_out if stands else place.publish
    emit(Working(f"refuting {claim_below(bound)} with a proof"))
    return keep(write, emit).at_least or 0


def claim_below(bound: int) -> str:
    """The refuted claim, in words."""
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

    ``work`` is a folder for the solver's own file, which may be far larger.  Raises Unsupported if
    the puzzle has no formula or the solver writes no proofs, OutputError if the disk is full, and
    HasSolution if the formula has one.
    """
    horizon = smallest_formula(puzzle, bound)
    clauses = list(horizon.clauses())
    try:
        with TemporaryDirectory(dir=work, prefix="puzzleproof-") as folder:
            frat = Path(folder) / "frat"
            if _solve(clauses, frat):
                raise HasSolution.below(bound)
            claim, lines = Claim("refutation", bound, plan), proof_lines(clauses, frat)
            write_refutation(target, puzzle, claim, versions, horizon, clauses, lines)
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
    """The checker's formula below the bound that has the fewest clauses, or Unsupported."""
    found, faults = list[AnyFormula](), list[str]()
    for form in FORMS:
        try:
            found.append(formula_of(puzzle, bound - 1, form))
        except CertificateRejected as error:
            faults.append(str(error))
    if not found:
        raise Unsupported(faults[0])
    return min(found, key=lambda formula: formula.step_size)


def formula_in(puzzle: AnyPuzzle, bound: int, form: str) -> AnyFormula:
    """The checker's formula below the bound in one form; raises Unsupported if there is none."""
    try:
        return formula_of(puzzle, bound - 1, form)
    except CertificateRejected as error:
        raise Unsupported(str(error)) from None


def proof_of(
    puzzle: AnyPuzzle, bound: int, form: str, folder: Path
) -> tuple[int, list[Clause], Iterator[Line]]:
    """The formula's variables and clauses, and its proof; raises Unsupported, HasSolution."""
    horizon, frat = formula_in(puzzle, bound, form), folder / "frat"
    clauses = list(horizon.clauses())
    if _solve(clauses, frat):
        raise HasSolution.below(bound)
    return horizon.variables, clauses, proof_lines(clauses, frat)


def _solve(clauses: Clauses, frat: Path) -> bool:
    """Whether there is a solution; if not, the file holds the proof."""
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
    _check_room(frat)
    if answer is None:
        raise LimitReached("the SAT solver gave no answer")
    return bool(answer)


def _check_room(path: Path) -> None:
    """Raise OSError if the disk is full, as the solver does not report failed writes."""
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.write(b"\n")
        file.flush()
        file.truncate(size)
