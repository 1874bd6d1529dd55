"""Evidence by labels: a table of distances, which a checker tests by the rules.

`label` searches from the start, or from both ends if moves can be undone and the rules list few
goal states.  The search need not be trusted: `verify.labelling` checks the file by the rules alone.
"""

import time
from dataclasses import replace
from functools import partial
from typing import Any

from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.certificate import Claim, Workspace, write_file
from puzzleproof.provers.events import Emit, Event, Layer, PlanFound, searching
from puzzleproof.provers.labelling.search import label as label
from puzzleproof.provers.labelling.search import write_certificate
from puzzleproof.provers.process import array_budget
from puzzleproof.provers.session import Session
from puzzleproof.provers.verdict import Evidence


def prove_labelling(proof: Session) -> None:
    """Label the states from the start in a child process, and have the labels checked."""
    memory = proof.memory if proof.request.by_itself else None
    _accept(proof, proof.request.at_least, memory=memory)


def label_within(proof: Session, seconds: float) -> None:
    """Label the states if the search ends within ``seconds``; otherwise raises LimitReached."""
    _accept(proof, proof.request.at_least, seconds)


def label_closed_set(proof: Session, seconds: float) -> None:
    """Certify that no goal can be reached, if it is true; raises LimitReached after ``seconds``."""
    _accept(proof, None, closed=True, seconds=seconds)


def _accept(
    proof: Session,
    at_least: int | None,
    search_seconds: float | None = None,
    *,
    closed: bool = False,
    **limits: Any,
) -> None:
    """Prove ``at_least`` moves, or (if None) the minimum; with ``closed``, only 'no plan'."""
    begin, wanted = time.perf_counter(), (at_least, search_seconds, closed)
    about = proof.puzzle, proof.memory, proof.workspace
    found = proof.call(_label_and_check, *about, *wanted, **limits)
    if found is not None:
        took, (bound, states) = time.perf_counter() - begin, found
        proof.accept(Evidence.certified("labelling", bound, "verify.labelling", took, states))


def prove_no_moves(proof: Session) -> None:
    """Certify that plans have at least 0 moves; if the start is a goal, with the empty plan."""
    puzzle, workspace = proof.puzzle, proof.workspace
    plan: tuple[str, ...] | None = None
    if puzzle.is_goal(puzzle.start):
        plan = ()
        proof.emit(PlanFound(plan, "start"))
    if proof.workspace.target is None:
        return
    about: dict[str, Any] = {"puzzle": puzzle, "claim": Claim("labelling", 0, plan)}
    about |= {"versions": workspace.versions, "sizes": [], "backward": []}
    workspace.publish(partial(write_file, **about), proof.emit)
    proof.accept()


def _label_and_check(
    puzzle: AnyPuzzle,
    memory: int | None,
    workspace: Workspace,
    at_least: int | None,
    seconds: float | None,
    closed: bool,
    emit: Emit,
) -> tuple[int | None, int] | None:
    """Return the bound and number of states, or None if only 'no plan' was wanted and is false."""
    begun = searching(puzzle)
    emit(begun)

    def listen(event: Event) -> None:
        # Report progress alone, no bounds; `call_here` checks the time at each event.
        if isinstance(event, Layer):
            emit(replace(begun, done=event.states))

    hears, room = listen if closed else emit, array_budget(memory)
    labelling = label(puzzle, hears, at_least, memory=room, seconds=seconds, classes=True)
    if closed and labelling.at_least is not None:
        return None
    if labelling.plan is not None:
        emit(PlanFound(labelling.plan, "search"))
    write = partial(write_certificate, puzzle, labelling, versions=workspace.versions)
    checked = workspace.publish(write, emit)
    return checked.at_least, checked.states
