"""Write a claim as a formula and a proof, for any checker of LRAT: two files beside each other.

Form ``ranks`` is a labelling: one step of the puzzle, the labels, and a proof written by hand.
Form ``horizon`` is 'at most L - 1 moves' with no labels in the formula; its proof is written from
labels too, layer by layer backwards, and is much longer.  No solver runs for these.  Forms
``paths`` and ``shifts`` describe moves in other words; there a SAT solver finds the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
from puzzleproof.provers.lrat.ranks import rank_proof
from puzzleproof.provers.lrat.writer import ProofPart, as_binary, as_text
from puzzleproof.verify.formula.check import Labels, check_formula, ranks_of, remark
from puzzleproof.verify.formula.dimacs import lines
from puzzleproof.verify.formula.steps import Clause
from puzzleproof.verify.lrat import Line
from puzzleproof.verify.refutation import AnyFormula, horizon_of
from puzzleproof.verify.replay import replay_to_goal

NUMBERS_A_LINE = 1000


@dataclass(frozen=True, slots=True)
class ExportedProof:
    """The files written, and what they claim (None: there is no plan)."""

    at_least: int | None
    clauses: int
    formula: Path
    proof: Path
    checked: bool

    def to_json(self) -> dict[str, Any]:
        """For ``export --json``."""
        files = {"formula": str(self.formula), "proof": str(self.proof)}
        return {
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


@dataclass(frozen=True, slots=True)
class ProvenFormula:
    """A formula and the proof that it has no solution, yet to be written; its labels, if any."""

    variables: int
    clauses: list[Clause]
    proof: Iterable[ProofPart]
    labels: Labels = ()

    def write(self, cnf: Path, proof: Path, *, binary: bool, head: Iterable[bytes] = ()) -> None:
        """Write the formula after the lines ``head``, and the proof as text or as strict CLRAT."""
        with cnf.open("wb") as file:
            file.writelines(head)
            file.writelines(lines(self.variables, self.clauses))
        with proof.open("wb") as file:
            file.writelines(
                as_binary(self.proof) if binary else as_text(self.proof, len(self.clauses))
            )


def export_lrat(
    puzzle: AnyPuzzle,
    base: Path,
    form: str = "ranks",
    *,
    at_least: int | None = None,
    binary: bool = False,
    check: bool = True,
    work: Path | None = None,
    memory: int | None = None,
) -> ExportedProof:
    """Search, and write ``base``.cnf and ``base``.lrat (.clrat: binary), both or neither.

    With ``check`` the checker has to accept them before they get their names.  ``work`` is a
    folder beside them for unfinished files, ``memory`` bytes for the arrays of a large search.
    Raises Unsupported for a puzzle without facts and actions, OutputError for files that cannot be
    written, InternalError for files that the checker rejects.
    """
    if not isinstance(puzzle, HasStrips):
        raise Unsupported(f"family {puzzle.family!r} has no description by facts and actions")
    printed(puzzle)  # which says of a text that it is too long to be checked, before any search
    cnf = base.with_name(f"{base.name}.cnf")
    proof = base.with_name(base.name + (".clrat" if binary else ".lrat"))
    try:
        with TemporaryDirectory(dir=work or base.parent, prefix=".puzzleproof-") as folder:
            parts = Path(folder) / "cnf", Path(folder) / "proof"
            if form in FORMS:
                bound, formula = _from_labels(puzzle, form, at_least, memory)
            else:
                bound, formula = _from_solver(puzzle, form, at_least, memory, Path(folder))
            head = remark(form, printed(puzzle), puzzle.metric, bound)
            formula.write(*parts, binary=binary, head=chain([head], _label_remarks(formula.labels)))
            if check:
                _check(*parts)
            parts[0].replace(cnf)
            parts[1].replace(proof)
    except OSError as error:
        raise OutputError.at(repr(str(base)), error) from None
    return ExportedProof(bound, len(formula.clauses), cnf, proof, check)


def _from_labels(
    puzzle: AnyPuzzle, form: str, at_least: int | None, memory: int | None
) -> tuple[int | None, ProvenFormula]:
    """The bound that a labelling shows (None: no plan), and its formula."""
    strips_of(puzzle)  # which says why there are none, before any search
    found = _labelled(puzzle, at_least, memory)
    try:
        return found.at_least, FORMS[form](puzzle, found)
    except CertificateRejected as error:
        raise Unsupported(str(error)) from None


def _from_solver(
    puzzle: AnyPuzzle, form: str, at_least: int | None, memory: int | None, folder: Path
) -> tuple[int, ProvenFormula]:
    """The bound ``at_least``, or the minimum where that is less, and the formula.

    What the minimum is, only a search says; it runs where no bound is asked for, or one too high.
    """
    from puzzleproof.provers.refutation.certify import HasSolution, formula_in, proof_of

    formula_in(puzzle, 1, form)  # which says why there is none, before any search
    if at_least is not None:
        with suppress(HasSolution):
            return at_least, _solved(*proof_of(puzzle, at_least, form, folder))
    bound = _labelled(puzzle, at_least, memory).at_least
    if bound is None:
        raise Unsupported("that there is no plan is shown by form 'ranks', not by a horizon")
    return bound, _solved(*proof_of(puzzle, bound, form, folder))


def _solved(horizon: AnyFormula, clauses: list[Clause], proof: Iterator[Line]) -> ProvenFormula:
    return ProvenFormula(horizon.variables, clauses, proof)


def _labelled(puzzle: AnyPuzzle, at_least: int | None, memory: int | None) -> Labelling:
    """The labels up to the bound, and the plan that refutes a greater one."""
    found = label(puzzle, ignore, at_least, memory=memory, bidirectional=False)
    if found.at_least == 0:
        raise Unsupported("'at least 0 moves' needs no proof")
    _check_plan(puzzle, found)
    return found


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


def _label_remarks(labels: Labels) -> Iterator[bytes]:
    for number, block in enumerate(labels):
        for k in range(0, len(block), NUMBERS_A_LINE):
            some = " ".join(map(str, block[k : k + NUMBERS_A_LINE]))
            yield f"c label {number} {some}\n".encode()


def labels_of(puzzle: AnyPuzzle, found: Labelling) -> list[list[int]]:
    """For each label the packed numbers of the states that have it, ascending."""
    return [numbers_in(block, puzzle.pack_width) for block in found.blocks]


def ranks_formula(puzzle: AnyPuzzle, labels: Labels, *, closed: bool) -> ProvenFormula:
    """The formula of some labels, and its proof; raises CertificateRejected for wrong ones."""
    ranks = ranks_of(puzzle, horizon_of(puzzle, 1), labels, closed=closed)
    return ProvenFormula(ranks.variables, list(ranks.clauses()), rank_proof(ranks), labels)


def _ranks(puzzle: AnyPuzzle, found: Labelling) -> ProvenFormula:
    return ranks_formula(puzzle, labels_of(puzzle, found), closed=found.at_least is None)


def _horizon(puzzle: AnyPuzzle, found: Labelling) -> ProvenFormula:
    from puzzleproof.provers.lrat.horizon_proof import horizon_proof

    if found.at_least is None:
        raise Unsupported("that there is no plan is shown by form 'ranks', not by a horizon")
    assert isinstance(puzzle, HasStrips)
    horizon = horizon_of(puzzle, found.at_least - 1)
    layers = list[list[int]]()
    for block in labels_of(puzzle, found):
        states = (view for state in map(puzzle.unpack, block) for view in puzzle.preimages(state))
        layers.append(list(map(puzzle.state_facts, states)))
    proof = horizon_proof(horizon, layers)
    return ProvenFormula(horizon.variables, list(horizon.clauses()), proof)


FORMS: dict[str, Callable[[AnyPuzzle, Labelling], ProvenFormula]] = {
    "ranks": _ranks,
    "horizon": _horizon,
}
"""From a labelling to a formula and its proof."""
