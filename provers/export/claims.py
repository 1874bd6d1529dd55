"""Write claims with their proofs, which a checker accepts before the files get their names.

*LRAT*: two files, a formula and its proof, for any LRAT checker.  Form ``ranks`` is a labelling:
its formula has one step of the puzzle and the labels, and its proof needs no solver.  The other
forms say 'at most L - 1 moves' without labels, and differ in how they describe moves
(`puzzleproof.verify.refutation.FORMS`); a SAT solver finds the proof.

*Coq*: a theorem in one file, with drawing, plan, number and all definitions, but no table: the
kernel repeats the search, and the search made here only finds what to claim.  If an invariant
proves the claim, the file holds its weights; if the kernel would visit too many states, it holds
lower bounds that `puzzleproof.provers.bounded` has found.  The *proven* checker gets the same as a
text.
"""

from __future__ import annotations

import math
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from puzzleproof.models.errors import (
    CertificateRejected,
    InternalError,
    LimitReached,
    NotationError,
    Unsupported,
)
from puzzleproof.models.instances import printed
from puzzleproof.models.puzzle import AnyPuzzle, strips_of
from puzzleproof.models.texts import count
from puzzleproof.provers.events import Emit, Event, Layer, ignore
from puzzleproof.provers.export import Exported, ExportRequest, unfinished
from puzzleproof.provers.formal import (
    BY_BOUNDS,
    MOST,
    kernel,
    theorem_by_bounds,
    theorem_from_start,
    theorem_of,
)
from puzzleproof.provers.formal.steps import text_of, text_of_survey
from puzzleproof.provers.formal.survey import SURVEY, facts_of, said_of, theorem_of_survey
from puzzleproof.provers.formal.theorem import Plan, Theorem, modules
from puzzleproof.provers.formal.weights import theorem_by_weights
from puzzleproof.provers.invariant.find import find_argument
from puzzleproof.provers.labelling import label
from puzzleproof.provers.lrat.ranks import labels_of, ranks_formula
from puzzleproof.provers.lrat.writer import ProvenFormula
from puzzleproof.provers.session import MANY_STATES
from puzzleproof.verify.formula.check import check_formula, check_size, remark

KERNEL_STATES = 100_000
"""For more states than this, the kernel's own search takes minutes."""
MODULE = re.compile(r"[^\W\d][\w']*", re.ASCII)
"""The names that coqc accepts for a file."""
NO_MOVES = "'at least 0 moves' needs no proof"
NO_PLAN = "only form 'ranks' can show that there is no plan"


# --- LRAT --------------------------------------------------------------------------------------


