"""Evidence by algebra: an argument about all states, found and checked in little time.

`find` looks for parities over GF(2) and for weights by linear programs; `verify.invariant` checks
what it finds.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.events import Note, Working
from puzzleproof.provers.verdict import Evidence

if TYPE_CHECKING:
    from puzzleproof.provers.certificate import Workspace
    from puzzleproof.provers.events import Emit
    from puzzleproof.provers.session import Proof


def prove_invariant(proof: Proof) -> None:
    """Find an argument about all states and have it checked; does nothing if there is none."""
    named = "invariant" in proof.request.evidence
    thorough = named or "all" in proof.request.evidence
    if not (thorough or proof.puzzle.invariants):
        return
    if not accept_argument(proof, thorough=thorough, least=1) and named:
        proof.emit(Note("no invariant proves anything here", "reason"))


def exclude_all_plans(proof: Proof) -> None:
    """Accept an argument that there is no plan; ignore one that proves less."""
    if proof.puzzle.invariants:
        accept_argument(proof, thorough=False, least=math.inf)


def accept_argument(proof: Proof, *, thorough: bool, least: float) -> bool:
    """Accept an argument for ``least`` moves or more, if any; ``thorough``: by facts, too."""
    begin = time.perf_counter()
    order = proof.puzzle, thorough, least, proof.bounds.plan, proof.workspace
    found = proof.call(_find, *order)
    if found is None:
        return False
    proof.argument, at_least = found
    forms = ", ".join(sorted({lemma["form"] for lemma in proof.argument["lemmas"]}))
    seconds, note = time.perf_counter() - begin, f"by {forms}"
    proof.accept(Evidence.certified("invariant", at_least, "verify.invariant", seconds, note=note))
    return True


def add_plan(proof: Proof) -> None:
    """Write the certificate again, with the plan that reaches its bound."""
    proof.call(_write, proof.puzzle, proof.argument, proof.bounds.plan, proof.workspace)


def _find(
    puzzle: AnyPuzzle,
    thorough: bool,
    least: float,
    plan: tuple[str, ...] | None,
    workspace: Workspace,
    emit: Emit,
) -> tuple[Any, int | None] | None:
    """In the child: the best argument, now in the workspace, and the accepted bound, or None."""
    from puzzleproof.provers.invariant.find import find_argument

    emit(Working("looking for an invariant"))
    found = find_argument(puzzle, thorough=thorough)
    if found is None or found[1] < least:
        return None
    return found[0], _write(puzzle, found[0], plan, workspace, emit)


def _write(
    puzzle: AnyPuzzle,
    argument: Any,
    plan: tuple[str, ...] | None,
    workspace: Workspace,
    emit: Emit,
) -> int | None:
    """Write the argument, with a plan that reaches its bound; returns the accepted bound."""
    from puzzleproof.provers.certificate import Claim, Target, write_file
    from puzzleproof.verify.invariant import bound_of

    bound = bound_of(puzzle, argument)
    at_least = None if math.isinf(bound) else int(bound)
    reached = plan is not None and len(plan) == at_least
    claim = Claim("invariant", at_least, plan if reached else None)

    def write(target: Target) -> None:
        write_file(target, puzzle, claim, workspace.versions, argument=argument)

    return workspace.publish(write, emit).at_least
