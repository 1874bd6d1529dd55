"""Evidence that one move is needed: the start is no goal state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzleproof.provers.certificate import Claim, Target, Workspace, write_file
from puzzleproof.provers.events import Emit
from puzzleproof.provers.verdict import Evidence

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.session import Session


def prove_first_move(proof: Session) -> None:
    """Write the claim and have it checked, in a child process that a limit can end."""
    if not proof.puzzle.is_goal(proof.puzzle.start):
        at_least = proof.call(_write_and_check, proof.puzzle, proof.workspace)
        proof.accept(Evidence.certified("first_move", at_least, "verify.first_move", seconds=0.0))


def _write_and_check(puzzle: AnyPuzzle, workspace: Workspace, emit: Emit) -> int | None:
    def write(target: Target) -> None:
        write_file(target, puzzle, Claim("first_move", 1, plan=None), workspace.versions)

    return workspace.publish(write, emit).at_least
