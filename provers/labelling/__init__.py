"""Evidence by labels: every state gets its distance, and the rules check the table.

`label` searches from the start (`search`), or bidirectionally (`bidirectional`) where moves can be
taken back and the rules list few goal states.  The search need not be trusted: `verify.labelling`
checks the file by the rules alone.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.provers.certificate import Claim, write_file
from puzzleproof.provers.events import Event, Layer, PlanFound, searching
from puzzleproof.provers.process import array_budget
from puzzleproof.provers.verdict import Evidence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzleproof.models.puzzle import AnyPuzzle, State
    from puzzleproof.provers.certificate import Target, Workspace
    from puzzleproof.provers.events import Emit
    from puzzleproof.provers.labelling.blocks import Blocks
    from puzzleproof.provers.labelling.search import Labelling, LayerSource, SearchedLayer
    from puzzleproof.provers.session import Proof

FEW_GOALS = 1_000
"""So many goals are listed before the search, where they draw every piece."""
LARGE_LAYER, SHARE = 2_000, 4
"""In a layer of so many states goals are asked for that are one in so many of them at most; and
again whenever a layer has twice as many states."""


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


def prove_no_moves(proof: Proof) -> None:
    """Prove that a plan has 0 moves at least, as every plan has: a certificate without labels.

    Where the start is a goal, the plan of no moves goes with it.
    """
    puzzle, workspace = proof.puzzle, proof.workspace
    plan: tuple[str, ...] | None = None
    if puzzle.is_goal(puzzle.start):
        plan = ()
        proof.emit(PlanFound(plan, "start"))
    if not proof.request.certificate:
        return

    def write(target: Target) -> None:
        claim = Claim("labelling", 0, plan)
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
    classes: bool = False,
) -> Labelling:
    """Search from the start until a goal, the depth ``at_least``, or the end of the graph.

    ``by_task`` says which formulation of the rules to follow; by default the faster one.
    ``memory`` in bytes is for the arrays of a large search, whose layers go to disk beyond it.
    ``bidirectional`` allows a search from the goals as well, ``classes`` that a large search labels
    one state of each two that a symmetry exchanges.
    """
    from puzzleproof.provers.labelling.blocks import Blocks
    from puzzleproof.provers.labelling.search import from_start, layer_source

    source = layer_source(puzzle, by_task, memory, classes=classes)
    if not (bidirectional and puzzle.reversible):
        return from_start(puzzle, source, emit, at_least, memory)
    turn = _Turn(puzzle, source, emit, at_least, memory)
    none = Blocks(puzzle.pack_width, memory)
    whole = turn(source.layers(), none) if puzzle.draws_whole_goals else None
    return whole or from_start(puzzle, source, emit, at_least, memory, turn)


class _Turn:
    """Decides whether a search from the start goes on from both ends, and then does.

    Where goals draw every piece it does at once.  Elsewhere listing the goals takes longer than
    small searches, and a list as long as a layer saves nothing.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        source: LayerSource,
        emit: Emit,
        at_least: int | None,
        memory: int | None,
    ) -> None:
        self._puzzle, self._source, self._emit = puzzle, source, emit
        self._at_least, self._memory = at_least, memory
        self._next_try = LARGE_LAYER

    def __call__(self, layers: Iterator[SearchedLayer], blocks: Blocks) -> Labelling | None:
        """Go on from blocks of the start and its layers to come; None: from the start alone."""
        most = FEW_GOALS
        if blocks:
            size = blocks.sizes[-1]
            if size < self._next_try:
                return None
            self._next_try, most = 2 * size, size // SHARE
        from puzzleproof.models.puzzle import listed_goals

        goals = listed_goals(self._puzzle, most)
        return None if goals is None else self._from_both_ends(layers, blocks, goals)

    def _from_both_ends(
        self, layers: Iterator[SearchedLayer], blocks: Blocks, goals: tuple[State, ...]
    ) -> Labelling | None:
        from puzzleproof.provers.labelling.bidirectional import BidirectionalSearch, End
        from puzzleproof.provers.labelling.blocks import Blocks
        from puzzleproof.provers.labelling.search import layer_source

        half = self._memory if self._memory is None else self._memory // 2
        source = layer_source(self._puzzle, self._source.by_task, half)
        try:
            back = End(source.layers(goals), Blocks(blocks.width, half))
            self._source.may_name = False  # both ends hold all states
        except (Unsupported, LimitReached):  # the task does not know the goals, or memory is short
            return None
        search = BidirectionalSearch(
            self._puzzle, self._source, self._emit, End(layers, blocks), back
        )
        return search.label(self._at_least)


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

    labelling = label(puzzle, listen, memory=array_budget(memory), classes=True)
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
    labelling = label(puzzle, emit, at_least, memory=array_budget(memory), classes=True)
    if labelling.plan is not None:
        emit(PlanFound(labelling.plan, "search"))

    def write(target: Target) -> None:
        write_certificate(puzzle, labelling, target, workspace.versions)

    checked = workspace.publish(write, emit)
    return checked.at_least, checked.states
