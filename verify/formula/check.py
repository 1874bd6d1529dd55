"""Check a formula in one file with its proof in another file, as `export --to lrat` writes them.

The formula is DIMACS; its first remark is ``c puzzleproof-formula`` and a JSON object with the
claim (``form``, ``instance``, ``metric``, ``at_least``).  It says 'a plan of at most L - 1 moves'
in one of the forms of `puzzleproof.verify.refutation.FORMS`.  The checker writes the formula anew
from the rules, compares it with the file line by line, and follows the LRAT proof.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, BinaryIO, cast

from puzzleproof.models.budget import evidence
from puzzleproof.models.documents import path_of
from puzzleproof.models.errors import CertificateRejected, LimitReached, NotationError
from puzzleproof.models.files import opened
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import brief, count, shortened
from puzzleproof.verify.about import subject
from puzzleproof.verify.certificate import FORMAT, FORMULA_MARK, TRUSTED, compare, once, puzzle_of
from puzzleproof.verify.formula.dimacs import LINE_LIMIT, first_line, lines
from puzzleproof.verify.formula.transitions import compare_moves
from puzzleproof.verify.lrat import Line, binary_lines, text_lines
from puzzleproof.verify.refutation import check_refutation, formula_of

PROOF_CHUNK = 1 << 18
"""The number of bytes of a proof that are read at a time."""


@dataclass(frozen=True, slots=True, repr=False)
class CheckedFormula:
    """An accepted formula and proof: what they prove, and what was checked."""

    form: str
    puzzle: AnyPuzzle
    at_least: int | None
    """None: no plan can be as long as the bound, so there is no plan."""
    clauses: int
    hints: int
    compared: str

    def __repr__(self) -> str:
        """Return the claim in a line."""
        claim = "unsolvable" if self.at_least is None else f"at least {self.at_least} moves"
        name, metric = brief(self.puzzle.info.name), self.puzzle.metric
        return f"<CheckedFormula {name!r}: {claim} ({metric}), {self.form}>"

    def words(self) -> str:
        """Return the claim in a line."""
        metric = f"metric {self.puzzle.metric}"
        claim = "unsolvable"
        if self.at_least is not None:
            claim = f"at least {count(self.at_least, 'move')}"
        return f"{subject(self.puzzle)}: {claim} ({metric}); formula ({self.form}) and LRAT proof"

    def details(self) -> str:
        """Say in a line what was checked, and what has to be trusted."""
        return (
            f"checked: {count(self.clauses, 'clause')} written from the rules; {self.compared}; "
            f"{count(self.hints, 'hint')} of the proof; trusted: {TRUSTED.format('')}"
        )


def remark(form: str, text: str, metric: str, at_least: int) -> bytes:
    """Return the first remark of a formula; ``text`` is the instance."""
    claim = {"instance": text, "metric": metric, "at_least": at_least}
    claim = {"version": 1, "form": form, **claim}
    return FORMULA_MARK + json.dumps(claim, ensure_ascii=False).encode() + b"\n"


def check_formula(
    path: str | Path, proof: str | Path, against: AnyPuzzle | None = None
) -> CheckedFormula:
    """Check a formula and its proof; returns what they prove.  One path may be ``-``.

    Raises CertificateRejected with the first fault.  With ``against`` they must be about that
    puzzle in its metric; names and notes may differ.
    """
    path, proof = path_of(path), path_of(proof)
    with opened(path) as file, opened(proof) as lrat:
        return check_streams(file, lrat, f"{path} with {proof}", against)


def check_streams(
    formula: BinaryIO, proof: BinaryIO, where: str, against: AnyPuzzle | None = None
) -> CheckedFormula:
    """Check a formula and its proof, reading both files once; returns what they prove.

    Messages begin with ``where``.
    """
    try:
        checked = _check(formula, proof_lines(proof))
        if against is not None:
            compare(checked.puzzle, against)
    except (CertificateRejected, LimitReached, NotationError) as error:
        raise type(error)(f"{where}: {shortened(str(error))}") from None
    return checked


def _check(file: BinaryIO, proof: Iterator[Line]) -> CheckedFormula:
    claim = _claim(file.readline(LINE_LIMIT))
    puzzle, bound = puzzle_of(claim, "the formula"), claim.get("at_least")
    if type(bound) is not int or bound < 1:
        raise CertificateRejected(f"'at_least' {bound!r}: expected a number above 0")
    formula = formula_of(puzzle, bound - 1, claim.get("form"))
    compared = compare_moves(puzzle, formula)
    variables, clauses = formula.variables, list(formula.clauses())
    found = chain([first_line(file)], iter(lambda: evidence(file.readline(LINE_LIMIT)), b""))
    for number, (line, wanted) in enumerate(zip_longest(found, lines(variables, clauses))):
        if line != wanted:
            where = f"clause {number}" if number else "the line 'p cnf'"
            raise CertificateRejected(f"the formula is not that of the rules, at {where}")
    hints = check_refutation(clauses, variables, proof)
    bound = None if puzzle.bound_by(bound) > bound else bound
    return CheckedFormula(formula.form, puzzle, bound, len(clauses), hints, compared.words())


def _refuse_certificate(beginning: bytes, expected: str) -> None:
    if beginning.startswith(b"{") and FORMAT.encode() in beginning:
        raise NotationError(f"a certificate, not {expected}: verify it alone, without --proof")


def _claim(line: bytes) -> dict[str, Any]:
    _refuse_certificate(line, "a formula")
    try:
        claim = json.loads(line.removeprefix(FORMULA_MARK), object_pairs_hook=once)
    except (ValueError, RecursionError):
        claim = None
    if not line.startswith(FORMULA_MARK) or not isinstance(claim, dict):
        mark = FORMULA_MARK.decode().strip()
        raise CertificateRejected(f"the first line is not {mark!r} and JSON")
    claim = cast("dict[str, Any]", claim)
    if claim.get("version") != 1:
        raise CertificateRejected(f"version {claim.get('version')!r} of a formula: expected 1")
    return claim


def proof_lines(file: BinaryIO) -> Iterator[Line]:
    """Return the lines of a proof in text or in binary form, which begins with ``a`` or ``d``."""
    first = evidence(file.read(PROOF_CHUNK))
    _refuse_certificate(first, "an LRAT proof")
    chunks = chain([first], iter(lambda: evidence(file.read(PROOF_CHUNK)), b""))
    lines_of = binary_lines if first[:1] in (b"a", b"d") else text_lines
    return lines_of(lambda: next(chunks, b""))
