"""Check a formula in one file with a proof in another: what `export --as lrat` writes.

The formula is DIMACS; its first remark is ``c puzzleproof-formula`` and a JSON object with the
claim (``form``, ``instance``, ``metric``, ``at_least``).  Form ``ranks`` is a labelling
(`puzzleproof.verify.formula.ranks`), whose states stand in remarks
(`puzzleproof.verify.formula.dimacs`).  The other forms say 'at most L - 1 moves'
(`puzzleproof.verify.refutation.FORMS`).  The checker writes the formula anew from the rules (and
the labels) and compares it with the file line by line.  It checks the demands on labels that are
not in the formula, and follows the LRAT proof.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise, zip_longest
from pathlib import Path
from typing import Any, BinaryIO, cast

from puzzleproof.models.budget import evidence, spend
from puzzleproof.models.errors import (
    CertificateRejected,
    FormulaTooLarge,
    LimitReached,
    NotationError,
)
from puzzleproof.models.files import opened
from puzzleproof.models.instances import path_of
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.strips import Strips
from puzzleproof.models.texts import count, named, shortened
from puzzleproof.verify.certificate import FORMAT, FORMULA_MARK, compare, once, puzzle_of, quoted
from puzzleproof.verify.formula.dimacs import REMARK_LIMIT, lines, read_labels
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.formula.ranks import LABELS_LIMIT, Ranks
from puzzleproof.verify.formula.transitions import Compared, compare_moves
from puzzleproof.verify.lrat import Line, binary_lines, text_lines
from puzzleproof.verify.refutation import (
    CLAUSES_LIMIT,
    FORMS,
    AnyFormula,
    check_refutation,
    formula_of,
    horizon_of,
)

PROOF_CHUNK = 1 << 18
"""Bytes of a proof read at a time."""

Labels = Sequence[Sequence[int]]
"""For each label the packed numbers of the states that have it, ascending."""
TRUSTED = "the rules of models/, the formula of docs/formulas.md, Python, and the machine"


@dataclass(frozen=True, slots=True, repr=False)
class CheckedFormula:
    """An accepted formula and proof: what they prove, and what was checked."""

    form: str
    puzzle: AnyPuzzle
    at_least: int | None
    clauses: int
    hints: int
    compared: str

    def __repr__(self) -> str:
        """Return the claim in a line."""
        claim = "unsolvable" if self.at_least is None else f"at least {self.at_least} moves"
        name, metric = named(self.puzzle.info.name), self.puzzle.metric
        return f"<CheckedFormula {name}: {claim} ({metric}), {self.form}>"

    def words(self) -> str:
        """The claim in a line."""
        metric = f"metric {self.puzzle.metric}"
        claim = "unsolvable"
        if self.at_least is not None:
            claim = f"at least {count(self.at_least, 'move')}"
        return f"{quoted(self.puzzle)}: {claim} ({metric}); formula ({self.form}) and LRAT proof"

    def details(self) -> str:
        """What was checked, and what has to be trusted, in a line."""
        return (
            f"checked: {count(self.clauses, 'clause')} written from the rules; {self.compared}; "
            f"{count(self.hints, 'hint')} of the proof; trusted: {TRUSTED}"
        )


def remark(form: str, text: str, metric: str, at_least: int | None) -> bytes:
    """The first remark of a formula; ``text`` is the instance."""
    claim = {"instance": text, "metric": metric, "at_least": at_least}
    claim = {"version": 1, "form": form, **claim}
    return FORMULA_MARK + json.dumps(claim, ensure_ascii=False).encode() + b"\n"


def check_formula(
    path: str | Path, proof: str | Path, against: AnyPuzzle | None = None
) -> CheckedFormula:
    """Check a formula and its proof; one path may be ``-``.  CertificateRejected names the fault.

    With ``against`` they must be about that puzzle in its metric; names and notes may differ.
    """
    path, proof = path_of(path), path_of(proof)
    with opened(path) as file, opened(proof) as lrat:
        return check_streams(file, lrat, f"{path} with {proof}", against)


def check_streams(
    formula: BinaryIO, proof: BinaryIO, where: str, against: AnyPuzzle | None = None
) -> CheckedFormula:
    """Check a formula and its proof, reading each once; messages begin with ``where``."""
    try:
        checked = _check(formula, proof_lines(proof))
        if against is not None:
            compare(checked.puzzle, against)
    except (CertificateRejected, LimitReached, NotationError) as error:
        raise type(error)(f"{where}: {shortened(str(error))}") from None
    return checked


def _check(file: BinaryIO, proof: Iterator[Line]) -> CheckedFormula:
    claim = _claim(file.readline(REMARK_LIMIT))
    puzzle, bound = puzzle_of(claim, "the formula"), claim.get("at_least", -1)
    if bound is not None and (type(bound) is not int or bound < 1):
        raise CertificateRejected(f"'at_least' {bound!r}: expected a number above 0, or null")
    labels, first = read_labels(file)
    form = claim.get("form")
    if not isinstance(form, str) or form not in FORMULA_FORMS:
        raise CertificateRejected(f"form {form!r}: expected one of {', '.join(FORMULA_FORMS)}")
    formula, compared = FORMULA_FORMS[form](puzzle, bound, labels)
    variables, clauses = formula.variables, list(formula.clauses())
    found = chain([first], iter(lambda: evidence(file.readline(REMARK_LIMIT)), b""))
    for number, (line, wanted) in enumerate(zip_longest(found, lines(variables, clauses))):
        if line != wanted:
            where = f"clause {number}" if number else "the line 'p cnf'"
            raise CertificateRejected(f"the formula is not that of the rules, at {where}")
    hints = check_refutation(clauses, variables, proof)
    bound = None if bound is None or puzzle.bound_by(bound) > bound else bound
    return CheckedFormula(form, puzzle, bound, len(clauses), hints, compared.words())


def _refuse_certificate(beginning: bytes, expected: str) -> None:
    if beginning.startswith(b"{") and FORMAT.encode() in beginning:
        raise NotationError(f"a certificate, not {expected}: 'puzzleproof verify' takes it alone")


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
    """The proof in either form: a binary one begins with ``a`` or ``d``."""
    first = evidence(file.read(PROOF_CHUNK))
    _refuse_certificate(first, "an LRAT proof")
    chunks = chain([first], iter(lambda: evidence(file.read(PROOF_CHUNK)), b""))
    lines_of = binary_lines if first[:1] in (b"a", b"d") else text_lines
    return lines_of(lambda: next(chunks, b""))


def _horizon(
    form: str, puzzle: AnyPuzzle, bound: int | None, labels: Labels
) -> tuple[AnyFormula, Compared]:
    if bound is None or labels:
        raise CertificateRejected("a formula of this form claims a number of moves, without labels")
    horizon = formula_of(puzzle, bound - 1, form)
    return horizon, compare_moves(puzzle, horizon)


def _ranks(puzzle: AnyPuzzle, bound: int | None, labels: Labels) -> tuple[Ranks, Compared]:
    if not labels or (bound is not None and len(labels) != bound):
        claim = f"at least {count(bound or 0, 'move')}"
        raise CertificateRejected(f"claims {claim} with {count(len(labels), 'label')}")
    horizon = horizon_of(puzzle, 1)
    compared = compare_moves(puzzle, horizon)
    return ranks_of(puzzle, horizon, labels, closed=bound is None), compared


def ranks_of(puzzle: AnyPuzzle, horizon: HorizonFormula, labels: Labels, *, closed: bool) -> Ranks:
    """The formula of some labels; raises CertificateRejected if they break demand (1) or (2)."""
    check_size(horizon.strips, len(labels), sum(map(len, labels)))
    blocks, preimages = list[list[int]](), list[list[int]]()
    for label, numbers in enumerate(labels):
        try:
            states = list(map(puzzle.unpack, numbers))
        except ValueError as error:
            raise CertificateRejected(f"label {label}: {error}") from None
        if not label and puzzle.canonical(puzzle.start) not in states:
            raise CertificateRejected("label 0: the start is missing")
        if any(map(puzzle.is_goal, states)):
            raise CertificateRejected(f"label {label}: a goal state")
        if any(one >= other for one, other in pairwise(numbers)):
            raise CertificateRejected(f"label {label}: the states do not ascend")
        blocks.append([puzzle.state_facts(state) for state in states])
        preimages.append(
            [puzzle.state_facts(view) for state in states for view in puzzle.preimages(state)]
        )
    return Ranks(horizon.strips, blocks, closed=closed, preimages=preimages)


def check_size(strips: Strips, labels: int, states: int) -> None:
    """Raise FormulaTooLarge if a table of this size needs too many clauses."""
    size = (labels + 1) ** 2 // 2 + states * (2 + strips.movers.bit_count())
    if size > 4 * CLAUSES_LIMIT or labels > LABELS_LIMIT:
        table = f"{count(labels, 'label')} and {count(states, 'state')}"
        raise FormulaTooLarge(f"a table of {table} is too large for a formula")
    spend(size // 2, 33 * size)


FormulaWriter = Callable[[AnyPuzzle, int | None, Labels], tuple[AnyFormula | Ranks, Compared]]

FORMULA_FORMS: dict[str, FormulaWriter] = {
    "ranks": _ranks,
    **{form: partial(_horizon, form) for form in FORMS},
}
"""Form -> the function that writes the formula of a claim and labels, and compares it."""
