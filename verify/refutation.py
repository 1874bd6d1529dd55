"""Check a refutation: the formula is written anew from the rules, and an LRAT proof refutes it.

The certificate's body is an LRAT proof, as text, of the formula 'there is a plan of at most T
moves' that `puzzleproof.verify.formula.horizon` defines, or, by the header's ``form``, of that of
`puzzleproof.verify.formula.routes` (``paths``) or `puzzleproof.verify.formula.shifts`; its clauses
are numbered from 1 in the order in which they are defined.  The checker writes that formula itself,
from the rules' facts and actions (or places and steps, or contents and lines), and demands that its
hash is that of the header; it compares moves and clauses with legal moves
(`puzzleproof.verify.formula.transitions`); then it follows the proof, line by line, to the empty
clause (`puzzleproof.verify.lrat`).  As a plan of at most T moves would make all clauses true, there
is none.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeAlias, TypeVar

from puzzleproof.models.errors import CertificateRejected, FormulaTooLarge, Unsupported
from puzzleproof.models.facts_and_actions import shifts_of, slides_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.verify.certificate import Certificate, Counted
from puzzleproof.verify.formula.dimacs import digest
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.formula.routes import RouteFormula, check_slides
from puzzleproof.verify.formula.shifts import ShiftFormula, check_shifts
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.formula.transitions import checked_strips, compare_moves
from puzzleproof.verify.formula.unrolled import UnrolledFormula
from puzzleproof.verify.lrat import Line, check_lines, text_lines

CLAUSES_LIMIT, STEP_LIMIT = 6_000_000, 600_000
"""A header may not make the checker write more clauses than this."""
AnyFormula: TypeAlias = UnrolledFormula[Any]
F = TypeVar("F", bound=AnyFormula)
PROOF_GROWTH = 64
"""How many bytes one byte of the file may become; honest proofs grow fivefold."""


def check(certificate: Certificate) -> Counted:
    """Check a certificate of this kind; returns the hints followed, and what was compared."""
    bound = certificate.at_least
    if bound is None or bound < 1:
        raise CertificateRejected("a refutation claims 'at least L moves', L at least 1")
    if certificate.plan is not None and len(certificate.plan) < bound:
        raise CertificateRejected("the plan is shorter than the bound")
    horizon = claimed_formula(certificate, bound)
    clauses = list(horizon.clauses())
    if certificate.extra.get("cnf_sha256") != digest(horizon.variables, clauses):
        raise CertificateRejected("the formula written from the rules is not that of 'cnf_sha256'")
    compared = compare_moves(certificate.puzzle, horizon, certificate.plan)
    lines = text_lines(partial(certificate.body.read_bounded, PROOF_GROWTH, "proof"))
    hints = check_refutation(clauses, horizon.variables, lines)
    formula = f"a formula of {count(len(clauses), 'clause')} written from the rules"
    return Counted(hints, f"{formula}; {compared.words()}")


def claimed_formula(certificate: Certificate, bound: int) -> AnyFormula:
    """The formula of 'at most ``bound`` - 1 moves' in the form that the header names."""
    form = certificate.extra.get("form", HorizonFormula.form)
    return formula_of(certificate.puzzle, bound - 1, form)


def formula_of(puzzle: AnyPuzzle, length: int, form: object) -> AnyFormula:
    """The formula 'at most ``length`` moves' of a form; CertificateRejected where there is none."""
    if not isinstance(form, str) or form not in FORMS:
        raise CertificateRejected(f"form {form!r} of a formula: expected one of {', '.join(FORMS)}")
    return FORMS[form](puzzle, length)


def horizon_of(puzzle: AnyPuzzle, length: int) -> HorizonFormula:
    """The formula 'at most ``length`` moves'; raises CertificateRejected where there is none."""
    with _rejecting():
        strips = checked_strips(puzzle)
    return _limited(HorizonFormula(strips, _start(puzzle), length))


def paths_of(puzzle: AnyPuzzle, length: int) -> RouteFormula:
    """The same as a formula by paths; raises CertificateRejected where there is none."""
    with _rejecting():
        slides = slides_of(puzzle)
    check_slides(slides)
    return _limited(RouteFormula(slides, _start(puzzle), length))


def shift_formula_of(puzzle: AnyPuzzle, length: int) -> ShiftFormula:
    """The same with shifts for moves; raises CertificateRejected where there is none."""
    with _rejecting():
        shifts = shifts_of(puzzle)
    check_shifts(shifts)
    return _limited(ShiftFormula(shifts, _start(puzzle), length))


@contextmanager
def _rejecting() -> Generator[None]:
    """A puzzle that is not described in this way has no such formula."""
    try:
        yield
    except Unsupported as error:
        raise CertificateRejected(f"no formula for this instance: {error}") from None


def _start(puzzle: AnyPuzzle) -> int:
    return puzzle.state_facts(puzzle.canonical(puzzle.start))


def _limited(formula: F) -> F:
    length, size = formula.length, formula.step_size
    if size > STEP_LIMIT or size * (length + 1) > CLAUSES_LIMIT:
        raise FormulaTooLarge(
            f"the formula of {count(length, 'move')} has over {CLAUSES_LIMIT:,} clauses, "
            f"or over {STEP_LIMIT:,} a step"
        )
    return formula


FORMS: dict[str, Callable[[AnyPuzzle, int], AnyFormula]] = {
    HorizonFormula.form: horizon_of,
    RouteFormula.form: paths_of,
    ShiftFormula.form: shift_formula_of,
}
"""How a move is described: as one of the actions, as a path of single steps, or as a line along
which contents shift."""


def check_refutation(clauses: list[Clause], variables: int, lines: Iterable[Line]) -> int:
    """Follow a proof that ends with the empty clause; returns the number of hints."""
    rest = iter(lines)
    hints = check_lines(clauses, variables, rest)
    if next(rest, None) is not None:
        raise CertificateRejected("proof: it goes on after the empty clause")
    return hints
