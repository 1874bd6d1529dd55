"""Write a claim as a formula and a proof, for any checker of LRAT: two files beside each other.

Form ``ranks`` is a labelling: one step of the puzzle, the labels, and a proof written by hand.
Form ``horizon`` is 'at most L - 1 moves' with no labels in the formula; its proof is written from
labels too, layer by layer backwards, and is much longer.  Form ``bounded`` is a labelling from
which lower bounds leave states out (`puzzleproof.provers.lrat.bounded`).  No solver runs for these.
Forms ``paths`` and ``shifts`` describe moves in other words; there a SAT solver finds the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from puzzleproof.models.errors import (
    CertificateRejected,
    IllegalMove,
    InternalError,
    NotationError,
    OutputError,
    Unsupported,
)
from puzzleproof.models.facts_and_actions import strips_of
from puzzleproof.models.instances import printed
from puzzleproof.models.puzzle import AnyPuzzle, HasStrips
from puzzleproof.models.texts import count
from puzzleproof.provers.events import ignore
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.blocks import numbers_in
from puzzleproof.provers.labelling.search import Labelling
from puzzleproof.provers.lrat.proven import ProvenFormula
from puzzleproof.provers.lrat.ranks import rank_proof
from puzzleproof.verify.formula.check import Labels, check_formula, ranks_of, remark
from puzzleproof.verify.formula.remarks import Table
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.lrat import Line
from puzzleproof.verify.refutation import AnyFormula, horizon_of
from puzzleproof.verify.replay import replay_to_goal


@dataclass(frozen=True, slots=True)
class ExportedProof:
    """The files written, and what they claim (None: there is no plan)."""

    at_least: int | None
    form: str
    clauses: int
    formula: Path
    proof: Path
    checked: bool

    def to_json(self) -> dict[str, Any]:
        """For ``export --json``."""
        files = {"formula": str(self.formula), "proof": str(self.proof)}
        return {
            "form": self.form,
            "at_least": self.at_least,
            "clauses": self.clauses,
            **files,
            "checked": self.checked,
        }

    def lines(self, metric: str) -> list[str]:
        """A line a file."""
        claim = "unsolvable"
        if self.at_least is not None:
            claim = f"at least {count(self.at_least, 'move')}"
        return [
            f"{self.formula}: {claim} (metric {metric}), {count(self.clauses, 'clause')}",
            f"{self.proof}: the proof, {'accepted' if self.checked else 'not checked'}",
        ]

    def check_command(self) -> list[str]:
        """How `verify` is called."""
        return ["puzzleproof", "verify", str(self.formula), "--proof", str(self.proof)]


class LratRequest(NamedTuple):
    """What is to be claimed, and with what means."""

    at_least: int | None
    """The bound; None: the minimum."""
    folder: Path
    """For files that are not finished."""
    memory: int | None
    """Bytes for a search."""


class ClaimedFormula(NamedTuple):
    """What is claimed (None: no plan exists), in which form, and the formula."""

    at_least: int | None
    form: str
    formula: ProvenFormula


def export_lrat(
    puzzle: AnyPuzzle,
    base: Path,
    form: str | None = None,
    *,
    at_least: int | None = None,
    binary: bool = False,
    check: bool = True,
    work: Path | None = None,
    memory: int | None = None,
) -> ExportedProof:
    """Search, and write ``base``.cnf and ``base``.lrat (.clrat: binary), both or neither.

    Without a form it is ``bounded`` for a puzzle that may have too many states to label them all,
    if bounds for it are known, and ``ranks`` for others.  With ``check`` the checker has to accept
    the files before they get their names.  ``work`` is a folder beside them for unfinished files,
    ``memory`` bytes for a large search.  Raises Unsupported for a puzzle without facts and actions,
    OutputError for files that cannot be written, InternalError for files that the checker rejects.
    """
    if not isinstance(puzzle, HasStrips):
        raise Unsupported(f"family {puzzle.family!r} has no description by facts and actions")
    printed(puzzle)  # which says of a text that it is too long to be checked, before any search
    cnf = base.with_name(f"{base.name}.cnf")
    proof = base.with_name(base.name + (".clrat" if binary else ".lrat"))
    try:
        with TemporaryDirectory(dir=work or base.parent, prefix=".puzzleproof-") as folder:
            parts = Path(folder) / "cnf", Path(folder) / "proof"
            bound, form, formula = _claimed(
                puzzle, form, LratRequest(at_least, Path(folder), memory)
            )
            head = remark(form, printed(puzzle), puzzle.metric, bound, **formula.more)
            formula.write(*parts, binary=binary, head=[head])
            if check:
                _check(*parts)
            parts[0].replace(cnf)
            parts[1].replace(proof)
    except OSError as error:
        raise OutputError.at(repr(str(base)), error) from None
    return ExportedProof(bound, form, len(formula.clauses), cnf, proof, check)


def _claimed(puzzle: AnyPuzzle, form: str | None, request: LratRequest) -> ClaimedFormula:
    """In the form that is named, or else in the one that suits."""
    from puzzleproof.provers.bounded import may_leave_out, searches_by_rules

    if form in SOLVED:
        return _from_solver(puzzle, form, request)
    strips_of(puzzle)  # which says why there are none, before any search
    try:
        if form is None and may_leave_out(puzzle):
            with suppress(Unsupported) if searches_by_rules(puzzle) else nullcontext():
                return _bounded(puzzle, request)
        return FORMS[form or "ranks"](puzzle, request)
    except CertificateRejected as error:
        raise Unsupported(str(error)) from None


def _from_solver(puzzle: AnyPuzzle, form: str, request: LratRequest) -> ClaimedFormula:
    """The bound that is asked for, or the minimum where that is less, and the formula.

    What the minimum is, only a search says; it runs where no bound is asked for, or one too high.
    """
    from puzzleproof.provers.refutation.certify import HasSolution, formula_in, proof_of

    formula_in(puzzle, 1, form)  # which says why there is none, before any search
    at_least, folder = request.at_least, request.folder
    if at_least is not None:
        with suppress(HasSolution):
            return ClaimedFormula(
                at_least, form, _solved(*proof_of(puzzle, at_least, form, folder))
            )
    bound = _labelling(puzzle, request).at_least
    if bound is None:
        raise Unsupported("that there is no plan is shown by form 'ranks', not by a horizon")
    return ClaimedFormula(bound, form, _solved(*proof_of(puzzle, bound, form, folder)))


def _solved(horizon: AnyFormula, clauses: list[Clause], proof: Iterator[Line]) -> ProvenFormula:
    return ProvenFormula(horizon.variables, clauses, proof)


def _check_plan(puzzle: AnyPuzzle, found: Labelling) -> None:
    """Have the rules replay the plan that refutes a greater bound; there may be none."""
    if found.plan is None:
        return
    try:
        length = replay_to_goal(puzzle, found.plan)
    except (IllegalMove, NotationError) as error:
        raise InternalError(f"the rules deny the plan that was labelled: {error}") from error
    if length != found.at_least:
        raise InternalError(f"'at least {found.at_least}' with a plan of {count(length, 'move')}")


def _check(cnf: Path, proof: Path) -> None:
    try:
        check_formula(cnf, proof)
    except CertificateRejected as error:
        raise InternalError(f"the checker rejects what was to be exported: {error}") from None


def labels_of(puzzle: AnyPuzzle, found: Labelling) -> list[list[int]]:
    """For each label the packed numbers of the states that have it, ascending."""
    return [numbers_in(block, puzzle.pack_width) for block in found.blocks]


def _labelling(puzzle: AnyPuzzle, request: LratRequest) -> Labelling:
    """Labels from the start, of all states up to the bound."""
    found = label(puzzle, ignore, request.at_least, memory=request.memory, bidirectional=False)
    if found.at_least == 0:
        raise Unsupported("'at least 0 moves' needs no proof")
    _check_plan(puzzle, found)
    return found


def ranks_formula(puzzle: AnyPuzzle, labels: Labels, *, closed: bool) -> ProvenFormula:
    """The formula of some labels, and its proof; raises CertificateRejected for wrong ones."""
    ranks = ranks_of(puzzle, horizon_of(puzzle, 1), labels, closed=closed)
    table = Table([list(block) for block in labels], [])
    return ProvenFormula(ranks.variables, list(ranks.clauses()), rank_proof(ranks), table)


def _ranks(puzzle: AnyPuzzle, request: LratRequest) -> ClaimedFormula:
    found = _labelling(puzzle, request)
    formula = ranks_formula(puzzle, labels_of(puzzle, found), closed=found.at_least is None)
    return ClaimedFormula(found.at_least, "ranks", formula)


def _horizon(puzzle: AnyPuzzle, request: LratRequest) -> ClaimedFormula:
    from puzzleproof.provers.lrat.horizon_proof import horizon_proof

    found = _labelling(puzzle, request)
    if found.at_least is None:
        raise Unsupported("that there is no plan is shown by form 'ranks', not by a horizon")
    assert isinstance(puzzle, HasStrips)
    horizon = horizon_of(puzzle, found.at_least - 1)
    layers = list[list[int]]()
    for block in labels_of(puzzle, found):
        states = (view for state in map(puzzle.unpack, block) for view in puzzle.preimages(state))
        layers.append(list(map(puzzle.state_facts, states)))
    proof = horizon_proof(horizon, layers)
    formula = ProvenFormula(horizon.variables, list(horizon.clauses()), proof)
    return ClaimedFormula(found.at_least, "horizon", formula)


def _bounded(puzzle: AnyPuzzle, request: LratRequest) -> ClaimedFormula:
    from puzzleproof.provers.lrat.bounded import search_with_bounds

    at_least, formula = search_with_bounds(puzzle, request.at_least, request.folder, request.memory)
    return ClaimedFormula(at_least, "bounded", formula)


FORMS: dict[str, Callable[[AnyPuzzle, LratRequest], ClaimedFormula]] = {
    "ranks": _ranks,
    "horizon": _horizon,
    "bounded": _bounded,
}
"""From what is to be claimed to a formula and its proof, by labels."""
SOLVED = ("paths", "shifts")
"""The forms of which a solver writes the proof."""
