"""Write a claim with its proof: as a theorem of Coq, a text for the proven checker, or a formula.

The file of a theorem holds the drawing, the plan, the number of moves and all definitions, but no
table: the kernel repeats the search, and the search in this module only finds what to claim.  If an
invariant proves the claim, the file holds the invariant's weights.  If the kernel would visit too
many states, the file holds lower bounds that `puzzleproof.provers.bounded` has found.

For LRAT checkers there are two files: the formula 'there is a plan of at most L - 1 moves', and a
SAT solver's proof that this formula has no solution.  The formula's forms describe moves in
different ways (`puzzleproof.verify.refutation.FORMS`).
"""

import math
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from puzzleproof.models.capabilities import constructed_plan
from puzzleproof.models.errors import (
    CertificateRejected,
    InternalError,
    LimitReached,
    NotationError,
    Unsupported,
)
from puzzleproof.models.output import printed
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.texts import count
from puzzleproof.provers.events import ignore
from puzzleproof.provers.export import Exported, ExportRequest
from puzzleproof.provers.formal import (
    BY_BOUNDS,
    MOST,
    kernel,
    theorem_by_bounds,
    theorem_from_start,
    theorem_of,
)
from puzzleproof.provers.formal.bounds import meets_more
from puzzleproof.provers.formal.steps import text_of, text_of_survey
from puzzleproof.provers.formal.survey import SURVEY, facts_of, said_of, theorem_of_survey
from puzzleproof.provers.formal.theorem import Plan, Theorem, modules
from puzzleproof.provers.formal.weights import theorem_by_weights
from puzzleproof.provers.invariant import find_argument
from puzzleproof.provers.labelling import label
from puzzleproof.provers.lrat import ProvenFormula
from puzzleproof.provers.session import MANY_STATES
from puzzleproof.verify.formula.check import check_formula, remark

KERNEL_STATES = 100_000
"""If there are more states, the kernel's search takes minutes."""
MODULE = re.compile(r"[^\W\d][\w']*", re.ASCII)
"""The names of files that coqc accepts."""
NO_MOVES = "'at least 0 moves' needs no proof"
NO_PLAN = "there is no plan of any length; no LRAT proof can show this: use --to coq or --to proven"


def export_coq(
    puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path], base: Path, memory: int | None
) -> Exported:
    """Search for a claim, and write ``base``.v; with ``check`` the kernel has to accept the file.

    The form is ``minimum`` or ``survey`` (`puzzleproof.provers.formal.survey`).  Raises Unsupported
    if there are no rules in Coq for the puzzle, or if coqc is needed and missing; NotationError
    if coqc would not accept the name, OutputError if the file cannot be written, InternalError if
    the kernel refuses the theorem.
    """
    if not MODULE.fullmatch(base.name):
        expected = "letters, digits and '_', because coqc accepts no other names of files"
        raise NotationError(f"--output {str(base)!r}: expected {expected}")
    theorem = theorem_from_start(puzzle, request.at_least, None)  # raises before a search
    _check_name(base.name, theorem)
    if request.check:
        kernel.COQC.needed()
    found: _Claim | str
    if _is_survey(request):
        theorem, found = theorem_of_survey(puzzle)
    else:
        found = claim_of(puzzle, request.at_least, memory)
        theorem = found.theorem
    _check_name(base.name, theorem)
    if request.check and not (opinion := kernel.check(theorem, base.name)).accepted:
        raise InternalError(f"Coq rejects what was to be exported: {opinion.line}")
    paths[0].write_text(theorem.text(), encoding="utf-8")
    by = f"the kernel of Coq: {kernel.CLOSED}", "coqc", "-q"
    return _exported(base, request, found, puzzle.metric, *by)


def export_proven(
    puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path], base: Path, memory: int | None
) -> Exported:
    """Search for a claim, and write ``base``.proven; with ``check`` the checker has to accept it.

    The forms are the same as for `export_coq`.  Raises Unsupported for a tour, or if the proven
    checker is needed and missing; OutputError if the file cannot be written, InternalError if the
    proven checker refuses the claim.
    """
    text_of(puzzle, request.at_least, None)  # raises before a search
    found: _Claim | str
    if _is_survey(request):
        facts = facts_of(puzzle, kernel.FURTHER)
        text, found = text_of_survey(puzzle, facts), said_of(facts)
    else:
        found = claim_of(puzzle, request.at_least, memory, MOST * kernel.FURTHER)
        text = text_of(puzzle, found.at_least, found.plan, found.theorem.hints)
    if request.check and not (opinion := kernel.check_text(text)).accepted:
        raise InternalError(f"the proven checker refuses what was to be exported: {opinion.line}")
    paths[0].write_text(text, encoding="utf-8")
    return _exported(base, request, found, puzzle.metric, "the proven checker", "proven")


