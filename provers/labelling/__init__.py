"""Evidence by labels: every state gets its distance, and the rules check the table.

`search` labels the states, `layers` says which searches it can follow; `verify.labelling` checks
the file.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from puzzleproof.provers.events import PlanFound
from puzzleproof.provers.memory import array_budget
from puzzleproof.provers.verdict import Evidence

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.certificate import Workspace
    from puzzleproof.provers.events import Emit
    from puzzleproof.provers.prove import Proof


def prove_labelling(proof: Proof) -> None:
    """Label the states from the start, in a child process, and have the rules check the labels.

    Raises LimitReached where the prover chose this itself and memory for a search runs out.
    """
    begin = time.perf_counter()
    at_least, states = proof.call(
        _label_and_check,
        proof.puzzle,
        proof.request.at_least,
        proof.memory,
        proof.workspace,
        memory=proof.memory if proof.request.by_itself else None,
    )
    seconds = time.perf_counter() - begin
    proof.accept(Evidence.certified("labelling", at_least, "verify.labelling", seconds, states))


def _label_and_check(
    puzzle: AnyPuzzle,
    at_least: int | None,
    memory: int | None,
    workspace: Workspace,
    emit: Emit,
) -> tuple[int | None, int]:
    """The bound that the checker accepts, and the states labelled."""
    from puzzleproof.provers.labelling.search import label, write_certificate

    labelling = label(puzzle, emit, at_least, memory=array_budget(memory))
    if labelling.plan is not None:
        emit(PlanFound(labelling.plan, "search"))

    def write(path: Path) -> None:
        write_certificate(puzzle, labelling, path, workspace.versions)

    checked = workspace.publish(write)
    return checked.at_least, checked.states
