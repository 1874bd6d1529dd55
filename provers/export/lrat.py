"""Write a claim for any LRAT checker, as two files: a formula, and its LRAT proof.

The formula says 'there is a plan of at most L - 1 moves'; its forms describe moves in different
ways (`puzzleproof.verify.refutation.FORMS`).  A SAT solver finds the proof.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from puzzleproof.models.errors import CertificateRejected, InternalError, Unsupported
from puzzleproof.models.output import printed
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.export import Exported, ExportRequest
from puzzleproof.provers.labelling import label
from puzzleproof.provers.lrat import ProvenFormula
from puzzleproof.verify.formula.check import check_formula, remark

NO_MOVES = "'at least 0 moves' needs no proof"
NO_PLAN = "there is no plan of any length; no LRAT proof can show this: use --to coq or --to proven"


def export_lrat(
    puzzle: AnyPuzzle,
    base: Path,
    request: ExportRequest,
    paths: list[Path],
    memory: int | None,
    _emit: Emit,
) -> Exported:
    """Search for a claim; write a formula and its proof, as text or (format clrat) in binary.

    With ``check`` the checker has to accept the files.  Raises Unsupported for a puzzle without
    facts and actions, InternalError for files that the checker rejects.
    """
    form, at_least = request.form_or_default or "", request.at_least
    printed(puzzle)  # raises before any search if the text is too long for the checker
    bound, formula = _proven(puzzle, form, at_least, memory, paths[0].parent)
    head = remark(form, printed(puzzle), puzzle.metric, bound)
    cnf, proof = paths
    formula.write(cnf, proof, binary=request.format == "clrat", head=[head])
    try:
        if request.check:
            check_formula(cnf, proof)
    except CertificateRejected as error:
        raise InternalError(f"the checker rejects what was to be exported: {error}") from None
    files = tuple(request.targets(base))
    clauses = len(formula.clauses)
    said: dict[str, Any] = {"form": form, "at_least": bound, "clauses": clauses}
    said |= {"formula": str(files[0]), "proof": str(files[1]), "checked": request.check}
    words = f"at least {count(bound, 'move')}"
    lines = (
        f"{files[0]}: {words} (metric {puzzle.metric}), {count(clauses, 'clause')}",
        f"{files[1]}: the proof, {'accepted' if request.check else 'not checked'}",
    )
    command = ("puzzleproof", "verify", str(files[0]), "--proof", str(files[1]))
    return Exported(files, words, said, lines, bound, command)


def _proven(
    puzzle: AnyPuzzle, form: str, at_least: int | None, memory: int | None, folder: Path
) -> tuple[int, ProvenFormula]:
    """Prove the requested bound, or the minimum if it is less; return it and the proven formula."""
    from puzzleproof.provers.refutation.certify import HasSolution, formula_in, proof_of

    formula_in(puzzle, 1, form)  # raises before any search if there is none
    if at_least is not None:
        with suppress(HasSolution):
            return at_least, proof_of(formula_in(puzzle, at_least, form), at_least, folder)
    found = label(puzzle, ignore, at_least, memory=memory, bidirectional=False)
    if not (bound := found.at_least):
        raise Unsupported(NO_MOVES if bound == 0 else NO_PLAN)
    return bound, proof_of(formula_in(puzzle, bound, form), bound, folder)
