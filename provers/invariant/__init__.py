"""Evidence by algebra: an argument about all states, found and checked in a moment.

`find` looks for parities over GF(2) and for weights by linear programs; `verify.invariant` checks
what it finds.
"""

from __future__ import annotations

import math
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from puzzleproof.models.errors import Unsupported
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Note, Working
from puzzleproof.provers.verdict import Evidence

if TYPE_CHECKING:
    from puzzleproof.provers.certificate import Workspace
    from puzzleproof.provers.events import Emit
    from puzzleproof.provers.session import Proof


FEWER = "no linear programs, so fewer invariants: ortools is not installed"


def prove_invariant(proof: Proof) -> None:
    """Find an argument about all states and have it checked; nothing where there is none."""
    named = proof.request.names("invariant")
    thorough = named or proof.request.names("all")
    if not may_have_invariant(proof.puzzle, thorough=thorough):
        if named:
            raise Unsupported(f"family {proof.puzzle.family!r} has no invariants in this version")
        return
    begin = time.perf_counter()
    if thorough and find_spec("ortools") is None:
        proof.emit(Note(FEWER, "reason"))
    found = proof.call(_find, proof.puzzle, thorough, proof.bounds.plan, proof.workspace)
    if found is None:
        if named:
            proof.emit(Note("no invariant proves anything here", "reason"))
        return
    proof.argument, at_least = found
    forms = ", ".join(sorted({lemma["form"] for lemma in proof.argument["lemmas"]}))
    seconds = time.perf_counter() - begin
    note = f"by {forms}"
    proof.accept(Evidence.certified("invariant", at_least, "verify.invariant", seconds, note=note))


def exclude_all_plans(proof: Proof) -> None:
    """Accept an argument that there is no plan; one that proves less is left out."""
    if not may_have_invariant(proof.puzzle, thorough=False):
        return
    begin = time.perf_counter()
    if proof.call(_exclude, proof.puzzle, proof.workspace):
        seconds = time.perf_counter() - begin
        proof.accept(Evidence.certified("invariant", None, "verify.invariant", seconds))


def may_have_invariant(puzzle: AnyPuzzle, *, thorough: bool) -> bool:
    """Whether a puzzle has anything to weigh or to permute; ``thorough``: its facts included."""
    return thorough or puzzle.invariants


def add_plan(proof: Proof) -> None:
    """Write the certificate again, with the plan that reaches its bound."""
    proof.call(_write, proof.puzzle, proof.argument, proof.bounds.plan, proof.workspace)


def _find(
    puzzle: AnyPuzzle,
    thorough: bool,
    plan: tuple[str, ...] | None,
    workspace: Workspace,
    emit: Emit,
) -> tuple[Any, int | None] | None:
    """The best argument and the bound that the checker accepts, in the child; None: there is none.

    Its certificate then stands in the workspace.
    """
    from puzzleproof.provers.invariant.find import find_argument

    emit(Working("looking for an invariant"))
    found = find_argument(puzzle, thorough=thorough)
    if found is None:
        return None
    return found[0], _write(puzzle, found[0], plan, workspace, emit)


def _exclude(puzzle: AnyPuzzle, workspace: Workspace, emit: Emit) -> bool:
    """Whether the best argument excludes every plan, in the child; its certificate then stands."""
    from puzzleproof.provers.invariant.find import find_argument
    from puzzleproof.verify.invariant import bound_of

    found = find_argument(puzzle)
    if found is None or not math.isinf(bound_of(puzzle, found[0])):
        return False
    _write(puzzle, found[0], None, workspace, emit)
    return True


def _write(
    puzzle: AnyPuzzle,
    argument: Any,
    plan: tuple[str, ...] | None,
    workspace: Workspace,
    emit: Emit,
) -> int | None:
    """Write the argument, with the plan if that has its length; the bound that is accepted."""
    from puzzleproof.provers.certificate import Claim
    from puzzleproof.provers.invariant.find import write_certificate
    from puzzleproof.verify.invariant import bound_of

    bound = bound_of(puzzle, argument)
    at_least = None if math.isinf(bound) else int(bound)
    reached = plan is not None and len(plan) == at_least
    claim = Claim("invariant", at_least, plan if reached else None)
    checked = workspace.publish(
        lambda target: write_certificate(puzzle, argument, claim, target, workspace.versions), emit
    )
    return checked.at_least
