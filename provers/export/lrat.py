"""Write a claim as two files, a formula and its proof, for any LRAT checker.

Form ``ranks`` is a labelling: its formula has one step of the puzzle and the labels, and its proof
needs no solver.  The other forms say 'at most L - 1 moves' without labels, and differ in how they
describe moves (`puzzleproof.verify.refutation.FORMS`); a SAT solver finds the proof.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from puzzleproof.models.errors import (
    CertificateRejected,
    IllegalMove,
    InternalError,
    NotationError,
    Unsupported,
)
from puzzleproof.models.instances import printed
from puzzleproof.models.puzzle import AnyPuzzle, strips_of
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Emit, Event, Layer, ignore
from puzzleproof.provers.export import Exported, ExportRequest, unfinished
from puzzleproof.provers.labelling import label
from puzzleproof.provers.labelling.search import Labelling
from puzzleproof.provers.lrat.ranks import labels_of, ranks_formula
from puzzleproof.provers.lrat.writer import ProvenFormula
from puzzleproof.verify.formula.check import check_formula, check_size, remark
from puzzleproof.verify.replay import replay_to_goal


def export_lrat(
    puzzle: AnyPuzzle, base: Path, request: ExportRequest, work: Path | None, memory: int | None
) -> Exported:
    """Search, and write ``base``.cnf and ``base``.lrat (.clrat: binary), both or neither.

    With ``check`` the checker has to accept the files before they get their names.  Raises
    Unsupported for a puzzle without facts and actions, OutputError for files that cannot be
    written, InternalError for files that the checker rejects.
    """
    form, at_least = request.form_or_default or "", request.at_least
    printed(puzzle)  # raises before any search if the text is too long for the checker
    files = tuple(request.targets(base))
    with unfinished(base, files, work) as parts:
        if form == "ranks":
            bound, formula = _from_labels(puzzle, at_least, memory)
        else:
            bound, formula = _by_solver(puzzle, form, at_least, memory, parts[0].parent)
        head = remark(form, printed(puzzle), puzzle.metric, bound)
        formula.write(parts[0], parts[1], binary=request.binary, head=[head])
        try:
            if request.check:
                check_formula(parts[0], parts[1])
        except CertificateRejected as error:
            raise InternalError(f"the checker rejects what was to be exported: {error}") from None
    clauses = len(formula.clauses)
    said: dict[str, Any] = {"form": form, "at_least": bound, "clauses": clauses}
    said |= {"formula": str(files[0]), "proof": str(files[1]), "checked": request.check}
    words = "unsolvable" if bound is None else f"at least {count(bound, 'move')}"
    lines = (
        f"{files[0]}: {words} (metric {puzzle.metric}), {count(clauses, 'clause')}",
        f"{files[1]}: the proof, {'accepted' if request.check else 'not checked'}",
    )
    command = ("puzzleproof", "verify", str(files[0]), "--proof", str(files[1]))
    return Exported(files, words, said, lines, bound, command)


def _by_solver(
    puzzle: AnyPuzzle, form: str, at_least: int | None, memory: int | None, folder: Path
) -> tuple[int | None, ProvenFormula]:
    """The bound that is asked for, or the minimum if that is smaller, with the formula."""
    from puzzleproof.provers.refutation.certify import HasSolution, formula_in, proof_of

    formula_in(puzzle, 1, form)  # raises before any search if there is none
    if at_least is not None:
        with suppress(HasSolution):
            return at_least, proof_of(formula_in(puzzle, at_least, form), at_least, folder)
    bound = _labelling(puzzle, at_least, memory).at_least
    if bound is None:
        raise Unsupported("only form 'ranks' can show that there is no plan")
    return bound, proof_of(formula_in(puzzle, bound, form), bound, folder)


def _check_plan(puzzle: AnyPuzzle, found: Labelling) -> None:
    """Replay by the rules the plan that refutes a greater bound, if there is one."""
    if found.plan is None:
        return
    try:
        length = replay_to_goal(puzzle, found.plan)
    except (IllegalMove, NotationError) as error:
        raise InternalError(f"the rules deny the plan that was labelled: {error}") from error
    if length != found.at_least:
        raise InternalError(f"'at least {found.at_least}' with a plan of {count(length, 'move')}")


def _labelling(
    puzzle: AnyPuzzle, at_least: int | None, memory: int | None, emit: Emit = ignore
) -> Labelling:
    """The labels, from the start, of all states up to the bound."""
    found = label(puzzle, emit, at_least, memory=memory, bidirectional=False)
    if found.at_least == 0:
        raise Unsupported("'at least 0 moves' needs no proof")
    _check_plan(puzzle, found)
    return found


def _from_labels(
    puzzle: AnyPuzzle, at_least: int | None, memory: int | None
) -> tuple[int | None, ProvenFormula]:
    """All states up to the bound, labelled."""
    strips = strips_of(puzzle)  # raises before any search if there are none

    def stop_if_too_large(event: Event) -> None:
        if isinstance(event, Layer):
            check_size(strips, event.depth, event.states)

    try:
        found = _labelling(puzzle, at_least, memory, stop_if_too_large)
        formula = ranks_formula(puzzle, labels_of(puzzle, found), closed=found.at_least is None)
    except CertificateRejected as error:
        raise Unsupported(str(error)) from None
    return found.at_least, formula