def _check_name(name: str, theorem: Theorem) -> None:
    if name in modules(theorem.module):  # one module would hide the other
        raise NotationError(f"--output {name!r}: the file contains a module with this name")


def _is_survey(request: ExportRequest) -> bool:
    if request.form == SURVEY and request.at_least is not None:
        raise Unsupported("--at-least: a survey claims no bound")
    return request.form == SURVEY


def _exported(
    base: Path,
    request: ExportRequest,
    found: "_Claim | str",
    metric: str,
    checker: str,
    *command: str,
) -> Exported:
    """Describe a claim or survey that was written, and the command that checks it."""
    (file,) = request.targets(base)
    words, bound, said = found, None, dict[str, Any](survey=found)
    if isinstance(found, _Claim):
        words, bound = found.words(), found.at_least
        said = {"at_least": bound, "minimum": found.plan is not None}
    said |= {"files": [str(file)], "checked": request.check}
    checked = f"accepted by {checker}" if request.check else "not checked"
    lines = (f"{file}: {words} (metric {metric}), {checked}",)
    return Exported((file,), str(words), said, lines, bound, (*command, str(file)))


class _Claim(NamedTuple):
    theorem: Theorem
    at_least: int | None
    plan: Plan

    def words(self) -> str:
        """Write the claim in words."""
        if self.at_least is None:
            return "unsolvable"
        moves = count(self.at_least, "move")
        return f"at least {moves}" if self.plan is None else f"the minimum is {moves}"


def claim_of(
    puzzle: AnyPuzzle, at_least: int | None, memory: int | None, most: int = MOST
) -> _Claim:
    """Find a claim and its proof: by weights if possible, by bounds if needed, else by a search."""
    claim = _by_weights(puzzle, at_least) or _by_bounds(puzzle, at_least, memory, most)
    if claim is None:
        found = label(puzzle, ignore, at_least, memory=memory)
        theorem = theorem_of(puzzle, found.at_least, found.plan, found.moves_back, most)
        claim = _Claim(theorem, found.at_least, found.plan)
    return claim


def _by_weights(puzzle: AnyPuzzle, at_least: int | None) -> _Claim | None:
    """Prove by an invariant the requested bound, the minimum, or that there is no plan.

    The minimum is proven if the length of a constructed plan equals the invariant's bound.
    """
    if not puzzle.invariants:
        return None
    found = find_argument(puzzle)
    if found is None:
        return None
    argument, bound = found
    plan: Plan = None
    if math.isinf(bound):
        proven = None
    elif at_least is not None and at_least <= bound:
        proven = at_least
    else:
        made = constructed_plan(puzzle)
        if made is None or len(made) != bound or at_least is not None:
            return None
        proven, plan = len(made), list(map(puzzle.format_move, made))
    try:
        theorem = theorem_by_weights(puzzle, argument, proven, plan)
    except Unsupported:  # Coq does not have this form of lemma: use a search
        return None
    return _Claim(theorem, proven, plan)


def _by_bounds(
    puzzle: AnyPuzzle, at_least: int | None, memory: int | None, states: int
) -> _Claim | None:
    """Prove by lower bounds; return None if no bounds are known, or the kernel needs no bounds."""
    from puzzleproof.provers.bounded import claim_with_bounds

    known = puzzle.states_at_most
    if puzzle.family not in BY_BOUNDS:
        return None
    if not meets_more(puzzle, KERNEL_STATES) if known is None else known <= KERNEL_STATES:
        return None
    try:
        found = claim_with_bounds(puzzle, at_least, memory)
    except Unsupported:
        return None
    except (LimitReached, ModuleNotFoundError):
        if known is not None and known > MANY_STATES:
            raise
        return None
    try:
        theorem = theorem_by_bounds(puzzle, found.bounds, found.at_least, found.plan, states)
    except Unsupported:
        if known is not None:
            raise
        return None
    return _Claim(theorem, found.at_least, found.plan)


# --- formulas with LRAT proofs --------------------------------------------------------------------


def export_lrat(
    puzzle: AnyPuzzle, request: ExportRequest, paths: list[Path], base: Path, memory: int | None
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
    """Prove the requested bound, or the minimum if it is less; return the bound and the formula."""
    from puzzleproof.provers.refutation.certify import HasSolution, formula_in, proof_of

    formula_in(puzzle, 1, form)  # raises before any search if there is no formula
    if at_least is not None:
        with suppress(HasSolution):
            return at_least, proof_of(formula_in(puzzle, at_least, form), at_least, folder)
    found = label(puzzle, ignore, at_least, memory=memory, bidirectional=False)
    if not (bound := found.at_least):
        raise Unsupported(NO_MOVES if bound == 0 else NO_PLAN)
    return bound, proof_of(formula_in(puzzle, bound, form), bound, folder)
