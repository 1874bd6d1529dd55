"""Labellings with bounds by the rules' own moves: sliding blocks, frogs and toads.

One best-first search with the bounds finds a plan, and the table that none is shorter.

In plain Python a state takes some thirty times as long as in the arrays that label whole graphs.
So this is tried only of boards that may have very many states, and given up once it has looked at
one state for each `SHARE` that there may be.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from puzzleproof.models import imported
from puzzleproof.models.errors import LimitReached, Unsupported
from puzzleproof.models.texts import count
from puzzleproof.provers.bounded import guessed_states
from puzzleproof.provers.bounded.best_first import BestFirst, Proven
from puzzleproof.provers.bounded.handover import leave, seconds_of_moves
from puzzleproof.provers.bounded.plain_search import SEARCH
from puzzleproof.provers.bounded.tables import BoundedClaim, Named, plan_beside, write_table
from puzzleproof.provers.certificate import Claim, Target
from puzzleproof.provers.events import Emit, Layer, Note, PlanFound, Working
from puzzleproof.provers.labelling.blocks import sorted_block
from puzzleproof.provers.labelling.search import plan_of
from puzzleproof.verify.bounds import lower_bounds
from puzzleproof.verify.bounds.graphs import LabelGraph, graph_of

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.certificate import Workspace
    from puzzleproof.verify.bounds import LowerBound

CHOICES = {
    "frogs": "puzzleproof.provers.bounded.frog_choice:frog_bounds",
    "sliding": "puzzleproof.provers.bounded.piece_choice:piece_partitions",
}
"""By family, who chooses the bounds: ``module:name`` of a function of the graph."""
SHARE = 8_000
"""States that there may be for one that is looked at with bounds."""
MOST, BYTES = 300_000, 1_000
"""States that are met, at most, and what one takes in memory."""
HOPELESS = 50_000_000
"""Puzzles that may have more states are not labelled whole: there any bound is welcome."""

Choose: TypeAlias = Callable[[LabelGraph], Named]


def search_and_check(
    puzzle: AnyPuzzle,
    at_least: int | None,
    seed: int,
    memory: int | None,
    workspace: Workspace,
    emit: Emit,
) -> tuple[int | None, int]:
    """Prove the minimum, or ``at_least`` moves, by tables; returns the bound, and how many states.

    Raises Unsupported where no bound says anything, and where the search grows too large though all
    states might be labelled.
    """
    proof = RulesProof(puzzle, _states(puzzle, memory), emit, workspace)
    proof.run(at_least)
    if proof.table is None:
        raise Unsupported("no state but the start was asked about")
    checked = workspace.publish(partial(proof.write, proof.table), emit)
    return proof.table.at_least, checked.states


def search_plan(puzzle: AnyPuzzle, memory: int | None, emit: Emit) -> None:
    """Find a shortest plan, if the bounds leave few states; raises Unsupported as above."""
    RulesProof(puzzle, _states(puzzle, memory), emit).run(None)


def claim_with_bounds(
    puzzle: AnyPuzzle, at_least: int | None, _seed: int, memory: int | None, emit: Emit
) -> BoundedClaim:
    """The minimum, or ``at_least`` moves, by the same search, with no certificate.

    Raises Unsupported as above, LimitReached where the search grows too large.
    """
    proof = RulesProof(puzzle, _states(puzzle, memory), emit)
    proof.run(at_least)
    if proof.table is None:
        raise Unsupported("no state but the start was asked about")
    shown = proof.table.at_least
    plan = proof.plan if proof.plan is not None and len(proof.plan) == shown else None
    if shown is None or (plan is None and shown != at_least):
        raise LimitReached("the search with bounds grows too large, or finds no plan")
    return BoundedClaim(shown, plan, proof.named)


def _states(puzzle: AnyPuzzle, memory: int | None) -> int:
    """How many states may be met."""
    most = min(MOST, int(guessed_states(puzzle) / SHARE))
    return most if memory is None else min(most, memory // BYTES)


class RulesProof:
    """The search of one puzzle, and what came out of it."""

    def __init__(
        self, puzzle: AnyPuzzle, most: int, emit: Emit, workspace: Workspace | None = None
    ) -> None:
        self._puzzle, self._most, self._emit = puzzle, most, emit
        self._workspace = workspace
        self._graph = graph_of(puzzle, backward=False)
        self.named: Named = []
        self._bounds: list[LowerBound] = []
        self.plan: tuple[str, ...] | None = None
        self.table: Proven | None = None

    def run(self, at_least: int | None) -> None:
        """Find the minimum, or prove ``at_least`` moves; raises Unsupported."""
        if at_least == 0:
            return
        if self._puzzle.family not in CHOICES:
            raise Unsupported(f"no lower bounds for family {self._puzzle.family!r}")
        self._emit(Working("choosing lower bounds"))
        choose: Choose = imported(CHOICES[self._puzzle.family])
        self.named = choose(self._graph)
        if not self.named:
            raise Unsupported("no lower bound of this board says anything")
        self._bounds = lower_bounds(self._graph, [list(pair) for pair in self.named])
        table = BestFirst(self._graph, self._bounds, self._most, self._listen).search(at_least)
        if table.cut_short:
            self._cut_short()
        self.table = table
        if table.path is not None:
            states = [self._graph.state(number) for number in table.path]
            self.plan = plan_of(self._puzzle, states)
            self._emit(PlanFound(self.plan, SEARCH))

    def _cut_short(self) -> None:
        """Keep what is proven only where nobody can label the whole graph."""
        why = f"the bounds cut too little: {count(self._most, 'state')} did not suffice"
        if guessed_states(self._puzzle) < HOPELESS:
            raise Unsupported(why)
        self._emit(Note(why, "reason"))

    def _listen(self, moves: int, states: int, shown: Proven | None) -> None:
        if shown is None:
            text = f"searching what {moves} moves may need, with lower bounds"
            self._emit(Working(text, states, None, "states"))
            return
        self._emit(Layer(SEARCH, "models", moves - 1, states))
        if self._workspace is not None and moves > 1:
            seconds = seconds_of_moves(self._graph, shown.layers, moves, self._bounds)
            leave(self._workspace, moves, partial(self.write, shown), seconds, self._emit)

    def write(self, table: Proven, target: Target) -> None:
        """Write a certificate, with the plan if it is as short."""
        assert self._workspace is not None, "certificates are written there"
        width, claim = self._puzzle.pack_width, table.at_least
        write_table(
            self._puzzle,
            Claim("labelling", claim, plan_beside(self.plan, claim)),
            self.named,
            [len(layer) for layer in table.layers],
            (sorted_block(layer, width) for layer in table.layers),
            self._workspace.versions,
            target,
        )
