"""Check a refutation: write the formula anew from the rules, and follow an LRAT proof against it.

The certificate's body is an LRAT proof, as text, that the formula 'there is a plan of at most T
moves' has no solution.  The header's ``form`` says which module defines the formula:
`puzzleproof.verify.formula.horizon`, `puzzleproof.verify.formula.routes` (``paths``) or
`puzzleproof.verify.formula.shifts`.  Its clauses are numbered from 1 in the order in which they are
defined.  The checker writes the formula itself, from the rules' facts and actions (or places and
steps, or contents and lines), and demands that its hash is the one in the header.  It compares
moves and clauses with legal moves: on all states if these are few, else on samples of some 2,600
states (`puzzleproof.verify.formula.transitions`).  Then it follows the proof to the empty clause
(`puzzleproof.verify.lrat`).  A plan of at most T moves would make all clauses true.  So there
is no such plan, if the actions are those of the rules in all states.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeAlias

from puzzleproof.models.budget import spend
from puzzleproof.models.capabilities import shifts_of, slides_of, state_facts, strips_of
from puzzleproof.models.errors import CertificateRejected, FormulaTooLarge, Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.verify.certificate import Certificate, Counted
from puzzleproof.verify.formula.dimacs import digest
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.formula.routes import RouteFormula, check_slides
from puzzleproof.verify.formula.shifts import ShiftFormula, check_shifts
from puzzleproof.verify.formula.steps import Clause, check_strips
from puzzleproof.verify.formula.transitions import compare_moves
from puzzleproof.verify.formula.unrolled import STEP_LIMIT, UnrolledFormula
from puzzleproof.verify.lrat import Line, check_lines, text_lines

CLAUSES_LIMIT = 6_000_000
"""The checker writes at most this many clauses, whatever the header demands."""
AnyFormula: TypeAlias = UnrolledFormula[Any]
PROOF_GROWTH = 64
"""One byte of the file may decompress to at most this many bytes; honest proofs grow fivefold."""


def check(certificate: Certificate) -> Counted:
    """Check a refutation; returns how many hints were followed, and what was compared."""
    bound = certificate.at_least
    if bound is None or bound < 1:
        raise CertificateRejected("a refutation must claim 'at least L moves', L at least 1")
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
    """Return the formula 'at most ``bound`` - 1 moves' in the form that the header names."""
    form = certificate.extra.get("form", HorizonFormula.form)
    return formula_of(certificate.puzzle, bound - 1, form)


Described: TypeAlias = tuple[
    Callable[[AnyPuzzle], Any], Callable[[Any], None], Callable[[Any, int, int], AnyFormula]
]
FORMS: dict[str, Described] = {
    HorizonFormula.form: (strips_of, check_strips, HorizonFormula),
    RouteFormula.form: (slides_of, check_slides, RouteFormula),
    ShiftFormula.form: (shifts_of, check_shifts, ShiftFormula),
}
"""Form of the formula -> three functions: one describes the puzzle, one checks what the formula
assumes of the description, and one makes the formula.  A move is described as an action, as a path
of single steps, or as a line along which contents shift."""


def formula_of(puzzle: AnyPuzzle, length: int, form: object) -> AnyFormula:
    """Write 'at most ``length`` moves' in a form; raises CertificateRejected if impossible."""
    if not isinstance(form, str) or form not in FORMS:
        raise CertificateRejected(f"form {form!r} of a formula: expected one of {', '.join(FORMS)}")
    describe, check_described, formula = FORMS[form]
    try:
        described = describe(puzzle)
    except Unsupported as error:
        raise CertificateRejected(f"no formula for this instance: {error}") from None
    check_described(described)
    found = formula(described, state_facts(puzzle, puzzle.canonical(puzzle.start)), length)
    if found.step_size > STEP_LIMIT or found.step_size * (length + 1) > CLAUSES_LIMIT:
        raise FormulaTooLarge(
            f"the formula of {count(length, 'move')} has over {CLAUSES_LIMIT:,} clauses, "
            f"or over {STEP_LIMIT:,} a step"
        )
    clauses = found.step_size * (length + 1)
    spend(2 * clauses, 130 * clauses)
    return found


def horizon_of(puzzle: AnyPuzzle, length: int) -> HorizonFormula:
    """Write 'at most ``length`` moves' by actions; raises CertificateRejected if impossible."""
    found = formula_of(puzzle, length, HorizonFormula.form)
    assert isinstance(found, HorizonFormula), "so says FORMS"
    return found


def check_refutation(clauses: list[Clause], variables: int, lines: Iterable[Line]) -> int:
    """Follow a proof, which must end with the empty clause; returns the number of hints."""
    rest = iter(lines)
    hints = check_lines(clauses, variables, rest)
    if next(rest, None) is not None:
        raise CertificateRejected("proof: it goes on after the empty clause")
    return hints
