"""Evidence by labels: every state gets its distance, and the rules check the table.

`label` searches from the start (`search`), or bidirectionally where the rules list all goal states
and moves can be taken back (`bidirectional`).  The search need not be trusted: `verify.labelling`
checks the file by the rules alone.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from puzzleproof.models.errors import Unsupported
from puzzleproof.provers.certificate import Claim, write_file
from puzzleproof.provers.events import Event, Layer, PlanFound, searching
from puzzleproof.provers.process import array_budget
from puzzleproof.provers.verdict import Evidence

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.certificate import Target, Workspace
    from puzzleproof.provers.events import Emit
    from puzzleproof.provers.labelling.search import Labelling
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


def label_closed_set(proof: Proof, seconds: float) -> None:
    """Certify within seconds that all states are reached and none is a goal, if it is so.

    A plan that the search meets is left aside: it is not the search's to find.  Raises
    LimitReached.
    """
    begin = time.perf_counter()
    states: int | None = proof.call(
        _label_closed, proof.puzzle, proof.memory, proof.workspace, seconds=seconds
    )
    if states is not None:
        took = time.perf_counter() - begin
        proof.accept(Evidence.certified("labelling", None, "verify.labelling", took, states))


def prove_solved(proof: Proof) -> None:
    """Take the plan of no moves, of a start that is a goal; its certificate has no labels."""
    proof.emit(PlanFound((), "start"))
    if not proof.request.certificate:
        return
    puzzle, workspace = proof.puzzle, proof.workspace

    def write(target: Target) -> None:
        claim = Claim("labelling", 0, ())
        write_file(target, puzzle, claim, workspace.versions, sizes=[], backward=[])

    workspace.publish(write, proof.emit)
    proof.tell_certificate()


def label(
    puzzle: AnyPuzzle,
    emit: Emit,
    at_least: int | None = None,
    *,
    by_task: bool | None = None,
    memory: int | None = None,
    bidirectional: bool = True,
) -> Labelling:
    """Search from the start until a goal, the depth ``at_least``, or the end of the graph.

    ``by_task`` says which formulation of the rules to follow; by default the faster one.
    ``memory`` in bytes is for the arrays of a large search, whose layers go to disk beyond it.
    ``bidirectional`` allows a search from the goals as well.
    """
    from puzzleproof.models.puzzle import listed_goals
    from puzzleproof.provers.labelling.search import from_start, layer_source

    goals = listed_goals(puzzle) if bidirectional else None
    if goals is None:
        return from_start(puzzle, layer_source(puzzle, by_task, memory), emit, at_least)
    from puzzleproof.provers.labelling.bidirectional import BidirectionalSearch

    source = layer_source(puzzle, by_task, memory if memory is None else memory // 2)
    try:
        return BidirectionalSearch(puzzle, source, emit, goals).label(at_least)
    except Unsupported:  # the task does not know the goals: from the start alone
        return from_start(puzzle, source, emit, at_least)


def _label_closed(
    puzzle: AnyPuzzle, memory: int | None, workspace: Workspace, emit: Emit
) -> int | None:
    """The states of an accepted certificate that there is no plan; None: there is one."""
    from puzzleproof.provers.labelling.search import write_certificate

    begun = searching(puzzle)
    emit(begun)

    def listen(event: Event) -> None:
        # No bounds are reported, but how far it is: without a process that is when time is checked.
        if isinstance(event, Layer):
            emit(replace(begun, done=event.states))

    labelling = label(puzzle, listen, memory=array_budget(memory))
    if labelling.at_least is not None:
        return None
    return workspace.publish(
        lambda target: write_certificate(puzzle, labelling, target, workspace.versions), emit
    ).states


def _label_and_check(
    puzzle: AnyPuzzle,
    at_least: int | None,
    memory: int | None,
    workspace: Workspace,
    emit: Emit,
) -> tuple[int | None, int]:
    """The bound that the checker accepts, and the states labelled."""
    from puzzleproof.provers.labelling.search import write_certificate

    emit(searching(puzzle))
    labelling = label(puzzle, emit, at_least, memory=array_budget(memory))
    if labelling.plan is not None:
        emit(PlanFound(labelling.plan, "search"))

    def write(target: Target) -> None:
        write_certificate(puzzle, labelling, target, workspace.versions)

    checked = workspace.publish(write, emit)
    return checked.at_least, checked.states
