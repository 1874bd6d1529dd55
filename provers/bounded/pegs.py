"""Peg solitaire in compound moves: minima with certificates, by a search that bounds keep small.

The claims are tried one after the other: 'at least L moves', from the least L that a bound says of
the start.  Each search uses the bounds found so far, and finds more where it grows too large.  Once
'at least L' is shown, a beam search (`provers.bounded.beam`) looks for a plan of L moves; where it
finds none, the next search meets the goal if there is one.  Then L is the minimum and the claim of
the certificate.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from puzzleproof.models.errors import CertificateRejected, LimitReached, Unsupported
from puzzleproof.models.pegs.rules import PegPuzzle
from puzzleproof.models.puzzle import plan_through
from puzzleproof.models.texts import count
from puzzleproof.provers.bounded import store
from puzzleproof.provers.bounded.handover import leave, seconds_of_moves
from puzzleproof.provers.bounded.peg_arrays import MOST_HOLES, PegArrays
from puzzleproof.provers.bounded.plain_search import SEARCH
from puzzleproof.provers.bounded.search import Layers, search, way_back
from puzzleproof.provers.bounded.tables import BoundedClaim
from puzzleproof.provers.bounded.weights import BoundFinder, Found
from puzzleproof.provers.certificate import Claim, Target, write_file
from puzzleproof.provers.events import Layer, Note, PlanFound, Working
from puzzleproof.provers.labelling.blocks import record_maker, sorted_block
from puzzleproof.verify.bounds.peg_graph import PegGraph
from puzzleproof.verify.certificate import BOUNDS_VERSION

if TYPE_CHECKING:
    from puzzleproof.models.puzzle import AnyPuzzle
    from puzzleproof.provers.certificate import Workspace
    from puzzleproof.provers.events import Emit

MANY = 100_000
"""So many states are written by numpy."""
LAYER_BYTES = 2_000
"""For each state of a layer: its moves, in arrays, before they are compared."""
LARGEST_LAYER = 400_000
"""States of a layer at most, whatever the memory: the checker would take minutes."""
FURTHER, HARD = 4, 10_000
"""After a table of over 10,000 states a plan of up to four moves more is looked for."""
WORTH_STATES = 3_000
"""A bound that leaves out fewer states than this costs the checker more than it saves."""


def search_and_check(
    puzzle: AnyPuzzle,
    at_least: int | None,
    seed: int,
    memory: int | None,
    workspace: Workspace,
    emit: Emit,
) -> tuple[int, int]:
    """Prove the minimum, or ``at_least`` moves; the bound that the checker accepts, and the states.

    Raises LimitReached where not even a bound can be certified, Unsupported for other puzzles.
    """
    return _PegProof(_pegs(puzzle), seed, memory, emit, workspace).run(at_least, workspace)


def search_plan(puzzle: AnyPuzzle, seed: int, memory: int | None, emit: Emit) -> None:
    """Find a shortest plan by the same searches; what their layers show is a claim.

    Raises LimitReached where a layer grows too large, Unsupported for other puzzles.
    """
    _PegProof(_pegs(puzzle), seed, memory, emit).minimum(None)


def _pegs(puzzle: AnyPuzzle) -> PegPuzzle:
    if not isinstance(puzzle, PegPuzzle) or puzzle.special_search != "compound":
        raise Unsupported(f"no lower bounds for family {puzzle.family!r}, metric {puzzle.metric!r}")
    if len(puzzle.board.holes) > MOST_HOLES:
        raise Unsupported(f"a board of {len(puzzle.board.holes)} holes: {MOST_HOLES} at most")
    return puzzle


def claim_with_bounds(
    puzzle: AnyPuzzle, at_least: int | None, seed: int, memory: int | None, emit: Emit
) -> BoundedClaim:
    """Find the minimum, or show ``at_least`` moves, and name bounds that keep the search small.

    A minimum below ``at_least`` is found with its plan.  Raises LimitReached where the search grows
    too large for an answer, Unsupported for other puzzles.
    """
    found = _PegProof(_pegs(puzzle), seed, memory, emit)
    layers = found.minimum(at_least)
    plan = found.plan
    if plan is not None and len(plan) != layers.at_least:
        plan = None
    table = found.pruned(layers)
    named = [("departures", one.parameters) for one in table.found]
    return BoundedClaim(layers.at_least, plan, named)


class _Table(NamedTuple):
    """The labels of a claim, and the bounds that they need."""

    layers: Layers
    found: Sequence[Found]


class _PegProof:
    """The searches of one puzzle, forward, and their certificate."""

    def __init__(
        self,
        puzzle: PegPuzzle,
        seed: int,
        memory: int | None,
        emit: Emit,
        workspace: Workspace | None = None,
    ) -> None:
        """``workspace`` takes the table of each claim as soon as there is one."""
        self._puzzle, self._emit, self._workspace = puzzle, emit, workspace
        self._arrays = PegArrays(PegGraph(puzzle, backward=False))
        largest = LARGEST_LAYER if memory is None else min(LARGEST_LAYER, memory // LAYER_BYTES)
        self._finder = BoundFinder(self._arrays, seed, largest, self._on_work, self._keep)
        self.plan: tuple[str, ...] | None = None
        kept = store.read(puzzle, backward=False)
        self._finder.most = max(self._finder.most, min(kept.most, largest))
        for k, parameters in enumerate(kept.bounds):
            emit(Working("computing the tables of kept lower bounds", k, len(kept.bounds)))
            with suppress(CertificateRejected, Unsupported):
                self._finder.add(parameters)
        self._from = min(kept.at_least, puzzle.pegs.bit_count())
        """The claim that an earlier run has shown, as its file says."""
        self._proven = 0
        self._kept = self._to_keep()

    def run(self, wanted: int | None, workspace: Workspace) -> tuple[int, int]:
        """Search, write, check."""
        try:
            layers = self.minimum(wanted)
        except LimitReached as limit:
            if self._finder.last is None:
                raise
            layers = self._finder.search(self._finder.last.at_least)  # with the bounds found since
            self._emit(Note(f"the {SEARCH} was stopped ({limit})", "reason"))
            self._look_further(layers, layers.states)
        table = self.pruned(layers)
        self._tell(table.found)
        checked = workspace.publish(partial(self._write, table, workspace), self._emit)
        return checked.at_least or 0, checked.states

    def _on_work(self, what: str, done: int) -> None:
        self._emit(Working(what, done, unit="states"))

    def minimum(self, wanted: int | None) -> Layers:
        """The whole search for the largest claim that holds, or for the one that is wanted.

        It begins where an earlier run ended; if that claim is too much, with the first.
        """
        first = self._finder.first_bound(self._puzzle.pegs) + 1
        if self._from > first:
            try:
                return self._climb(self._from, wanted)
            except LimitReached:
                if self._finder.last is not None:
                    raise
        return self._climb(first, wanted)

    def _climb(self, moves: int, wanted: int | None) -> Layers:
        """Raise the claim from so many moves on."""
        most = self._puzzle.pegs.bit_count()
        moves = moves if wanted is None else min(moves, wanted)
        while True:
            layers = self._finder.search(moves)
            self._keep()
            if layers.met:
                self._take_path(way_back(self._arrays, layers.layers))
                return self._finder.search(len(layers.layers) - 1)
            self._take_table(layers)
            if moves == wanted or self._has_plan(layers):
                return layers
            if moves > most:
                raise LimitReached("every plan would have more moves than there are pegs")
            moves += 1

    def _take_table(self, layers: Layers) -> None:
        """A claim is shown: tell it, keep it, and leave its table for the checker."""
        self._proven = layers.at_least
        self._keep()
        self._emit(Layer(SEARCH, "models", layers.at_least - 1, layers.states))
        if self._workspace is not None:
            found = tuple(self._finder.found)
            seconds = sum(one.seconds for one in found)
            bounds = [one.checker for one in found]
            graph, moves = self._arrays.graph, layers.at_least
            seconds += seconds_of_moves(graph, layers.layers, moves, bounds)
            write = partial(self._write, _Table(layers, found), self._workspace)
            leave(self._workspace, moves, write, seconds, self._emit)

    def _has_plan(self, layers: Layers) -> bool:
        """Whether there is a plan as short as the claim that was just shown, as far as is seen.

        While none is known at all, and claims are hard to show, one a little longer is looked for.
        """
        moves = layers.at_least
        if self.plan is not None and len(self.plan) == moves:
            return True
        path = self._finder.find_plan(moves, layers.states) if self._finder.found else None
        if path is not None:
            self._take_path(path)
        elif layers.states > HARD:
            self._look_further(layers, 0)
        return path is not None

    def _look_further(self, layers: Layers, states: int) -> None:
        """Look for a plan that is a little longer than a claim, if none is known."""
        for moves in range(layers.at_least + 1, layers.at_least + 1 + FURTHER):
            path = self._finder.find_plan(moves, states) if self.plan is None else None
            if path is not None:
                self._take_path(path)

    def _take_path(self, path: Sequence[int]) -> None:
        """Report the plan: it begins with the start, which is no other position's image."""
        plan = plan_through(self._puzzle, [(mask,) for mask in path])
        self.plan = tuple(map(self._puzzle.format_move, plan))
        self._emit(PlanFound(self.plan, SEARCH))

    def _to_keep(self) -> store.Kept:
        found, proven = self._finder.found, self._proven or self._from
        return store.Kept(self._finder.most, [dict(one.parameters) for one in found], proven)

    def _keep(self) -> None:
        """Keep the bounds and the claim for another run, as soon as there are more."""
        now = self._to_keep()
        if now != self._kept and (now.bounds or now.at_least):
            self._kept = now
            with suppress(OSError):
                store.write(self._puzzle, False, now)

    def pruned(self, layers: Layers) -> _Table:
        """Leave out the bounds that save fewer states than their tables cost."""
        found, states = list(self._finder.found), layers.states
        for one in list(found):
            rest = [other for other in found if other is not one]
            self._emit(Working("looking for bounds that can be left out"))
            bounds = [other.bound for other in rest]
            without = search(self._arrays, bounds, layers.at_least, states + WORTH_STATES)
            if without.whole and not without.met and without.states < states + WORTH_STATES:
                found, layers, states = rest, without, without.states
        return _Table(layers, found)

    def _tell(self, found: Sequence[Found]) -> None:
        """Say which bounds the certificate has."""
        kept = f"kept in {str(store.file_of(self._puzzle, False))!r}"
        self._emit(Working(f"{count(len(found), 'lower bound')} by departures; all found: {kept}"))
        for one in found:
            charge, parts, weights = map(one.parameters.get, ("charge", "parts", "weights"))
            text = " ".join(map(str, weights or ()))
            self._emit(Working(f"departures: charge {charge}, parts {parts}, weights {text}"))

    def _write(self, table: _Table, workspace: Workspace, target: Target) -> None:
        """Write the certificate of a table, with a plan if it is as short."""
        layers, width = table.layers, self._puzzle.pack_width
        rows = [layer for layer in layers.layers if len(layer)]
        make = record_maker(width, many=layers.states > MANY)
        blocks = (sorted_block(layer.tolist(), width) for layer in rows)
        write_file(
            target,
            self._puzzle,
            Claim("labelling", layers.at_least, self.plan),
            workspace.versions,
            chain.from_iterable(map(make, blocks)),
            version=BOUNDS_VERSION,
            bounds=[["departures", dict(one.parameters)] for one in table.found],
            sizes=[len(layer) for layer in rows],
            backward=[],
        )