def export_lrat(
    puzzle: AnyPuzzle,
    base: Path,
    request: ExportRequest,
    work: Path | None,
    memory: int | None,
    _emit: Emit = ignore,
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
    found = label(puzzle, ignore, at_least, memory=memory, bidirectional=False)
    if not (bound := found.at_least):
        raise Unsupported(NO_MOVES if bound == 0 else NO_PLAN)
    return bound, proof_of(formula_in(puzzle, bound, form), bound, folder)


def _from_labels(
    puzzle: AnyPuzzle, at_least: int | None, memory: int | None
) -> tuple[int | None, ProvenFormula]:
    strips = strips_of(puzzle)  # raises before any search if there are none

    def stop_if_too_large(event: Event) -> None:
        if isinstance(event, Layer):
            check_size(strips, event.depth, event.states)

    try:
        found = label(puzzle, stop_if_too_large, at_least, memory=memory, bidirectional=False)
        if found.at_least == 0:
            raise Unsupported(NO_MOVES)
        formula = ranks_formula(puzzle, labels_of(puzzle, found), closed=found.at_least is None)
    except CertificateRejected as error:
        raise Unsupported(str(error)) from None
    return found.at_least, formula


# --- Coq ---------------------------------------------------------------------------------------


def export_coq(
    puzzle: AnyPuzzle,
    base: Path,
    request: ExportRequest,
    work: Path | None,
    memory: int | None,
    _emit: Emit = ignore,
) -> Exported:
    """Search, and write ``base``.v; with ``check`` the kernel must accept it first.

    Its form is ``minimum`` or ``survey`` (`puzzleproof.provers.formal.survey`).  Raises Unsupported
    if Coq has no rules for the puzzle, or to check without coqc; NotationError for a name that coqc
    would not take, OutputError for a file that cannot be written, InternalError for a theorem that
    the kernel refuses.
    """
    if not MODULE.fullmatch(base.name):
        expected = "letters, digits and '_', as coqc wants the names of its files"
        raise NotationError(f"--output {str(base)!r}: expected {expected}")
    theorem = theorem_from_start(puzzle, request.at_least, None)  # refused before a search
    _check_name(base.name, theorem)
    if request.check:
        kernel.COQC.needed()
    found: _Claim | str
    if request.form == SURVEY:
        _check_no_bound(request)
        theorem, found = theorem_of_survey(puzzle)
    else:
        found = claim_of(puzzle, request.at_least, memory)
        theorem = found.theorem
    _check_name(base.name, theorem)
    if request.check and not (opinion := kernel.check(theorem, base.name)).accepted:
        raise InternalError(f"Coq rejects what was to be exported: {opinion.line}")
    accepted = f"accepted by the kernel of Coq: {kernel.CLOSED}" if request.check else ""
    (file,) = request.targets(base)
    return _written(file, theorem.text(), work, found, puzzle.metric, accepted, "coqc", "-q")


def export_proven(
    puzzle: AnyPuzzle,
    base: Path,
    request: ExportRequest,
    work: Path | None,
    memory: int | None,
    _emit: Emit = ignore,
) -> Exported:
    """Search, and write ``base``.proven; with ``check`` the program must answer 'proven' first.

    Its form is as for Coq.  Raises Unsupported for a tour or without the program, OutputError for a
    file that cannot be written, InternalError for a claim that it refuses.
    """
    text_of(puzzle, request.at_least, None)  # refused before a search
    found: _Claim | str
    if request.form == SURVEY:
        _check_no_bound(request)
        facts = facts_of(puzzle, kernel.FURTHER)
        text, found = text_of_survey(puzzle, facts), said_of(facts)
    else:
        found = claim_of(puzzle, request.at_least, memory, MOST * kernel.FURTHER)
        text = text_of(puzzle, found.at_least, found.plan, found.theorem.hints)
    if request.check and not (opinion := kernel.check_text(text)).accepted:
        raise InternalError(f"the proven checker refuses what was to be exported: {opinion.line}")
    accepted = "accepted by the proven checker" if request.check else ""
    (file,) = request.targets(base)
    return _written(file, text, work, found, puzzle.metric, accepted, "proven")


def _check_name(name: str, theorem: Theorem) -> None:
    if name in modules(theorem.module):  # one would hide the other
        raise NotationError(f"--output {name!r}: the file has a module of this name inside it")


def _check_no_bound(request: ExportRequest) -> None:
    if request.at_least is not None:
        raise Unsupported("--at-least: a survey claims no bound")


def _written(
    file: Path,
    text: str,
    work: Path | None,
    found: _Claim | str,
    metric: str,
    accepted: str,
    *command: str,
) -> Exported:
    """Write a claim or a survey, and say so; ``accepted`` is empty if it is unchecked."""
    with unfinished(file, [file], work) as (part,):
        part.write_text(text, encoding="utf-8")
    words, bound, said = found, None, dict[str, Any](survey=found)
    if isinstance(found, _Claim):
        words, bound = found.words(), found.at_least
        said = {"at_least": bound, "minimum": found.plan is not None}
    said |= {"files": [str(file)], "checked": bool(accepted)}
    lines = (f"{file}: {words} (metric {metric}), {accepted or 'not checked'}",)
    return Exported((file,), str(words), said, lines, bound, (*command, str(file)))


class _Claim(NamedTuple):
    theorem: Theorem
    at_least: int | None
    plan: Plan

    def words(self) -> str:
        """The claim in words."""
        if self.at_least is None:
            return "unsolvable"
        moves = count(self.at_least, "move")
        return f"at least {moves}" if self.plan is None else f"the minimum is {moves}"


def claim_of(
    puzzle: AnyPuzzle, at_least: int | None, memory: int | None, most: int = MOST
) -> _Claim:
    """The claim, proven by weights if possible, by bounds if needed, else by a search."""
    claim = _by_weights(puzzle, at_least) or _by_bounds(puzzle, at_least, memory, most)
    if claim is None:
        found = label(puzzle, ignore, at_least, memory=memory)
        theorem = theorem_of(puzzle, found.at_least, found.plan, found.moves_back, most)
        claim = _Claim(theorem, found.at_least, found.plan)
    return claim


def _by_weights(puzzle: AnyPuzzle, at_least: int | None) -> _Claim | None:
    """The claim by an invariant: no plan, a bound asked for, or the length of a plan by a rule."""
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
        made = puzzle.constructed_plan()
        if made is None or len(made) != bound or at_least is not None:
            return None
        proven, plan = len(made), list(map(puzzle.format_move, made))
    try:
        theorem = theorem_by_weights(puzzle, argument, proven, plan)
    except Unsupported:  # only the checker knows this form of lemma: use a search
        return None
    return _Claim(theorem, proven, plan)


def _by_bounds(
    puzzle: AnyPuzzle, at_least: int | None, memory: int | None, states: int
) -> _Claim | None:
    """The claim by lower bounds; None if the kernel does not need them, or if none are known."""
    from puzzleproof.provers.bounded import claim_with_bounds
    from puzzleproof.provers.session import guessed_states

    known = puzzle.states_at_most
    most = guessed_states(puzzle) if known is None else known
    if most <= KERNEL_STATES or puzzle.family not in BY_BOUNDS:
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
        return None  # the guess was many states, but the start may reach fewer
    return _Claim(theorem, found.at_least, found.plan)
